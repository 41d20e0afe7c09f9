// The operator's report: the players' money by day from the ledger, and what games and cases paid back. Days are days of UTC.
import { sql } from 'drizzle-orm'
import { leastIdAt } from '../../base/ids.ts'
import { type Database, queryRows } from '../../db/database.ts'
import { FIRST_PLAYER_ID } from '../../db/schema.ts'
import type { TransferKind } from '../../ledger/accounts.ts'

const DAY_MS = 86_400_000

/** The usual limit is for calls that a player waits for; a report may take longer. */
const TIMEOUT_MS = 600_000

/** Milliseconds since 1970; `toMs` is the end of the last day, excluded. */
export interface Days {
  readonly fromMs: number
  readonly toMs: number
}

/** The column of each kind of transfer, and its sign for players: every kind is in one. */
const COLUMNS: Readonly<Record<TransferKind, readonly [keyof Money, 1 | -1]>> = {
  deposit: ['deposited', 1],
  refund: ['refunded', -1],
  bonus: ['bonuses', 1],
  'bonus-back': ['bonuses', -1],
  social: ['bonuses', 1],
  calendar: ['bonuses', 1],
  mission: ['bonuses', 1],
  leaderboard: ['bonuses', 1],
  referral: ['bonuses', 1],
  'referral-back': ['bonuses', -1],
  'referral-reinstated': ['bonuses', 1],
  'bonus-reinstated': ['bonuses', 1],
  'prize-back': ['bonuses', -1],
  reinstated: ['deposited', 1],
  debt: ['lent', 1],
  'debt-paid': ['lent', -1],
  reclaim: ['paidBack', 1],
  grant: ['granted', 1],
  open: ['played', -1],
  upgrade: ['played', -1],
  spin: ['played', -1],
  sell: ['paidBack', 1],
  replacement: ['paidBack', 1],
  difference: ['paidBack', -1],
  'difference-back': ['paidBack', 1],
  'spin-won': ['paidBack', 1],
  battle: ['played', -1],
  'battle-fund': ['played', -1],
  'battle-back': ['paidBack', 1],
  'battle-won': ['paidBack', 1],
}

/** Cents. */
interface Money {
  readonly deposited: number
  readonly refunded: number
  /** Of deposits, codes, links, calendar days, missions and referrals, less what was reversed. */
  readonly bonuses: number
  /** What players owe after refunds and disputes, less what they paid back. */
  readonly lent: number
  /** Play money. */
  readonly granted: number
  /** What games charged. */
  readonly played: number
  /** What returned to balances: items sold, the rest of replacements, the wheel, battles won and left; less what was paid for items whose price rose. */
  readonly paidBack: number
}

export interface ReportDay extends Money {
  /** As 2026-11-21. */
  readonly day: string
  /** New players, without bots. */
  readonly joined: number
  /** Players who played, without bots. */
  readonly active: number
  readonly deposits: number
  /** Items that were delivered for good, and their value. */
  readonly withdrawals: number
  readonly withdrawn: number
  /** The growth of all players' balances together. */
  readonly balances: number
}

const NOTHING: Omit<ReportDay, 'day'> = {
  joined: 0,
  active: 0,
  deposits: 0,
  deposited: 0,
  refunded: 0,
  bonuses: 0,
  lent: 0,
  granted: 0,
  played: 0,
  paidBack: 0,
  withdrawals: 0,
  withdrawn: 0,
  balances: 0,
}

type Counted = { -readonly [Key in keyof ReportDay]: ReportDay[Key] }

interface CountRow {
  day: string
  what: string
  times: string | number
  amount: string | number
}

function count(day: Counted, { what, times, amount }: CountRow): void {
  const [counted, cents] = [Number(times), Number(amount)]
  if (what === 'joined' || what === 'active') day[what] += counted
  else if (what === 'withdrawn') {
    day.withdrawals += counted
    day.withdrawn += cents
  } else {
    const column = COLUMNS[what as TransferKind]
    if (column === undefined) throw new Error(`No column of the report counts a transfer of the kind ${what}`)
    const [name, sign] = column
    // Refunds and charges of games are shown as positive amounts.
    day[name] += name === 'bonuses' || name === 'lent' ? sign * cents : cents
    day.balances += sign * cents
    if (what === 'deposit') day.deposits += counted
  }
}

const dayOfId = (column: string) =>
  sql.raw(
    `to_char(to_timestamp(('x' || left(replace(${column}::text, '-', ''), 12))::bit(48)::bigint / 1000.0) at time zone 'UTC', 'YYYY-MM-DD')`,
  )

const dayOfMoment = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`)

function countsOf({ fromMs, toMs }: Days) {
  const [first, last] = [leastIdAt(fromMs), leastIdAt(toMs)]
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
  return sql`
    select ${dayOfId('id')} as day, kind as what, count(*) as times, sum(amount) as amount
      from transfers where id >= ${first}::uuid and id < ${last}::uuid and (debit_id >= ${FIRST_PLAYER_ID} or credit_id >= ${FIRST_PLAYER_ID})
      group by 1, 2
    union all
    select ${dayOfMoment('created_at')}, 'joined', count(*), 0
      from players where created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz and not house group by 1
    union all
    select ${dayOfId('played.id')}, 'active', count(distinct player_id), 0
      from (select id, player_id from rolls where id >= ${first}::uuid and id < ${last}::uuid
        union all select id, player_id from battle_stakes where id >= ${first}::uuid and id < ${last}::uuid) played
      join players on players.id = player_id where not house group by 1
    union all
    select ${dayOfMoment('withdrawal_steps.at')}, 'withdrawn', count(*), sum(price)
      from withdrawal_steps join withdrawals on withdrawals.id = withdrawal_id join items on items.id = withdrawals.item_id
      where withdrawal_steps.state = 'done'
        and withdrawal_steps.at >= ${from}::timestamptz and withdrawal_steps.at < ${to}::timestamptz group by 1`
}

/** Returns the days of a report with the sums of the ledger and other tables. */
export async function reportDays(db: Database, days: Days): Promise<ReportDay[]> {
  const rows = await db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = ${TIMEOUT_MS}`))
    return queryRows<CountRow>(tx, countsOf(days))
  }, 'long')
  const byDay = new Map<string, Counted>()
  for (let at = days.fromMs; at < days.toMs; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    byDay.set(day, { day, ...NOTHING })
  }
  for (const row of rows) {
    const day = byDay.get(row.day)
    if (day === undefined) throw new Error(`The day ${row.day} is not one of the report`)
    count(day, row)
  }
  return [...byDay.values()]
}

/** Returns the sum of a report's days. A player who was active on two days counts twice. */
export function sumOfDays(days: readonly ReportDay[]): Omit<ReportDay, 'day'> {
  const sum = { ...NOTHING } as Omit<Counted, 'day'>
  for (const day of days) {
    for (const key of Object.keys(NOTHING) as (keyof typeof NOTHING)[]) sum[key] += day[key]
  }
  return sum
}

export interface ReportReturn {
  readonly game: string
  /** The case's URL; empty for other games, and for the sum of a game. */
  readonly reference: string
  readonly rolls: number
  readonly staked: number
  readonly won: number
  /** The value of the rolls by their odds, in cents. */
  readonly expected: number
}

/**
 * Returns what games paid back on the days of a report that are past and counted (countReturns).
 *
 * @param by `game` for a line a game, `case` for a line a case
 */
export async function reportReturns(
  db: Database,
  { fromMs, toMs }: Days,
  by: 'game' | 'case',
): Promise<ReportReturn[]> {
  const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)
  const reference = by === 'case' ? sql.raw('reference') : sql.raw(`''`)
  const rows = await queryRows<Record<keyof ReportReturn, string | number>>(
    db.queries,
    sql`
    select game, ${reference} as reference, sum(rolls) as rolls, sum(staked) as staked, sum(won) as won,
      sum(expected) as expected
    from returns_of_days where day >= ${dayOf(fromMs)} and day < ${dayOf(toMs)} and (${by} = 'game' or game = 'case')
    group by 1, 2 order by sum(rolls) desc, 1, 2`,
  )
  return rows.map((row) => ({
    game: String(row.game),
    reference: String(row.reference),
    rolls: Number(row.rolls),
    staked: Number(row.staked),
    won: Number(row.won),
    expected: Number(row.expected),
  }))
}
