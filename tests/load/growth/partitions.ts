// A year of drops, transfers and rolls in one table each, and by month: what inserts and pages of history take, and whether a second
// credit is still refused.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { columnsOf, formatTable } from '../../../scripts/cli/table.ts'
import { leastIdAt, newId } from '../../../src/server/base/ids.ts'
import { partitionItems } from '../../../src/server/db/partitions.ts'
import { migratedPostgres } from '../../support/databases/databases.ts'
import {
  addMonths,
  fillItems,
  fillRolls,
  fillTransfers,
  insertRoll,
  insertTransfer,
  itemStatements,
  KEYS_OF_ROLLS,
  KEYS_OF_TRANSFERS,
  likeByMonth,
  newestTransfers,
  type Repeated,
} from './partition-tables.ts'

/** How often each statement is run. */
const TIMES = 3_000

type Ask = (statement: string) => Promise<pg.QueryResult>

let prepared = 0

/**
 * Returns how many statements a second one processor of PostgreSQL would run: by the time that the connection's own process has had a
 * processor, so that other work on the machine does not count. What a commit waits for the disk is not in it.
 */
async function rateOf(client: pg.Client, { text, values }: Repeated): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const name = `measured-${++prepared}`
  const usedNs = (): number => Number(readFileSync(`/proc/${rows[0].pid}/schedstat`, 'utf8').split(' ')[0])
  for (let warm = 0; warm < TIMES / 10; warm++) await client.query({ name, text, values: values() })
  const before = usedNs()
  for (let time = 0; time < TIMES; time++) await client.query({ name, text, values: values() })
  return (TIMES * 1e9) / (usedNs() - before)
}

async function ratesOf(client: pg.Client, statements: readonly Repeated[]): Promise<number[]> {
  const rates: number[] = []
  for (const statement of statements) rates.push(await rateOf(client, statement))
  return rates
}

/** Prints rates and their ratio to the first column. */
function printRates(
  title: string,
  variants: readonly string[],
  rows: readonly (readonly [string, readonly number[]])[],
): void {
  const lines = rows.map(([name, rates]) => [
    name,
    ...rates.map((rate, at) => `${rate.toFixed(0)}${at === 0 ? '' : ` (${(rate / (rates[0] ?? 1)).toFixed(2)})`}`),
  ])
  const heading = `${title}: statements a second of one processor of PostgreSQL, and the ratio to the first column`
  console.log(`\n${heading}\n${formatTable(columnsOf('', ...variants), lines)}`)
}

async function tellSizes(ask: Ask, what: string): Promise<void> {
  const { rows } = await ask(`select coalesce(pg_partition_root(indrelid), indrelid)::regclass::text as root,
      sum(pg_relation_size(indexrelid)) as whole, max(pg_relation_size(indexrelid)) as most, count(*) as parts
    from pg_index join pg_class on pg_class.oid = indexrelid and relkind = 'i'
    where pg_get_indexdef(indexrelid) like '%(player_id, id)' group by 1 having sum(pg_relation_size(indexrelid)) > 1000000`)
  for (const { root, whole, most, parts } of rows) {
    console.log(
      `${what}: the index of ${root} by player has ${(whole / 1e6).toFixed(0)} MB in ${parts} parts, the largest ${(most / 1e6).toFixed(1)} MB`,
    )
  }
}

/** Prints what a row takes on the disk. */
async function tellRowSize(ask: Ask, table: string): Promise<void> {
  const { rows } = await ask(`select pg_total_relation_size('${table}')::float8 / count(*) as whole,
    pg_indexes_size('${table}')::float8 / count(*) as indexes from ${table}`)
  console.log(
    `a row of ${table} takes ${rows[0].whole.toFixed(0)} bytes, ${rows[0].indexes.toFixed(0)} of them in indexes`,
  )
}

async function measureItems(client: pg.Client, rows: number): Promise<void> {
  const ask: Ask = (statement) => client.query(statement)
  await ask(fillItems(rows))
  await tellRowSize(ask, 'items')
  const sample = (await ask('select id from items order by random() limit 10000')).rows.map(({ id }) => id)
  const middle = await ask('select id from items order by id offset (select count(*) / 2 from items) limit 1')
  const statements = itemStatements(sample, middle.rows[0].id)
  const measure = async (): Promise<number[]> => {
    await ask('vacuum analyze')
    return ratesOf(client, Object.values(statements))
  }
  const one = await measure()
  await tellSizes(ask, 'one table')

  const began = performance.now()
  await partitionItems(client)
  console.log(
    `npm run ops -- partitions create: ${((performance.now() - began) / 1000).toFixed(2)} s for ${rows} drops`,
  )
  const past = await measure()

  await ask('alter table items detach partition items_before')
  // What the table will be like when all of its months came after the command.
  await ask(addMonths('items'))
  await ask('insert into items select * from items_before')
  await ask('drop table items_before')
  const months = await measure()
  await tellSizes(ask, 'a partition a month')
  printRates(
    'items',
    ['one table', 'the past as one partition', 'a partition a month'],
    Object.keys(statements).map((name, at) => [name, [one[at] ?? 0, past[at] ?? 0, months[at] ?? 0]]),
  )
}

/** Tells whether a statement is refused, and by which constraint. */
async function outcomeOf(ask: Ask, statement: string): Promise<string> {
  try {
    await ask(statement)
    return 'ACCEPTED'
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '23505') return `refused by ${error.constraint}`
    throw error
  }
}

async function measureTransfers(client: pg.Client, rows: number): Promise<boolean> {
  const ask: Ask = (statement) => client.query(statement)
  await ask(fillTransfers(rows))
  await tellRowSize(ask, 'transfers')
  await ask(likeByMonth('transfers_by_month', 'transfers'))
  await ask(addMonths('transfers_by_month'))
  await ask(KEYS_OF_TRANSFERS)
  await ask('insert into transfers_by_month select * from transfers')

  // Closed months in a history by month; the months that can still be written to in a table with the unique index.
  await ask(likeByMonth('transfers_history', 'transfers'))
  await ask(addMonths('transfers_history'))
  await ask('create table transfers_open (like transfers including all)')
  const now = new Date()
  const thisMonth = leastIdAt(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
  await ask(`insert into transfers_history select * from transfers where id < '${thisMonth}'`)
  await ask(`insert into transfers_open select * from transfers where id >= '${thisMonth}'`)
  await ask('create view transfers_all as select * from transfers_open union all select * from transfers_history')
  await ask('vacuum analyze')

  const writable = ['transfers', 'transfers_by_month', 'transfers_open']
  printRates(
    'transfers',
    ['one table', 'by month, keys beside it', 'closed months moved'],
    [
      [
        'insert one without a key',
        await ratesOf(
          client,
          writable.map((table) => insertTransfer(table, false)),
        ),
      ],
      [
        'insert a deposit',
        await ratesOf(
          client,
          writable.map((table) => insertTransfer(table, true)),
        ),
      ],
      ["a player's newest", await ratesOf(client, [...writable.slice(0, 2), 'transfers_all'].map(newestTransfers))],
    ],
  )
  const outcomes: string[] = []
  for (const table of writable) {
    const outcome = await outcomeOf(
      ask,
      `insert into ${table} (id, kind, debit_id, credit_id, amount, reference)
        values ('${newId()}', 'deposit', 1000, 1, 5, 'order-2')`,
    )
    outcomes.push(outcome)
    console.log(`a second credit of an order of the first month, into ${table}: ${outcome}`)
  }
  return outcomes[0] !== 'ACCEPTED' && outcomes[1] !== 'ACCEPTED'
}

async function measureRolls(client: pg.Client, rows: number): Promise<boolean> {
  const ask: Ask = (statement) => client.query(statement)
  await ask(fillRolls(rows))
  await tellRowSize(ask, 'rolls')
  await ask(likeByMonth('rolls_by_month', 'rolls'))
  await ask(addMonths('rolls_by_month'))
  await ask(KEYS_OF_ROLLS)
  await ask('insert into rolls_by_month select * from rolls')
  await ask('vacuum analyze')
  printRates(
    'rolls',
    ['one table', 'by month, keys beside it'],
    [['insert a roll', await ratesOf(client, ['rolls', 'rolls_by_month'].map(insertRoll))]],
  )
  const again = await outcomeOf(
    ask,
    `insert into rolls_by_month select '${newId()}', player_id, game, seed_id, nonce, n, roll, odds_hash
      from rolls order by id limit 1`,
  )
  console.log(`a nonce of the first month again, into rolls_by_month: ${again}`)
  return again !== 'ACCEPTED'
}

/** Prints the rates, and returns true when a second credit is refused wherever it has to be. */
export async function run(rows: number): Promise<boolean> {
  const scratch = await migratedPostgres()
  // The plans that the site's connections have.
  const client = new pg.Client({
    connectionString: scratch.url,
    options: '-c plan_cache_mode=force_generic_plan -c synchronous_commit=off',
  })
  await client.connect()
  try {
    console.log(`${rows} rows of twelve months in each table, each statement ${TIMES} times`)
    await measureItems(client, rows)
    const areCreditsRefused = await measureTransfers(client, rows)
    const areNoncesRefused = await measureRolls(client, rows)
    return areCreditsRefused && areNoncesRefused
  } finally {
    await client.end()
    await scratch.drop()
  }
}
