// Takes back what a paid order credited: from the balance, then by selling owned items, then as a debt; and gives it again after
// a dispute was won. Locks: player, items, order, raffles, accounts.
import { and, eq } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import { newId } from '../../base/ids.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import { accounts } from '../../db/schema.ts'
import { disputes, type OrderRow, orderReversals, orders, voidedPrizes } from '../../db/schema-payments.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import type { PaymentState } from '../../payments/provider.ts'
import { addDebt } from '../account/freezes.ts'
import { payDebts } from '../money/debts.ts'
import { atValue, type PricedCatalogue } from '../money/item-value.ts'
import { chargePlayer, lockBalance, payPlayer } from '../money/pay.ts'
import {
  type CommissionTransfer,
  lockForRefund,
  lockPayer,
  payCommissionAgain,
  reverseCommission,
} from '../referral/commission.ts'
import type { AppliedTransition } from '../withdrawal/transitions.ts'
import { wasAsked } from './questions.ts'
import { endOwned, giveUpRequested, type HeldItem, lockHeldItems, sellFor } from './reversal-items.ts'
import { lockAgain, type UnlockedPrize, type UnlockRules } from './unlocked-prizes.ts'
import { claimLeaderPrizes, type VoidedPlay, voidPlay } from './void-margin.ts'

/** A change of an order that no provider reports: its player cancelled it, or a person approved that its kept payment is credited. */
export interface OwnChange {
  readonly kind: 'cancelled' | 'approved'
}

const NOTHING_VOIDED: VoidedPlay = { margin: 0, stakes: cents(0) }

/** What goes back; amounts below zero are given again. */
export interface Claim {
  readonly cause: 'refund' | 'dispute'
  readonly amount: Cents
  readonly bonus: Cents
  readonly commission: Cents
}

export interface Reversal {
  readonly row: OrderRow
  readonly balance: Cents
  readonly notifications: readonly PlayerNotification[]
  readonly commission: CommissionTransfer | null
  /** Requested withdrawals that were given up, because their items were needed. */
  readonly withdrawals: readonly AppliedTransition[]
  /** For the log and the operator. */
  readonly summary: ReversalSummary
}

/** Cents, and counts. */
export interface ReversalSummary {
  readonly amount: number
  readonly bonus: number
  readonly commission: number
  readonly commissionShortfall: number
  readonly itemsSold: number
  readonly itemsWorth: number
  readonly prizesTaken: number
  readonly prizesCharged: number
  readonly raffleEntries: number
  readonly debt: number
}

/** Tells whether a report about an order's payment may take something back now. */
async function mayTakeBack(tx: Queries, row: OrderRow, state: PaymentState | OwnChange): Promise<boolean> {
  switch (state.kind) {
    case 'refunded':
    case 'partly-refunded':
      return true
    case 'dispute':
      return state.dispute.state === 'lost'
    case 'paid':
    case 'approved':
      // Refunds and disputes that were reported before the payment.
      return (
        (state.kind === 'paid' && (state.refunded ?? 0) > 0) ||
        row.refundedMinor > 0 ||
        (await tx.$count(disputes, eq(disputes.orderId, row.id))) > 0
      )
    default:
      return false
  }
}

/**
 * Tells whether a report takes something of an order back, or freezes the player for it, that was not known before.
 *
 * @param row the order, locked
 */
export async function isNewThreat(tx: Queries, row: OrderRow, state: PaymentState | OwnChange): Promise<boolean> {
  switch (state.kind) {
    case 'refunded':
      return row.refundedMinor < row.charge
    case 'partly-refunded':
      if (state.refunded.currency !== row.currency) return row.paidAt !== null
      return state.refunded.minor > row.refundedMinor
    case 'unclear':
      return state.concerns === 'refund' && row.paidAt !== null && !wasAsked(row, state.what)
    case 'dispute': {
      const { id: reference, state: reported } = state.dispute
      const isIt = and(eq(disputes.provider, row.provider), eq(disputes.reference, reference))
      const [known] = await tx.select({ state: disputes.state }).from(disputes).where(isIt)
      return (reported === 'open' && known === undefined) || (reported === 'lost' && known?.state !== 'lost')
    }
    case 'fraud-warning':
      return true
    case 'approved':
      return mayTakeBack(tx, row, state)
    case 'paid':
      return (state.refunded ?? 0) > row.refundedMinor || (row.paidAt === null && (await mayTakeBack(tx, row, state)))
    default:
      return false
  }
}

/** Locks an order's player, and the items that a reversal may use if the report may cause one. */
export async function lockPayerForReversal(
  tx: Queries,
  orderId: string,
  state: PaymentState | OwnChange,
): Promise<HeldItem[]> {
  await lockPayer(tx, orderId)
  const [row] = await tx.select().from(orders).where(eq(orders.id, orderId))
  return row !== undefined && (await mayTakeBack(tx, row, state)) ? lockHeldItems(tx, row.playerId) : []
}

/** Lends the player what is missing; every credit pays it back first. */
async function lend(tx: Queries, row: OrderRow, reversalId: string, debt: Cents, at: Date): Promise<void> {
  if (debt === 0) return
  const { playerId, id: orderId } = row
  const loan = { playerId, amount: debt, locked: cents(0), kind: 'debt', reference: reversalId } as const
  await payPlayer(tx, { from: HOUSE_ACCOUNTS.debts, ...loan })
  await addDebt(tx, { playerId, orderId, debt }, at)
}

/** Charges each part that is above zero to the account that had paid it. */
async function chargeParts(
  tx: Queries,
  { playerId }: OrderRow,
  reference: string,
  parts: { readonly amount: Cents; readonly bonus: Cents; readonly prizes: Cents },
): Promise<void> {
  const { amount, bonus, prizes } = parts
  const of = { playerId, reference }
  const toBonuses = { ...of, to: HOUSE_ACCOUNTS.bonuses }
  if (amount > 0) await chargePlayer(tx, { ...of, to: HOUSE_ACCOUNTS.deposits, amount, kind: 'refund' }, 'refund')
  if (bonus > 0) await chargePlayer(tx, { ...toBonuses, amount: bonus, kind: 'bonus-back' }, 'gift-back')
  if (prizes > 0) await chargePlayer(tx, { ...toBonuses, amount: prizes, kind: 'prize-back' }, 'gift-back')
}

/** Returns what a player owes; their account is locked. */
async function debtOf(tx: Queries, playerId: number): Promise<number> {
  const [account] = await tx.select({ debt: accounts.debt }).from(accounts).where(eq(accounts.id, playerId))
  if (account === undefined) throw new Error(`Player ${playerId} has no account`)
  return account.debt
}

/** Stores a reversal and adds it to what its order has returned. */
async function record(
  tx: Queries,
  row: OrderRow,
  values: Omit<typeof orderReversals.$inferInsert, 'orderId'>,
  voided: VoidedPlay,
): Promise<OrderRow> {
  await tx.insert(orderReversals).values({ orderId: row.id, ...values })
  const [changed] = await tx
    .update(orders)
    .set({
      returned: row.returned + values.amount,
      bonusReturned: row.bonusReturned + values.bonus,
      commissionReturned: row.commissionReturned + values.commission - values.commissionShortfall,
      shortfall: row.shortfall + values.debt,
      voidedMargin: row.voidedMargin + voided.margin,
      voidedStakes: row.voidedStakes + voided.stakes,
    })
    .where(eq(orders.id, row.id))
    .returning()
  if (changed === undefined) throw new Error(`Order ${row.id} is gone`)
  return changed
}

/** The operator's rules for what goes back, and the prices that items are taken at. */
export interface ReversalRules extends UnlockRules {
  readonly loaded: PricedCatalogue
  readonly gifts: Pick<GiftRules, 'rafflePercent'>
}

export interface ReversalContext {
  readonly held: readonly HeldItem[]
  readonly rules: ReversalRules
  readonly at: Date
}

/**
 * Takes a part of what an order credited: from the balance, then by selling owned items (the most expensive first, the newest
 * among equals; none whose price is held), and the rest becomes a debt. Prizes that the deposit had unlocked are taken back, or charged when they are gone, and
 * prizes of leaderboards are charged as far as the margin that is left does not cover them.
 *
 * @param row the order, locked, with its player and `held`
 */
export async function takeBack(
  tx: Queries,
  row: OrderRow,
  claim: Claim,
  { held, rules, at }: ReversalContext,
): Promise<Reversal> {
  const { playerId } = row
  const id = newId()
  const unlocked = await lockAgain(tx, row, claim.amount, rules)
  await lockForRefund(tx, row)
  const before = await lockBalance(tx, playerId)
  const voidedPlay = await voidPlay(tx, playerId, claim.amount)
  const places = await claimLeaderPrizes(tx, playerId, rules.gifts)
  const isHeldAs = (state: HeldItem['state'], itemId: string): boolean =>
    held.some((item) => item.id === itemId && item.state === state)
  const asked = claim.amount + claim.bonus + places
  const needsRequested = asked > before || unlocked.prizes.some((prize) => !isHeldAs('owned', prize.id))
  const withdrawn = needsRequested ? await giveUpRequested(tx, playerId, rules.loaded, at) : []
  // What those had been paid beyond their items is on the balance again.
  const covered = await lockBalance(tx, playerId)
  const isFree = new Set(withdrawn.map(({ withdrawal }) => withdrawal.row.itemId))
  const owned = held.filter((item) => item.state === 'owned' || isFree.has(item.id))
  const taken = unlocked.prizes.filter((prize) => owned.some((item) => item.id === prize.id))
  const charged = unlocked.prizes.filter((prize) => !taken.includes(prize))
  const voided = taken.map(({ id: itemId, price }) => ({ id: itemId, wonPrice: price, value: null }))
  await endOwned(tx, playerId, voided, { kind: 'voided', transferId: null })
  const prizes = cents(charged.reduce((sum, { price }) => sum + price, 0))
  const missing = cents(Math.max(0, asked + prizes - covered))
  const prices = { loaded: rules.loaded, atMs: at.getTime() }
  // What a held item is worth is not known: it stays with its player, and the rest is a debt.
  const sellable = owned
    .filter((item) => !item.isPriceHeld && !taken.some((prize) => prize.id === item.id))
    .map((item) => atValue(item, prices))
  const sold = await sellFor(tx, id, playerId, sellable, missing)
  const debt = cents(Math.max(0, missing - sold.worth))
  await lend(tx, row, id, debt, at)
  await chargeParts(tx, row, id, { amount: claim.amount, bonus: claim.bonus, prizes: cents(prizes + places) })
  // Items are sold whole: what they were worth beyond the claim pays an earlier debt.
  const surplus = cents(sold.worth + debt - missing)
  await payDebts(tx, [{ playerId, most: surplus, reference: id }])
  const commission = await reverseCommission(tx, row, { reversalId: id, amount: claim.commission })
  const commissionShortfall = claim.commission - (commission?.amount ?? 0)
  const { cause, amount, bonus } = claim
  const given = { amount, bonus, prizes, leaderPrizes: places }
  const parts = { cause, ...given, debt, commission: claim.commission, commissionShortfall, at }
  const changed = await record(tx, row, { id, ...parts }, voidedPlay)
  await recordPrizes(tx, id, taken, charged)
  return {
    row: changed,
    balance: await lockBalance(tx, playerId),
    notifications: debt === 0 ? [] : [{ kind: 'debt', amounts: { amount: debt }, link: '/deposit' }],
    commission,
    withdrawals: withdrawn,
    summary: {
      ...{ amount, bonus, commission: claim.commission - commissionShortfall, commissionShortfall, debt },
      ...{ itemsSold: sold.count, itemsWorth: sold.worth, raffleEntries: unlocked.entries },
      ...{ prizesTaken: taken.length, prizesCharged: prizes + places },
    },
  }
}

async function recordPrizes(
  tx: Queries,
  reversalId: string,
  taken: readonly UnlockedPrize[],
  charged: readonly UnlockedPrize[],
): Promise<void> {
  const rows = [
    ...taken.map(({ id, price }) => ({ itemId: id, reversalId, price, taken: true })),
    ...charged.map(({ id, price }) => ({ itemId: id, reversalId, price, taken: false })),
  ]
  if (rows.length > 0) await tx.insert(voidedPrizes).values(rows)
}

/**
 * Gives again what a lost dispute took, because it was won after all; a debt is paid from it first, by the payment itself. Prizes that were taken back
 * stay away.
 *
 * @param claim amounts above zero
 */
export async function reinstate(tx: Queries, row: OrderRow, claim: Claim, at: Date): Promise<Reversal> {
  const { playerId } = row
  const id = newId()
  await lockForRefund(tx, row)
  const owed = await debtOf(tx, playerId)
  const { amount, bonus } = claim
  const to = { playerId, reference: id }
  const again = { ...to, from: HOUSE_ACCOUNTS.deposits, amount, locked: cents(0), kind: 'reinstated' } as const
  if (amount > 0) await payPlayer(tx, again)
  const gift = { ...to, from: HOUSE_ACCOUNTS.bonuses, amount: bonus, locked: bonus, kind: 'bonus-reinstated' } as const
  if (bonus > 0) await payPlayer(tx, gift)
  const paidDebt = owed - (await debtOf(tx, playerId))
  // What the referrer's balance did not cover was never taken.
  const paidAgain = cents(Math.min(claim.commission, row.commissionReturned))
  const commission = await payCommissionAgain(tx, row, { reversalId: id, amount: paidAgain })
  const commissionShortfall = paidAgain - claim.commission
  const parts = { amount: -amount, bonus: -bonus, prizes: 0, debt: 0, commission: -claim.commission }
  // The margin that was taken back stays away: it would unlock gifts for money that was in doubt. So does the turnover: the money is staked again.
  const changed = await record(tx, row, { id, cause: 'reinstated', ...parts, commissionShortfall, at }, NOTHING_VOIDED)
  return {
    row: changed,
    balance: await lockBalance(tx, playerId),
    notifications: [],
    commission,
    withdrawals: [],
    summary: {
      ...{ amount: -amount, bonus: -bonus, commission: -paidAgain, commissionShortfall, debt: -paidDebt },
      ...{ itemsSold: 0, itemsWorth: 0, prizesTaken: 0, prizesCharged: 0, raffleEntries: 0 },
    },
  }
}
