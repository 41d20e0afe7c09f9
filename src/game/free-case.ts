// Free cases: which of them a player's deposits of the night have reached, and the odds that their rolls are bound to.
import { FREE_CASE_URL } from './case-path.ts'
import type { CaseEntry } from './catalogue.ts'
import { CASE_TICKETS } from './economy.ts'
import { type Cents, cents } from './money.ts'
import type { FreeCase, FreeTier } from './rewards.ts'

/** What an item of a free case names as the case it came from. No address of a case holds a colon. */
export function freeCaseReference(tier: FreeTier): string {
  return `${FREE_CASE_URL}:${tier}`
}

/**
 * The odds of an opening that the house pays, as the text whose SHA-256 is bound into its roll: the form of a case's odds with a price of
 * nothing.
 *
 * @param reference the tier of a free case, or the address of a case whose opening was a reward
 */
export function freeOddsText(reference: string, entries: readonly CaseEntry[]): string {
  return JSON.stringify({
    free_case: reference,
    price: 0,
    tickets: CASE_TICKETS,
    entries: entries.map(({ item, tickets }) => ({ item: item.id, price: item.priceCents, tickets })),
  })
}

/** How much is missing to a free case; 0 once it can be opened. */
export function missingDeposit({ depositedCents }: Pick<FreeCase, 'depositedCents'>, deposited: Cents): Cents {
  return cents(Math.max(0, depositedCents - deposited))
}

/**
 * How much of a way with equal steps between its marks an amount has gone: its start is nothing, each mark stands in the middle of its
 * part of the way, and past the last one the way is done.
 *
 * @param marks in the order of the way, each greater than the one before
 * @returns from 0 to 1
 */
export function shareOfWay(amount: number, marks: readonly number[]): number {
  if (marks.length === 0) return 0
  const reached = marks.filter((mark) => amount >= mark).length
  const next = marks[reached]
  if (next === undefined) return 1
  const before = marks[reached - 1] ?? 0
  const within = Math.max(0, amount - before) / (next - before)
  // The first mark is half a part away from the start, every other one a whole part from the one before.
  const gone = reached === 0 ? within / 2 : reached - 0.5 + within
  return gone / marks.length
}
