// Checks the database of a killed site, in a separate thread so that no call waits for it: the ledger, and every
// acknowledged result by its id.
import { rm } from 'node:fs/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { Database } from '../../../src/server/db/database.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { type DatabasePlace, openDatabaseAt } from '../sites/killable-server.ts'

export interface AuditOptions {
  readonly place: DatabasePlace
  /** Acknowledged results (tests/support/sites/expected-holdings.ts). */
  readonly lines: readonly string[]
  /** True when they are complete: then nothing else may exist. */
  readonly isAll: boolean
}

export interface Audit {
  /** The errors; empty when all is correct. */
  readonly breaches: readonly string[]
  readonly transfers: number
  /** PostgreSQL's counters for this database so far. */
  readonly deadlocks: number
}

/** The number of each kind of breach. */
const TOLD_MOST = 5

/** Rows without a response, or with a partial one, are compared in one direction only. */
const LINES_IN_BOOKS = `
  select 'item ' || id || ' of ' || player_id || ' at ' || price as line, source <> 'raffle' as told from items
  union all select 'end ' || items.id || ' ' || kind, source <> 'raffle' from item_ends join items on items.id = item_ends.item_id
  union all select 'roll ' || id || ' of ' || player_id, true from rolls
  union all select 'number ' || id || ' is ' || roll, false from rolls
  union all select 'withdrawal ' || id || ' of ' || item_id, true from withdrawals
  union all select 'order ' || id || ' of ' || player_id, false from orders
  union all select 'paid ' || orders.id || ' with ' || transfers.amount, true from orders
    join transfers on transfers.kind = 'deposit' and transfers.reference = orders.id::text where orders.state = 'paid'
  union all select 'day ' || day || ' of ' || player_id, true from calendar_claims
  union all select 'mission ' || mission || ' from ' || period || ' of ' || player_id, true from mission_claims
  union all select 'entry of ' || player_id || ' in ' || raffle_id, true from raffle_entries
  union all select 'balance ' || balance || ' of ' || id, true from accounts where balance is not null`

const LOST = {
  name: 'audit-lost',
  text: `select value as line from json_array_elements_text($1::json) except select line from (${LINES_IN_BOOKS}) kept`,
}

const MADE = {
  name: 'audit-made',
  text: `select line from (${LINES_IN_BOOKS}) kept where told except select value from json_array_elements_text($1::json)`,
}

const DEADLOCKS = {
  name: 'audit-deadlocks',
  text: 'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
}

function told(what: string, rows: readonly { line: string }[]): string[] {
  const lines = rows.slice(0, TOLD_MOST).map(({ line }) => `${what}: ${line}`)
  return rows.length > TOLD_MOST ? [...lines, `${what}: ${rows.length} in all`] : lines
}

async function look(db: Database, { lines, isAll }: AuditOptions): Promise<Audit> {
  const report = await checkLedger(db)
  const wrong = report.difference
  const said = JSON.stringify(lines)
  const lost = await db.run<{ line: string }>(LOST, [said])
  const made = isAll ? await db.run<{ line: string }>(MADE, [said]) : []
  const [counted] = db.kind === 'postgres' ? await db.run<{ deadlocks: number }>(DEADLOCKS, []) : []
  return {
    breaches: [
      ...(wrong === undefined ? [] : [`the books: ${wrong.rule}: ${JSON.stringify(wrong.row)}`]),
      ...told('lost', lost),
      ...told('made', made),
    ],
    transfers: report.transfers,
    deadlocks: counted?.deadlocks ?? 0,
  }
}

/** Audits a database. A folder is removed afterwards. */
export function audit(wish: AuditOptions): Promise<Audit> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: wish })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`The audit ended with ${code} and said nothing`)))
  })
}

if (parentPort !== null && workerData !== null && typeof workerData === 'object' && 'place' in workerData) {
  const wish = workerData as AuditOptions
  const db = await openDatabaseAt(wish.place)
  const found = await look(db, wish)
  await db.close()
  if ('folder' in wish.place) await rm(wish.place.folder, { recursive: true })
  parentPort.postMessage(found)
}
