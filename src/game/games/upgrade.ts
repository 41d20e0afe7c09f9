// An upgrade: a stake of items and balance against one more expensive item. The stake determines the chance, and the player chooses
// which tickets win. Cents times tickets are BigInt: exact for any amount of money.

import { PRICE_RULES, UPGRADE_ITEMS_MOST, UPGRADE_TICKETS } from '../base/economy.ts'
import { type Cents, sumCents } from '../base/money.ts'
import { entryOfRoll, type Ticketed, type TicketRange } from '../cases/case.ts'
import { ROLL_RANGE } from '../fairness/fairness.ts'
import type { PricedItem } from '../prices/price-list.ts'

/** Under: the lowest tickets win. Over: the highest, and equally many. */
export const ROLL_SIDES = ['under', 'over'] as const

export type RollSide = (typeof ROLL_SIDES)[number]

export interface UpgradeStake {
  /** The prices of the staked items. */
  readonly itemsCents: readonly Cents[]
  /** From the balance; 0 for none. */
  readonly balanceCents: Cents
}

/** A stake and a target price, with the resulting chance. */
export interface UpgradeOffer {
  readonly stakeCents: Cents
  readonly targetCents: Cents
  /** Winning tickets out of 1,000,000. */
  readonly tickets: number
}

/**
 * Why there is no offer. `stake-empty`: neither item nor balance. `stake-items`: more than six items. `target-cheap`: the target
 * does not cost more than the stake. `chance-high` and `chance-low`: it does, but its chance would be above 75 % or below 0.1 %.
 */
export type UpgradeFault = 'stake-empty' | 'stake-items' | 'target-cheap' | 'chance-high' | 'chance-low'

export type UpgradeQuote =
  | { readonly ok: true; readonly offer: UpgradeOffer }
  | { readonly ok: false; readonly fault: UpgradeFault }

/** The entries of the draw: the target, and nothing. */
export interface UpgradeEntry<I extends PricedItem> extends Ticketed {
  readonly item: I | null
}

/** Returns the total value of a stake. */
export function stakeSum({ itemsCents, balanceCents }: UpgradeStake): Cents {
  if (balanceCents < 0) throw new RangeError(`Not a stake: ${balanceCents} cents of balance`)
  return sumCents([...itemsCents, balanceCents])
}

/** Basis points in a whole stake. */
const WHOLE = 10_000

/** The edge of an upgrade where the rules of prices add nothing to it, in ten-thousandths of the stake. */
export const UPGRADE_EDGE: number = PRICE_RULES.upgradeEdge.basisPoints

/** Returns the worth of a stake over all 1,000,000 tickets: the stake less the edge each, in cents times tickets. */
export function worthOfStake(stakeCents: Cents, edgeBasisPoints = UPGRADE_EDGE): bigint {
  return (BigInt(stakeCents) * BigInt(WHOLE - edgeBasisPoints) * BigInt(ROLL_RANGE)) / BigInt(WHOLE)
}

/**
 * Returns the chance of a stake: floor(stake × (1 − edge) × N / target) tickets, N being 1,000,000. The floor drops less than one
 * ticket, which is all that the return is below 1 − edge.
 *
 * A target with a chance above 75 % is refused, not capped: with fewer tickets than the stake pays for, the return would be less
 * than is published. `targetPrices` returns the allowed prices.
 *
 * @param edgeBasisPoints the published edge of the target, from `upgradeEdge`
 */
export function quoteUpgrade(stake: UpgradeStake, targetCents: Cents, edgeBasisPoints = UPGRADE_EDGE): UpgradeQuote {
  const stakeCents = stakeSum(stake)
  if (stakeCents === 0) return { ok: false, fault: 'stake-empty' }
  if (stake.itemsCents.length > UPGRADE_ITEMS_MOST) return { ok: false, fault: 'stake-items' }
  if (targetCents <= stakeCents) return { ok: false, fault: 'target-cheap' }
  const tickets = Number(worthOfStake(stakeCents, edgeBasisPoints) / BigInt(targetCents))
  if (tickets > UPGRADE_TICKETS.most) return { ok: false, fault: 'chance-high' }
  if (tickets < UPGRADE_TICKETS.least) return { ok: false, fault: 'chance-low' }
  return { ok: true, offer: { stakeCents, targetCents, tickets } }
}

/** Returns the multiplier of a won upgrade. */
export function multiplierOf({ stakeCents, targetCents }: Pick<UpgradeOffer, 'stakeCents' | 'targetCents'>): number {
  return targetCents / stakeCents
}

/** Returns the winning tickets, both ends included. */
export function winningRange(tickets: number, side: RollSide): TicketRange {
  return side === 'under' ? { from: 1, to: tickets } : { from: ROLL_RANGE - tickets + 1, to: ROLL_RANGE }
}

/** Returns the target and nothing in ticket order; `ticketRanges` and `entryOfRoll` read them like a case's entries. */
export function upgradeEntries<I extends PricedItem>(target: I, tickets: number, side: RollSide): UpgradeEntry<I>[] {
  const win = { item: target, tickets }
  const loss = { item: null, tickets: ROLL_RANGE - tickets }
  return side === 'under' ? [win, loss] : [loss, win]
}

/**
 * Returns the target when the roll wins it, or null when the stake is lost.
 *
 * @throws RangeError when the roll is not from 1 to 1,000,000
 */
export function upgradeResult<I extends PricedItem>(
  target: I,
  tickets: number,
  side: RollSide,
  roll: number,
): I | null {
  return entryOfRoll(upgradeEntries(target, tickets, side), roll).item
}

/**
 * Returns the odds of an upgrade as the text whose SHA-256 its roll commits to. It has the format of a case's odds: the stake is
 * the price, the target and nothing are the entries in ticket order. Its format never changes.
 */
export function upgradeText(
  { stakeCents, targetCents, tickets }: UpgradeOffer,
  targetId: string,
  side: RollSide,
): string {
  const entries = upgradeEntries({ id: targetId, priceCents: targetCents }, tickets, side)
  return JSON.stringify({
    upgrade: { target: targetId, roll: side },
    price: stakeCents,
    tickets: ROLL_RANGE,
    entries: entries.map((entry) => ({
      item: entry.item?.id ?? null,
      price: entry.item?.priceCents ?? 0,
      tickets: entry.tickets,
    })),
  })
}
