// Published days for the page, the API and its files. They change once a day, so what is made of them is kept until there is a newer one.
import { and, asc, desc, eq, lt } from 'drizzle-orm'
import { CHAIN_FORMAT, type ChainDay, FIRST_PREVIOUS } from '../../../game/transparency/chain.ts'
import type { PublishedDay } from '../../../game/transparency/day.ts'
import { oddsInForce } from '../../../game/transparency/sums.ts'
import { summarize, WINDOWS } from '../../../game/transparency/window.ts'
import type { ChainFile, ChainHead, TransparencyReply, TransparencyView } from '../../../protocol/transparency.ts'
import type { Database } from '../../db/database.ts'
import { publishedDays } from '../../db/schema-transparency.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'
import { switchesSince } from '../calls/switches.ts'
import { type TableName, tableOf } from './csv.ts'

const { sequence, day, previous, text, hash, signature } = publishedDays

/** All columns but the rows of the ledger, which are not published. */
const COLUMNS = { sequence, day, previous, text, hash, signature }

/** How many days, and how many changes of odds, the page lists. */
const DAYS_SHOWN = 7
const CHANGES_SHOWN = 20

/** How far back, and how much of what was switched off, the page lists. */
const STOPPED_MS = 30 * 86_400_000
const STOPPED_SHOWN = 30

/** How long the newest day is not asked for again. */
const FRESH_MS = 5_000

type StoredDay = Omit<ChainDay, 'previous'> & { readonly previous: string | null }

const chainDayOf = (row: StoredDay): ChainDay => ({ ...row, previous: row.previous ?? FIRST_PREVIOUS })

const parseDay = (row: Pick<ChainDay, 'text'>): PublishedDay => JSON.parse(row.text) as PublishedDay

export interface PublishedReader {
  /** Returns a page of days, the newest first, or the one day that is asked for, with what the last days add up to. */
  page(query: {
    readonly cursor?: string | undefined
    readonly day?: string | undefined
  }): Promise<Omit<TransparencyReply, 'success'>>
  /** Returns what the page shows. */
  view(): Promise<TransparencyView>
  /** Returns the hash of the newest day; null before the first one. */
  headHash(): Promise<string | null>
  /** Returns a table of all days as CSV. */
  table(name: TableName): Promise<string>
  /** Returns all days as the file that `npm run verify` reads. */
  chain(): Promise<string>
}

interface Loaded {
  readonly links: readonly ChainDay[]
  readonly days: readonly PublishedDay[]
}

function headOf({ links, days }: Loaded): ChainHead | null {
  const [link, newest] = [links.at(-1), days.at(-1)]
  if (link === undefined || newest === undefined) return null
  return { day: link.day, sequence: link.sequence, hash: link.hash, key: newest.key }
}

function windowsOf({ days }: Loaded) {
  return WINDOWS.map((wanted) => summarize(days, wanted))
}

function viewOf(loaded: Loaded): Omit<TransparencyView, 'stopped'> {
  const { links, days } = loaded
  const changes = days.slice(1).flatMap((of) => of.odds.changes.map((change) => ({ day: of.day, ...change })))
  return {
    head: headOf(loaded),
    windows: windowsOf(loaded),
    days: links
      .slice(-DAYS_SHOWN)
      .map(({ sequence, day, hash, signature }, at) => {
        const { isChecked } = days[Math.max(0, days.length - DAYS_SHOWN) + at] ?? { isChecked: false }
        return { sequence, day, hash, signature, isChecked }
      })
      .reverse(),
    changes: changes.slice(-CHANGES_SHOWN).reverse(),
    odds: oddsInForce(days),
  }
}

/** Makes the reader. */
export function createPublishedReader({
  db,
  now,
}: {
  readonly db: Database
  readonly now: () => number
}): PublishedReader {
  let kept: { readonly hash: string | null; readonly loaded: Promise<Loaded> } | undefined
  let head: { readonly atMs: number; readonly hash: Promise<string | null> } | undefined

  function headHash(): Promise<string | null> {
    if (head === undefined || Math.abs(now() - head.atMs) >= FRESH_MS) {
      const reading = {
        atMs: now(),
        hash: db.queries
          .select({ hash })
          .from(publishedDays)
          .orderBy(desc(sequence))
          .limit(1)
          .then(([row]) => row?.hash ?? null),
      }
      head = reading
      reading.hash.catch(() => {
        if (head === reading) head = undefined
      })
    }
    return head.hash
  }

  async function readAll(): Promise<Loaded> {
    const links = (await db.queries.select(COLUMNS).from(publishedDays).orderBy(asc(sequence))).map(chainDayOf)
    return { links, days: links.map(parseDay) }
  }

  async function load(): Promise<Loaded> {
    const newest = await headHash()
    if (kept?.hash !== newest) {
      const reading = { hash: newest, loaded: readAll() }
      kept = reading
      reading.loaded.catch(() => {
        if (kept === reading) kept = undefined
      })
    }
    return kept?.loaded ?? readAll()
  }

  return {
    headHash,
    page: async ({ cursor, day: wanted }) => {
      const loaded = await load()
      const rows = await db.queries
        .select(COLUMNS)
        .from(publishedDays)
        .where(
          and(
            cursor === undefined ? undefined : lt(sequence, Number(cursor)),
            wanted === undefined ? undefined : eq(day, wanted),
          ),
        )
        .orderBy(desc(sequence))
        .limit(PAGE_LIMIT)
      const page = pageOf(rows, (last) => String(last.sequence))
      return {
        head: headOf(loaded),
        windows: windowsOf(loaded),
        days: page.rows.map(chainDayOf),
        cursor: page.cursor,
      }
    },
    view: async () => {
      const from = new Date(now() - STOPPED_MS)
      const [loaded, rows] = await Promise.all([load(), switchesSince(db.queries, from, STOPPED_SHOWN)])
      const stopped = rows.map(({ name, words, since, until, endedAt }) => {
        // An end that was set takes effect by the clock, before its row says so.
        const end = endedAt ?? (until !== null && until.getTime() <= now() ? until : null)
        return { name, words, from: since.getTime(), to: end?.getTime() ?? null }
      })
      return { ...viewOf(loaded), stopped }
    },
    table: async (name) => tableOf(name, (await load()).days),
    chain: async () => {
      const file: ChainFile = { format: CHAIN_FORMAT, days: [...(await load()).links] }
      return `${JSON.stringify(file)}\n`
    },
  }
}
