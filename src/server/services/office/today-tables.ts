// The tables of the room Today as CSV: whole cents and moments of ISO 8601, so that sums need no rounding. The header names the units.
import { HOUR_FIGURES, type Period, PLAYER_FIGURES } from '../../../game/office/figures.ts'
import type { CohortsReply, ReturnRow, TODAY_TABLES, TodayReply, WeekReply } from '../../../protocol/office/today.ts'
import { csvLine, csvText } from '../../base/csv.ts'
import { readCohorts, readToday, type TodayParts } from './today.ts'
import { readWeek, weekNamed } from './today-week.ts'

export type TodayTable = (typeof TODAY_TABLES)[number]

type Cell = string | number | null

interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** The names of figures with their units. */
const COLUMNS: Readonly<Record<(typeof HOUR_FIGURES | typeof PLAYER_FIGURES)[number], string>> = {
  joined: 'new_players',
  firstDeposits: 'first_deposits',
  converted: 'first_deposits_on_day_of_sign_in',
  deposits: 'deposits',
  deposited: 'deposited_cents',
  refunded: 'refunded_cents',
  staked: 'staked_cents',
  margin: 'margin_microcents',
  gifts: 'gifts_cents',
  referral: 'referral_cents',
  withdrawals: 'withdrawals',
  withdrawn: 'withdrawn_cents',
  active: 'active_players',
  returning: 'returning_players',
  payers: 'paying_players',
}

const DAY_NAMES = [...HOUR_FIGURES, ...PLAYER_FIGURES] as const

const iso = (atMs: number): string => new Date(atMs).toISOString()

const daysTable = ({ days }: TodayReply): Table => ({
  columns: ['day', ...DAY_NAMES.map((name) => COLUMNS[name])],
  rows: days.map((day) => [day.day, ...DAY_NAMES.map((name) => day[name])]),
})

const hoursTable = ({ hours }: TodayReply): Table => ({
  columns: ['day', 'hour_utc', ...HOUR_FIGURES.map((name) => COLUMNS[name])],
  rows: hours.map((hour) => [hour.day, iso(hour.at), ...HOUR_FIGURES.map((name) => hour[name])]),
})

const returnsTable = (name: string, rows: readonly ReturnRow[]): Table => ({
  columns: [name, 'rolls', 'staked_cents', 'won_cents', 'expected_cents', 'variance_cents2'],
  rows: rows.map(({ name: of, played: { rolls, staked, won, expected, variance } }) => {
    return [of, rolls, staked, won, expected, variance]
  }),
})

const waitingTable = ({ waiting }: TodayReply): Table => ({
  columns: ['what', 'waiting', 'oldest_since_utc'],
  rows: waiting.map(({ kind, count, since }) => [kind, count, since === null ? null : iso(since)]),
})

const cohortsTable = ({ cohorts }: CohortsReply): Table => ({
  columns: [
    'week_of_sign_in',
    'week',
    'new_players',
    'active_players',
    'paying_players',
    'first_deposits',
    'deposited_cents',
    'margin_microcents',
  ],
  rows: cohorts.flatMap(({ cohort, players, weeks }) =>
    weeks.map(({ week, active, payers, firstPayers, deposited, margin }) => {
      return [cohort, week, week === cohort ? players : 0, active, payers, firstPayers, deposited, margin]
    }),
  ),
})

const winsTable = ({ wins }: WeekReply): Table => ({
  columns: ['at_utc', 'source', 'item', 'price_cents'],
  rows: wins.map(({ at, source, item, price }) => [iso(at), source, item.market_hash_name, price]),
})

const withdrawalsTable = ({ withdrawals }: WeekReply): Table => ({
  columns: ['delivered_utc', 'item', 'price_cents'],
  rows: withdrawals.map(({ at, item, price }) => [iso(at), item.market_hash_name, price]),
})

const switchesTable = ({ switches }: WeekReply): Table => ({
  columns: ['at_utc', 'switch', 'state', 'by'],
  rows: switches.map(({ at, name, isOff, actor }) => [iso(at), name, isOff ? 'off' : 'on', actor]),
})

async function readTable(parts: TodayParts, name: TodayTable, period: Period): Promise<Table> {
  if (name === 'cohorts') return cohortsTable(await readCohorts(parts))
  if (name === 'wins' || name === 'withdrawals' || name === 'switches') {
    const week = await readWeek(parts, weekNamed(parts, period.first))
    return { wins: winsTable, withdrawals: withdrawalsTable, switches: switchesTable }[name](week)
  }
  const today = await readToday(parts, period)
  if (name === 'days') return daysTable(today)
  if (name === 'hours') return hoursTable(today)
  if (name === 'waiting') return waitingTable(today)
  return name === 'games' ? returnsTable('game', today.games) : returnsTable('case', today.cases)
}

/** Numbers may be negative: they need no protection from spreadsheets, which texts do. */
const cellText = (cell: Cell): string => (cell === null ? '' : typeof cell === 'number' ? String(cell) : csvText(cell))

/** Returns a table of a period; those of a week are of the week in which the period begins. */
export async function tableText(parts: TodayParts, name: TodayTable, period: Period): Promise<string> {
  const { columns, rows } = await readTable(parts, name, period)
  return csvLine(columns) + rows.map((cells) => csvLine(cells.map(cellText))).join('')
}
