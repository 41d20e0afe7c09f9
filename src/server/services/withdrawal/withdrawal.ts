// Withdrawals as the player makes them: requesting items, listing them, taking back an item that is out of stock.
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { missingTurnover } from '../../../game/rewards/gifts.ts'
import { turnoverWait } from '../../../game/withdrawal/waiting.ts'
import type { Withdrawal } from '../../../protocol/withdrawal.ts'
import type { SiteEvents } from '../../base/events.ts'
import { newId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { items, players } from '../../db/schema.ts'
import { withdrawalSteps, withdrawals } from '../../db/schema-withdrawals.ts'
import type { TradeModule } from '../../trade/providers.ts'
import { lastHold, waitOfHold, withdrawalHolds } from '../account/holds.ts'
import type { Idempotency, IdempotencyKey } from '../calls/idempotency.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'
import { changeOwned } from '../money/account-totals.ts'
import { keptDeposits } from '../money/kept-deposits.ts'
import { readGiftAccount } from '../money/pay.ts'
import { distinctIds, ownedItems, storeResponse } from '../rolls/play.ts'
import {
  applyTransition,
  emitTransition,
  lockWithdrawalOfItem,
  ofItem,
  selectWithdrawals,
  withdrawalView,
} from './transitions.ts'
import { assertUndeliveredLeft } from './undelivered-limit.ts'
import { unlockForWithdrawal } from './unlocking.ts'

export interface WithdrawalService {
  /**
   * Requests the delivery of items to the player's trade URL. Excluded players may do so too, because the items are theirs.
   *
   * @throws RefusalError 'withdrawal-off', 'trade-link-missing', or 'item-gone' when one of the items is not the player's or was
   *   used already, 'turnover', 'gift-locked', 'withdrawals-day'
   */
  request(
    playerId: number,
    ids: readonly string[],
    idempotencyKey: IdempotencyKey,
  ): Promise<{ withdrawals: Withdrawal[] }>
  /** Returns the player's withdrawals, newest first. */
  list(playerId: number, cursor: string | undefined): Promise<{ withdrawals: Withdrawal[]; cursor: string | null }>
  /** Returns what would hold a withdrawal that is requested now, and the turnover that would refuse it; null for nothing. */
  waitNow(playerId: number): Promise<Record<'wait' | 'turnover', Withdrawal['wait']>>
  /**
   * Gives the item of an 'unavailable' withdrawal back to the player.
   *
   * @throws RefusalError 'item-gone' when the withdrawal is not 'unavailable'
   */
  takeBack(playerId: number, itemId: string, idempotencyKey: IdempotencyKey): Promise<{ withdrawal: Withdrawal }>
}

export interface WithdrawalParts {
  readonly db: Database
  readonly idempotency: Idempotency
  readonly events: SiteEvents
  readonly trade: Pick<TradeModule, 'provider' | 'isOpen'>
  readonly now: () => number
  readonly catalogue: () => LoadedCatalogue
}

async function tradeLinkOf(tx: Queries, playerId: number): Promise<string> {
  const [player] = await tx.select({ tradeLink: players.tradeLink }).from(players).where(eq(players.id, playerId))
  if (player === undefined) throw new Error(`There is no player ${playerId}`)
  if (player.tradeLink === null) throw new RefusalError('trade-link-missing')
  return player.tradeLink
}

async function begin(
  tx: Queries,
  playerId: number,
  ids: readonly string[],
  provider: string,
  at: Date,
  loaded: LoadedCatalogue,
): Promise<Withdrawal[]> {
  const tradeLink = await tradeLinkOf(tx, playerId)
  await assertUndeliveredLeft(tx, playerId, loaded.payments.undeliveredADay, at)
  const owned = await ownedItems(tx, playerId, ids, true)
  await unlockForWithdrawal(tx, playerId, owned, loaded)
  const moved = await tx
    .update(items)
    .set({ state: 'withdrawing' })
    .where(and(inArray(items.id, [...ids]), eq(items.playerId, playerId), hasState(items.state, 'owned')))
    .returning({ id: items.id })
  if (moved.length !== ids.length) throw new RefusalError('item-gone')
  const held = lastHold(await withdrawalHolds(tx, playerId, at))
  const made = owned.map(({ id }) => ({
    id: newId(),
    playerId,
    itemId: id,
    state: 'requested' as const,
    provider,
    tradeLink,
    requestedAt: at,
    changedAt: at,
    dueAt: at,
    hold: held?.reason ?? null,
    heldUntil: held?.until ?? null,
  }))
  await tx.insert(withdrawals).values(made)
  await tx.insert(withdrawalSteps).values(made.map(({ id, state }) => ({ withdrawalId: id, state, at })))
  await changeOwned(tx, playerId, {
    items: -owned.length,
    worth: -owned.reduce((sum, { price }) => sum + price, 0),
  })
  const rows = await selectWithdrawals(tx)
    .where(
      inArray(
        withdrawals.id,
        made.map(({ id }) => id),
      ),
    )
    .orderBy(withdrawals.id)
  return rows.map((row) => withdrawalView(ofItem(row)))
}

/** Makes the withdrawals over a database and the site's trade provider. */
export function createWithdrawal({
  db,
  catalogue,
  idempotency,
  events,
  trade,
  now,
}: WithdrawalParts): WithdrawalService {
  async function request(playerId: number, wanted: readonly string[], idempotencyKey: IdempotencyKey) {
    const { provider, isOpen } = trade
    if (provider === undefined || !isOpen) throw new RefusalError('withdrawal-off')
    const answer = await db.transaction(async (tx) => {
      const made = await begin(tx, playerId, distinctIds(wanted), provider.name, new Date(now()), catalogue())
      await storeResponse(tx, idempotencyKey, { withdrawals: made })
      return { withdrawals: made }
    })
    for (const withdrawal of answer.withdrawals) events.emit('withdrawal', { playerId, withdrawal })
    return answer
  }

  async function takeBack(playerId: number, itemId: string, idempotencyKey: IdempotencyKey) {
    const moved = await db.transaction(async (tx) => {
      const locked = await lockWithdrawalOfItem(tx, playerId, itemId)
      if (locked?.row.state !== 'unavailable') throw new RefusalError('item-gone')
      const returned = await applyTransition(tx, locked, { to: 'returned' }, new Date(now()))
      // Requesting and taking back must not fill the published days.
      if (locked.row.sentAt === null) {
        await tx.update(withdrawals).set({ isUncounted: true }).where(eq(withdrawals.id, locked.row.id))
      }
      await storeResponse(tx, idempotencyKey, { withdrawal: withdrawalView(returned.withdrawal) })
      return returned
    })
    emitTransition(events, moved)
    return { withdrawal: withdrawalView(moved.withdrawal) }
  }

  return {
    request: (playerId, ids, idempotencyKey) =>
      idempotency.run(idempotencyKey, () => request(playerId, ids, idempotencyKey)),
    takeBack: (playerId, itemId, idempotencyKey) =>
      idempotency.run(idempotencyKey, () => takeBack(playerId, itemId, idempotencyKey)),
    waitNow: async (playerId) => {
      const hold = lastHold(await withdrawalHolds(db.queries, playerId, new Date(now())))
      const [account, deposited] = [
        await readGiftAccount(db.queries, playerId),
        await keptDeposits(db.queries, playerId),
      ]
      return {
        wait: hold === undefined ? null : waitOfHold(hold),
        turnover: missingTurnover(account, deposited) > 0 ? turnoverWait(account.stakedCents, deposited) : null,
      }
    },
    list: async (playerId, cursor) => {
      const rows = await selectWithdrawals(db.queries)
        .where(and(eq(withdrawals.playerId, playerId), ...(cursor === undefined ? [] : [lt(withdrawals.id, cursor)])))
        .orderBy(desc(withdrawals.id))
        .limit(PAGE_LIMIT)
      const page = pageOf(rows, (last) => last.row.id)
      return {
        withdrawals: page.rows.map((row) => withdrawalView(ofItem(row))),
        cursor: page.cursor,
      }
    },
  }
}
