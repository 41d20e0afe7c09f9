// The room Promo codes and partners: what a new code may be, and its states.
import type { PromoBoundFault } from '../rewards/promo-bound.ts'

export const PROMO_TABS = ['batches', 'partners', 'campaigns'] as const

export type PromoTab = (typeof PROMO_TABS)[number]

/** What the days of a partner are added up to. */
export const PARTNER_SPANS = ['day', 'month'] as const

export type PartnerSpan = (typeof PARTNER_SPANS)[number]

/** `over`: its last day has passed. `ended`: a person ended it. */
export const PROMO_STATES = ['running', 'planned', 'over', 'ended'] as const

export type PromoState = (typeof PROMO_STATES)[number]

interface Lasting {
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  readonly endedAt: Date | null
}

/** Returns the state of a code or of a batch. */
export function promoState({ startsAt, endsAt, endedAt }: Lasting, at: Date): PromoState {
  if (endedAt !== null) return 'ended'
  if (endsAt !== null && endsAt <= at) return 'over'
  return startsAt !== null && startsAt > at ? 'planned' : 'running'
}

/** The most codes of a batch. */
export const BATCH_MOST = 10_000

/** The most letters of what the codes of a batch begin with: a code has forty, ten of them by chance and a hyphen. */
export const PREFIX_MOST = 29

/** The most uses that a limit may name. */
export const USES_MOST = 1_000_000_000

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
