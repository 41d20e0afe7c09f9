// The public boards, and a player's own places. However many ask, a board is read from the counted days at most twice a minute; the
// player's own place is found in that reading.
import { type SQL, sql } from 'drizzle-orm'
import { cents } from '../../../game/base/money.ts'
import { dayAt, type Span } from '../../../game/base/site-time.ts'
import { LEADERS_SHOWN, leaderSpan, pointsForPrize, pointsOf } from '../../../game/rewards/leaderboard.ts'
import { microcents } from '../../../game/rewards/margin.ts'
import { LEADER_PERIODS, type LeaderPeriod, type Rewards } from '../../../game/rewards/rewards.ts'
import type {
  BoardsView,
  Leader,
  LeaderPrizeView,
  LeaderWinner,
  OwnPlaces,
  PeriodBoards,
} from '../../../protocol/leaderboard.ts'
import { type Database, type Queries, queryRows } from '../../db/database.ts'
import { dropPlayer } from '../rolls/drop-player.ts'
import { isListed, selectPoints } from './listed.ts'

/** How long the boards are cached, and so how long a player who leaves may still appear on another instance. */
const KEPT_MS = 30_000

/** How long they are cached where a player joined or left them meanwhile. */
const CHANGED_MS = 2_000

/** How much longer they are shown while they are read again. */
const STALE_MS = 60_000

/** A reading is at most one part in this many of the time, so that many players on the boards do not keep the database busy. */
const SHARE_OF_TIME = 20

const WINNERS_SHOWN = 12

export interface Leaderboards {
  /** Returns what everybody sees. */
  all(): Promise<BoardsView>
  /** Returns the own places of a player, also outside of what is shown; for who is not on the boards, where they would be. */
  own(playerId: number): Promise<OwnPlaces>
  /** Reads the boards again soon, because a player joined or left them. Who left is not shown any more, by no reading from before. */
  changed(playerId: number, isGone: boolean): void
}

export interface LeaderboardsParts {
  readonly db: Database
  readonly now: () => number
  readonly timeZone: string
  readonly rewards: () => Pick<Rewards, 'leaderboard' | 'gifts'>
  readonly log: { error(fields: object, message: string): void }
}

interface Ranked {
  readonly playerId: number
  /** What the board is by. */
  readonly value: number
}

interface Result extends Ranked {
  readonly rollId: string
  readonly won: number
  readonly cost: number
}

interface Period {
  readonly period: LeaderPeriod
  readonly span: Span
  readonly points: readonly Ranked[]
  readonly multiplier: readonly Result[]
}

interface Kept {
  readonly atMs: number
  /** How many players had joined or left when it began. */
  readonly changes: number
  /** How long it took. */
  readonly tookMs: number
  readonly reading: Reading
}

interface Reading {
  readonly periods: readonly Period[]
  readonly view: BoardsView
}

interface PersonRow {
  id: number
  username: string
  avatar: string
  spent: string | number
}

interface ResultRow {
  player_id: number
  best_id: string
  best_won: string | number
  best_stake: string | number
}

interface OwnRow {
  margin: string | number
  ratio: number | null
}

interface WinnerRow {
  period: LeaderPeriod
  day: string
  place: number
  paid: string | number
  margin: string | number
  player_id: number
  username: string
  avatar: string
  spent: string | number
  listed: boolean
}

const BY_RATIO = sql`best_won::numeric / best_stake desc, best_id`

async function readPoints(queries: Queries, days: { from: string; to: string }, most: number, listed: SQL) {
  const rows = await queryRows<{ player_id: number; margin: string | number }>(
    queries,
    selectPoints(days, most, listed),
  )
  return rows.map((row) => ({ playerId: row.player_id, value: pointsOf(microcents(Number(row.margin))) }))
}

const resultOf = (row: ResultRow): Result => {
  const [won, cost] = [Number(row.best_won), Number(row.best_stake)]
  return { playerId: row.player_id, value: won / cost, rollId: row.best_id, won, cost }
}

async function readMultipliers(queries: Queries, { from, to }: { from: string; to: string }, listed: SQL) {
  const rows = await queryRows<ResultRow>(
    queries,
    sql`select * from (select distinct on (player_id) player_id, best_id, best_won, best_stake
        from leader_days join players on players.id = leader_days.player_id
        where day >= ${from} and day < ${to} and best_id is not null and ${listed}
        order by player_id, ${BY_RATIO}) best
      order by ${BY_RATIO}`,
  )
  return rows.map(resultOf)
}

async function readPeople(queries: Queries, ids: readonly number[]): Promise<ReadonlyMap<number, Leader['player']>> {
  if (ids.length === 0) return new Map()
  const rows = await queryRows<PersonRow>(
    queries,
    sql`select players.id, username, avatar, spent from players join accounts on accounts.id = players.id
      where players.id in (${sql.join(
        ids.map((id) => sql`${id}`),
        sql`, `,
      )})`,
  )
  return new Map(
    rows.map(({ spent, ...row }) => [row.id, dropPlayer({ ...row, spent: cents(Number(spent)), hidden: false })]),
  )
}

async function readWinners(queries: Queries, listed: SQL): Promise<LeaderWinner[]> {
  const rows = await queryRows<WinnerRow>(
    queries,
    sql`select period, day, place, paid, leader_prizes.margin, players.id as player_id, username, avatar, spent,
        (${listed}) as listed
      from leader_prizes join players on players.id = leader_prizes.player_id
      join accounts on accounts.id = leader_prizes.player_id
      where paid > 0 order by day desc, period, place limit ${WINNERS_SHOWN}`,
  )
  return rows.map(({ period, day, place, paid, margin, player_id: id, username, avatar, spent, listed: shown }) => ({
    period,
    day,
    place,
    prize: Number(paid),
    points: pointsOf(microcents(Number(margin))),
    player: dropPlayer({ id, username, avatar, spent: cents(Number(spent)), hidden: !shown }),
  }))
}

function viewOf(
  { period, span, points, multiplier }: Period,
  people: ReadonlyMap<number, Leader['player']>,
  prizes: readonly LeaderPrizeView[],
): PeriodBoards {
  const leader = ({ playerId, value }: Ranked, at: number): Leader => {
    const player = people.get(playerId)
    if (player === undefined) throw new Error(`Player ${playerId} has no account`)
    return { place: at + 1, player, value }
  }
  return {
    period,
    day: span.day,
    ends_at: span.toMs,
    prizes: [...prizes],
    points: points.slice(0, LEADERS_SHOWN).map(leader),
    multiplier: multiplier.slice(0, LEADERS_SHOWN).map((result, at) => ({
      ...leader(result, at),
      won: result.won,
      cost: result.cost,
      proof: `/fairness?roll=${result.rollId}`,
    })),
  }
}

/** Returns the place of a value: after everyone who has it or more, unless the player is among them. */
function placeOf(ranked: readonly Ranked[], playerId: number, value: number): number {
  const own = ranked.findIndex((one) => one.playerId === playerId)
  if (own !== -1) return own + 1
  return ranked.filter((one) => one.value >= value).length + 1
}

/** Returns a reading without players who have left since it began; winners among them lose their names. */
function withoutGone(reading: Reading, isGone: (playerId: number) => boolean): Reading {
  const stays = ({ playerId }: Ranked): boolean => !isGone(playerId)
  const isNamed = ({ player }: { readonly player: Leader['player'] }): boolean =>
    player.id === null || !isGone(player.id)
  const closed = <Shown extends Leader>(leaders: readonly Shown[]): Shown[] =>
    leaders.filter(isNamed).map((leader, at) => ({ ...leader, place: at + 1 }))
  const { rules, periods, winners } = reading.view
  return {
    periods: reading.periods.map((period) => ({
      ...period,
      points: period.points.filter(stays),
      multiplier: period.multiplier.filter(stays),
    })),
    view: {
      rules,
      periods: periods.map((one) => ({ ...one, points: closed(one.points), multiplier: closed(one.multiplier) })),
      winners: winners.map((winner) =>
        isNamed(winner) ? winner : { ...winner, player: { ...winner.player, id: null, username: null, avatar: null } },
      ),
    },
  }
}

/** Makes the boards over a database. */
export function createLeaderboards({ db, now, timeZone, rewards, log }: LeaderboardsParts): Leaderboards {
  let kept: Kept | undefined
  /** There is one at a time, however many ask and however many players join or leave. */
  let running: Promise<Reading> | undefined
  let changes = 0
  /** Players who left, by the number of their change; until a reading that began later is kept. */
  const gone = new Map<number, number>()

  async function readPeriod(tx: Queries, period: LeaderPeriod, nowMs: number, listed: SQL): Promise<Period> {
    const span = leaderSpan(period, nowMs, timeZone)
    const days = { from: span.day, to: dayAt(span.toMs, timeZone) }
    const points = await readPoints(tx, days, rewards().leaderboard.dayMostCents, listed)
    return { period, span, points, multiplier: await readMultipliers(tx, days, listed) }
  }

  /** In one transaction without the time limit of calls: a month of many players takes longer. */
  const read = (nowMs: number): Promise<Reading> => db.transaction((tx) => readIn(tx, nowMs), 'long')

  async function readIn(tx: Queries, nowMs: number): Promise<Reading> {
    const listed = isListed(new Date(nowMs))
    const periods: Period[] = []
    for (const period of LEADER_PERIODS) periods.push(await readPeriod(tx, period, nowMs, listed))
    const shown = periods.flatMap(({ points, multiplier }) => [
      ...points.slice(0, LEADERS_SHOWN),
      ...multiplier.slice(0, LEADERS_SHOWN),
    ])
    const people = await readPeople(tx, [...new Set(shown.map(({ playerId }) => playerId))])
    const { leaderboard, gifts } = rewards()
    const prizesOf = (period: LeaderPeriod): LeaderPrizeView[] =>
      leaderboard.prizes[period].map((prize) => ({ prize, points: pointsForPrize(prize, gifts) }))
    const views = periods.map((period) => viewOf(period, people, prizesOf(period.period)))
    const rules = { day_most: leaderboard.dayMostCents, least_stake: leaderboard.leastStakeCents }
    return { periods, view: { rules, periods: views, winners: await readWinners(tx, listed) } }
  }

  async function readAndKeep(): Promise<Reading> {
    const [atMs, known, startedAt] = [now(), changes, performance.now()]
    const reading = await read(atMs)
    kept = { atMs, changes: known, tookMs: performance.now() - startedAt, reading }
    for (const [playerId, change] of gone) if (change <= known) gone.delete(playerId)
    return reading
  }

  /** Returns the reading that is under way, and begins one where none is. */
  function readAgain(): Promise<Reading> {
    running ??= readAndKeep().finally(() => {
      running = undefined
    })
    return running
  }

  /** Returns what was read last while it is read anew, unless that is long ago, of another day, or a player has joined or left since. */
  async function latest(): Promise<Reading> {
    const nowMs = now()
    if (kept === undefined || leaderSpan('day', kept.atMs, timeZone).toMs <= nowMs) return readAgain()
    const { atMs, tookMs, reading } = kept
    const isChanged = kept.changes !== changes
    const age = Math.abs(nowMs - atMs)
    const pauseMs = Math.max(isChanged ? CHANGED_MS : KEPT_MS, SHARE_OF_TIME * tookMs)
    if (age < pauseMs) return reading
    if (isChanged || age >= pauseMs + STALE_MS) return readAgain()
    // A failure is logged, and the last reading stays.
    readAgain().catch((error: unknown) => log.error({ err: error }, 'the leaderboards could not be read'))
    return reading
  }

  async function current(): Promise<Reading> {
    const reading = await latest()
    return gone.size === 0 ? reading : withoutGone(reading, (playerId) => gone.has(playerId))
  }

  async function ownIn({ period, span, points, multiplier }: Period, playerId: number): Promise<OwnPlaces[number]> {
    const most = rewards().leaderboard.dayMostCents * 1_000_000
    const [row] = await queryRows<OwnRow>(
      db.queries,
      sql`select coalesce(sum(least(margin, ${most}::bigint)), 0)::bigint as margin,
          max(best_won::float8 / best_stake) as ratio
        from leader_days where player_id = ${playerId}::int
          and day >= ${span.day} and day < ${dayAt(span.toMs, timeZone)}`,
    )
    const own = pointsOf(microcents(Number(row?.margin ?? 0)))
    const ratio = row?.ratio ?? null
    return {
      period,
      points: own === 0 ? null : { place: placeOf(points, playerId, own), value: own },
      multiplier: ratio === null ? null : { place: placeOf(multiplier, playerId, ratio), value: ratio },
    }
  }

  return {
    all: async () => (await current()).view,
    own: async (playerId) => {
      const { periods } = await current()
      return Promise.all(periods.map((period) => ownIn(period, playerId)))
    },
    changed: (playerId, isGone) => {
      changes++
      if (isGone) gone.set(playerId, changes)
    },
  }
}
