// A player's own settings: the trade URL that items are sent to, whether their name is hidden, and whether it is on leaderboards.
import { and, eq, ne } from 'drizzle-orm'
import { formatTradeLink, parseTradeLink, steamidOf } from '../../../game/withdrawal/trade-link.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Database } from '../../db/database.ts'
import { players } from '../../db/schema.ts'
import { renewSeeds, type Seeds } from '../rolls/seeds.ts'
import { recordForeignTradeUrl } from './related-players.ts'

export interface Account {
  /**
   * Sets a trade URL of the player's own Steam account, and returns it as it is stored; an empty text removes it. A URL of another account is recorded.
   *
   * @throws RefusalError 'trade-link-form', 'trade-link-foreign'
   */
  setTradeLink(playerId: number, text: string): Promise<string | null>
  /**
   * Hides the player's name from others, or shows it again. Hiding rotates the seeds, and the new pair waits for a client seed: the proofs
   * of later rolls would otherwise have the commitment and the client seed of rolls that were public under the name.
   */
  setHidden(playerId: number, hidden: boolean): Promise<void>
  /** Puts the player's name on leaderboards, or takes it off. */
  setOnBoards(playerId: number, onBoards: boolean): Promise<void>
}

export interface AccountParts {
  readonly db: Database
  readonly now: () => number
  readonly seeds: Pick<Seeds, 'forget'>
}

/** Returns the trade URL in a text as Steam shows it. */
async function ownTradeLink({ db, now }: AccountParts, playerId: number, text: string): Promise<string> {
  const link = parseTradeLink(text)
  if (link === null) throw new RefusalError('trade-link-form')
  const [player] = await db.queries.select({ steamid: players.steamid }).from(players).where(eq(players.id, playerId))
  if (player === undefined) throw new Error(`Player ${playerId} has a session but does not exist`)
  const steamid = steamidOf(link)
  if (steamid === player.steamid) return formatTradeLink(link)
  await recordForeignTradeUrl(db.queries, { playerId, steamid, atMs: now() })
  throw new RefusalError('trade-link-foreign')
}

/** Makes the account settings over a database. */
export function createAccount(parts: AccountParts): Account {
  const { db, now, seeds } = parts
  const change = async (playerId: number, changed: Partial<typeof players.$inferInsert>): Promise<void> => {
    await db.queries.update(players).set(changed).where(eq(players.id, playerId))
  }
  return {
    setTradeLink: async (playerId, text) => {
      const tradeLink = text === '' ? null : await ownTradeLink(parts, playerId, text)
      await change(playerId, { tradeLink })
      return tradeLink
    },
    setHidden: async (playerId, hidden) => {
      await db.transaction(async (tx) => {
        const isOther = and(eq(players.id, playerId), ne(players.hidden, hidden))
        const listed = hidden ? {} : { listedAt: new Date(now()) }
        const changed = await tx
          .update(players)
          .set({ hidden, ...listed })
          .where(isOther)
          .returning({ id: players.id })
        if (hidden && changed.length > 0) await renewSeeds(tx, playerId)
      })
      if (hidden) seeds.forget(playerId)
    },
    setOnBoards: async (playerId, onBoards) => {
      const isOther = and(eq(players.id, playerId), ne(players.onBoards, onBoards))
      const listed = onBoards ? { listedAt: new Date(now()) } : {}
      await db.queries
        .update(players)
        .set({ onBoards, ...listed })
        .where(isOther)
    },
  }
}
