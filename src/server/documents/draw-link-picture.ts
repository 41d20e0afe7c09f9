// Draws pictures of links and icons in pixels, in the process that draws for a running site.
import sharp, { type OutputInfo } from 'sharp'
import { OG_IMAGE_BOX, type OgFaces, type OgSubject, ogBackground, ogText } from '../../art/og/picture.ts'

/** Of the pictures of links. */
const LINK_PNG = { palette: true, quality: 86, dither: 0, effort: 1, compressionLevel: 9 } as const

/** A link's picture: what it says, and what floats on its right. */
export interface LinkDrawing {
  readonly subject: OgSubject
  /** An SVG. */
  readonly float: string
}

/** Pixels of a part of a picture. */
interface Raw {
  readonly data: Buffer
  readonly info: OutputInfo
}

/** An SVG of 64 units becomes six times as large before it is scaled, so that its edges are sharp. */
const SMALL_DENSITY = 450
const FULL_DENSITY = 72

/** Draws an SVG; with a size as a square of that many pixels. */
async function rasterise(svg: string, size?: number): Promise<Raw> {
  const isSmall = svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">')
  const image = sharp(Buffer.from(svg), size === undefined ? {} : { density: isSmall ? SMALL_DENSITY : FULL_DENSITY })
  const sized = size === undefined ? image : image.resize(size)
  return sized.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
}

/** Draws a link's picture as a PNG. */
export async function drawLinkPicture({ subject, float }: LinkDrawing, faces: OgFaces): Promise<Buffer> {
  const ground = await rasterise(ogBackground(subject.hue))
  const floating = await rasterise(float, OG_IMAGE_BOX.size)
  return sharp(ground.data, { raw: ground.info })
    .composite([
      { input: floating.data, raw: floating.info, left: OG_IMAGE_BOX.left, top: OG_IMAGE_BOX.top },
      { input: Buffer.from(ogText(subject, faces)) },
    ])
    .removeAlpha()
    .png(LINK_PNG)
    .toBuffer()
}

/** Draws an icon as a square PNG. */
export function drawAppIcon(svg: string, pixels: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 600 }).resize(pixels).png({ palette: true, compressionLevel: 9 }).toBuffer()
}
