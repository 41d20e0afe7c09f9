// Link previews (og:image) as SVG: background, logo, title, and for a case its crate.

import { logoMark, type PictureBrand } from '../logo.ts'
import { between, type Random, seededRandom } from '../random.ts'
import type { Typeface } from './typeface.ts'

export const OG_WIDTH = 1200
export const OG_HEIGHT = 630

export interface OgFaces {
  readonly display: Typeface
  readonly text: Typeface
}

export interface OgSubject {
  readonly brand: PictureBrand
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
const LARGE_TITLE = 46
export const TITLE_TRACKING = -0.03
const LEAD_SIZE = 27
/** Of a wordmark, and of a capital letter, as shares of the size of the letters. */
const WORDMARK_HEIGHT = 1.7
const CAPITAL = 0.72
/** The widest wordmark, as a multiple of its height. */
const WORDMARK_MOST = 8
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

/** Sizes that are tried from the first on, and the room that a title has. */
export interface TitleRoom {
  readonly sizes: readonly number[]
  readonly width: number
  /** Above this size two lines are enough; below it three. */
  readonly large: number
}

const LINK_TITLE: TitleRoom = { sizes: TITLE_SIZES, width: TEXT_WIDTH, large: LARGE_TITLE }

/** Returns the largest size at which a title fits, and its lines; where none of the sizes fits, a smaller one. */
export function fitTitle(
  title: string,
  face: Typeface,
  { sizes, width, large }: TitleRoom = LINK_TITLE,
): { size: number; lines: string[] } {
  let smallest = { size: 0, lines: [title] }
  for (const size of sizes) {
    const lines = wrapLines(title, face, size, TITLE_TRACKING, width)
    const widest = Math.max(...lines.map((line) => face.width(line, size, TITLE_TRACKING)))
    if (widest <= width && lines.length <= (size > large ? 2 : 3)) return { size, lines }
    smallest = { size: Math.min(size, (size * width) / widest, (size * 3) / lines.length), lines }
  }
  return smallest
}

/** The size of a picture, and where its light is. */
export interface OgFrame {
  readonly width: number
  readonly height: number
  readonly glow: { readonly x: number; readonly y: number; readonly radius: number }
}

const LINK_FRAME: OgFrame = { width: OG_WIDTH, height: OG_HEIGHT, glow: { x: 936, y: 320, radius: 340 } }

/** The planet is larger than any picture: only its upper edge is seen, this far above the lower edge of the picture. */
const PLANET_RADIUS = 1500
const PLANET_SHOWN = 78

function star(random: Random, { width, height }: OgFrame): string {
  const [x, y] = [between(random, 0, width), between(random, 0, height - 90)]
  return `<circle cx="${x}" cy="${y}" r="${0.8 + between(random, 0, 8) / 10}" fill="#d6e0ff" fill-opacity="${between(random, 18, 55) / 100}"/>`
}

/** Draws the background: stars and the edge of a planet, lit from behind. */
export function ogBackground(hue: number, frame: OgFrame = LINK_FRAME): string {
  const { width, height, glow } = frame
  const random = seededRandom('og')
  const stars = Array.from({ length: Math.round((width * height) / 10_800) }, () => star(random, frame)).join('')
  const [middle, planet] = [width / 2, height - PLANET_SHOWN + PLANET_RADIUS]
  const edge = Math.ceil(planet - Math.sqrt(PLANET_RADIUS ** 2 - middle ** 2))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>
<radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="${glow.x}" cy="${glow.y}" r="${glow.radius}"><stop stop-color="hsl(${hue} 85% 62%)" stop-opacity=".36"/><stop offset=".45" stop-color="hsl(${hue} 80% 52%)" stop-opacity=".12"/><stop offset="1" stop-color="hsl(${hue} 80% 45%)" stop-opacity="0"/></radialGradient>
<radialGradient id="air" gradientUnits="userSpaceOnUse" cx="${middle}" cy="${planet}" r="1640"><stop offset=".9" stop-color="#5a72e8" stop-opacity=".5"/><stop offset=".93" stop-color="#586ce6" stop-opacity=".17"/><stop offset="1" stop-color="#586ce6" stop-opacity="0"/></radialGradient>
<linearGradient id="planet" x2="0" y2="1"><stop stop-color="#10142b"/><stop offset=".06" stop-color="#07080f"/></linearGradient>
<linearGradient id="edge" x2="1" y2="0"><stop stop-color="#c6d6ff" stop-opacity="0"/><stop offset=".5" stop-color="#c6d6ff" stop-opacity=".8"/><stop offset="1" stop-color="#c6d6ff" stop-opacity="0"/></linearGradient>
</defs>
<rect width="${width}" height="${height}" fill="#07080f"/>
${stars}
<circle cx="${middle}" cy="${planet}" r="1640" fill="url(#air)"/>
<circle cx="${middle}" cy="${planet}" r="${PLANET_RADIUS}" fill="url(#planet)"/>
<path d="M0 ${edge}A${PLANET_RADIUS} ${PLANET_RADIUS} 0 0 1 ${width} ${edge}" fill="none" stroke="url(#edge)" stroke-width="2"/>
<rect width="${width}" height="${height}" fill="url(#glow)"/>
</svg>`
}

function offerRow(faces: OgFaces, { brand, offer }: OgSubject, y: number): string {
  if (offer === undefined) return ''
  const { price, words } = offer
  const width = faces.display.width(price, 34) + 56
  return (
    `<rect x="${MARGIN}" y="${y}" width="${width.toFixed(1)}" height="68" rx="34" fill="${brand.accent.colour}"/>` +
    `<path d="${faces.display.outline(price, MARGIN + 28, y + 46, 34)}" fill="${brand.accent.ink}"/>` +
    `<path d="${faces.text.outline(words, MARGIN + width + 24, y + 44, 30)}" fill="#a9b0cc"/>`
  )
}

/** Draws the name of a shop on a base line, as its wordmark where it has one. */
export function ogName(
  { name, wordmark }: PictureBrand,
  { display }: OgFaces,
  x: number,
  y: number,
  size: number,
): string {
  if (wordmark === null) return `<path d="${display.outline(name, x, y, size, TITLE_TRACKING)}" fill="#f2f4ff"/>`
  const height = size * WORDMARK_HEIGHT
  // As wide as it is at this height: its frame keeps its left end in place.
  return wordmark.replace(
    '<svg ',
    `<svg x="${x}" y="${(y - (size * CAPITAL + height) / 2).toFixed(1)}" width="${WORDMARK_MOST * height}" height="${height.toFixed(1)}" preserveAspectRatio="xMinYMid" `,
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
      : offerRow(faces, subject, belowTop)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${OG_WIDTH}" height="${OG_HEIGHT}" viewBox="0 0 ${OG_WIDTH} ${OG_HEIGHT}">
<svg x="${MARGIN - 6}" y="52" width="56" height="56" viewBox="0 0 64 64">${logoMark(subject.brand)}</svg>
${ogName(subject.brand, faces, MARGIN + 64, 91, 27)}
<path d="${title.join('')}" fill="#f2f4ff"/>
${rest}
</svg>`
}
