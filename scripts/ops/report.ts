// `npm run ops -- report days`, `games` and `cases`: money, players and returns of a range of days, as a table or as CSV.
import { formatMoney } from '../../src/i18n/format.ts'
import { csvAmount, csvLine, csvText } from '../../src/server/csv.ts'
import type { Database } from '../../src/server/db/database.ts'
import {
  type Days,
  type ReportDay,
  type ReportReturn,
  reportDays,
  reportReturns,
  sumOfDays,
} from '../../src/server/services/report.ts'
import { countReturns } from '../../src/server/services/returns.ts'
import { DAY_MS, dayOf, readDay } from './days.ts'
import { withDatabase } from './open-database.ts'
import { type Column, type Command, type Group, NONE, readLine, table, UsageError } from './operator.ts'

const USAGE = `Usage: npm run ops -- report days [options]    players, deposits, bonuses, games and withdrawals, a line a day
       npm run ops -- report games [options]   what each game gave back, measured against promised
       npm run ops -- report cases [options]   the same, of each case

Options:
  --from 2026-11-01  the first day; without it the 30 days up to the last one
  --to 2026-11-30    the last day, which is part of it; without it today
  --csv              comma-separated, amounts in dollars, for a spreadsheet

Days are those of UTC. "balances" is by how much the balances of all players together have grown; it equals what came in, less what went
out, as the ledger has it. Returns are counted when a day is over, ten minutes after midnight: today is not in them yet.`

/** Days of a report that has no beginning. */
const USUAL_DAYS = 30
const MOST_DAYS = 3_660
/** As the server's own count waits for what was begun before midnight. */
const GRACE_MS = 600_000

interface Value {
  readonly cents?: number
  readonly text?: string
}

interface Report {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Value[])[]
}

function readReport(args: readonly string[], now: Date): Days & { readonly csv: boolean } {
  const { values, positionals } = readLine(args, {
    from: { type: 'string' },
    to: { type: 'string' },
    csv: { type: 'boolean' },
  })
  if (positionals.length > 0) throw new UsageError(`"${positionals.join(' ')}" is too much.`)
  const last = readDay('--to', values.to) ?? new Date(`${dayOf(now)}T00:00:00Z`)
  const toMs = last.getTime() + DAY_MS
  const fromMs = readDay('--from', values.from)?.getTime() ?? toMs - USUAL_DAYS * DAY_MS
  if (fromMs >= toMs) throw new UsageError(`The report would end before it begins: --to ${dayOf(last)}.`)
  if (toMs - fromMs > MOST_DAYS * DAY_MS) throw new UsageError(`A report has ${MOST_DAYS} days at most.`)
  return { fromMs, toMs, csv: values.csv === true }
}

const shown = ({ cents, text }: Value): string => (cents === undefined ? (text ?? NONE) : formatMoney(cents))
const inCsv = ({ cents, text }: Value): string => (cents === undefined ? csvText(text ?? '') : csvAmount(cents))

function print({ columns, rows }: Report, csv: boolean): void {
  if (!csv)
    console.log(
      table(
        columns,
        rows.map((row) => row.map(shown)),
      ),
    )
  else {
    process.stdout.write(csvLine(columns.map(({ title }) => title)))
    for (const row of rows) process.stdout.write(csvLine(row.map(inCsv)))
  }
}

function command(make: (db: Database, days: Days) => Promise<Report>): Command {
  return async (args) => {
    const { csv, ...days } = readReport(args, new Date())
    print(await withDatabase((db) => make(db, days)), csv)
  }
}

const right = (...titles: readonly string[]): Column[] => titles.map((title) => ({ title, right: true }))
const number = (value: number): Value => ({ text: String(value) })
const cents = (value: number): Value => ({ cents: value })

function dayRow(name: string, day: Omit<ReportDay, 'day'>): Value[] {
  const { joined, active, deposits, deposited, refunded, bonuses, granted, played, paidBack } = day
  return [
    { text: name },
    ...[joined, active, deposits].map(number),
    ...[deposited, refunded, bonuses, granted, played, paidBack].map(cents),
    number(day.withdrawals),
    cents(day.withdrawn),
    cents(day.balances),
  ]
}

const days = command(async (db, range) => {
  const all = await reportDays(db, range)
  const titles = ['new', 'active', 'deposits', 'deposited', 'refunded', 'bonuses', 'granted', 'played', 'paid back']
  return {
    columns: [{ title: 'day' }, ...right(...titles, 'withdrawals', 'withdrawn', 'balances')],
    rows: [...all.map((day) => dayRow(day.day, day)), dayRow('all', sumOfDays(all))],
  }
})

const percent = (part: number, whole: number): Value =>
  whole === 0 ? {} : { text: `${((part / whole) * 100).toFixed(2)} %` }

function returnRow({ game, reference, rolls, staked, won, expected }: ReportReturn): Value[] {
  const name = reference === '' ? game : reference
  return [{ text: name }, number(rolls), cents(staked), cents(won), percent(won, staked), percent(expected, staked)]
}

function returns(by: 'game' | 'case'): Command {
  return command(async (db, range) => {
    await countReturns(db, Date.now() - GRACE_MS)
    return {
      columns: [{ title: by }, ...right('rolls', 'staked', 'won', 'measured', 'promised')],
      rows: (await reportReturns(db, range, by)).map(returnRow),
    }
  })
}

/** The commands that report. */
export const group: Group = { usage: USAGE, commands: { days, games: returns('game'), cases: returns('case') } }
