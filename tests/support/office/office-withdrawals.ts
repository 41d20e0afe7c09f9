// Withdrawals for tests of the office: players whose withdrawals are in any state, without the way through a game.
import { eq } from 'drizzle-orm'
import { itemStateIn, type WithdrawalState } from '../../../src/game/withdrawal/withdrawal.ts'
import type { ReviewReason } from '../../../src/game/withdrawal/withdrawal-review.ts'
import { newId } from '../../../src/server/base/ids.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { catalogueItems, items } from '../../../src/server/db/schema.ts'
import { withdrawalSteps, withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { openAccount } from '../../../src/server/services/money/pay.ts'
import { makePlayer } from '../players/deposits.ts'
import { recordCatalogue } from '../shop/shop.ts'
import type { TestOffice } from './office.ts'

/** Records the items of the catalogue: lists of withdrawals name them. */
export async function recordItems({ db, catalogue }: TestOffice): Promise<void> {
  await recordCatalogue(db, catalogue.current)
}

/** A database with the items of a catalogue, and the time of its site. */
type Place = Pick<TestOffice, 'nowMs'> & { readonly db: Database }

/** Returns an item of the catalogue. */
async function anyItem({ queries }: Database): Promise<string> {
  const [item] = await queries
    .select({ id: catalogueItems.id })
    .from(catalogueItems)
    .orderBy(catalogueItems.id)
    .limit(1)
  if (item === undefined) throw new Error('No catalogue is recorded')
  return item.id
}

export interface CaseOptions {
  readonly state?: WithdrawalState
  readonly review?: readonly ReviewReason[]
  /** What the items were won at, in cents: a withdrawal each. */
  readonly prices?: readonly number[]
  /** Since when they wait. */
  readonly sinceMs?: number
  /** Whose they are; a new player's without it. */
  readonly playerId?: number
}

export interface TestCase {
  readonly playerId: number
  /** Of the withdrawals, in the order of the prices. */
  readonly ids: readonly string[]
}

/** Adds withdrawals to a player. */
export async function addCase(office: Place, options: CaseOptions = {}): Promise<TestCase> {
  const { state = 'review', review = ['no-deposit'], prices = [283], sinceMs = office.nowMs } = options
  const playerId = options.playerId ?? (await makePlayer(office.db))
  const itemId = await anyItem(office.db)
  const ids: string[] = []
  await office.db.transaction(async (tx) => {
    if (options.playerId === undefined) await openAccount(tx, playerId)
    for (const price of prices) {
      const [item, id] = [newId(), newId()]
      const at = new Date(sinceMs)
      const owned = {
        id: item,
        playerId,
        itemId,
        price,
        state: itemStateIn(state),
        source: 'case',
        reference: 'orion',
      } as const
      await tx.insert(items).values(owned)
      await tx.insert(withdrawals).values({
        id,
        playerId,
        itemId: item,
        state,
        provider: 'sandbox',
        tradeLink: 'https://steamcommunity.com/tradeoffer/new/?partner=1&token=abcdEFGH',
        review: [...review],
        requestedAt: at,
        changedAt: at,
        dueAt: at,
      })
      await tx.insert(withdrawalSteps).values({ withdrawalId: id, state, at })
      ids.push(id)
    }
  })
  return { playerId, ids }
}

/** Returns the states of withdrawals, in order. */
export async function statesOf({ db }: Pick<Place, 'db'>, ids: readonly string[]): Promise<WithdrawalState[]> {
  const states: WithdrawalState[] = []
  for (const id of ids) {
    const [row] = await db.queries.select({ state: withdrawals.state }).from(withdrawals).where(eq(withdrawals.id, id))
    if (row === undefined) throw new Error(`There is no withdrawal ${id}`)
    states.push(row.state)
  }
  return states
}
