// What an operator does for a withdrawal that does not move by itself: sends it on its way again, or gives it up.
import { and, eq, gt, inArray, lt, or } from 'drizzle-orm'
import { TRADE_HOLD_DAYS, TRADE_OFFER_DAYS } from '../../game/economy.ts'
import { DAY_MS } from '../../game/limits.ts'
import { MOVING_STATES, type WithdrawalState } from '../../game/withdrawal.ts'
import type { Database } from '../db/database.ts'
import { withdrawals } from '../db/schema-withdrawals.ts'
import type { TradeProvider } from '../trade/provider.ts'
import { holdWithdrawal, type Moved, moveWithdrawal, type WithdrawalOfItem } from './withdrawal-moves.ts'

const HOUR_MS = 3_600_000

/** It cannot be done; the message says why and what to do. */
export class RescueRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RescueRefused'
  }
}

/** Which withdrawals need a person: those that fail, and those that stay in a state longer than it takes. */
export function stuckAt(nowMs: number) {
  const stays = (state: WithdrawalState, ms: number) =>
    and(eq(withdrawals.state, state), lt(withdrawals.changedAt, new Date(nowMs - ms)))
  return or(
    gt(withdrawals.failures, 2),
    stays('requested', HOUR_MS),
    stays('buying', HOUR_MS),
    stays('sent', (TRADE_OFFER_DAYS + 1) * DAY_MS),
    stays('accepted', TRADE_HOLD_DAYS * DAY_MS),
    and(eq(withdrawals.state, 'protected'), lt(withdrawals.protectedUntil, new Date(nowMs - DAY_MS))),
  )
}

export interface RescueParts {
  readonly db: Database
  /** Undefined where none is set up. */
  readonly provider: TradeProvider | undefined
  readonly now: () => number
}

function assertFound(held: WithdrawalOfItem | undefined, id: string): WithdrawalOfItem {
  if (held === undefined) {
    throw new RescueRefused(`There is no withdrawal ${id}. Look it up: npm run ops -- withdrawals list`)
  }
  return held
}

/**
 * Has a withdrawal looked after at once, its failures forgotten; one whose item was out of stock is asked for again.
 *
 * @returns the state that it is in now
 * @throws RescueRefused when it is over
 */
export async function retryWithdrawal({ db, now }: RescueParts, id: string): Promise<WithdrawalState> {
  return db.transaction(async (tx) => {
    const held = assertFound(await holdWithdrawal(tx, id), id)
    const at = new Date(now())
    const { state } = held.row
    if (state === 'unavailable') {
      return (await moveWithdrawal(tx, held, { to: 'requested', note: 'by the operator' }, at)).withdrawal.row.state
    }
    const retried = await tx
      .update(withdrawals)
      .set({ dueAt: at, failures: 0, problem: null })
      .where(and(eq(withdrawals.id, id), inArray(withdrawals.state, [...MOVING_STATES])))
      .returning({ state: withdrawals.state })
    if (retried.length === 0) throw new RescueRefused(`Withdrawal ${id} is ${state}: it is over.`)
    return state
  })
}

/** Where giving up leads from each state; nothing from those that are over. */
const GIVEN_UP: Readonly<Partial<Record<WithdrawalState, 'declined' | 'reversed' | 'returned'>>> = {
  requested: 'declined',
  buying: 'declined',
  sent: 'declined',
  accepted: 'declined',
  protected: 'reversed',
  unavailable: 'returned',
}

/** Makes sure that the player cannot have the item at Steam too. */
async function assertNoTrade(provider: TradeProvider | undefined, { row }: WithdrawalOfItem): Promise<void> {
  const { id, state, reference } = row
  if (state === 'requested' || state === 'unavailable') return
  if (state !== 'sent' || reference === null) {
    throw new RescueRefused(
      `Withdrawal ${id} is ${state}: the player may have the item at Steam. Look there first, and add --by-hand when he has not.`,
    )
  }
  if (provider?.name !== row.provider) {
    throw new RescueRefused(`${row.provider} is not set up here: take the offer back yourself and add --by-hand.`)
  }
  await provider.cancel(reference)
  const told = await provider.ask(reference)
  if (told.kind !== 'declined') {
    throw new RescueRefused(`The offer of withdrawal ${id} is ${told.kind} at Steam: nothing was changed.`)
  }
}

/**
 * Gives a withdrawal up: the item is the player's again.
 *
 * @param byHand true when the operator has made sure himself that the player does not have the item at Steam
 * @throws RescueRefused when it is over, or the player may have the item
 * @throws TradeFailed when the provider did not take the offer back; then nothing has changed here
 */
export async function failWithdrawal(
  { db, provider, now }: RescueParts,
  id: string,
  { reason, byHand }: { readonly reason: string; readonly byHand: boolean },
): Promise<Moved> {
  const seen = await db.transaction(async (tx) => assertFound(await holdWithdrawal(tx, id), id))
  const to = GIVEN_UP[seen.row.state]
  if (to === undefined) throw new RescueRefused(`Withdrawal ${id} is ${seen.row.state}: it is over.`)
  if (!byHand) await assertNoTrade(provider, seen)
  return db.transaction(async (tx) => {
    const held = assertFound(await holdWithdrawal(tx, id), id)
    if (held.row.state !== seen.row.state) {
      throw new RescueRefused(`Withdrawal ${id} has become ${held.row.state} meanwhile. Look at it again.`)
    }
    const why = to === 'declined' ? ({ reason: 'operator' } as const) : {}
    return moveWithdrawal(tx, held, { to, note: `by the operator: ${reason}`, ...why }, new Date(now()))
  })
}
