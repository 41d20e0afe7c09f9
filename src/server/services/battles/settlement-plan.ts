// Computes what the settlement of a battle pays and counts, from its seats and what was drawn. Pure: ids are arguments.

import { type Cents, cents } from '../../../game/base/money.ts'
import { partOfShare } from '../../../game/battles/battle.ts'
import { lockedOfWin, stakeMargin } from '../../../game/rewards/gifts.ts'
import { microcents } from '../../../game/rewards/margin.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import type { battleDrops, battlePayouts, battleStakes } from '../../db/schema-battles.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { type BattleTransfer, escrowOf } from '../money/escrow.ts'
import type { BattleRow } from './cards.ts'
import { type BattleSeatRow, refundOfFund } from './refunds.ts'

export type DropRow = Pick<typeof battleDrops.$inferSelect, 'itemId' | 'price'>
type PayoutRow = typeof battlePayouts.$inferInsert
type StakeRow = typeof battleStakes.$inferInsert

/** A drawn battle with everything that its settlement reads. */
export interface DrawnBattle {
  readonly battle: BattleRow
  /** By slot. */
  readonly seats: readonly BattleSeatRow[]
  /** Everything that was drawn, where one player gets the items themselves. */
  readonly drops: readonly DropRow[]
  /** Players who share a device or a card with another one of the battle. */
  readonly paired: ReadonlySet<number>
}

/** An item that a winner gets. */
export interface WonBattleItem {
  readonly id: string
  readonly playerId: number
  readonly itemId: string
  readonly price: Cents
  readonly locked: Cents
}

export interface SettlementPlan {
  readonly payouts: readonly PayoutRow[]
  readonly stakes: readonly StakeRow[]
  readonly items: readonly WonBattleItem[]
  readonly transfers: readonly BattleTransfer[]
}

/** Tells whether one player gets everything, and thus the items; a player who paid only a part of their seat gets money. */
export function itemWinner({ winners }: Pick<BattleRow, 'winners'>, seats: readonly BattleSeatRow[]): number | null {
  if (winners === null || winners.length !== 1) return null
  const seat = seats.find(({ slot }) => slot === winners[0])
  return seat !== undefined && seat.percent === 100 ? seat.playerId : null
}

/** Returns the locked part of what a seat wins: the same share as of its price. */
function lockedOf({ paid, funded, locked }: BattleSeatRow, wonCents: Cents): Cents {
  return lockedOfWin({ stakeCents: cents(paid + funded), lockedCents: cents(locked) }, wonCents)
}

function payoutOf({ battle, seats }: DrawnBattle, slot: number): PayoutRow & { readonly seat: BattleSeatRow } {
  const seat = seats.find((taken) => taken.slot === slot)
  const share = battle.shares?.[slot - 1]
  if (seat === undefined || share === undefined) throw new Error(`Battle ${battle.number} has no seat ${slot}`)
  const { playerId, percent } = seat
  const amount = playerId === null ? 0 : partOfShare(cents(share), percent)
  const form = amount === 0 ? 'none' : itemWinner(battle, seats) === playerId ? 'items' : 'money'
  return { battleId: battle.id, slot, playerId, share, amount, form, seat }
}

function stakeOf({ battle, paired }: DrawnBattle, seat: BattleSeatRow, id: string, rules: GiftRules): StakeRow[] {
  const { playerId, slot, paid, locked } = seat
  if (playerId === null) return []
  const cash = cents(paid - locked)
  const isPaired = paired.has(playerId)
  const made = stakeMargin({ game: 'battle', stakeCents: cents(paid), cashCents: cash, rate: battle.marginRate }, rules)
  const margin = isPaired ? microcents(0) : made
  return [{ id, battleId: battle.id, slot, playerId, stake: paid, cash, margin, isPaired }]
}

/**
 * Returns what a settlement pays and counts. The sum of the shares is what was drawn.
 *
 * @param nextId makes the ids of items and stakes
 */
export function planSettlement(drawn: DrawnBattle, rules: GiftRules, nextId: () => string): SettlementPlan {
  const { battle, seats, drops } = drawn
  const payouts = (battle.winners ?? []).map((slot) => payoutOf(drawn, slot))
  const common = { reference: battle.id }
  const pot: BattleTransfer = {
    ...common,
    kind: 'battle-pot',
    debitId: escrowOf(battle),
    creditId: HOUSE_ACCOUNTS.battle,
    amount: cents(battle.price * battle.seats),
    locked: cents(0),
  }
  const won = payouts.flatMap(({ form, amount, playerId, seat }): BattleTransfer[] => {
    if (form !== 'money' || playerId == null) return []
    const paid = { amount: cents(amount), locked: lockedOf(seat, cents(amount)) }
    return [{ ...common, kind: 'battle-won', debitId: HOUSE_ACCOUNTS.battle, creditId: playerId, ...paid }]
  })
  const items = payouts.flatMap(({ form, playerId, seat }) =>
    form !== 'items' || playerId == null
      ? []
      : drops.map(({ itemId, price }) => {
          const priceCents = cents(price)
          return { id: nextId(), playerId, itemId, price: priceCents, locked: lockedOf(seat, priceCents) }
        }),
  )
  return {
    payouts: payouts.map(({ seat: _, ...payout }) => payout),
    stakes: seats.flatMap((seat) => stakeOf(drawn, seat, nextId(), rules)),
    items,
    transfers: [pot, ...refundOfFund(battle, battle.fundHeld), ...won],
  }
}
