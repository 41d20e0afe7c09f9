// The room Promo codes and partners: what a new code may be, and its states.
import type { PromoBoundFault } from '../rewards/promo-bound.ts'

export const PROMO_TABS = ['batches', 'partners', 'campaigns'] as const

export type PromoTab = (typeof PROMO_TABS)[number]

/** What the days of a partner are added up to. */
export const PARTNER_SPANS = ['day', 'month'] as const

export type PartnerSpan = (typeof PARTNER_SPANS)[number]

/** `over`: its last day has passed. `ended`: a person ended it. */
export const BATCH_STATES = ['running', 'planned', 'over', 'ended'] as const

export type BatchState = (typeof BATCH_STATES)[number]

/** `used`: as often as it may be. */
export const PROMO_STATES = ['running', 'planned', 'used', 'over', 'ended'] as const

export type PromoState = (typeof PROMO_STATES)[number]

interface Lasting {
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  readonly endedAt: Date | null
}

/** Returns the state of a batch, and of a code that has uses left. */
export function batchState({ startsAt, endsAt, endedAt }: Lasting, at: Date): BatchState {
  if (endedAt !== null) return 'ended'
  if (endsAt !== null && endsAt <= at) return 'over'
  return startsAt !== null && startsAt > at ? 'planned' : 'running'
}

interface Counted extends Lasting {
  /** Null for no limit. */
  readonly usesMax: number | null
}

/**
 * Returns the state of a code.
 *
 * @param used how often it was used
 */
export function promoState(code: Counted, used: number, at: Date): PromoState {
  const state = batchState(code, at)
  return state === 'running' && code.usesMax !== null && used >= code.usesMax ? 'used' : state
}

/** Letters and digits of any script; no spaces, which are invisible, and no characters that a database rejects. */
const CODE = /^[\p{L}\p{N}_-]{1,40}$/u

/** Normalizes a typed code as it is stored; null for a text that cannot be a code. */
export function promoName(typed: string): string | null {
  const name = typed.trim().normalize('NFC').toLowerCase()
  return CODE.test(name) ? name : null
}

/** The most codes of a batch. */
export const BATCH_MOST = 10_000

/** The most letters of what the codes of a batch begin with: a code has forty, ten of them by chance and a hyphen. */
export const PREFIX_MOST = 29

/** The most uses that a limit may name. */
export const USES_MOST = 1_000_000_000

/** Tells whether a text can be the name of a code, or what the codes of a batch begin with. */
export function isPromoName(typed: string, isBatch: boolean): boolean {
  const name = promoName(typed)
  return name !== null && (!isBatch || name.length <= PREFIX_MOST)
}

/** The greatest Steam level that may be asked for. */
export const STEAM_LEVEL_MOST = 10_000

/** What may be wrong with a new code. */
export type PromoFaultKind =
  | PromoBoundFault
  | 'case-unknown'
  | 'code-form'
  | 'code-taken'
  | 'period-order'
  | 'period-over'

/** The field of the form that has the fault. */
export type PromoField = 'code' | 'percent' | 'sum' | 'case' | 'depositMin' | 'endsAt'

export const PROMO_FAULTS = [
  'percent-most',
  'sum-most',
  'share',
  'case-most',
  'case-unknown',
  'code-form',
  'code-taken',
  'period-order',
  'period-over',
] as const satisfies readonly PromoFaultKind[]

export const PROMO_FIELDS = [
  'code',
  'percent',
  'sum',
  'case',
  'depositMin',
  'endsAt',
] as const satisfies readonly PromoField[]

export interface PromoFault {
  readonly field: PromoField
  readonly fault: PromoFaultKind
  /** In English, for the command line. */
  readonly message: string
  /** Of a bonus: what would be given and the most, in percent or cents, and the smallest deposit that a fixed sum may have. */
  readonly given: number
  readonly most: number
  readonly least: number
}
