// The operator's report: the players' money by day from the ledger. Days are days of the site's time zone.
import { type SQL, sql } from 'drizzle-orm'
import { addDays, type Day, startOfDay } from '../../../game/base/site-time.ts'
import type { TransferKind } from '../../../game/base/transfers.ts'
import { leastIdAt } from '../../base/ids.ts'
import { type Database, queryRows } from '../../db/database.ts'
import { FIRST_PLAYER_ID } from '../../db/schema.ts'

/** The usual limit is for calls that a player waits for; a report may take longer. */
const TIMEOUT_MS = 600_000

/** Days from the first to the last, which is included, as a time zone has them. */
export interface Days {
  readonly first: Day
  readonly last: Day
  readonly zone: string
}

/** Returns the first moment of a range of days, and the first one after it, in milliseconds since 1970. */
export function spanOf({ first, last, zone }: Days): { fromMs: number; toMs: number } {
  return { fromMs: startOfDay(first, zone), toMs: startOfDay(addDays(last, 1), zone) }
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
  'correction-up': ['corrected', 1],
  'correction-down': ['corrected', -1],
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

/** Columns of what is given less what is taken. */
const SIGNED: readonly (keyof Money)[] = ['bonuses', 'lent', 'corrected']

/** Cents. */
interface Money {
  readonly deposited: number
  readonly refunded: number
  /** Of deposits, codes, links, calendar days, missions and referrals, less what was reversed. */
  readonly bonuses: number
  /** What players owe after refunds and disputes, less what they paid back. */
  readonly lent: number
  /** What people of the shop gave to balances that were wrong, less what they took. */
  readonly corrected: number
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
  corrected: 0,
  granted: 0,
  played: 0,
  paidBack: 0,
  withdrawals: 0,
  withdrawn: 0,
  balances: 0,
}

type Counted = { -readonly [Key in keyof ReportDay]: ReportDay[Key] }

interface CountRow {
  /** The place of the day in the report, from 1. */
  day: number
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
    day[name] += SIGNED.includes(name) ? sign * cents : cents
    day.balances += sign * cents
    if (what === 'deposit') day.deposits += counted
  }
}

/** Returns the moment at which an id was made, as SQL: ids begin with their time (ids.ts). */
export function momentOfId(column: string): string {
  return `to_timestamp(('x' || left(replace(${column}::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`
}

/**
 * Returns the number of the part, from 1, in which a moment lies. Parts are told by their first moments, so that one calendar decides, and
 * not that of the database too.
 */
export function partOf(moment: string, startsMs: readonly number[]): SQL {
  const array = `{${startsMs.map((startMs) => new Date(startMs).toISOString()).join(',')}}`
  return sql`width_bucket(${sql.raw(moment)}, ${array}::timestamptz[])`
}

function countsOf(days: Days, starts: readonly number[]) {
  const { fromMs, toMs } = spanOf(days)
  const [first, last] = [leastIdAt(fromMs), leastIdAt(toMs)]
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
  const dayOf = (moment: string): SQL => partOf(moment, starts)
  return sql`
    select ${dayOf(momentOfId('id'))} as day, kind as what, count(*) as times, sum(amount) as amount
      from transfers where id >= ${first}::uuid and id < ${last}::uuid and (debit_id >= ${FIRST_PLAYER_ID} or credit_id >= ${FIRST_PLAYER_ID})
      group by 1, 2
    union all
    select ${dayOf('created_at')}, 'joined', count(*), 0
      from players where created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz and not house group by 1
    union all
    select ${dayOf(momentOfId('played.id'))}, 'active', count(distinct player_id), 0
      from (select id, player_id from rolls where id >= ${first}::uuid and id < ${last}::uuid
        union all select id, player_id from battle_stakes where id >= ${first}::uuid and id < ${last}::uuid) played
      join players on players.id = player_id where not house group by 1
    union all
    select ${dayOf('withdrawal_steps.at')}, 'withdrawn', count(*), sum(price)
      from withdrawal_steps join withdrawals on withdrawals.id = withdrawal_id join items on items.id = withdrawals.item_id
      where withdrawal_steps.state = 'done'
        and withdrawal_steps.at >= ${from}::timestamptz and withdrawal_steps.at < ${to}::timestamptz group by 1`
}

/** Returns the days of a report with the sums of the ledger and other tables. */
export async function reportDays(db: Database, range: Days): Promise<ReportDay[]> {
  const days: Counted[] = []
  for (let day = range.first; day <= range.last; day = addDays(day, 1)) days.push({ day, ...NOTHING })
  const starts = days.map(({ day }) => startOfDay(day, range.zone))
  const rows = await db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = ${TIMEOUT_MS}`))
    return queryRows<CountRow>(tx, countsOf(range, starts))
  }, 'long')
  for (const row of rows) {
    const day = days[Number(row.day) - 1]
    if (day === undefined) throw new Error(`The report has no day number ${row.day}`)
    count(day, row)
  }
  return days
}

/** Returns the sum of a report's days. A player who was active on two days counts twice. */
export function sumOfDays(days: readonly ReportDay[]): Omit<ReportDay, 'day'> {
  const sum = { ...NOTHING } as Omit<Counted, 'day'>
  for (const day of days) {
    for (const key of Object.keys(NOTHING) as (keyof typeof NOTHING)[]) sum[key] += day[key]
  }
  return sum
}
