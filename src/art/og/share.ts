// The picture of a shared result, wide for links and tall for stories: item, what was won beside what it cost, player and site.

import { logoMark } from '../logo.ts'
import { fitTitle, type OgFaces, type OgFrame, ogBackground, TITLE_TRACKING } from './picture.ts'
import type { Typeface } from './typeface.ts'

/** The text of a picture, in the reader's language, and its item. */
export interface ShareSubject {
  /** E.g. 'Case Orion'. */
  readonly game: string
  /** The weapon with its wear, e.g. 'AK-47 · Field-Tested'. */
  readonly weapon: string
  readonly finish: string
  /** The colour of the rarity as text. */
  readonly colour: string
  /** The hue of the light behind the item, 0 to 359. */
  readonly hue: number
  readonly won: Amount
  readonly cost: Amount
  /** What the two come to; null where there is nothing to say. */
  readonly verdict: { readonly text: string; readonly isGood: boolean } | null
  /** Marks play money; null for money. */
  readonly mark: string | null
  /** Letters that no font has are left out. */
  readonly player: string
  readonly moment: string
  /** The name of the site in addresses. */
  readonly host: string
  /** Says that the result can be checked. */
  readonly check: string
  /** SVG of 512 × 384, or a photo as a data URL. */
  readonly item: string
  /** Draws the item faintly: it was not won. */
  readonly isLost: boolean
}

interface Amount {
  readonly label: string
  readonly amount: string
}

const [LIGHT, DIM, GOOD, WARN] = ['#f2f4ff', '#a9b0cc', '#3ddc97', '#ffc857']

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
function line(text: string, x: number, y: number, look: Line): string {
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
function pill(text: string, x: number, middle: number, { face, size, colour, align, width }: PillLook): string {
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

/** Draws the item in a box at 4:3. */
function item({ item: picture, isLost }: ShareSubject, x: number, y: number, width: number): string {
  const box = `x="${x}" y="${y}" width="${width}" height="${(width * 3) / 4}"`
  const drawn = picture.startsWith('data:')
    ? `<image ${box} href="${picture}"/>`
    : picture.replace('<svg ', `<svg ${box} `)
  return isLost ? `<g opacity=".35">${drawn}</g>` : drawn
}

function brand(faces: OgFaces, x: number, y: number, size: number): string {
  return (
    `<svg x="${x - 6}" y="${y - size * 1.44}" width="${size * 2.07}" height="${size * 2.07}" viewBox="0 0 64 64">${logoMark}</svg>` +
    `<path d="${faces.display.outline('SPACEDROP', x + size * 2.37, y, size, TITLE_TRACKING)}" fill="${LIGHT}"/>`
  )
}

const verdictColour = (verdict: NonNullable<ShareSubject['verdict']>): string => (verdict.isGood ? GOOD : DIM)

function wide(subject: ShareSubject, faces: OgFaces): string {
  const { display, text } = faces
  const [left, right] = [72, 1128]
  const { size, lines } = fitTitle(subject.finish, display, { sizes: [60, 52, 46, 40, 34], width: 540, large: 46 })
  const step = Math.round(size * 1.14)
  const top = 268 - (lines.length * step + 92) / 2
  const titleTop = top + 92
  const title = lines.map((words, at) =>
    display.outline(words, left - size * 0.04, Math.round(titleTop + at * step + size * 0.86), size, TITLE_TRACKING),
  )
  const amounts = [subject.won, subject.cost].map(({ amount }) => display.width(amount, 46))
  const [won = 0, cost = 0] = amounts
  const second = left + Math.max(won, text.width(subject.won.label, 22)) + 64
  const third = second + Math.max(cost, text.width(subject.cost.label, 22)) + 56
  const verdict = subject.verdict
  return [
    brand(faces, left, 91, 27),
    item(subject, 632, 88, 480),
    subject.mark === null
      ? ''
      : pill(subject.mark, right, 80, { face: text, size: 22, colour: WARN, align: 'right', width: 420 }),
    line(subject.game, left, top + 24, { face: text, size: 24, fill: DIM, width: 540 }),
    line(subject.weapon, left, top + 70, { face: text, size: 28, fill: LIGHT, width: 540 }),
    `<path d="${title.join('')}" fill="${subject.colour}"/>`,
    line(subject.won.label, left, 448, { face: text, size: 22, fill: DIM, width: 300 }),
    line(subject.won.amount, left, 502, { face: display, size: 46, fill: LIGHT, width: 500 }),
    line(subject.cost.label, second, 448, { face: text, size: 22, fill: DIM, width: 300 }),
    line(subject.cost.amount, second, 502, { face: display, size: 46, fill: LIGHT, width: 500 }),
    verdict === null
      ? ''
      : pill(verdict.text, third, 486, {
          face: text,
          size: 26,
          colour: verdictColour(verdict),
          align: 'left',
          width: right - third,
        }),
    line(subject.player, left, 594, { face: text, size: 24, fill: LIGHT, width: 384 }),
    line(subject.moment, 600, 594, { face: text, size: 22, fill: DIM, width: 240, align: 'middle' }),
    line(`${subject.check} · ${subject.host}`, right, 594, {
      face: text,
      size: 22,
      fill: DIM,
      width: 400,
      align: 'right',
    }),
  ].join('')
}

function tall(subject: ShareSubject, faces: OgFaces): string {
  const { display, text } = faces
  const [left, right, middle, width] = [84, 996, 540, 912]
  const { size, lines } = fitTitle(subject.finish, display, { sizes: [92, 80, 68, 58, 50], width, large: 58 })
  const step = Math.round(size * 1.14)
  const titleTop = 1220 - (lines.length * step) / 2
  const title = lines.map((words, at) =>
    line(words, middle, Math.round(titleTop + at * step + size * 0.86), {
      face: display,
      size,
      fill: subject.colour,
      width,
      align: 'middle',
      tracking: TITLE_TRACKING,
    }),
  )
  const amount = ({ label, amount: sum }: Amount, x: number): string =>
    line(label, x, 1456, { face: text, size: 34, fill: DIM, width: 420, align: 'middle' }) +
    line(sum, x, 1536, { face: display, size: 68, fill: LIGHT, width: 410, align: 'middle' })
  const verdict = subject.verdict
  return [
    brand(faces, left, 150, 40),
    item(subject, 130, 300, 820),
    subject.mark === null
      ? ''
      : pill(subject.mark, right, 136, { face: text, size: 32, colour: WARN, align: 'right', width: 440 }),
    line(subject.game, middle, 1000, { face: text, size: 36, fill: DIM, width, align: 'middle' }),
    line(subject.weapon, middle, 1058, { face: text, size: 42, fill: LIGHT, width, align: 'middle' }),
    ...title,
    amount(subject.won, left + 228),
    amount(subject.cost, right - 228),
    verdict === null
      ? ''
      : pill(verdict.text, middle, 1618, {
          face: text,
          size: 38,
          colour: verdictColour(verdict),
          align: 'middle',
          width,
        }),
    line(subject.player, middle, 1740, { face: text, size: 38, fill: LIGHT, width, align: 'middle' }),
    line(subject.moment, middle, 1794, { face: text, size: 30, fill: DIM, width, align: 'middle' }),
    line(`${subject.check} · ${subject.host}`, middle, 1884, {
      face: text,
      size: 28,
      fill: DIM,
      width,
      align: 'middle',
    }),
  ].join('')
}

const LAYOUTS = { wide, tall } as const

/** Draws the picture of a shared result as one SVG without references to other files. */
export function sharePicture(subject: ShareSubject, shape: ShareShape, faces: OgFaces): string {
  const background = ogBackground(subject.hue, SHARE_FRAMES[shape])
  return background.replace(/<\/svg>$/, `${LAYOUTS[shape](subject, faces)}</svg>`)
}
