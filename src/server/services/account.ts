// What a player sets for himself: where offers of items are sent to, and whether others may know who he is.
import { eq } from 'drizzle-orm'
import { belongsTo, parseTradeLink } from '../../game/trade-link.ts'
import type { Database } from '../db/database.ts'
import { players } from '../db/schema.ts'
import { RefusalError } from '../refusal.ts'

export interface Account {
  /**
   * Keeps a trade URL of the player's own Steam account; an empty text removes it.
   *
   * @throws RefusalError 'trade-link-form', 'trade-link-foreign'
   */
  setTradeLink(playerId: number, text: string): Promise<string | null>
  /** Hides who he is from everyone else, or shows it again. */
  setHidden(playerId: number, hidden: boolean): Promise<void>
}

async function assertOwn(db: Database, playerId: number, text: string): Promise<void> {
  const link = parseTradeLink(text)
  if (link === null) throw new RefusalError('trade-link-form')
  const [player] = await db.queries.select({ steamid: players.steamid }).from(players).where(eq(players.id, playerId))
  if (player === undefined) throw new Error(`Player ${playerId} has a session but is not there`)
  if (!belongsTo(link, player.steamid)) throw new RefusalError('trade-link-foreign')
}

/** The account over a database. */
export function createAccount(db: Database): Account {
  const change = async (playerId: number, changed: Partial<typeof players.$inferInsert>): Promise<void> => {
    await db.queries.update(players).set(changed).where(eq(players.id, playerId))
  }
  return {
    setTradeLink: async (playerId, text) => {
      if (text !== '') await assertOwn(db, playerId, text)
      const tradeLink = text === '' ? null : text
      await change(playerId, { tradeLink })
      return tradeLink
    },
    setHidden: (playerId, hidden) => change(playerId, { hidden }),
  }
}
