// The rules of the office, which a shop sets in data/office.json: when a second person decides, and how often a player gets a notice.
import { type Cents, cents } from '../base/money.ts'

/** Sums in cents above which a second person decides. */
export const LIMITS = ['withdrawal', 'refund'] as const

export type Limit = (typeof LIMITS)[number]

/** The most cents that one act may move, with or without a second person. A greater sum is a typing error. */
export const CAPS = ['correction'] as const

export type Cap = (typeof CAPS)[number]

export interface OfficeRules {
  /** False in a shop of one: acts run at once, and the audit says so. */
  readonly secondPerson: boolean
  readonly limits: Readonly<Record<Limit, Cents>>
  readonly caps: Readonly<Record<Cap, Cents>>
  /** How many hours lie between two notices to a group that one player gets. */
  readonly noticeHours: number
}

/** The rules of a shop whose data does not state any. */
export const DEFAULT_RULES: OfficeRules = {
  secondPerson: true,
  limits: { withdrawal: cents(50_000), refund: cents(10_000) },
  caps: { correction: cents(1_000_000) },
  noticeHours: 24,
}
