// The pictures of a crate: body and lid of our own drawings, or the single picture of an operator.
import { CRATE_FOLDER, isOwnCrate } from '../../ui/items/small-crate.ts'

export interface CratePart {
  readonly part: 'body' | 'lid' | 'whole'
  readonly src: string
}

/**
 * How our own drawings are loaded. `svg` is sharp in every size; the browser lays it out on the page's main thread, which takes as long as twenty
 * rasters. `webp` is a raster for crates of up to 148 px on a screen of two pixels per px (scripts/art.ts).
 */
export type CrateFormat = 'svg' | 'webp'

/** Returns the pictures of a crate, to be stacked in this order. */
export function crateParts(url: string, image: string, format: CrateFormat): readonly CratePart[] {
  if (!isOwnCrate(url, image)) return [{ part: 'whole', src: `${CRATE_FOLDER}${image}` }]
  return [
    { part: 'body', src: `${CRATE_FOLDER}${url}.body.${format}` },
    { part: 'lid', src: `${CRATE_FOLDER}${url}.lid.${format}` },
  ]
}
