// Emotes of seated players. They are sent to spectators and not stored.
import { and, eq } from 'drizzle-orm'
import type { Emote } from '../../../protocol/battle.ts'
import type { SiteEvents } from '../../base/events.ts'
import { isId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Database } from '../../db/database.ts'
import { battleSeats } from '../../db/schema-battles.ts'

export interface BattleEmotes {
  /**
   * Shows an emote at the seat of a player.
   *
   * @throws RefusalError 'battle-unseated'
   */
  show(playerId: number, battleId: string, emote: Emote): Promise<void>
}

/** Makes the emotes over the seats of a database. */
export function createBattleEmotes({ db, events }: { db: Database; events: SiteEvents }): BattleEmotes {
  return {
    show: async (playerId, battleId, emote) => {
      if (!isId(battleId)) throw new RefusalError('battle-unseated')
      const [seat] = await db.queries
        .select({ slot: battleSeats.slot })
        .from(battleSeats)
        .where(and(eq(battleSeats.playerId, playerId), eq(battleSeats.battleId, battleId)))
      if (seat === undefined) throw new RefusalError('battle-unseated')
      events.emit('battle', { id: battleId, kind: 'emote', slot: seat.slot, emote })
    },
  }
}
