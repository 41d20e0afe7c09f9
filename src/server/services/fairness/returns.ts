// What the games took and paid back, day by day, compared with the odds. Stored days are days of UTC.
import { type SQL, sql } from 'drizzle-orm'
import { PAID_GAMES, type PaidGame } from '../../../game/base/games.ts'
import type { Localized } from '../../../game/base/language.ts'
import { measureReturn, type Played, PROMISED_RETURN } from '../../../game/games/returns.ts'
import { wheelReturn } from '../../../game/rewards/wheel.ts'
import type { Returned, ReturnsReply } from '../../../protocol/fairness.ts'
import { leastIdAt, timeOfId } from '../../base/ids.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import { type Database, type Queries, queryRows } from '../../db/database.ts'
import { joinPlayer } from '../../db/day-span.ts'
import { joinPrizes, PAID_ROUND, PRIZE_SUM } from './money-prizes.ts'
import { oddsValues } from './odds-values.ts'

const DAY_MS = 86_400_000

/** How long a reply is cached: the numbers change once a day, and everyone may ask. */
const KEPT_MS = 60_000

/** The usual limit is for calls that a player waits for; counting a day may take longer. */
const DAY_TIMEOUT_MS = 600_000

const startOfDay = (atMs: number): number => Math.floor(atMs / DAY_MS) * DAY_MS

const nameOfDay = (dayMs: number): string => new Date(dayMs).toISOString().slice(0, 10)

/**
 * Returns the beginning of a statement that reads what games took and gave from one moment to another: a common table `measured` with a
 * row for each case and each other game, of players and of the house's bots.
 *
 * The stake of cases is what the ledger says was paid for them; the stake of upgrades, contracts and spins is the price in their
 * odds, which `npm run ledger -- check` compares with the items and the balance that were staked. Free games (free cases, the
 * free spin) have no stake and no return, and are left out. Battles are the openings that they are made of, of all their seats, at the
 * prices of their cases: their modes only decide who gets what was drawn. An opening at midnight may have its rolls in one day and its payment
 * in the next; the sum over all days has both.
 */
function measured(fromMs: number, toMs: number) {
  const [from, to] = [leastIdAt(fromMs), leastIdAt(toMs)]
  return sql`
    with rolled as (
      select rolls.game, players.house as is_bot, rolls.odds_hash as hash, count(*) as rolls,
        ${sql.raw(PRIZE_SUM)} as won
      from rolls ${joinPlayer('rolls.player_id')} on true ${sql.raw(joinPrizes('rolls.id'))}
      where rolls.id >= ${from}::uuid and rolls.id < ${to}::uuid
        and rolls.game <> 'free_case' and ${sql.raw(PAID_ROUND)}
      group by rolls.game, players.house, rolls.odds_hash
      union all
      select 'battle', coalesce(players.house, true), battle_rounds.odds_hash, count(*), sum(battle_drops.price)
      from battles join battle_rounds on battle_rounds.battle_id = battles.id
      join battle_drops on battle_drops.battle_id = battles.id and battle_drops.round = battle_rounds.round
      join battle_seats on battle_seats.battle_id = battles.id and battle_seats.slot = battle_drops.slot
      left join players on players.id = battle_seats.player_id
      where battles.state = 'settled' and battles.ended_at >= ${new Date(fromMs).toISOString()}::timestamptz
        and battles.ended_at < ${new Date(toMs).toISOString()}::timestamptz
      group by 2, battle_rounds.odds_hash
    ), valued as (
      ${sql.raw(oddsValues('select hash from rolled'))}
    ), played as (
      select game, is_bot, case when game = 'case' then reference else '' end as reference, sum(rolls) as rolls,
        sum(rolls * price) as staked, sum(won) as won, sum(rolls * mean) as expected, sum(rolls * variance) as variance
      from rolled join valued using (hash) group by 1, 2, 3
    ), paid as (
      select 'case' as game, players.house as is_bot, reference, sum(amount) as staked
      from transfers ${joinPlayer('transfers.debit_id')} on true
      where kind = 'open' and transfers.id >= ${from}::uuid and transfers.id < ${to}::uuid group by 2, 3
    ), measured as (
      select game, is_bot, reference, coalesce(played.rolls, 0) as rolls,
        coalesce(case when game = 'case' then paid.staked else played.staked end, 0) as staked,
        coalesce(played.won, 0) as won, coalesce(played.expected, 0) as expected, coalesce(played.variance, 0) as variance
      from played full join paid using (game, is_bot, reference)
    )`
}

/** Runs a statement that reads the games of days, which may take longer than a call's. */
function readLong<Row extends object>(db: Database, statement: SQL): Promise<Row[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = ${DAY_TIMEOUT_MS}`))
    return queryRows<Row>(tx, statement)
  }, 'long')
}

/**
 * Counts a day and stores it. Rolls, transfers and items of a past day do not change, so counting it again, here or in another
 * process, writes the same.
 */
async function countDay(db: Database, dayMs: number): Promise<void> {
  await readLong(
    db,
    sql`${measured(dayMs, dayMs + DAY_MS)}
      insert into returns_of_days (day, game, reference, rolls, staked, won, expected, variance)
      select ${nameOfDay(dayMs)}, game, reference, sum(rolls), sum(staked), sum(won), sum(expected), sum(variance) from measured
      group by game, reference order by game, reference
      on conflict (day, game, reference) do update set rolls = excluded.rolls, staked = excluded.staked,
        won = excluded.won, expected = excluded.expected, variance = excluded.variance`,
  )
}

export interface MeasuredReturn {
  /** The game, or the URL of the case. */
  readonly name: string
  readonly rolls: number
  readonly staked: number
  readonly won: number
  /** The value of the rolls by their odds, in cents. */
  readonly expected: number
}

/**
 * Reads what games took and gave from one moment to another, from the games themselves: the report's days need not be those that are
 * stored.
 *
 * @param by `game` for a line a game, `case` for a line a case
 * @returns the most played first
 */
export async function measureReturns(
  db: Database,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  by: 'game' | 'case',
): Promise<MeasuredReturn[]> {
  const name = sql.raw(by === 'case' ? 'reference' : 'game')
  const rows = await readLong<Record<keyof MeasuredReturn, string | number>>(
    db,
    sql`${measured(fromMs, toMs)}
      select ${name} as name, sum(rolls) as rolls, sum(staked) as staked, sum(won) as won, sum(expected) as expected
      from measured where ${by} = 'game' or game = 'case'
      group by 1 order by sum(rolls) desc, 1`,
  )
  return rows.map((row) => ({
    name: String(row.name),
    rolls: Number(row.rolls),
    staked: Number(row.staked),
    won: Number(row.won),
    expected: Number(row.expected),
  }))
}

function playedOf({ rolls, staked, won, expected, variance }: Record<keyof Played, string | number>): Played {
  return {
    rolls: Number(rolls),
    staked: Number(staked),
    won: Number(won),
    expected: Number(expected),
    variance: Number(variance),
  }
}

/** What a game took and gave, of players or of the house's bots. */
export interface CountedGame {
  readonly game: PaidGame
  readonly isBot: boolean
  readonly played: Played
}

/** Reads what each game took and gave from one moment to another, in the transaction of a longer work. */
export async function countGames(tx: Queries, fromMs: number, toMs: number): Promise<CountedGame[]> {
  const rows = await queryRows<Record<keyof Played, string | number> & { game: PaidGame; is_bot: boolean }>(
    tx,
    sql`${measured(fromMs, toMs)}
      select game, is_bot, sum(rolls) as rolls, sum(staked) as staked, sum(won) as won, sum(expected) as expected,
        sum(variance) as variance
      from measured group by 1, 2 order by 1`,
  )
  return rows.map(({ game, is_bot: isBot, ...row }) => ({ game, isBot, played: playedOf(row) }))
}

/** What a game, or one of its cases, took and gave, of players alone. */
export interface CountedReference {
  readonly game: PaidGame
  /** The case's URL; empty for other games. */
  readonly reference: string
  readonly played: Played
}

/** Reads what each game and each case took from players and gave them, from one moment to another. */
export async function countReferences(tx: Queries, fromMs: number, toMs: number): Promise<CountedReference[]> {
  const rows = await queryRows<Record<keyof Played, string | number> & { game: PaidGame; reference: string }>(
    tx,
    sql`${measured(fromMs, toMs)}
      select game, reference, rolls, staked, won, expected, variance from measured where not is_bot order by game, reference`,
  )
  return rows.map(({ game, reference, ...row }) => ({ game, reference, played: playedOf(row) }))
}

/** Battles are counted on the day on which they were settled, with their stakes. */
const NEXT_ROLL = {
  name: 'next-roll',
  text: `
select id from (
  (select id from rolls where id >= $1::uuid order by id limit 1)
  union all
  (select id from battle_stakes where id >= $1::uuid order by id limit 1)
) first order by id limit 1`,
}

/**
 * Counts every past day that was not counted yet.
 *
 * @param untilMs days that end later are not past
 * @returns the names of the days that were counted
 */
export async function countReturns(db: Database, untilMs: number): Promise<string[]> {
  const rows = await queryRows<{ day: string }>(db.queries, sql`select distinct day from returns_of_days`)
  const known = new Set(rows.map(({ day }) => day))
  const counted: string[] = []
  for (let fromMs = 0; ; ) {
    const [next] = await db.run<{ id: string }>(NEXT_ROLL, [leastIdAt(fromMs)])
    if (next === undefined) return counted
    const dayMs = startOfDay(timeOfId(next.id))
    if (dayMs + DAY_MS > untilMs) return counted
    if (!known.has(nameOfDay(dayMs))) {
      await countDay(db, dayMs)
      counted.push(nameOfDay(dayMs))
    }
    fromMs = dayMs + DAY_MS
  }
}

interface SumRow {
  game: string
  reference: string
  name: Localized | null
  rolls: string | number
  staked: string | number
  won: string | number
  expected: number
  variance: number
  first: string
  last: string
}

const SUMS = {
  name: 'returns',
  text: `
select game, reference, catalogue_cases.view->'name' as name, sum(rolls) as rolls, sum(staked) as staked, sum(won) as won,
  sum(expected) as expected, sum(variance) as variance, min(day) as first, max(day) as last
from returns_of_days left join catalogue_cases on game = 'case' and url = reference
group by game, reference, catalogue_cases.view->'name'`,
}

function sumOf(all: readonly Played[]): Played {
  const sum = (part: keyof Played): number => all.reduce((total, one) => total + one[part], 0)
  return {
    rolls: sum('rolls'),
    staked: sum('staked'),
    won: sum('won'),
    expected: sum('expected'),
    variance: sum('variance'),
  }
}

function returned(played: Played): Returned {
  const { rolls, staked, won } = played
  return { rolls, staked, won, ...measureReturn(played) }
}

interface ReturnsParts {
  readonly db: Database
  readonly now: () => number
  readonly catalogue: () => LoadedCatalogue
}

async function readReturns({ db, catalogue }: ReturnsParts): Promise<Omit<ReturnsReply, 'success'>> {
  const rows = await db.run<SumRow>(SUMS, [])
  const promised = { ...PROMISED_RETURN, wheel: wheelReturn(catalogue().rewards.wheel) }
  const ofGame = (game: PaidGame): Returned => {
    const sum = returned(sumOf(rows.filter((row) => row.game === game).map(playedOf)))
    return { ...sum, promised: sum.promised ?? promised[game] }
  }
  const cases = rows.flatMap((row) =>
    row.name === null ? [] : [{ case: { url: row.reference, name: row.name }, ...returned(playedOf(row)) }],
  )
  const days = rows.flatMap(({ first, last }) => [first, last]).sort()
  const [first, last] = [days[0], days.at(-1)]
  return {
    days: first === undefined || last === undefined ? null : { first, last },
    games: PAID_GAMES.map((game) => ({ game, ...ofGame(game) })),
    cases: cases.sort((one, other) => other.rolls - one.rolls || one.case.url.localeCompare(other.case.url)),
  }
}

/** Returns a reader of the returns, which reads at most once a minute. */
export function createReturns(parts: ReturnsParts): () => Promise<Omit<ReturnsReply, 'success'>> {
  const { now } = parts
  let kept: { readonly atMs: number; readonly reply: Promise<Omit<ReturnsReply, 'success'>> } | undefined
  return () => {
    if (kept === undefined || now() - kept.atMs >= KEPT_MS) {
      const reading = { atMs: now(), reply: readReturns(parts) }
      kept = reading
      reading.reply.catch(() => {
        if (kept === reading) kept = undefined
      })
    }
    return kept.reply
  }
}
