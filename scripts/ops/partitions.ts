// npm run ops -- partitions: drops by month, for a database of many millions of them (docs/scaling.md).
import { type Command, Option } from 'commander'
import pg from 'pg'
import { timeOfId } from '../../src/server/base/ids.ts'
import { CannotPartition, itemPartitions, type Partition, partitionItems } from '../../src/server/db/partitions.ts'
import { refuseUnreachable } from '../../src/server/db/unreachable.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { type Column, formatTable, NONE } from '../cli/table.ts'
import { openServed, readSettings } from './open-database.ts'

const MEGABYTE = 1_000_000

const COLUMNS: readonly Column[] = [
  { title: 'partition' },
  { title: 'from' },
  { title: 'to' },
  { title: 'rows', right: true },
  { title: 'MB', right: true },
]

/** @throws CommandRefused on PGlite */
function databaseUrl(io: CommandIo): string {
  const url = readSettings(io).databaseUrl
  if (url === undefined) throw new CommandRefused('Only PostgreSQL has partitions: set DATABASE_URL.')
  return url
}

/** Returns the first days of a partition and of what follows it. */
function daysOf({ bounds }: Partition): readonly [from: string, to: string] {
  const [from, to] = bounds.replace('FOR VALUES FROM', '').split(' TO ')
  const dayOf = (text = ''): string => {
    const id = /[0-9a-f-]{36}/.exec(text)?.[0]
    return id === undefined ? NONE : new Date(timeOfId(id)).toISOString().slice(0, 10)
  }
  return [dayOf(from), dayOf(to)]
}

async function list(io: CommandIo): Promise<void> {
  const db = await openServed(databaseUrl(io), io)
  try {
    const partitions = await itemPartitions(db)
    const row = (one: Partition): string[] => [
      one.name,
      ...daysOf(one),
      one.rows === null ? NONE : String(one.rows),
      (one.bytes / MEGABYTE).toFixed(1),
    ]
    const none = 'The table items is not partitioned: npm run ops -- partitions create'
    printLine(io, partitions.length === 0 ? none : formatTable(COLUMNS, partitions.map(row)))
  } finally {
    await db.close()
  }
}

const PREVIEW = `Nothing was done yet. With --yes the table items (drops) is replaced by one of a partition a month, with the rows that
are there as the first partition. The table is locked while PostgreSQL reads it once, a second for some million rows, and
calls wait meanwhile; all of it is one transaction. Make a backup first: nothing takes it back.`

async function create(io: CommandIo, { yes }: { readonly yes: boolean }): Promise<void> {
  const url = databaseUrl(io)
  // Brings the schema up to date first, and says what is wrong with the settings.
  const db = await openServed(url, io)
  try {
    if (!yes) return printLine(io, PREVIEW)
    const client = new pg.Client({ connectionString: url })
    await refuseUnreachable(url, client.connect())
    const began = performance.now()
    try {
      await partitionItems(client)
    } catch (error) {
      if (error instanceof CannotPartition) throw new CommandRefused(error.message)
      if (error instanceof Error && 'code' in error && error.code === '55P03')
        throw new CommandRefused(
          'The table items was in use for three seconds: nothing was changed. Try again, or at night.',
        )
      throw error
    } finally {
      await client.end()
    }
    printLine(io, `The table items is partitioned: ${((performance.now() - began) / 1000).toFixed(1)} s.`)
    const { transfers, difference } = await checkLedger(db)
    if (difference !== undefined)
      throw new CommandRefused(`The ledger is broken: ${difference.rule}\n${JSON.stringify(difference.row)}`)
    printLine(io, `The ledger is right: ${transfers} transfers. The nightly job adds the months to come.`)
  } finally {
    await db.close()
  }
}

/** Adds the commands about partitions. */
export function addPartitionCommands(partitions: Command, io: CommandIo): void {
  partitions.description('Drops by month, on PostgreSQL: for many millions of them.')
  partitions
    .command('list')
    .description('List the partitions of the items.')
    .action(() => list(io))
  partitions
    .command('create')
    .description('Partition the items by month. Says what it would do; does it with --yes.')
    .addOption(new Option('--yes', 'do it').default(false))
    .action((options: { yes: boolean }) => create(io, options))
}
