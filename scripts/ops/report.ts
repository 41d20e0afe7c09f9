// npm run ops -- report: money, players and returns of a range of days, as a table or as CSV.
import type { Command } from 'commander'
import { addDays, dayAt } from '../../src/game/base/site-time.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { csvAmount, csvLine, csvText } from '../../src/server/base/csv.ts'
import type { Database } from '../../src/server/db/database.ts'
import { type MeasuredReturn, measureReturns } from '../../src/server/services/fairness/returns.ts'
import {
  type Days,
  type ReportDay,
  reportDays,
  spanOf,
  sumOfDays,
} from '../../src/server/services/operations/report.ts'
import { readTimeZone } from '../../src/server/services/operations/time-zone.ts'
import type { CommandIo } from '../cli/command-io.ts'
import { day, utcDay } from '../cli/parsers.ts'
import { UsageError } from '../cli/program.ts'
import { type Column, formatTable, NONE } from '../cli/table.ts'
import { readSettings, withDatabase } from './open-database.ts'

/** Days of a report without --from. */
const USUAL_DAYS = 30
const MOST_DAYS = 3_660

interface Value {
  readonly cents?: number
  readonly text?: string
}

interface Report {
  /** What nothing was found of, where a report may have no rows. */
  readonly without?: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Value[])[]
}

interface ReportOptions {
  readonly from?: Date
  readonly to?: Date
  readonly csv: boolean
}

/** @throws UsageError for a range that is empty or too long */
function rangeOf({ from, to }: ReportOptions, zone: string): Days {
  const last = to === undefined ? dayAt(Date.now(), zone) : utcDay(to)
  const first = from === undefined ? addDays(last, 1 - USUAL_DAYS) : utcDay(from)
  if (first > last) throw new UsageError(`The report would end before it begins: --to ${last}.`)
  if (addDays(first, MOST_DAYS) <= last) throw new UsageError(`A report has ${MOST_DAYS} days at most.`)
  return { first, last, zone }
}

const shown = ({ cents, text }: Value): string => (cents === undefined ? (text ?? NONE) : formatMoney(cents))
const inCsv = ({ cents, text }: Value): string => (cents === undefined ? csvText(text ?? '') : csvAmount(cents))

function formatCsv({ columns, rows }: Report): string {
  const titles = csvLine(columns.map(({ title }) => title))
  return `${titles}${rows.map((row) => csvLine(row.map(inCsv))).join('')}`
}

function formatReport({ columns, rows }: Report): string {
  return `${formatTable(
    columns,
    rows.map((row) => row.map(shown)),
  )}\n`
}

type MakeReport = (db: Database, days: Days) => Promise<Report>

async function report(make: MakeReport, options: ReportOptions, io: CommandIo): Promise<void> {
  // A slip is told before a database is opened.
  rangeOf(options, readSettings(io).timeZone)
  const { range, made } = await withDatabase(io, async (db, { timeZone }) => {
    const range = rangeOf(options, await readTimeZone(db.queries, timeZone, Date.now()))
    return { range, made: await make(db, range) }
  })
  io.writeOut(options.csv ? formatCsv(made) : formatReport(made))
  // On the error output, because the output may be a CSV file.
  if (made.rows.length === 0) io.writeErr(`No ${made.without} from ${range.first} to ${range.last} (${range.zone}).\n`)
}

const right = (...titles: readonly string[]): Column[] => titles.map((title) => ({ title, right: true }))
const number = (value: number): Value => ({ text: String(value) })
const cents = (value: number): Value => ({ cents: value })

function dayRow(name: string, day: Omit<ReportDay, 'day'>): Value[] {
  const { joined, active, deposits, deposited, refunded, lent, bonuses, corrected, granted, played, paidBack } = day
  return [
    { text: name },
    ...[joined, active, deposits].map(number),
    ...[deposited, refunded, lent, bonuses, corrected, granted, played, paidBack].map(cents),
    number(day.withdrawals),
    cents(day.withdrawn),
    cents(day.balances),
  ]
}

const makeDays: MakeReport = async (db, range) => {
  const all = await reportDays(db, range)
  const titles = [
    'new',
    'active',
    'deposits',
    'deposited',
    'refunded',
    'lent',
    'bonuses',
    'corrected',
    'granted',
    'played',
    'paid back',
  ]
  return {
    columns: [{ title: 'day' }, ...right(...titles, 'withdrawals', 'withdrawn', 'balances')],
    rows: [...all.map((day) => dayRow(day.day, day)), dayRow('all', sumOfDays(all))],
  }
}

const percent = (part: number, whole: number): Value =>
  whole === 0 ? {} : { text: `${((part / whole) * 100).toFixed(2)} %` }

function returnRow({ name, rolls, staked, won, expected }: MeasuredReturn): Value[] {
  return [{ text: name }, number(rolls), cents(staked), cents(won), percent(won, staked), percent(expected, staked)]
}

const makeReturns =
  (by: 'game' | 'case'): MakeReport =>
  async (db, range) => ({
    without: by === 'game' ? 'game was played' : 'case was opened',
    columns: [{ title: by }, ...right('rolls', 'staked', 'won', 'measured', 'promised')],
    rows: (await measureReturns(db, spanOf(range), by)).map(returnRow),
  })

/** Adds the commands that report. */
export function addReportCommands(commands: Command, io: CommandIo): void {
  commands.description('Reports of a range of days, as a table or as CSV.').addHelpText(
    'after',
    `
Example:
  npm run ops -- report days --from 2026-11-01 --to 2026-11-30 --csv > november.csv

Days are days of the site's time zone, today among them.`,
  )
  const add = (name: string, description: string, make: MakeReport): Command =>
    commands
      .command(name)
      .description(description)
      .option('--from <day>', `the first day, like 2026-11-01; without it the report has ${USUAL_DAYS} days`, day)
      .option('--to <day>', 'the last day, which is included, like 2026-11-30; without it today', day)
      .option('--csv', 'comma-separated, with amounts in dollars, for a spreadsheet', false)
      .action((options: ReportOptions) => report(make, options, io))
  add('days', 'Players, deposits, bonuses, games and withdrawals, a line a day.', makeDays).addHelpText(
    'after',
    `
"new" and "active" are without bots; the money of the sandbox's bots is in all other columns.
"lent" is what players owe after refunds and disputes, less what they paid back of it. "corrected" is what
people of the shop gave to balances that were wrong, less what they took. "granted" is play money, which only a sandbox gives. "paid back" is what came back to balances: items sold, the rest of replacements, the wheel.
"balances" is by how much the balances of all players together have grown; it equals what came in less what went out,
according to the ledger.`,
  )
  add('games', 'What each game gave back, measured and promised.', makeReturns('game'))
  add('cases', 'What each case gave back, measured and promised.', makeReturns('case'))
}
