// Reads the days of a player that signals of safer play rest on: deposits, play as the player's own mirror counts it, limits, withdrawals.
import { and, eq, gte, inArray, lt, or } from 'drizzle-orm'
import { addDays, type Day, dayAt, startOfDay } from '../../../game/base/site-time.ts'
import { SESSION_GAP_MS } from '../../../game/fairness/mirror.ts'
import { isRaise, type PlayDay } from '../../../game/office/safer-play.ts'
import { leastIdAt } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { limitChanges, orders } from '../../db/schema-payments.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import { AT, ROUNDS_MOST, ROUNDS_OF_PLAYER } from '../fairness/mirror.ts'

/** $4 is the time zone, $5 and $6 are the hours between which it is night. */
const PLAYED = {
  name: 'play-days-of-player',
  text: `${ROUNDS_OF_PLAYER}, timed as (
  select staked, won, ${AT} - lag(${AT}) over (order by id) as pause, to_timestamp(${AT} / 1000.0) at time zone $4::text as local from rounds
), placed as (
  select *, case when pause <= ${SESSION_GAP_MS} then pause else 0 end as played, extract(hour from local)::int as hour from timed
)
select to_char(local, 'YYYY-MM-DD') as day, sum(staked) as staked, sum(won) as won,
  coalesce(sum(played) filter (where case when $5::int <= $6::int then hour >= $5 and hour < $6 else hour >= $5 or hour < $6 end), 0) as night
from placed group by 1`,
}

type PlayedRow = Readonly<Record<'day' | 'staked' | 'won' | 'night', string>>

export interface PlayDaysOptions {
  readonly timeZone: string
  readonly night: { readonly from: number; readonly to: number }
  readonly lastDay: Day
  /** How many days are read, the last one among them. */
  readonly days: number
}

type Changes = Partial<Omit<PlayDay, 'day'>>

const NOTHING: Omit<PlayDay, 'day'> = {
  deposits: 0,
  deposited: 0,
  staked: 0,
  result: 0,
  nightMs: 0,
  limitsRaised: 0,
  withdrawalsCancelled: 0,
}

/** Adds what happened on single days. */
function sumDays(changes: readonly (readonly [Day, Changes])[]): PlayDay[] {
  const days = new Map<Day, PlayDay>()
  for (const [day, change] of changes) {
    const before = days.get(day) ?? { day, ...NOTHING }
    const names = Object.keys(NOTHING) as (keyof typeof NOTHING)[]
    days.set(day, {
      day,
      ...NOTHING,
      ...Object.fromEntries(names.map((name) => [name, before[name] + (change[name] ?? 0)])),
    })
  }
  return [...days.values()]
}

/** Returns the days of a player on which anything happened; the newest 50,000 rounds are read at most. */
export async function playDays(db: Database, playerId: number, options: PlayDaysOptions): Promise<PlayDay[]> {
  const { timeZone, night, lastDay, days } = options
  const from = new Date(startOfDay(addDays(lastDay, 1 - days), timeZone))
  const to = new Date(startOfDay(addDays(lastDay, 1), timeZone))
  const { queries } = db
  const own = <Row extends { at: Date }>(rows: readonly Row[], change: (row: Row) => Changes) =>
    rows.map((row) => [dayAt(row.at.getTime(), timeZone), change(row)] as const)
  const [deposits, raises, cancelled, played] = await Promise.all([
    queries
      .select({ at: orders.paidAt, amount: orders.amount })
      .from(orders)
      .where(and(eq(orders.playerId, playerId), gte(orders.paidAt, from), lt(orders.paidAt, to))),
    queries
      .select()
      .from(limitChanges)
      .where(and(eq(limitChanges.playerId, playerId), gte(limitChanges.at, from), lt(limitChanges.at, to))),
    queries
      .select({ at: withdrawals.changedAt })
      .from(withdrawals)
      .where(
        and(
          eq(withdrawals.playerId, playerId),
          or(
            hasState(withdrawals.state, 'returned'),
            and(hasState(withdrawals.state, 'declined'), inArray(withdrawals.reason, ['declined', 'expired'])),
          ),
          gte(withdrawals.changedAt, from),
          lt(withdrawals.changedAt, to),
        ),
      ),
    db.run<PlayedRow>(PLAYED, [playerId, leastIdAt(from.getTime()), ROUNDS_MOST, timeZone, night.from, night.to]),
  ])
  return sumDays([
    ...own(
      deposits.flatMap(({ at, amount }) => (at === null ? [] : [{ at, amount }])),
      ({ amount }) => ({ deposits: 1, deposited: amount }),
    ),
    ...own(raises, ({ before, after }) => ({ limitsRaised: isRaise(before, after) ? 1 : 0 })),
    ...own(cancelled, () => ({ withdrawalsCancelled: 1 })),
    ...played
      .filter(({ day }) => day <= lastDay)
      .map((row) => {
        const [staked, won] = [Number(row.staked), Number(row.won)]
        return [row.day, { staked, result: won - staked, nightMs: Number(row.night) }] as const
      }),
  ])
}
