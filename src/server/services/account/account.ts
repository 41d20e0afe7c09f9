// A player's own settings: the trade URL that items are sent to, and whether their name is hidden.
import { eq } from 'drizzle-orm'
import { belongsTo, parseTradeLink } from '../../../game/trade-link.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Database } from '../../db/database.ts'
import { players } from '../../db/schema.ts'

export interface Account {
  /**
   * Sets a trade URL of the player's own Steam account; an empty text removes it.
   *
   * @throws RefusalError 'trade-link-form', 'trade-link-foreign'
   */
  setTradeLink(playerId: number, text: string): Promise<string | null>
  /** Hides the player's name from others, or shows it again. */
  setHidden(playerId: number, hidden: boolean): Promise<void>
}

async function assertOwn(db: Database, playerId: number, text: string): Promise<void> {
  const link = parseTradeLink(text)
  if (link === null) throw new RefusalError('trade-link-form')
  const [player] = await db.queries.select({ steamid: players.steamid }).from(players).where(eq(players.id, playerId))
  if (player === undefined) throw new Error(`Player ${playerId} has a session but does not exist`)
  if (!belongsTo(link, player.steamid)) throw new RefusalError('trade-link-foreign')
}

/** Makes the account settings over a database. */
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
