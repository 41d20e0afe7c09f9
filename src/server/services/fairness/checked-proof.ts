// The badge for a checked proof. The check itself runs in the player's browser, which tells the server when everything was right. That
// can be claimed without checking, as it can with any badge that is earned at home; the server makes sure that there was a proof to check.
import { sql } from 'drizzle-orm'
import type { SiteEvents } from '../../base/events.ts'
import { type Database, queryRows } from '../../db/database.ts'
import { earnBadge } from '../notices/badges.ts'

export interface CheckedProofs {
  /** Gives a player the badge, once. Returns false where there was nothing to check: an unknown roll, or a seed that is still in use. */
  checked(playerId: number, rollId: string): Promise<boolean>
}

/** Makes the checked proofs over a database. */
export function createCheckedProofs({ db, events }: { db: Database; events: SiteEvents }): CheckedProofs {
  return {
    checked: async (playerId, rollId) => {
      const found = await queryRows(
        db.queries,
        sql`select rolls.id from rolls join seeds on seeds.id = rolls.seed_id
          where rolls.id = ${rollId}::uuid and seeds.state = 'revealed'`,
      )
      if (found.length === 0) return false
      const notification = await db.transaction((tx) => earnBadge(tx, playerId, 'proof'))
      if (notification !== null) events.emit('notification', { playerId, notification })
      return true
    },
  }
}
