// What pictures for sharing are made of: their frames, lines of text, pills, and the name of the site.

import { logoMark } from '../logo.ts'
import { type OgFaces, type OgFrame, TITLE_TRACKING } from './picture.ts'
import type { Typeface } from './typeface.ts'

/** Text, secondary text, and what needs attention. */
export const [LIGHT, DIM, WARN] = ['#f2f4ff', '#a9b0cc', '#ffc857'] as const

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

/** Draws the sign and the name of the site. */
export function brand(faces: OgFaces, x: number, y: number, size: number): string {
  return (
    `<svg x="${x - 6}" y="${y - size * 1.44}" width="${size * 2.07}" height="${size * 2.07}" viewBox="0 0 64 64">${logoMark}</svg>` +
    `<path d="${faces.display.outline('SPACEDROP', x + size * 2.37, y, size, TITLE_TRACKING)}" fill="${LIGHT}"/>`
  )
}
