// Compares published days with the ledger as it is now.
import { asc, eq } from 'drizzle-orm'
import { type ChainDay, checkChain, FIRST_PREVIOUS } from '../../../game/transparency/chain.ts'
import type { Figures, GameFigures, PublishedDay } from '../../../game/transparency/day.ts'
import type { Database, Queries } from '../../db/database.ts'
import { publishedDays } from '../../db/schema-transparency.ts'
import { countFigures } from './figures.ts'
import { findChangedRow, readLedgerRows } from './ledger-rows.ts'
import { readOddsOfDay } from './odds.ts'
import { sha256 } from './sha-256.ts'
import { isSigned } from './signing-key.ts'

/** Rounded sums of floats differ by this at most. */
const ROUNDING = 1

export interface PublishedDifference {
  readonly rule: string
  readonly row: Readonly<Record<string, unknown>>
}

type DayRow = typeof publishedDays.$inferSelect

const chainDayOf = ({ previous, ...row }: DayRow): ChainDay => ({ ...row, previous: previous ?? FIRST_PREVIOUS })

function withinRounding(published: readonly GameFigures[], counted: readonly GameFigures[]): readonly GameFigures[] {
  return counted.map((of) => {
    const same = published.find(({ game }) => game === of.game)
    if (same === undefined) return of
    const near = (part: 'expected' | 'variance'): number =>
      Math.abs(same[part] - of[part]) <= ROUNDING ? same[part] : of[part]
    return { ...of, expected: near('expected'), variance: near('variance') }
  })
}

const isSame = (a: unknown, b: unknown): boolean => sortedText(a) === sortedText(b)

function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** Returns the first figure of a day that the tables do not give any more. */
async function figureDifference(tx: Queries, published: PublishedDay): Promise<PublishedDifference['row'] | null> {
  const { day, gifts } = published
  const counted = await countFigures(tx, published, gifts.ownPercent)
  const now: Figures & Pick<PublishedDay, 'odds'> = {
    ...counted,
    returns: withinRounding(published.returns, counted.returns),
    bots: withinRounding(published.bots, counted.bots),
    // What waited for margin is a state of that night, and of no row.
    gifts: { ...counted.gifts, state: gifts.state },
    odds: await readOddsOfDay(tx, published, published.sequence === 1),
  }
  for (const figure of Object.keys(now) as (keyof typeof now)[]) {
    if (!isSame(published[figure], now[figure]))
      return { day, figure, published: published[figure], ledger: now[figure] }
  }
  return null
}

async function dayDifference(tx: Queries, { text, rows }: DayRow): Promise<PublishedDifference | null> {
  const published = JSON.parse(text) as PublishedDay
  const { day, ledger } = published
  if (sha256(rows) !== ledger.digest)
    return { rule: 'a published day keeps the rows that it was signed with', row: { day } }
  if ((await readLedgerRows(tx, published)).digest !== ledger.digest) {
    const row = { day, ...(await findChangedRow(tx, published, rows)) }
    return { rule: 'the transfers of a published day are as they were published', row }
  }
  const row = await figureDifference(tx, published)
  return row === null ? null : { rule: 'a published day says what the ledger holds', row }
}

export interface PublishedReport {
  readonly days: number
  readonly difference: PublishedDifference | undefined
}

/**
 * Checks the chain of published days, and every day against the ledger; stops at the first difference.
 *
 * @param last how many of the newest days are checked; all of them by default
 */
export async function checkPublishedDays(
  db: Database,
  last: number = Number.MAX_SAFE_INTEGER,
): Promise<PublishedReport> {
  const names = await db.queries
    .select({ sequence: publishedDays.sequence })
    .from(publishedDays)
    .orderBy(asc(publishedDays.sequence))
  let before: DayRow | undefined
  for (const { sequence } of names.slice(-last)) {
    const [row] = await db.queries.select().from(publishedDays).where(eq(publishedDays.sequence, sequence))
    if (row === undefined) throw new Error(`The published day ${sequence} is gone`)
    const links = before === undefined ? [row] : [before, row]
    const fault = await checkChain(links.map(chainDayOf), { sha256: async (text) => sha256(text), isSigned })
    const difference =
      fault === null
        ? await db.transaction(async (tx) => {
            await tx.execute('set local statement_timeout = 0')
            return dayDifference(tx, row)
          }, 'long')
        : { rule: 'every published day is chained to the day before, and signed', row: { ...fault } }
    if (difference !== null) return { days: names.length, difference }
    before = row
  }
  return { days: names.length, difference: undefined }
}
