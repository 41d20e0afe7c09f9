// A player's own play beside what the odds expect. It is read from the rounds themselves, each span at most once a minute.
import { PAID_GAMES, type PaidGame, PLAYER_GAMES } from '../../../game/base/games.ts'
import { expectedLosingRun, type MirrorSpan, SESSION_GAP_MS } from '../../../game/fairness/mirror.ts'
import { DAY_MS } from '../../../game/payments/limits.ts'
import type { MirrorReply, PlayedSums } from '../../../protocol/mirror.ts'
import { growingCache } from '../../base/growing-cache.ts'
import { FIRST_ID, leastIdAt, timeOfId } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import { joinPrizes, PAID_ROUND, PRIZE_PRICE } from './money-prizes.ts'
import { oddsValues } from './odds-values.ts'

/** How long a reading is used; that of everything, which reads most, for longer. */
const KEPT_MS: Readonly<Record<MirrorSpan, number>> = { '30': 60_000, '90': 60_000, all: 600_000 }
/** The newest rounds that are read: the time of the statement grows with them, and tens of thousands of games say what more would. */
export const ROUNDS_MOST = 50_000
/** How many readings are kept at most. */
const KEPT_MOST = 10_000

const ROLLED = PAID_GAMES.filter((game) => (PLAYER_GAMES as readonly string[]).includes(game))
  .map((game) => `'${game}'`)
  .join(', ')

/** The time of an id, in milliseconds since 1970. */
export const AT = `('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint`

/**
 * The rounds of a player, as the beginning of a statement: `rounds` has the id, the game, what was staked and won, and what the odds return.
 * $1 is the player, $2 the least id of the span, $3 how many rounds of their own are read at most, the newest: the cost is bounded.
 *
 * A seat of a battle returns, in the mean, its part of what its own cases do: the seats are alike, so each has the same share of everything
 * that is drawn. With w winners of n seats, that share has the second moment (n × V + (n × m)²) / (n × w), of the sums m and V of the means and
 * the variances of its cases: all that is drawn is split among w of n seats that are alike.
 */
export const ROUNDS_OF_PLAYER = `
with newest as (
  select id, game, odds_hash from rolls
  where player_id = $1 and game in (${ROLLED}) and id >= $2::uuid order by id desc limit $3
), least as (
  select case when count(*) = $3 then (array_agg(id order by id))[1] end as cut from newest
), rolled as (
  select rolls.id, rolls.game, rolls.odds_hash as hash, coalesce(${PRIZE_PRICE}, 0) as won
  from newest rolls ${joinPrizes('rolls.id')} where ${PAID_ROUND}
), fought as (
  select stakes.id, stakes.battle_id, stakes.stake, coalesce(payouts.amount, 0) as won, seats.percent / 100.0 as part,
    battles.seats, cardinality(battles.winners) as winners
  from battle_stakes stakes
  join battles on battles.id = stakes.battle_id
  join battle_seats seats on seats.battle_id = stakes.battle_id and seats.slot = stakes.slot
  left join battle_payouts payouts on payouts.battle_id = stakes.battle_id and payouts.slot = stakes.slot
  where stakes.player_id = $1 and stakes.id >= coalesce((select cut from least), $2::uuid)
), valued as (${oddsValues(`
    select hash from rolled
    union select odds_hash from battle_rounds where battle_id in (select battle_id from fought)`)}
), seated as (
  select fought.id, sum(valued.mean) as mean, sum(valued.variance) as variance
  from fought join battle_rounds on battle_rounds.battle_id = fought.battle_id join valued on valued.hash = battle_rounds.odds_hash
  group by fought.id
), rounds as (
  select rolled.id, rolled.game, valued.price as staked, rolled.won, valued.mean, valued.variance, valued.loses
  from rolled join valued using (hash)
  union all
  select fought.id, 'battle', fought.stake, fought.won, part * seated.mean,
    part * part * ((seated.variance + seats * seated.mean * seated.mean) / winners - seated.mean * seated.mean), null
  from fought join seated using (id)
)`

const MIRROR = {
  name: 'mirror-of-player',
  text: `${ROUNDS_OF_PLAYER}, timed as (
  select *, ${AT} - lag(${AT}) over (order by id) as pause,
    count(*) filter (where won >= staked) over (partition by game order by id) as run,
    count(*) filter (where won >= staked) over (order by id) as run_of_all
  from rounds
), sums as (
  select game, count(*) as rounds, sum(staked) as staked, sum(won) as won, sum(mean) as expected, sum(variance) as variance,
    coalesce(sum(pause) filter (where pause <= ${SESSION_GAP_MS}), 0) as played,
    count(*) filter (where pause is null or pause > ${SESSION_GAP_MS}) as sessions, avg(loses) as loses
  from timed group by grouping sets ((game), ())
), runs as (
  select game, count(*) as rounds, sum(staked - won) as lost from timed where won < staked group by game, run
  union all
  select null, count(*), sum(staked - won) from timed where won < staked group by run_of_all
), longest as (
  select distinct on (game) game, rounds, lost from runs order by game, rounds desc, lost desc
), costliest as (
  select distinct on (game) game, rounds, lost from runs order by game, lost desc, rounds desc
)
select sums.*, coalesce(longest.rounds, 0) as longest_rounds, coalesce(longest.lost, 0) as longest_lost,
  coalesce(costliest.rounds, 0) as costliest_rounds, coalesce(costliest.lost, 0) as costliest_lost,
  (select cut from least) as cut
from sums
left join longest on longest.game is not distinct from sums.game
left join costliest on costliest.game is not distinct from sums.game
where sums.rounds > 0`,
}

type Numbers =
  | 'rounds'
  | 'staked'
  | 'won'
  | 'expected'
  | 'variance'
  | 'played'
  | 'sessions'
  | 'longest_rounds'
  | 'longest_lost'
  | 'costliest_rounds'
  | 'costliest_lost'

interface MirrorRow extends Readonly<Record<Numbers, string | number>> {
  /** Null for all games. */
  readonly game: PaidGame | null
  readonly loses: string | number | null
  /** The oldest round that was read, where older ones were left out. */
  readonly cut: string | null
}

function sumsOf(row: MirrorRow): PlayedSums {
  const rounds = Number(row.rounds)
  return {
    rounds,
    staked: Number(row.staked),
    won: Number(row.won),
    expected: Number(row.expected),
    error: Math.sqrt(Math.max(0, Number(row.variance))),
    played_ms: Number(row.played),
    longest: { rounds: Number(row.longest_rounds), lost: Number(row.longest_lost) },
    costliest: { rounds: Number(row.costliest_rounds), lost: Number(row.costliest_lost) },
    // Runs across games of other chances, and of battles, have no chance of their own.
    expected_run: row.game === null || row.loses === null ? null : expectedLosingRun(rounds, Number(row.loses)),
  }
}

export type Mirror = Omit<MirrorReply, 'success'>

async function readMirror(
  { db, roundsMost = ROUNDS_MOST }: Omit<MirrorParts, 'now'>,
  playerId: number,
  days: MirrorSpan,
  atMs: number,
): Promise<Mirror> {
  const least = days === 'all' ? FIRST_ID : leastIdAt(atMs - Number(days) * DAY_MS)
  const rows = await db.run<MirrorRow>(MIRROR, [playerId, least, roundsMost])
  const all = rows.find(({ game }) => game === null)
  return {
    days,
    at: atMs,
    since: all === undefined || all.cut === null ? null : timeOfId(all.cut),
    sessions: Number(all?.sessions ?? 0),
    games: PAID_GAMES.flatMap((game) => {
      const row = rows.find((candidate) => candidate.game === game)
      return row === undefined ? [] : [{ game, ...sumsOf(row) }]
    }),
    total: all === undefined ? null : sumsOf(all),
  }
}

export interface MirrorParts {
  readonly db: Database
  readonly now: () => number
  /** How many rounds of a player are read at most; fewer in tests. */
  readonly roundsMost?: number
}

/** Makes the reader of players' own play; several calls at once read once. */
export function createMirror(parts: MirrorParts): (playerId: number, days: MirrorSpan) => Promise<Mirror> {
  const kept = growingCache<string, { readonly atMs: number; readonly reading: Promise<Mirror> }>(KEPT_MOST)
  return (playerId, days) => {
    const key = `${playerId} ${days}`
    const known = kept.get(key)
    const atMs = parts.now()
    if (known !== undefined && atMs - known.atMs < KEPT_MS[days]) return known.reading
    const entry = { atMs, reading: readMirror(parts, playerId, days, atMs) }
    kept.set(key, entry)
    entry.reading.catch(() => {
      if (kept.get(key) === entry) kept.delete(key)
    })
    return entry.reading
  }
}
