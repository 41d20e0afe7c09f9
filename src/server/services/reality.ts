// The reminder of time and money: how often a player wants it, and what his games have cost and brought during a visit.
import { eq } from 'drizzle-orm'
import type { RealityMinutes, VisitReply } from '../../contract/limits.ts'
import { cents } from '../../game/money.ts'
import type { Database } from '../db/database.ts'
import { players } from '../db/schema.ts'
import { leastIdAt } from '../ids.ts'

/** $1 is the player, $2 the least id of the moment. An upgrade and a contract keep their whole stake as the price of their table. */
const RESULT_STATEMENT = {
  name: 'result-of-visit',
  text: `
select
  (select coalesce(sum(amount), 0) from transfers
    where debit_id = $1 and debit_id >= 1000 and id >= $2 and kind in ('open', 'spin')) as prices,
  (select coalesce(sum((odds_tables.text::json ->> 'price')::bigint), 0)
    from rolls join odds_tables on odds_tables.hash = rolls.odds_hash
    where rolls.player_id = $1 and rolls.id >= $2 and rolls.game in ('upgrade', 'contract')) as stakes,
  (select coalesce(sum(price), 0) from items where player_id = $1 and id >= $2 and roll_id is not null) as items,
  (select coalesce(sum(amount), 0) from transfers
    where credit_id = $1 and credit_id >= 1000 and id >= $2 and kind = 'spin-won') as money`,
} as const

export type VisitResult = Omit<VisitReply, 'success'>

export interface Reality {
  /** Keeps how many minutes lie between two reminders of a player; null for no reminders. */
  setInterval(playerId: number, minutes: RealityMinutes | null): Promise<void>
  /**
   * What a player's games have cost and brought in the time up to now. Paid is the money for cases and spins and the whole stake of every
   * upgrade and contract, items at their price; won is every item that a roll gave, at the price it sells at, and the money that the wheel
   * did. Selling, deposits and bonuses are neither: the result is what the games alone did to all that the player has.
   *
   * @param lastedMs how far the time reaches back
   */
  resultOf(playerId: number, lastedMs: number): Promise<VisitResult>
}

/** The reminders over a database. A result is read from what was played in its time alone, however long the history is. */
export function createReality({ db, now }: { db: Database; now: () => number }): Reality {
  return {
    setInterval: async (playerId, minutes) => {
      await db.queries.update(players).set({ realityMinutes: minutes }).where(eq(players.id, playerId))
    },
    resultOf: async (playerId, lastedMs) => {
      const [row] = await db.run<Record<'prices' | 'stakes' | 'items' | 'money', string | number>>(RESULT_STATEMENT, [
        playerId,
        leastIdAt(now() - lastedMs),
      ])
      if (row === undefined) throw new Error('A result was not answered')
      const paid = Number(row.prices) + Number(row.stakes)
      const won = Number(row.items) + Number(row.money)
      return { paid: cents(paid), won: cents(won), result: cents(won - paid) }
    },
  }
}
