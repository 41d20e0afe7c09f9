// Referrals: tiers, the share of margin to the cent, and parsing of codes.

import { type Cents, cents } from '../base/money.ts'
import { type Microcents, microcents, shareOfMargin } from './margin.ts'
import type { ReferralTier } from './rewards.ts'

/**
 * Returns the tier of a sum of referred deposits.
 *
 * @param tiers ascending; the lowest begins at 0
 */
export function tierOf(tiers: readonly ReferralTier[], depositedCents: Cents): ReferralTier {
  const reached = tiers.filter(({ fromCents }) => depositedCents >= fromCents).at(-1)
  if (reached === undefined) throw new Error('No tier begins at 0')
  return reached
}

/**
 * Returns what a referrer is paid now for one referred player: the share of all margin that the player has made, rounded down to the
 * cent, less what was paid before. It is 0 while a reversal has left less margin than was paid for.
 *
 * @param margin made before the hold
 * @param percent of the referrer's tier
 */
export function referrerShare(margin: Microcents, percent: number, paidCents: Cents): Cents {
  return cents(Math.max(0, shareOfMargin(margin, percent) - paidCents))
}

/** A share of a partner's own, by agreement. */
export interface OwnShare {
  readonly id: string
  readonly percent: number
}

/** What a referrer gets of margin now. */
export interface ShareNow {
  readonly percent: number
  /** The own share that it comes from; null for the tier. */
  readonly ownShareId: string | null
}

/**
 * Returns what a referrer gets: the higher of tier and own share. The shop's highest percentage limits the latter, also where the shop
 * lowered it later.
 *
 * @param own the share that is in force; null for none
 * @param percentMost from `referrerPercentMost`
 */
export function shareNow(tierPercent: number, own: OwnShare | null, percentMost: number): ShareNow {
  const percent = own === null ? 0 : Math.min(own.percent, percentMost)
  return own !== null && percent > tierPercent
    ? { percent, ownShareId: own.id }
    : { percent: tierPercent, ownShareId: null }
}

/** Margin of a referred player, and what had been paid for it. */
export interface PaidMargin {
  readonly margin: Microcents
  readonly paid: Cents
}

const NOTHING_PAID: PaidMargin = { margin: microcents(0), paid: cents(0) }

/** What was paid last for a referred player. */
export interface LastShare extends PaidMargin, ShareNow {
  /** From where its percentage counted. */
  readonly from: PaidMargin
}

/** What is paid next; nothing where `amount` is 0. */
export interface NextShare extends ShareNow {
  readonly amount: Cents
  readonly from: PaidMargin
}

/** Returns from where a percentage counts: an own share that begins, changes or ends counts for what comes after it. */
function startOf({ percent, ownShareId }: ShareNow, last: LastShare): PaidMargin {
  const goesOn = last.ownShareId === ownShareId && (ownShareId === null || last.percent === percent)
  return goesOn ? last.from : { margin: last.margin, paid: last.paid }
}

/**
 * Returns what a referrer is paid now for one referred player: the share of the tier of all margin, less what was paid before, or what
 * the share in force gives of the margin that was not paid for when it began, whichever is more. Without own shares both are the same.
 *
 * @param margin made before the hold
 * @param last what was paid last for this player; null for nothing
 */
export function nextShare(margin: Microcents, tierPercent: number, share: ShareNow, last: LastShare | null): NextShare {
  const paid = last?.paid ?? cents(0)
  const byTier = { percent: tierPercent, ownShareId: null, from: NOTHING_PAID }
  const amount = referrerShare(margin, tierPercent, paid)
  const from = last === null ? NOTHING_PAID : startOf(share, last)
  if (margin <= from.margin) return { ...byTier, amount }
  const rest = shareOfMargin(microcents(margin - from.margin), share.percent)
  const since = Math.max(0, from.paid + rest - paid)
  return since > amount ? { ...share, amount: cents(since), from } : { ...byTier, amount }
}

export interface TierProgress {
  readonly tier: ReferralTier
  /** Null for the highest tier. */
  readonly next: ReferralTier | null
  /** Deposits missing for the next tier. */
  readonly missingCents: Cents
  /** The progress from this tier to the next, 0 to 1; 1 for the highest. */
  readonly share: number
}

/** Returns the progress of a sum of referred deposits to the next tier. */
export function tierProgress(tiers: readonly ReferralTier[], depositedCents: Cents): TierProgress {
  const tier = tierOf(tiers, depositedCents)
  const next = tiers[tiers.indexOf(tier) + 1] ?? null
  if (next === null) return { tier, next, missingCents: cents(0), share: 1 }
  const share = (depositedCents - tier.fromCents) / (next.fromCents - tier.fromCents)
  return { tier, next, missingCents: cents(next.fromCents - depositedCents), share }
}

/** Days of earnings that are shown, today included. */
export const EARNING_DAYS = 30

export const CODE_LENGTH = { least: 4, most: 16 } as const

const FORM = new RegExp(`^[A-Z0-9]{${CODE_LENGTH.least},${CODE_LENGTH.most}}$`)

/**
 * Normalizes a typed code as it is stored: accepts small letters, spaces around it, and a whole referral link.
 *
 * @returns null for a text that cannot be a code
 */
export function readCode(typed: string): string | null {
  const [code = ''] = typed
    .trim()
    .replace(/^.*\/r\//i, '')
    .split(/[/?#]/)
  // Checked after upper-casing: some letters of other scripts have Latin capitals.
  return /^[A-Za-z0-9]+$/.test(code) && FORM.test(code.toUpperCase()) ? code.toUpperCase() : null
}

/** Digits and letters that cannot be confused, without vowels, so that no words are formed. */
const DRAWN_FROM = '34679CDFHJKMPRTX'

/** Returns a code of eight characters from 32 random bits, four bits each. */
export function codeOfBits(bits: number): string {
  return Array.from({ length: 8 }, (_, place) => DRAWN_FROM.charAt((bits >>> (4 * place)) & 15)).join('')
}
