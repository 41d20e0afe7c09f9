// Withdrawals from the player's side: asking for items, seeing how they stand, taking back what cannot be bought.
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Withdrawal } from '../../contract/withdrawal.ts'
import type { Database, Queries } from '../db/database.ts'
import { items, players } from '../db/schema.ts'
import { withdrawalSteps, withdrawals } from '../db/schema-withdrawals.ts'
import type { SiteEvents } from '../events.ts'
import { newId } from '../ids.ts'
import { RefusalError } from '../refusal.ts'
import type { TradeSide } from '../trade/providers.ts'
import { changeOwned } from './account-totals.ts'
import { distinctIds, keepAnswer, ownedItems } from './game-turn.ts'
import type { Click, Once } from './once.ts'
import { holdOfItem, moveWithdrawal, ofItem, selectWithdrawals, tellMoved, withdrawalView } from './withdrawal-moves.ts'

const PAGE = 50

export interface WithdrawalService {
  /**
   * Sends items of a player on their way to his trade URL. Open to excluded players too: what they own is theirs.
   *
   * @throws RefusalError 'withdrawal-off', 'trade-link-missing', or 'item-gone' when one of them is not his or used already
   */
  request(playerId: number, ids: readonly string[], click: Click): Promise<{ withdrawals: Withdrawal[] }>
  /** The player's withdrawals, newest first. */
  list(playerId: number, cursor: string | undefined): Promise<{ withdrawals: Withdrawal[]; cursor: string | null }>
  /**
   * Gives the item of an 'unavailable' withdrawal back to the player.
   *
   * @throws RefusalError 'item-gone' when it does not wait for his choice
   */
  takeBack(playerId: number, itemId: string, click: Click): Promise<{ withdrawal: Withdrawal }>
}

export interface WithdrawalParts {
  readonly db: Database
  readonly once: Once
  readonly events: SiteEvents
  readonly trade: Pick<TradeSide, 'provider' | 'isOpen'>
  readonly now: () => number
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
): Promise<Withdrawal[]> {
  const tradeLink = await tradeLinkOf(tx, playerId)
  const owned = await ownedItems(tx, playerId, ids, true)
  const moved = await tx
    .update(items)
    .set({ state: 'withdrawing' })
    .where(and(inArray(items.id, [...ids]), eq(items.state, 'owned')))
    .returning({ id: items.id })
  if (moved.length !== ids.length) throw new RefusalError('item-gone')
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

/** The withdrawals over a database and the way that this site hands over items. */
export function createWithdrawal({ db, once, events, trade, now }: WithdrawalParts): WithdrawalService {
  async function request(playerId: number, wanted: readonly string[], click: Click) {
    const { provider, isOpen } = trade
    if (provider === undefined || !isOpen) throw new RefusalError('withdrawal-off')
    const answer = await db.transaction(async (tx) => {
      const made = await begin(tx, playerId, distinctIds(wanted), provider.name, new Date(now()))
      await keepAnswer(tx, click, { withdrawals: made })
      return { withdrawals: made }
    })
    for (const withdrawal of answer.withdrawals) events.emit('withdrawal', { playerId, withdrawal })
    return answer
  }

  async function takeBack(playerId: number, itemId: string, click: Click) {
    const moved = await db.transaction(async (tx) => {
      const held = await holdOfItem(tx, playerId, itemId)
      if (held?.row.state !== 'unavailable') throw new RefusalError('item-gone')
      const returned = await moveWithdrawal(tx, held, { to: 'returned' }, new Date(now()))
      await keepAnswer(tx, click, { withdrawal: withdrawalView(returned.withdrawal) })
      return returned
    })
    tellMoved(events, moved)
    return { withdrawal: withdrawalView(moved.withdrawal) }
  }

  return {
    request: (playerId, ids, click) => once.run(click, () => request(playerId, ids, click)),
    takeBack: (playerId, itemId, click) => once.run(click, () => takeBack(playerId, itemId, click)),
    list: async (playerId, cursor) => {
      const rows = await selectWithdrawals(db.queries)
        .where(and(eq(withdrawals.playerId, playerId), ...(cursor === undefined ? [] : [lt(withdrawals.id, cursor)])))
        .orderBy(desc(withdrawals.id))
        .limit(PAGE)
      return {
        withdrawals: rows.map((row) => withdrawalView(ofItem(row))),
        cursor: rows.length === PAGE ? (rows.at(-1)?.row.id ?? null) : null,
      }
    },
  }
}
