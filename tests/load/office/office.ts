// The first page of every list of the office on a shop of ten million rows: the time of the server, and where the database spends it.
import pg from 'pg'
import { columnsOf, formatTable } from '../../../scripts/cli/table.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { type OfficeBrowser, openTestOffice } from '../../support/office/office.ts'
import { OFFICE_LISTS, type OfficeList } from './office-lists.ts'
import { type GrownOffice, growOffice } from './office-site.ts'

/** Calls of a list; the first is counted apart, because it finds nothing in memory. */
const ROUNDS = 9
const GOAL_MS = 200

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
  /** How long it took, in ms. */
  ms: number
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Actual Total Time': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

const { query } = pg.Client.prototype

/** Returns a statement of a call of the client, if it reads. */
function readOf(first: unknown, values: unknown): Asked | undefined {
  const config = (typeof first === 'string' ? { text: first } : first) as { text?: string; values?: unknown[] } | null
  if (typeof config?.text !== 'string' || !/^\s*(select|with)/i.test(config.text)) return undefined
  return { text: config.text, values: config.values ?? (Array.isArray(values) ? values : []), ms: 0 }
}

/** Collects the statements that the office runs while `work` runs. The pool calls its clients with a callback, or awaits them. */
async function statementsOf(work: () => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = []
  const replace = (value: unknown): void => {
    Object.defineProperty(pg.Client.prototype, 'query', { configurable: true, writable: true, value })
  }
  replace(function (this: pg.Client, first: unknown, ...rest: unknown[]) {
    const read = readOf(first, rest[0])
    if (read === undefined) return Reflect.apply(query, this, [first, ...rest])
    asked.push(read)
    const began = performance.now()
    const end = (): void => {
      read.ms = performance.now() - began
    }
    const done = rest.at(-1)
    if (typeof done !== 'function') return Reflect.apply(query, this, [first, ...rest]).finally(end)
    const timed = (...results: unknown[]): void => {
      end()
      done(...results)
    }
    return Reflect.apply(query, this, [first, ...rest.slice(0, -1), timed])
  })
  try {
    await work()
  } finally {
    replace(query)
  }
  return asked
}

interface Worst {
  readonly ms: number
  readonly text: string
}

/** Returns the node of a plan that takes longest without those below it. */
function worstOf(node: PlanNode): Worst {
  const totalMs = (one: PlanNode): number => one['Actual Total Time'] * one['Actual Loops']
  const below = (node.Plans ?? []).map(worstOf)
  const ownMs = totalMs(node) - (node.Plans ?? []).reduce((sum, one) => sum + totalMs(one), 0)
  const place = node['Index Name'] ?? node['Relation Name'] ?? ''
  const rows = Math.round(node['Actual Rows'] * node['Actual Loops'])
  const removed = (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops']
  const left = removed === 0 ? '' : `, ${removed} left out`
  const own = { ms: ownMs, text: `${node['Node Type']} ${place}: ${rows} rows${left}`.replace(/ +:/, ':') }
  return below.reduce((worst, one) => (one.ms > worst.ms ? one : worst), own)
}

/** Writes a value as SQL. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

async function explain(client: pg.Client, asked: readonly Asked[]): Promise<Worst> {
  let worst: Worst = { ms: 0, text: '' }
  for (const { text, values } of asked) {
    // Prepared, because the site's statements have plans that know no value.
    await client.query(`prepare measured as ${text}`)
    const literals = values.map(literalOf)
    const run = literals.length === 0 ? 'measured' : `measured(${literals.join(', ')})`
    const { rows } = await client.query(`explain (analyze, format json, timing on) execute ${run}`)
    await client.query('deallocate measured')
    const [{ Plan: plan, JIT: jit }] = rows[0]['QUERY PLAN'] as readonly [
      { Plan: PlanNode; JIT?: { Timing: { Total: number } } },
    ]
    const compiled = { ms: jit?.Timing.Total ?? 0, text: 'compiling the plan (jit)' }
    for (const one of [worstOf(plan), compiled]) if (one.ms > worst.ms) worst = one
  }
  return worst
}

interface Measured {
  readonly list: OfficeList
  readonly firstMs: number
  readonly medianMs: number
  readonly rows: number
  /** The slowest statement, in ms. */
  readonly statementMs: number
  readonly worst: Worst
}

/** The length of the list in a reply. */
function lengthOf(reply: unknown): number {
  if (typeof reply !== 'object' || reply === null) return 0
  return Object.values(reply).find(Array.isArray)?.length ?? 0
}

async function measure(staff: OfficeBrowser, client: pg.Client, list: OfficeList, at: GrownOffice): Promise<Measured> {
  const times: number[] = []
  let rows = 0
  const call = async (): Promise<void> => {
    const began = performance.now()
    const { status, body } = await staff.get(list.path(at))
    if (status !== 200) throw new Error(`${list.room}, ${list.name} answered ${status}: ${JSON.stringify(body)}`)
    times.push(performance.now() - began)
    rows = lengthOf(body)
  }
  await call()
  const [firstMs = 0] = times.splice(0)
  for (let round = 1; round < ROUNDS; round++) await call()
  const asked = await statementsOf(call)
  const statementMs = Math.max(0, ...asked.map(({ ms }) => ms))
  const worst = await explain(client, asked)
  const medianMs = times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0
  return { list, firstMs, medianMs, rows, statementMs, worst }
}

/** Prints the time of each list; returns true when all are within the goal, the first call of each too. */
export async function run({ rows }: { readonly rows: number }): Promise<boolean> {
  const office = await openTestOffice('postgres')
  try {
    console.log(`A shop of ${rows} rows:`)
    const at = await growOffice(office, rows, (statement) =>
      queryRows<Record<string, string>>(office.db.queries, statement),
    )
    const [where] = await queryRows<{ name: string }>(office.db.queries, 'select current_database() as name')
    const address = new URL(process.env.TEST_DATABASE_URL ?? '')
    address.pathname = where?.name ?? ''
    const client = new pg.Client({ connectionString: address.href, options: '-c plan_cache_mode=force_generic_plan' })
    await client.connect()
    const staff = await office.member('owner', 'Bench')
    const measured: Measured[] = []
    for (const list of OFFICE_LISTS) measured.push(await measure(staff, client, list, at))
    await client.end()
    const cells = measured.map(({ list: { room, name }, firstMs, medianMs, rows, statementMs, worst }) => [
      room,
      name,
      String(rows),
      `${firstMs.toFixed(0)} ms`,
      `${medianMs.toFixed(1)} ms`,
      `${statementMs.toFixed(1)} ms`,
      `${worst.ms.toFixed(1)} ms ${worst.text}`,
    ])
    console.log(
      `\n${formatTable(columnsOf('room', 'list', 'rows', 'first', 'median', 'slowest statement', 'worst node'), cells)}`,
    )
    const slow = measured.filter(({ firstMs, medianMs }) => Math.max(firstMs, medianMs) > GOAL_MS)
    for (const { list } of slow) console.log(`Slower than ${GOAL_MS} ms: ${list.room}, ${list.name}`)
    return slow.length === 0
  } finally {
    await office.close()
  }
}
