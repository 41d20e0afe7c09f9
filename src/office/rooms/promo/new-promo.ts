// What is typed of a new code, and the body of its call.
import type { PromoBody, PromoCaseView } from '../../../protocol/office/promo.ts'
import { dayOf, dayStartMs } from '../../session/search.ts'

export interface Draft {
  readonly isBatch: boolean
  readonly code: string
  readonly count: string
  readonly kind: 'percent' | 'sum' | 'case'
  readonly percent: string
  /** In dollars, as all sums of the form. */
  readonly sum: string
  /** The case that it opens; null while none is chosen. */
  readonly box: PromoCaseView | null
  readonly depositMin: string
  /** Empty for no limit. */
  readonly usesMax: string
  readonly usesPerPlayer: string
  /** The first and the last day in the reader's time zone; empty for none. */
  readonly from: string
  readonly until: string
  readonly level: string
}

export const EMPTY_DRAFT: Draft = {
  isBatch: false,
  code: '',
  count: '1000',
  kind: 'percent',
  percent: '',
  sum: '',
  box: null,
  depositMin: '',
  usesMax: '',
  usesPerPlayer: '1',
  from: '',
  until: '',
  level: '',
}

/** Returns a whole number; null for another text. */
function wholeOf(text: string): number | null {
  return /^\d{1,10}$/.test(text.trim()) ? Number(text) : null
}

/** Returns an amount in cents; null for another text. */
function centsOf(text: string): number | null {
  const dollars = text.trim().replace(',', '.')
  return /^\d{1,7}(\.\d{1,2})?$/.test(dollars) ? Math.round(Number(dollars) * 100) : null
}

const orNone = <Value>(text: string, value: Value | null, none: Value): Value | null =>
  text.trim() === '' ? none : value

/** Returns the first moment of a day, `later` days after it; null for none; undefined for what is no day. */
function momentOf(text: string, later = 0): number | null | undefined {
  if (text === '') return null
  const day = dayOf(text)
  return day === undefined ? undefined : dayStartMs(day, later)
}

/** Returns the body of the call; null while something is missing or is no number. */
export function bodyOf(draft: Draft): PromoBody | null {
  const { isBatch, kind, code } = draft
  const percent = kind === 'percent' ? wholeOf(draft.percent) : 0
  const sum = kind === 'sum' ? centsOf(draft.sum) : 0
  const box = kind === 'case' ? (draft.box?.url ?? null) : null
  const count = isBatch ? wholeOf(draft.count) : null
  const depositMin = kind === 'case' ? 0 : orNone(draft.depositMin, centsOf(draft.depositMin), 0)
  const steamLevel = orNone(draft.level, wholeOf(draft.level), 0)
  const usesMax = draft.usesMax.trim() === '' || isBatch ? null : (wholeOf(draft.usesMax) ?? 0)
  const usesPerPlayer = isBatch ? 1 : wholeOf(draft.usesPerPlayer)
  const [startsAt, endsAt] = [momentOf(draft.from), momentOf(draft.until, 1)]
  const gives = (percent ?? 0) > 0 || (sum ?? 0) > 0 || box !== null
  const isWhole = code.trim() !== '' && gives && (!isBatch || (count ?? 0) > 0)
  if (!isWhole || percent === null || sum === null || usesMax === 0 || startsAt === undefined || endsAt === undefined) {
    return null
  }
  if (depositMin === null || steamLevel === null || usesPerPlayer === null || usesPerPlayer === 0) return null
  return { code, count, percent, sum, case: box, usesMax, usesPerPlayer, startsAt, endsAt, steamLevel, depositMin }
}
