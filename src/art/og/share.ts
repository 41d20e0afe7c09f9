// The picture of a shared result, wide for links and tall for stories: item, what was won beside what it cost, player and site.

import { DIM, LIGHT, line, pill, type SharedWords, type ShareShape, sharedPicture } from './lines.ts'
import { fitTitle, type OgFaces, TITLE_TRACKING } from './picture.ts'

/** The text of a picture, in the reader's language, and its item. */
export interface ShareSubject extends SharedWords {
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
  /** Letters that no font has are left out. */
  readonly player: string
  readonly moment: string
  /** SVG of 512 × 384, or a photo as a data URL. */
  readonly item: string
  /** Draws the item faintly: it was not won. */
  readonly isLost: boolean
}

interface Amount {
  readonly label: string
  readonly amount: string
}

/** Worth more than it cost. */
const GOOD = '#3ddc97'

/** Draws the item in a box at 4:3. */
function item({ item: picture, isLost }: ShareSubject, x: number, y: number, width: number): string {
  const box = `x="${x}" y="${y}" width="${width}" height="${(width * 3) / 4}"`
  const drawn = picture.startsWith('data:')
    ? `<image ${box} href="${picture}"/>`
    : picture.replace('<svg ', `<svg ${box} `)
  return isLost ? `<g opacity=".35">${drawn}</g>` : drawn
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
    item(subject, 632, 88, 480),
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
    item(subject, 130, 300, 820),
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
  ].join('')
}

const LAYOUTS = { wide, tall } as const

/** Draws the picture of a shared result as one SVG without references to other files. */
export function sharePicture(subject: ShareSubject, shape: ShareShape, faces: OgFaces): string {
  return sharedPicture(subject, { shape, hue: subject.hue, checkWidth: 400 }, faces, LAYOUTS[shape](subject, faces))
}
