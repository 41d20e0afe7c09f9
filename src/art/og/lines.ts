// What pictures for sharing are made of: their frames, lines of text, pills, and what all of them say.

import { logoMark, type PictureBrand } from '../logo.ts'
import { type OgFaces, type OgFrame, ogBackground, ogName } from './picture.ts'
import type { Typeface } from './typeface.ts'

/** Text, and secondary text. */
export const [LIGHT, DIM] = ['#f2f4ff', '#a9b0cc'] as const
/** What needs attention. */
const WARN = '#ffc857'

export const SHARE_FRAMES = {
  wide: { width: 1200, height: 630, glow: { x: 872, y: 268, radius: 360 } },
  tall: { width: 1080, height: 1920, glow: { x: 540, y: 610, radius: 580 } },
} as const satisfies Record<string, OgFrame>

export type ShareShape = keyof typeof SHARE_FRAMES

export const SHARE_SHAPES = Object.keys(SHARE_FRAMES) as readonly ShareShape[]

type Align = 'left' | 'middle' | 'right'

interface Line {
  readonly face: Typeface
  readonly size: number
  readonly fill: string
  /** The text is made smaller to be no wider. */
  readonly width: number
  readonly align?: Align
  readonly tracking?: number
}

/** Returns the size at which a line fits into a width, at most `size`. */
function fitSize(text: string, { face, size, width, tracking = 0 }: Line): number {
  return Math.min(size, (size * width) / Math.max(1, face.width(text, size, tracking)))
}

/** Draws a line of text; `x` is its left end, middle or right end. */
export function line(text: string, x: number, y: number, look: Line): string {
  const { face, fill, align = 'left', tracking = 0 } = look
  const size = fitSize(text, look)
  const shift = { left: 0, middle: 0.5, right: 1 }[align]
  const left = x - face.width(text, size, tracking) * shift
  return `<path d="${face.outline(text, left, y, size, tracking)}" fill="${fill}"/>`
}

interface PillLook {
  readonly face: Typeface
  readonly size: number
  readonly colour: string
  readonly align: Align
  readonly width: number
}

/** Draws a text in an outlined pill around a middle line. */
export function pill(text: string, x: number, middle: number, { face, size, colour, align, width }: PillLook): string {
  const padding = size * 0.9
  const fitted = fitSize(text, { face, size, width: width - 2 * padding, fill: colour })
  const wide = face.width(text, fitted) + 2 * padding
  const left = x - wide * { left: 0, middle: 0.5, right: 1 }[align]
  const height = size * 2.1
  return (
    `<rect x="${left.toFixed(1)}" y="${middle - height / 2}" width="${wide.toFixed(1)}" height="${height}" rx="${height / 2}" fill="#07080f" fill-opacity=".55" stroke="${colour}" stroke-opacity=".6" stroke-width="2"/>` +
    line(text, left + padding, middle + fitted * 0.36, { face, size: fitted, fill: colour, width })
  )
}

/** Draws the logo and the name of the site. */
function drawBrand(brand: PictureBrand, faces: OgFaces, x: number, y: number, size: number): string {
  return (
    `<svg x="${x - 6}" y="${y - size * 1.44}" width="${size * 2.07}" height="${size * 2.07}" viewBox="0 0 64 64">${logoMark(brand)}</svg>` +
    ogName(brand, faces, x + size * 2.37, y, size)
  )
}

/** What every picture for sharing says, in the reader's language. */
export interface SharedWords {
  readonly brand: PictureBrand
  /** Marks play money; null for money. */
  readonly mark: string | null
  /** Says that the result can be checked. */
  readonly check: string
  /** The name of the site in addresses. */
  readonly host: string
}

interface SharedLook {
  readonly shape: ShareShape
  /** The hue of the light, 0 to 359. */
  readonly hue: number
  /** The room for the last line of a wide picture, which may share it with other words. */
  readonly checkWidth: number
}

/** Draws what every wide picture says. */
function wideWords({ brand, mark, check, host }: SharedWords, checkWidth: number, faces: OgFaces): string {
  const face = faces.text
  const [left, right] = [72, 1128]
  const last = { face, size: 22, fill: DIM, width: checkWidth, align: 'right' } as const
  const marked = { face, size: 22, colour: WARN, align: 'right', width: 420 } as const
  return [
    drawBrand(brand, faces, left, 91, 27),
    mark === null ? '' : pill(mark, right, 80, marked),
    line(`${check} · ${host}`, right, 594, last),
  ].join('')
}

/** Draws what every tall picture says. */
function tallWords({ brand, mark, check, host }: SharedWords, faces: OgFaces): string {
  const face = faces.text
  const [left, right, middle, width] = [84, 996, 540, 912]
  const last = { face, size: 28, fill: DIM, width, align: 'middle' } as const
  const marked = { face, size: 32, colour: WARN, align: 'right', width: 440 } as const
  return [
    drawBrand(brand, faces, left, 150, 40),
    mark === null ? '' : pill(mark, right, 136, marked),
    line(`${check} · ${host}`, middle, 1884, last),
  ].join('')
}

/**
 * Draws a picture for sharing as one SVG without references to other files: the background, the content, and over them the name of the
 * site, the mark of play money, and where the result can be checked.
 */
export function sharedPicture(
  words: SharedWords,
  { shape, hue, checkWidth }: SharedLook,
  faces: OgFaces,
  content: string,
): string {
  const said = shape === 'wide' ? wideWords(words, checkWidth, faces) : tallWords(words, faces)
  return ogBackground(hue, SHARE_FRAMES[shape]).replace(/<\/svg>$/, `${content}${said}</svg>`)
}
