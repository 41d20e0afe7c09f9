// The logo of a shop: its own mark, or a falling drop that is a small ringed planet, in its accent.
import { type Accent, DEFAULT_ACCENT, dimmed } from '../game/base/accent.ts'

/** What pictures show of a brand. */
export interface PictureBrand {
  readonly name: string
  readonly accent: Accent
  /** An SVG of 64 × 64; null for the drop. */
  readonly mark: string | null
  /** The name as an SVG, 64 units high; null for letters. */
  readonly wordmark: string | null
}

type Look = Pick<PictureBrand, 'accent' | 'mark'>

const GROUND = '#07080f'

/** The shaded side of the drop: of the default accent by eye, of others as a share of their light. */
const SHADE = { ofDefault: '#5f8a00', share: 0.5 } as const

/** Draws the drop. The ring passes behind it above and in front of it below. */
function drop({ colour }: Accent): string {
  const shade = colour === DEFAULT_ACCENT ? SHADE.ofDefault : dimmed(colour, SHADE.share)
  const ring = 'M60 34C57 42 34 54 15 54C8 54 4 52 4 49C4 45 8 42 13 39'
  return (
    `<path d="M49 33C57 29 61 30 60 34" fill="none" stroke="${colour}" stroke-width="4" stroke-linecap="round"/>` +
    `<path d="M32 3C35 13 52 23 52 40A20 20 0 0 1 12 40C12 23 29 13 32 3Z" fill="${colour}"/>` +
    `<path d="M32 3C35 13 52 23 52 40A20 20 0 0 1 34 60C44 46 42 26 32 3Z" fill="${shade}" fill-opacity=".38"/>` +
    '<path d="M20 38C21 31 25 26 28 22" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="3" stroke-linecap="round"/>' +
    `<path d="${ring}" fill="none" stroke="${GROUND}" stroke-width="9" stroke-linecap="round"/>` +
    `<path d="${ring}" fill="none" stroke="${colour}" stroke-width="4" stroke-linecap="round"/>`
  )
}

const EDGE = 64

/** Draws the logo in a square of 64 units that begins at the origin. */
function drawing({ accent, mark }: Look): string {
  return mark === null ? drop(accent) : mark.replace('<svg ', `<svg width="${EDGE}" height="${EDGE}" `)
}

const standalone = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${EDGE} ${EDGE}">${content}</svg>`

/** Draws the logo smaller, in the middle of a dark square. */
function onSquare(look: Look, ground: string, place: string): string {
  return standalone(
    `<rect width="${EDGE}" height="${EDGE}"${ground} fill="${GROUND}"/><g transform="${place}">${drawing(look)}</g>`,
  )
}

/** Draws the logo standalone, as an SVG of 64 × 64 on a transparent ground. */
export function logoMark(look: Look): string {
  return standalone(drawing(look))
}

/** Draws the logo on a rounded dark square, for tabs. */
export function favicon(look: Look): string {
  return `${onSquare(look, ' rx="15"', 'translate(5.5 5) scale(.83)')}\n`
}

/** Draws the logo on a full dark square, for home screens that round the corners themselves. */
export function homeScreenIcon(look: Look): string {
  return onSquare(look, '', 'translate(8.5 8) scale(.735)')
}

/** Draws the logo on a full dark square, within the circle of 80 % of its width that no launcher's mask cuts. */
export function maskableIcon(look: Look): string {
  return onSquare(look, '', look.mark === null ? 'translate(11.5 11.5) scale(.64)' : 'translate(14.4 14.4) scale(.55)')
}
