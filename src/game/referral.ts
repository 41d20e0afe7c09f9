// Who brings players has a share of what they deposit: the tiers, the share to the cent, and codes as they are typed.
import { type Cents, cents } from './money.ts'
import type { ReferralTier } from './rewards.ts'

/**
 * The tier that a sum of referred deposits has reached.
 *
 * @param tiers the lowest first, which begins at 0
 */
export function tierOf(tiers: readonly ReferralTier[], depositedCents: Cents): ReferralTier {
  const reached = tiers.filter(({ fromCents }) => depositedCents >= fromCents).at(-1)
  if (reached === undefined) throw new Error('No tier begins at 0')
  return reached
}

/**
 * The share of one deposit in whole cents, rounded down to the cent: 3 % of $3.99 is 11.97 cents, which is $0.11. Each deposit is
 * rounded by itself, and what is cut off is not carried over to the next.
 *
 * @param percent of the tier that the deposits before this one have reached; this deposit counts from the next one on
 */
export function commissionOf(depositCents: Cents, percent: number): Cents {
  return cents(Math.floor((depositCents * percent) / 100))
}

export interface TierProgress {
  readonly tier: ReferralTier
  /** Null on the highest. */
  readonly next: ReferralTier | null
  /** Deposits that are missing to the next. */
  readonly missingCents: Cents
  /** Of the way from this tier to the next, 0 to 1; 1 on the highest. */
  readonly share: number
}

/** How far a sum of referred deposits is on the way to the next tier. */
export function tierProgress(tiers: readonly ReferralTier[], depositedCents: Cents): TierProgress {
  const tier = tierOf(tiers, depositedCents)
  const next = tiers[tiers.indexOf(tier) + 1] ?? null
  if (next === null) return { tier, next, missingCents: cents(0), share: 1 }
  const share = (depositedCents - tier.fromCents) / (next.fromCents - tier.fromCents)
  return { tier, next, missingCents: cents(next.fromCents - depositedCents), share }
}

/** So many days the earnings are shown of, today among them. */
export const EARNING_DAYS = 30

export const CODE_LENGTH = { least: 4, most: 16 } as const

const FORM = new RegExp(`^[A-Z0-9]{${CODE_LENGTH.least},${CODE_LENGTH.most}}$`)

/**
 * A code as it is stored, however it was typed: in small letters, with spaces around it, or as the link that it is in.
 *
 * @returns null for what no code can be
 */
export function readCode(typed: string): string | null {
  const [code = ''] = typed
    .trim()
    .replace(/^.*\/r\//i, '')
    .split(/[/?#]/)
  // After the form: some letters of other scripts have capitals that are Latin.
  return /^[A-Za-z0-9]+$/.test(code) && FORM.test(code.toUpperCase()) ? code.toUpperCase() : null
}

/** Digits and letters that nobody takes for another, and no vowels, so that no words come of them. */
const DRAWN_FROM = '34679CDFHJKMPRTX'

/** A code of eight characters from 32 random bits, four each. */
export function codeOfBits(bits: number): string {
  return Array.from({ length: 8 }, (_, place) => DRAWN_FROM.charAt((bits >>> (4 * place)) & 15)).join('')
}
