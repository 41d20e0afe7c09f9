// What is typed of a new code, and the body of its call.
import type { PromoBody } from '../../../protocol/office/promo.ts'
import { dayOf, dayStartMs } from '../../session/search.ts'

export interface Draft {
  readonly isBatch: boolean
  readonly code: string
  readonly count: string
  readonly isSum: boolean
  readonly percent: string
  /** In dollars, as all sums of the form. */
  readonly sum: string
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
  isSum: false,
  percent: '',
  sum: '',
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
  const { isBatch, isSum, code } = draft
  const [percent, sum] = isSum ? [0, centsOf(draft.sum)] : [wholeOf(draft.percent), 0]
  const count = isBatch ? wholeOf(draft.count) : null
  const depositMin = orNone(draft.depositMin, centsOf(draft.depositMin), 0)
  const steamLevel = orNone(draft.level, wholeOf(draft.level), 0)
  const usesMax = draft.usesMax.trim() === '' || isBatch ? null : (wholeOf(draft.usesMax) ?? 0)
  const usesPerPlayer = isBatch ? 1 : wholeOf(draft.usesPerPlayer)
  const [startsAt, endsAt] = [momentOf(draft.from), momentOf(draft.until, 1)]
  const isWhole = code.trim() !== '' && (percent ?? 0) > 0 !== (sum ?? 0) > 0 && (!isBatch || (count ?? 0) > 0)
  if (!isWhole || percent === null || sum === null || usesMax === 0 || startsAt === undefined || endsAt === undefined) {
    return null
  }
  if (depositMin === null || steamLevel === null || usesPerPlayer === null || usesPerPlayer === 0) return null
  return { code, count, percent, sum, usesMax, usesPerPlayer, startsAt, endsAt, steamLevel, depositMin }
}
