// How much less all owned items of a player are worth than when they were won. To read every item of a large inventory for each page
// would cost more with each item, so the sum is kept while the player's account does not change: then only the items are read that
// have become a day old since.
import { sql } from 'drizzle-orm'
import { growingCache } from '../../base/growing-cache.ts'
import { FIRST_ID } from '../../base/ids.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database } from '../../db/database.ts'
import { leastFreshId, type Prices, worthOf } from './item-value.ts'

const PLAYERS_MAX = 10_000
/** Far less time than the database takes to give out the number of a transaction a second time. */
const LIFETIME_MS = 3_600_000

/**
 * The column of `AccountVersion`: the id of the last transaction that changed an account's row. A transaction that adds or ends an owned
 * item also updates the totals of the owner's account, so the version changes with the items.
 */
export const ACCOUNT_VERSION = sql<string>`accounts.xmin::text`

/** A player's account at the time when it was read. */
export interface AccountVersion {
  readonly playerId: number
  readonly version: string
}

/**
 * Returns how many cents less all owned items of a player are worth than when they were won.
 *
 * @param account the account, read before this call: items that change between both are counted at the next one
 */
export type FallenWorth = (account: AccountVersion, prices: Prices) => Promise<number>

interface KnownSum {
  readonly version: string
  readonly loaded: LoadedCatalogue
  /** Items with smaller ids are counted. */
  readonly beforeId: string
  readonly sum: number
}

/** Makes the sums of all players over a database. */
export function createFallenWorth(db: Database): FallenWorth {
  const known = growingCache<number, KnownSum>(PLAYERS_MAX, LIFETIME_MS)

  /** Returns the sum that still holds for the oldest items; undefined where none does. */
  function knownSum(
    { playerId, version }: AccountVersion,
    loaded: LoadedCatalogue,
    beforeId: string,
  ): KnownSum | undefined {
    const last = known.get(playerId)
    // A clock that was set back makes counted items fresh again.
    const holds = last?.version === version && last.loaded === loaded && last.beforeId <= beforeId
    return holds ? last : undefined
  }

  return async (account, prices) => {
    const { playerId, version } = account
    const beforeId = leastFreshId(prices)
    const counted = knownSum(account, prices.loaded, beforeId) ?? { beforeId: FIRST_ID, sum: 0 }
    const others = sql`select id, item_id, price from items
      where player_id = ${playerId} and state = 'owned' and id >= ${counted.beforeId}::uuid and id < ${beforeId}::uuid`
    const { won, now } = await worthOf(db.queries, others, prices)
    const sum = counted.sum + won - now
    known.set(playerId, { version, loaded: prices.loaded, beforeId, sum })
    return sum
  }
}
