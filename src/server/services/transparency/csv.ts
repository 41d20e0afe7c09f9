// Published days as tables: one for each group of figures. Amounts are whole cents, so that sums need no rounding.
import { type GameFigures, type PublishedDay, WAIT_BOUNDS } from '../../../game/transparency/day.ts'
import { csvLine, csvText } from '../../base/csv.ts'

type Cell = string | number | null

interface Table {
  readonly columns: readonly string[]
  /** Returns the rows of a day, without the day itself. */
  readonly rows: (day: PublishedDay) => readonly (readonly Cell[])[]
}

const gameRow = ({ game, rolls, staked, won, expected, variance }: GameFigures): Cell[] => [
  game,
  rolls,
  staked,
  won,
  expected,
  variance,
]

const GAME_COLUMNS = ['game', 'rolls', 'staked_cents', 'won_cents', 'expected_cents', 'variance_cents2'] as const

/** The tables by their names. */
export const TABLES = {
  withdrawals: {
    columns: ['requested', 'sent', 'delivered', 'refused', 'declined', 'unavailable', 'reversed'],
    rows: ({ withdrawals: of }) => [
      [of.requested, of.sent, of.delivered, of.refused, of.declined, of.unavailable, of.reversed],
    ],
  },
  waits: {
    columns: ['at_most_minutes', 'withdrawals'],
    rows: ({ withdrawals }) =>
      withdrawals.waits.flatMap((count, step) => (count === 0 ? [] : [[WAIT_BOUNDS[step] ?? null, count]])),
  },
  deposits: {
    columns: ['what', 'payments', 'cents', 'withheld'],
    rows: ({ deposits }) =>
      (['paid', 'refunded', 'disputed'] as const).map((what) => {
        const { count, cents, withheld } = deposits[what]
        return [what, count, cents, withheld]
      }),
  },
  returns: { columns: GAME_COLUMNS, rows: ({ returns }) => returns.map(gameRow) },
  bots: { columns: GAME_COLUMNS, rows: ({ bots }) => bots.map(gameRow) },
  gifts: {
    columns: [
      'given_cents',
      'referral_cents',
      'margin_microcents',
      'own_percent',
      'locked_cents',
      'unlocked_cents',
      'covered_cents',
    ],
    rows: ({ gifts: { given, referral, margin, ownPercent, state } }) => [
      [given, referral, margin, ownPercent, state?.locked ?? null, state?.unlocked ?? null, state?.covered ?? null],
    ],
  },
  prizes: {
    columns: ['what', 'paid', 'rolled_over', 'cents'],
    rows: ({ raffles, leaderboards }) => [
      ['raffles', raffles.paid, raffles.rolledOver, raffles.cents],
      ['leaderboards', leaderboards.paid, leaderboards.rolledOver, leaderboards.cents],
    ],
  },
  odds: {
    columns: ['case', 'hash_before', 'price_before', 'return_before', 'hash', 'price', 'return_millionths'],
    rows: ({ odds }) =>
      odds.changes.map(({ case: url, before, after }) => [
        url,
        ...[before?.hash, before?.price, before?.return, after?.hash, after?.price, after?.return].map(
          (cell) => cell ?? null,
        ),
      ]),
  },
} as const satisfies Readonly<Record<string, Table>>

export type TableName = keyof typeof TABLES

/** Tells whether a name is that of a table. */
export function isTableName(name: string): name is TableName {
  return Object.hasOwn(TABLES, name)
}

/** Numbers may be negative: they need no protection from spreadsheets, which texts do. */
const cellText = (cell: Cell): string => (cell === null ? '' : typeof cell === 'number' ? String(cell) : csvText(cell))

/** Returns a table of all days, in their order. */
export function tableOf(name: TableName, days: readonly PublishedDay[]): string {
  const { columns, rows }: Table = TABLES[name]
  const lines = days.flatMap((day) => rows(day).map((cells) => [day.day, ...cells]))
  return csvLine(['day', ...columns]) + lines.map((cells) => csvLine(cells.map(cellText))).join('')
}
