// The odds of cases at the end of a day, and their changes during it.
import { sql } from 'drizzle-orm'
import { readOdds, returnOfOdds } from '../../../game/fairness/odds-text.ts'
import type { OddsChange, OddsEdition, OddsFigures } from '../../../game/transparency/day.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { type DaySpan, momentOf } from '../../db/day-span.ts'
import { sha256 } from './sha-256.ts'

const MILLION = 1_000_000

function editionOf(hash: string | null, text: string | null): OddsEdition | null {
  if (hash === null) return null
  const odds = text === null ? null : readOdds(text)
  const fraction = odds === null ? null : returnOfOdds(odds)
  if (odds === null || fraction === null) throw new Error(`The stored odds table ${hash} cannot be parsed`)
  return { hash, price: odds.priceCents, return: Math.round(fraction * MILLION) }
}

interface ChangeRow {
  readonly url: string
  readonly hash: string | null
  readonly text: string | null
  readonly hash_before: string | null
  readonly text_before: string | null
}

/** Reads the odds of a day. With `isFirst`, what changed before it counts as its changes, so that a chain begins with all odds. */
export async function readOddsOfDay(tx: Queries, { from, to }: DaySpan, isFirst: boolean): Promise<OddsFigures> {
  const inForce = await queryRows<{ url: string; hash: string | null }>(
    tx,
    sql`select distinct on (reference) reference as url, hash from odds_periods where since < ${momentOf(to)}
      order by reference, id desc`,
  )
  const rows = await queryRows<ChangeRow>(
    tx,
    sql`select periods.reference as url, periods.hash, now_odds.text, earlier.hash as hash_before, old_odds.text as text_before
      from odds_periods periods
      left join odds_tables now_odds on now_odds.hash = periods.hash
      left join lateral (select hash from odds_periods older where older.reference = periods.reference and older.id < periods.id
        order by older.id desc limit 1) earlier on true
      left join odds_tables old_odds on old_odds.hash = earlier.hash
      where periods.since < ${momentOf(to)} and ${isFirst ? sql`true` : sql`periods.since >= ${momentOf(from)}`} order by periods.id`,
  )
  // Sorted here: databases order texts by their locale.
  const tables = inForce.flatMap(({ url, hash }) => (hash === null ? [] : [`${url} ${hash}\n`])).sort()
  const changes = rows.map(
    (row): OddsChange => ({
      case: row.url,
      before: editionOf(row.hash_before, row.text_before),
      after: editionOf(row.hash, row.text),
    }),
  )
  return { tables: tables.length, digest: sha256(tables.join('')), changes }
}
