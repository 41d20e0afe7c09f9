// Free cases: which of them a player's deposits of the night unlock, and the odds that their rolls commit to.

import { CASE_TICKETS } from '../base/economy.ts'
import { type Cents, cents } from '../base/money.ts'
import { FREE_CASE_URL } from '../cases/case-path.ts'
import type { CaseEntry } from '../catalogue/catalogue.ts'
import type { FreeCase, FreeTier } from './rewards.ts'

/** Returns the reference of a tier's items, as they name their case. The URL of a case never contains a colon. */
export function freeCaseReference(tier: FreeTier): string {
  return `${FREE_CASE_URL}:${tier}`
}

/**
 * Returns the odds of a free opening as the text whose SHA-256 its roll commits to: the format of a case's odds with price 0.
 *
 * @param reference the tier of a free case, or the URL of a case whose opening is a reward
 */
export function freeOddsText(reference: string, entries: readonly CaseEntry[]): string {
  return JSON.stringify({
    free_case: reference,
    price: 0,
    tickets: CASE_TICKETS,
    entries: entries.map(({ item, tickets }) => ({ item: item.id, price: item.priceCents, tickets })),
  })
}

/** Returns the deposit that is missing for a free case; 0 once it is unlocked. */
export function missingDeposit({ depositedCents }: Pick<FreeCase, 'depositedCents'>, deposited: Cents): Cents {
  return cents(Math.max(0, depositedCents - deposited))
}

/**
 * Returns the progress of an amount on a scale with equal parts: 0 at the start, each mark in the middle of its part, 1 past the
 * last mark.
 *
 * @param marks ascending
 * @returns from 0 to 1
 */
export function scaleProgress(amount: number, marks: readonly number[]): number {
  if (marks.length === 0) return 0
  const reached = marks.filter((mark) => amount >= mark).length
  const next = marks[reached]
  if (next === undefined) return 1
  const before = marks[reached - 1] ?? 0
  const within = Math.max(0, amount - before) / (next - before)
  // The first mark is half a part from the start, every other one a whole part from the one before.
  const gone = reached === 0 ? within / 2 : reached - 0.5 + within
  return gone / marks.length
}
