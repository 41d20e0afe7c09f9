// The reality check: how often a player is reminded, and what their games cost and won during a visit.
import { eq } from 'drizzle-orm'
import { CHARGES, GAMES, ITEM_STAKE_GAMES, PAYOUTS } from '../../../game/base/games.ts'
import { cents } from '../../../game/base/money.ts'
import type { RealityMinutes, VisitReply } from '../../../protocol/limits.ts'
import type { SiteEvents } from '../../base/events.ts'
import { leastIdAt } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import { players } from '../../db/schema.ts'
import { earnBadge } from '../notices/badges.ts'

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

const STAKES = quoted(ITEM_STAKE_GAMES)

/** A balance that is staked beside items is part of the stake already; a battle counts once it is settled. */
const PRICES = quoted(
  CHARGES.filter(
    (charge) => charge !== GAMES.battle.charge && !ITEM_STAKE_GAMES.some((game) => GAMES[game].charge === charge),
  ),
)

const PRIZES = quoted(PAYOUTS)

/** $1 is the player, $2 the least id of the moment. The odds table of an upgrade or a contract has the whole stake as its price. */
const RESULT_STATEMENT = {
  name: 'result-of-visit',
  text: `
select
  (select coalesce(sum(amount), 0) from transfers
    where debit_id = $1 and debit_id >= 1000 and id >= $2 and kind in (${PRICES})) as prices,
  (select coalesce(sum((odds_tables.text::json ->> 'price')::bigint), 0)
    from rolls join odds_tables on odds_tables.hash = rolls.odds_hash
    where rolls.player_id = $1 and rolls.id >= $2 and rolls.game in (${STAKES})) as stakes,
  (select coalesce(sum(stake), 0) from battle_stakes where player_id = $1 and id >= $2) as battles,
  (select coalesce(sum(price), 0) from items where player_id = $1 and id >= $2
    and (roll_id is not null or source = '${GAMES.battle.source}')) as items,
  (select coalesce(sum(amount), 0) from transfers
    where credit_id = $1 and credit_id >= 1000 and id >= $2 and kind in (${PRIZES})) as money`,
} as const

export type VisitResult = Omit<VisitReply, 'success'>

export interface RealityCheck {
  /** Sets how many minutes lie between two reminders of a player; null for no reminders. */
  setInterval(playerId: number, minutes: RealityMinutes | null): Promise<void>
  /**
   * Returns what a player's games cost and won until now. Paid is the price of cases and spins, the whole stake of every upgrade and
   * contract, items at their price, and the seats of battles that are over; won is every item that a roll or a battle gave, at the price
   * it sells at, and the money that the wheel and battles gave. Sales, deposits and bonuses are neither: the result is the effect of the games alone.
   *
   * @param lastedMs how far back the time reaches
   */
  resultOf(playerId: number, lastedMs: number): Promise<VisitResult>
}

export interface RealityCheckParts {
  readonly db: Database
  readonly events: SiteEvents
  readonly now: () => number
}

/** Makes the reality check over a database. Only what was played in the time is read, however long the history is. */
export function createRealityCheck({ db, events, now }: RealityCheckParts): RealityCheck {
  return {
    setInterval: async (playerId, minutes) => {
      const notification = await db.transaction(async (tx) => {
        await tx.update(players).set({ realityMinutes: minutes }).where(eq(players.id, playerId))
        return minutes === null ? null : earnBadge(tx, playerId, 'reminder')
      })
      if (notification !== null) events.emit('notification', { playerId, notification })
    },
    resultOf: async (playerId, lastedMs) => {
      const [row] = await db.run<Record<'prices' | 'stakes' | 'battles' | 'items' | 'money', string | number>>(
        RESULT_STATEMENT,
        [playerId, leastIdAt(now() - lastedMs)],
      )
      if (row === undefined) throw new Error('The result of a visit was not read')
      const paid = Number(row.prices) + Number(row.stakes) + Number(row.battles)
      const won = Number(row.items) + Number(row.money)
      return { paid: cents(paid), won: cents(won), result: cents(won - paid) }
    },
  }
}
