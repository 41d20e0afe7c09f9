// What bots of the house won in battles, and what their chances were: read at most once a minute.

import { cents } from '../../../game/base/money.ts'
import { BATTLE_FORMATS, type BattleFormat } from '../../../game/battles/battle.ts'
import type { BotRecord } from '../../../protocol/battle.ts'
import type { Database } from '../../db/database.ts'

const KEPT_MS = 60_000

/** A shared battle has no winner. */
const RECORD = {
  name: 'battle-bots',
  text: `
select battles.format, count(*) as seats, count(battle_payouts.slot) as wins, sum(battles.price) as staked,
  coalesce(sum(battle_payouts.share), 0) as won
from battle_seats join battles on battles.id = battle_seats.battle_id and battles.state = 'settled' and battles.mode <> 'share'
left join battle_payouts on battle_payouts.battle_id = battle_seats.battle_id and battle_payouts.slot = battle_seats.slot
where battle_seats.player_id is null group by battles.format`,
}

interface FormatRow extends Record<'seats' | 'wins' | 'staked' | 'won', string | number> {
  format: BattleFormat
}

async function readRecord(db: Database): Promise<BotRecord> {
  const rows = await db.run<FormatRow>(RECORD, [])
  const sum = (column: 'seats' | 'wins' | 'staked' | 'won'): number =>
    rows.reduce((total, row) => total + Number(row[column]), 0)
  const expected = rows.reduce((total, row) => {
    const { seats, sideSize } = BATTLE_FORMATS[row.format]
    return total + (Number(row.seats) * sideSize) / seats
  }, 0)
  return { battles: sum('seats'), wins: sum('wins'), expected, staked: cents(sum('staked')), won: cents(sum('won')) }
}

/** Returns a reader of the record. */
export function createBotRecord({ db, now }: { db: Database; now: () => number }): () => Promise<BotRecord> {
  let kept: { readonly atMs: number; readonly record: Promise<BotRecord> } | undefined
  return () => {
    if (kept === undefined || now() - kept.atMs >= KEPT_MS) {
      const reading = { atMs: now(), record: readRecord(db) }
      kept = reading
      reading.record.catch(() => {
        if (kept === reading) kept = undefined
      })
    }
    return kept.record
  }
}
