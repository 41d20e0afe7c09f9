// Link previews (og:image) as SVG: background, logo, title, and for a case its crate.

import { logoMark } from '../logo.ts'
import { between, type Random, seededRandom } from '../random.ts'
import type { Typeface } from './typeface.ts'

export const OG_WIDTH = 1200
export const OG_HEIGHT = 630

export interface OgFaces {
  readonly display: Typeface
  readonly text: Typeface
}

export interface OgSubject {
  readonly title: string
  /** Text below the title; cut after three lines. */
  readonly lead: string
  /** Shown instead of the lead: a price in a pill, and a few words. */
  readonly offer?: { readonly price: string; readonly words: string }
  /** Hue of the light behind the image on the right, 0 to 359. */
  readonly hue: number
}

const MARGIN = 72
/** Titles and leads end here: the image is on the right. */
const TEXT_WIDTH = 640
const TITLE_SIZES = [68, 60, 52, 46, 40, 34]
/** Above this size two lines are enough; below it three. */
const LARGE_TITLE = 46
const TITLE_TRACKING = -0.03
const LEAD_SIZE = 27
const LEAD_LINES = 3

/** The place of the square image, e.g. a crate, on the background. */
export const OG_IMAGE_BOX = { left: 756, top: 140, size: 360 } as const

/** Breaks a text at its spaces into lines of at most `width`; a single word may be wider. */
function wrapLines(text: string, face: Typeface, size: number, tracking: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && face.width(`${last} ${word}`, size, tracking) <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Returns the largest size at which a title fits, and its lines; where none of the sizes fits, a smaller one. */
function fitTitle(title: string, face: Typeface): { size: number; lines: string[] } {
  let smallest = { size: 0, lines: [title] }
  for (const size of TITLE_SIZES) {
    const lines = wrapLines(title, face, size, TITLE_TRACKING, TEXT_WIDTH)
    const widest = Math.max(...lines.map((line) => face.width(line, size, TITLE_TRACKING)))
    if (widest <= TEXT_WIDTH && lines.length <= (size > LARGE_TITLE ? 2 : 3)) return { size, lines }
    smallest = { size: Math.min(size, (size * TEXT_WIDTH) / widest, (size * 3) / lines.length), lines }
  }
  return smallest
}

function star(random: Random): string {
  const [x, y] = [between(random, 0, OG_WIDTH), between(random, 0, OG_HEIGHT - 90)]
  return `<circle cx="${x}" cy="${y}" r="${0.8 + between(random, 0, 8) / 10}" fill="#d6e0ff" fill-opacity="${between(random, 18, 55) / 100}"/>`
}

/** Draws the background: stars and the edge of a planet, lit from behind. */
export function ogBackground(hue: number): string {
  const random = seededRandom('og')
  const stars = Array.from({ length: 70 }, () => star(random)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${OG_WIDTH}" height="${OG_HEIGHT}" viewBox="0 0 ${OG_WIDTH} ${OG_HEIGHT}">
<defs>
<radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="936" cy="320" r="340"><stop stop-color="hsl(${hue} 85% 62%)" stop-opacity=".36"/><stop offset=".45" stop-color="hsl(${hue} 80% 52%)" stop-opacity=".12"/><stop offset="1" stop-color="hsl(${hue} 80% 45%)" stop-opacity="0"/></radialGradient>
<radialGradient id="air" gradientUnits="userSpaceOnUse" cx="600" cy="2052" r="1640"><stop offset=".9" stop-color="#5a72e8" stop-opacity=".5"/><stop offset=".93" stop-color="#586ce6" stop-opacity=".17"/><stop offset="1" stop-color="#586ce6" stop-opacity="0"/></radialGradient>
<linearGradient id="planet" x2="0" y2="1"><stop stop-color="#10142b"/><stop offset=".06" stop-color="#07080f"/></linearGradient>
<linearGradient id="edge" x2="1" y2="0"><stop stop-color="#c6d6ff" stop-opacity="0"/><stop offset=".5" stop-color="#c6d6ff" stop-opacity=".8"/><stop offset="1" stop-color="#c6d6ff" stop-opacity="0"/></linearGradient>
</defs>
<rect width="${OG_WIDTH}" height="${OG_HEIGHT}" fill="#07080f"/>
${stars}
<circle cx="600" cy="2052" r="1640" fill="url(#air)"/>
<circle cx="600" cy="2052" r="1500" fill="url(#planet)"/>
<path d="M0 678A1500 1500 0 0 1 1200 678" fill="none" stroke="url(#edge)" stroke-width="2"/>
<rect width="${OG_WIDTH}" height="${OG_HEIGHT}" fill="url(#glow)"/>
</svg>`
}

function offerRow(faces: OgFaces, { price, words }: NonNullable<OgSubject['offer']>, y: number): string {
  const width = faces.display.width(price, 34) + 56
  return (
    `<rect x="${MARGIN}" y="${y}" width="${width.toFixed(1)}" height="68" rx="34" fill="#c6ff3d"/>` +
    `<path d="${faces.display.outline(price, MARGIN + 28, y + 46, 34)}" fill="#0c1200"/>` +
    `<path d="${faces.text.outline(words, MARGIN + width + 24, y + 44, 30)}" fill="#a9b0cc"/>`
  )
}

/** Draws logo and text on a transparent background. */
export function ogText(subject: OgSubject, faces: OgFaces): string {
  const { size, lines } = fitTitle(subject.title, faces.display)
  const step = Math.round(size * 1.14)
  const leads =
    subject.offer === undefined
      ? wrapLines(subject.lead, faces.text, LEAD_SIZE, 0, TEXT_WIDTH).slice(0, LEAD_LINES)
      : []
  const below = subject.offer === undefined ? leads.length * LEAD_SIZE * 1.45 : 68
  const height = lines.length * step + 28 + below
  const top = 330 - height / 2
  const title = lines.map((line, at) =>
    faces.display.outline(line, MARGIN - size * 0.04, Math.round(top + at * step + size * 0.86), size, TITLE_TRACKING),
  )
  const belowTop = Math.round(top + lines.length * step + 28)
  const rest =
    subject.offer === undefined
      ? leads
          .map((line, at) => {
            const y = belowTop + Math.round(at * LEAD_SIZE * 1.45 + LEAD_SIZE)
            return `<path d="${faces.text.outline(line, MARGIN, y, LEAD_SIZE)}" fill="#a9b0cc"/>`
          })
          .join('')
      : offerRow(faces, subject.offer, belowTop)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${OG_WIDTH}" height="${OG_HEIGHT}" viewBox="0 0 ${OG_WIDTH} ${OG_HEIGHT}">
<svg x="${MARGIN - 6}" y="52" width="56" height="56" viewBox="0 0 64 64">${logoMark}</svg>
<path d="${faces.display.outline('SPACEDROP', MARGIN + 64, 91, 27, TITLE_TRACKING)}" fill="#f2f4ff"/>
<path d="${title.join('')}" fill="#f2f4ff"/>
${rest}
</svg>`
}
