// Draws the crates of the catalogue into a folder: each as a whole, and its body and lid apart, of which cards show rasters.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { type CrateArt, crate } from '../../src/art/crates.ts'

/** The side of a raster: a crate of 148 px, the largest on a card, on a screen of two pixels per px. */
export const CRATE_RASTER_PIXELS = 296

/** Below an alpha quality of 76 the glow has visible bands. AVIF is smaller, but Chromium cuts the glow of those that sharp writes. */
const WEBP = { quality: 70, alphaQuality: 80, effort: 6 } as const

/** A picture of the catalogue that has a description. */
export interface DescribedCrate {
  /** Name of its SVG. */
  readonly image: string
  readonly art: CrateArt
  /** True for a crate that is shown on a card. */
  readonly onCard: boolean
}

/** Returns the raster of a drawing, to be written in any format. */
export function drawRaster(svg: string): Sharp {
  return sharp(Buffer.from(svg)).resize(CRATE_RASTER_PIXELS)
}

/** Writes a drawing, and its raster if one is wanted and the drawing is new or another than before. Returns the names of the files. */
async function writeDrawing(folder: string, name: string, svg: string, hasRaster: boolean): Promise<string[]> {
  const [drawing, raster] = [`${name}.svg`, `${name}.webp`]
  const content = `${svg}\n`
  const isSame = existsSync(join(folder, drawing)) && readFileSync(join(folder, drawing), 'utf8') === content
  if (!isSame) writeFileSync(join(folder, drawing), content)
  if (!hasRaster) return [drawing]
  if (!isSame || !existsSync(join(folder, raster))) await drawRaster(svg).webp(WEBP).toFile(join(folder, raster))
  return [drawing, raster]
}

/** Draws all crates and removes the drawings of those that no longer exist. Returns what was done in one line. */
export async function drawCrates(folder: string, crates: readonly DescribedCrate[]): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const drawn = new Set<string>()
  for (const { image, art, onCard } of crates) {
    const name = image.replace(/\.svg$/, '')
    const { whole, body, lid } = crate(art)
    const files = [
      await writeDrawing(folder, name, whole, false),
      await writeDrawing(folder, `${name}.body`, body, onCard),
      await writeDrawing(folder, `${name}.lid`, lid, onCard),
    ]
    for (const file of files.flat()) drawn.add(file)
  }
  // An operator's own pictures have no part in their names.
  const stale = readdirSync(folder).filter((file) => /\.svg$|\.(body|lid)\.webp$/.test(file) && !drawn.has(file))
  for (const file of stale) rmSync(join(folder, file))
  return `${crates.length} crates in ${drawn.size} files, ${stale.length} stale removed`
}
