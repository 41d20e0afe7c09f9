// What a published day keeps of the ledger's rows: eight bytes of the hash of each transfer. The day's digest is their SHA-256, so they cannot be
// changed later, and they name the transfer that was.
import { sql } from 'drizzle-orm'
import { type Queries, queryRows } from '../../db/database.ts'
import { type DaySpan, idWithin } from '../../db/day-span.ts'
import { sha256 } from './sha-256.ts'

/** The bytes of a row. */
const ROW_BYTES = 8

const ROW_HASH = sql.raw(
  `substring(sha256(convert_to(concat_ws('|', id, kind, debit_id, credit_id, amount, reference, coalesce(locked::text, '-'),
    coalesce(unlocked::text, '-')), 'UTF8')) from 1 for ${ROW_BYTES})`,
)

export interface LedgerRows {
  readonly transfers: number
  readonly rows: Buffer
  /** SHA-256 of the rows. */
  readonly digest: string
}

/** Reads the rows of a day's transfers, in the order of their ids. */
export async function readLedgerRows(tx: Queries, span: DaySpan): Promise<LedgerRows> {
  const [row] = await queryRows<{ transfers: string | number; rows: Uint8Array | null }>(
    tx,
    sql`select count(*) as transfers, string_agg(${ROW_HASH}, ''::bytea order by id) as rows from transfers where ${idWithin('id', span)}`,
  )
  const rows = Buffer.from(row?.rows ?? [])
  return { transfers: Number(row?.transfers ?? 0), rows, digest: sha256(rows) }
}

/** What became of a transfer after its day was published. */
export type RowFault = { readonly changed: string } | { readonly removedAfter: string | null }

/**
 * Finds the first transfer of a day that is not as it was published: one that was changed or added, by its id, or the one before a removed one.
 *
 * @param rows as they were published
 */
export async function findChangedRow(tx: Queries, span: DaySpan, rows: Uint8Array): Promise<RowFault | null> {
  const published = Buffer.from(rows)
  const stored = await queryRows<{ id: string; row: Uint8Array }>(
    tx,
    sql`select id, ${ROW_HASH} as row from transfers where ${idWithin('id', span)} order by id`,
  )
  const known = new Set(Array.from({ length: published.length / ROW_BYTES }, (_, at) => hexAt(published, at)))
  const changed = stored.find(({ row }) => !known.has(Buffer.from(row).toString('hex')))
  if (changed !== undefined) return { changed: changed.id }
  const at = stored.findIndex(({ row }, place) => Buffer.from(row).toString('hex') !== hexAt(published, place))
  const place = at === -1 ? stored.length : at
  return place * ROW_BYTES === published.length ? null : { removedAfter: stored[place - 1]?.id ?? null }
}

function hexAt(rows: Buffer, place: number): string {
  return rows.subarray(place * ROW_BYTES, (place + 1) * ROW_BYTES).toString('hex')
}
