// The picture of a battle, wide for links and tall for stories: its cases, its seats, and who won what, or what a seat costs.

import { type Accent, dimmed } from '../../game/base/accent.ts'
import { DIM, LIGHT, line, type SharedWords, type ShareShape, sharedPicture } from './lines.ts'
import { fitTitle, type OgFaces, TITLE_TRACKING } from './picture.ts'

export interface BattleSeatSubject {
  readonly name: string
  readonly isWinner: boolean
  readonly isFree: boolean
  /** The side, from 0; seats of a side are neighbours. */
  readonly side: number
}

/** The text of a picture, in the reader's language, and the crates of its cases. */
export interface BattleSubject extends SharedWords {
  /** E.g. 'Battle No. 12'. */
  readonly battle: string
  /** E.g. 'Jackpot · 1v1v1v1 · 5 rounds'. */
  readonly terms: string
  /** E.g. 'Nova wins', or how many seats are free. */
  readonly title: string
  /** What was won, or what a seat costs. */
  readonly amount: { readonly label: string; readonly price: string }
  readonly seats: readonly BattleSeatSubject[]
  /** SVGs of 400 × 400, one a case, or their pictures as data URLs. */
  readonly crates: readonly string[]
}

const SITE_HUE = 226
/** The light of the accent in a winner's avatar, as a share of its own. */
const WINNER_SHARE = 0.133
/** Crates in a picture: more would be too small to tell them apart. */
export const CRATES_MOST = 4

/** Returns the corners of a hexagon around a middle, as an avatar has. */
function hexagon(x: number, y: number, radius: number): string {
  const points = [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (Math.PI / 3) * corner - Math.PI / 2
    return `${(x + Math.cos(angle) * radius).toFixed(1)},${(y + Math.sin(angle) * radius).toFixed(1)}`
  })
  return points.join(' ')
}

/** Draws a player as their first letter in a hexagon, the winner's lit. */
function player(
  seat: BattleSeatSubject,
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
  { display }: OgFaces,
  accent: Accent,
): string {
  const { name, isWinner, isFree } = seat
  const edge = isWinner ? accent.colour : isFree ? '#61698c' : '#2a3050'
  const fill = isWinner ? dimmed(accent.colour, WINNER_SHARE) : isFree ? '#0d0f1a' : '#1c2033'
  const [letter = ''] = isFree ? ['+'] : [...name].filter((one) => display.has(one) && one !== ' ')
  return (
    `<polygon points="${hexagon(x, y, radius)}" fill="${fill}" stroke="${edge}" stroke-width="${isWinner ? 4 : 2}"${isFree ? ' stroke-dasharray="8 6"' : ''}/>` +
    line(letter.toUpperCase(), x, y + radius * 0.3, {
      face: display,
      size: radius * 0.84,
      fill: isFree ? '#61698c' : isWinner ? accent.colour : LIGHT,
      width: radius * 1.2,
      align: 'middle',
    })
  )
}

/** Tells whether a seam is drawn before a seat: between teams. */
function hasSeam({ seats }: BattleSubject, place: number): boolean {
  const sides = new Set(seats.map(({ side }) => side)).size
  return sides < seats.length && place > 0 && seats[place]?.side !== seats[place - 1]?.side
}

/** Draws crates in a row that ends at `right`. */
function crates(subject: BattleSubject, right: number, y: number, size: number): string {
  const shown = subject.crates.slice(0, CRATES_MOST)
  return shown
    .map((picture, place) => {
      const box = `x="${right - (shown.length - place) * size}" y="${y}" width="${size}" height="${size}"`
      return picture.startsWith('data:')
        ? `<image ${box} href="${picture}"/>`
        : picture.replace('<svg ', `<svg ${box} `)
    })
    .join('')
}

function wide(subject: BattleSubject, faces: OgFaces): string {
  const { display, text } = faces
  const { accent } = subject.brand
  const { colour } = accent
  const [left, right] = [72, 1128]
  const room = (right - left) / subject.seats.length
  const radius = 46
  const seats = subject.seats.map((seat, place) => {
    const x = left + room * (place + 0.5)
    const seam = hasSeam(subject, place)
      ? `<rect x="${(x - room / 2 - 1).toFixed(1)}" y="396" width="2" height="132" fill="#2a3050"/>`
      : ''
    const name = {
      face: text,
      size: 24,
      fill: seat.isWinner ? colour : DIM,
      width: room - 24,
      align: 'middle',
    } as const
    return seam + player(seat, { x, y: 440, radius }, faces, accent) + line(seat.name, x, 522, name)
  })
  return [
    crates(subject, right + 12, 150, 126),
    line(`${subject.battle} · ${subject.terms}`, left, 172, { face: text, size: 24, fill: DIM, width: 560 }),
    line(subject.title, left, 232, { face: display, size: 52, fill: LIGHT, width: 560, tracking: TITLE_TRACKING }),
    line(subject.amount.label, left, 284, { face: text, size: 22, fill: DIM, width: 400 }),
    line(subject.amount.price, left, 342, { face: display, size: 52, fill: colour, width: 560 }),
    ...seats,
  ].join('')
}

function tall(subject: BattleSubject, faces: OgFaces): string {
  const { display, text } = faces
  const { accent } = subject.brand
  const { colour } = accent
  const [left, middle, width] = [84, 540, 912]
  const { size, lines } = fitTitle(subject.title, display, { sizes: [88, 76, 64, 54], width, large: 54 })
  const step = Math.round(size * 1.14)
  const title = lines.map((words, at) =>
    line(words, middle, 740 + at * step, {
      face: display,
      size,
      fill: LIGHT,
      width,
      align: 'middle',
      tracking: TITLE_TRACKING,
    }),
  )
  const below = 740 + (lines.length - 1) * step
  const shown = Math.min(CRATES_MOST, subject.crates.length)
  const height = 132
  const top = 1780 - subject.seats.length * height
  const seats = subject.seats.map((seat, place) => {
    const y = top + place * height
    const seam = hasSeam(subject, place)
      ? `<rect x="${left}" y="${y - 67}" width="${width}" height="2" fill="#2a3050"/>`
      : ''
    const look = { face: text, size: 44, fill: seat.isWinner ? colour : LIGHT, width: width - 160 } as const
    return (
      seam + player(seat, { x: left + 60, y, radius: 52 }, faces, accent) + line(seat.name, left + 144, y + 16, look)
    )
  })
  return [
    crates(subject, middle + shown * 110, 240, 220),
    line(subject.battle, middle, 540, { face: text, size: 40, fill: LIGHT, width, align: 'middle' }),
    line(subject.terms, middle, 598, { face: text, size: 36, fill: DIM, width, align: 'middle' }),
    ...title,
    line(subject.amount.label, middle, below + 82, { face: text, size: 34, fill: DIM, width, align: 'middle' }),
    line(subject.amount.price, middle, below + 186, { face: display, size: 96, fill: colour, width, align: 'middle' }),
    ...seats,
  ].join('')
}

const LAYOUTS = { wide, tall } as const

/** Draws the picture of a battle as one SVG without references to other files. */
export function battlePicture(subject: BattleSubject, shape: ShareShape, faces: OgFaces): string {
  return sharedPicture(subject, { shape, hue: SITE_HUE, checkWidth: 700 }, faces, LAYOUTS[shape](subject, faces))
}
