// Draws the crates of the catalogue into a folder: each as a whole, and its body and lid apart, of which cards and lists show rasters.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp, type WebpOptions } from 'sharp'
import { type CrateArt, crate } from '../../src/art/crates.ts'

/** The side of a raster: a crate of 148 px, the largest on a card, on a screen of two pixels per px. */
export const CRATE_RASTER_PIXELS = 296

/** The side of a small raster, of the whole: a crate of 96 px on a screen of two pixels per px, or of 64 px on one of three. */
export const SMALL_CRATE_PIXELS = 192

/** Below an alpha quality of 76 the glow has visible bands. AVIF is smaller, but Chromium cuts the glow of those that sharp writes. */
const WEBP = { quality: 70, alphaQuality: 80, effort: 6 } as const
/** Of small ones, whose edges are seen. */
const SMALL_WEBP = { quality: 80, alphaQuality: 90, effort: 6 } as const

/** A picture of the catalogue that has a description. */
export interface DescribedCrate {
  /** Name of its SVG. */
  readonly image: string
  readonly art: CrateArt
  /** True for a crate that is shown on a card. */
  readonly onCard: boolean
}

/** Returns the raster of a drawing, to be written in any format. */
export function drawRaster(svg: string, side: number): Sharp {
  return sharp(Buffer.from(svg)).resize(side)
}

interface WantedRaster {
  readonly file: string
  /** In pixels. */
  readonly side: number
  readonly webp: WebpOptions
}

/** Writes a drawing, and its raster if one is wanted and the drawing is new or another than before. Returns the names of the files. */
async function writeDrawing(folder: string, name: string, svg: string, raster: WantedRaster | null): Promise<string[]> {
  const drawing = `${name}.svg`
  const content = `${svg}\n`
  const isSame = existsSync(join(folder, drawing)) && readFileSync(join(folder, drawing), 'utf8') === content
  if (!isSame) writeFileSync(join(folder, drawing), content)
  if (raster === null) return [drawing]
  const path = join(folder, raster.file)
  if (!isSame || !existsSync(path)) await drawRaster(svg, raster.side).webp(raster.webp).toFile(path)
  return [drawing, raster.file]
}

/** Draws all crates and removes the drawings of those that no longer exist. Returns what was done in one line. */
export async function drawCrates(folder: string, crates: readonly DescribedCrate[]): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const drawn = new Set<string>()
  for (const { image, art, onCard } of crates) {
    const name = image.replace(/\.svg$/, '')
    const { whole, body, lid } = crate(art)
    const small = { file: `${name}.small.webp`, side: SMALL_CRATE_PIXELS, webp: SMALL_WEBP }
    const ofPart = (part: string): WantedRaster => ({
      file: `${name}.${part}.webp`,
      side: CRATE_RASTER_PIXELS,
      webp: WEBP,
    })
    const files = [
      await writeDrawing(folder, name, whole, onCard ? small : null),
      await writeDrawing(folder, `${name}.body`, body, onCard ? ofPart('body') : null),
      await writeDrawing(folder, `${name}.lid`, lid, onCard ? ofPart('lid') : null),
    ]
    for (const file of files.flat()) drawn.add(file)
  }
  // An operator's own pictures have no part in their names.
  const stale = readdirSync(folder).filter((file) => /\.svg$|\.(body|lid|small)\.webp$/.test(file) && !drawn.has(file))
  for (const file of stale) rmSync(join(folder, file))
  return `${crates.length} crates in ${drawn.size} files, ${stale.length} stale removed`
}
