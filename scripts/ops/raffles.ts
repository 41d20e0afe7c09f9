// npm run ops -- raffles: lists raffles, shows one, prints the proof of one. No command chooses a winner.
import type { Command } from 'commander'
import { proofFile } from '../../src/game/fairness/roll-export.ts'
import { RAFFLE_KINDS } from '../../src/game/rewards/rewards.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { commandActor } from '../../src/server/audit/actor.ts'
import { openBeacon } from '../../src/server/beacon/open-beacon.ts'
import type { Queries } from '../../src/server/db/database.ts'
import { RAFFLE_STATES } from '../../src/server/db/schema-rewards.ts'
import {
  findRaffle,
  type ListedRaffle,
  listRaffles,
  type RaffleFilter,
  rafflesAhead,
  removeRafflesAhead,
} from '../../src/server/services/raffle/operator.ts'
import { raffleProof } from '../../src/server/services/raffle/views.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { uuid } from '../cli/parsers.ts'
import { CommandRefused } from '../cli/program.ts'
import { type Column, formatFields, formatTable, formatTime, formatTimeOrNone, NONE } from '../cli/table.ts'
import { nodeHashing } from '../verify/check-export.ts'
import { addListOptions } from './list-options.ts'
import { withDatabase } from './open-database.ts'

const COLUMNS: readonly Column[] = [
  { title: 'raffle' },
  { title: 'number', right: true },
  { title: 'kind' },
  { title: 'closes' },
  { title: 'state' },
  { title: 'entries', right: true },
  { title: 'price', right: true },
  { title: 'item' },
  { title: 'winner' },
]

const winnerOf = ({ raffle, winner }: ListedRaffle): string =>
  raffle.winnerId === null ? NONE : `${raffle.winnerId} ${winner ?? ''}`.trimEnd()

function rowOf(found: ListedRaffle): string[] {
  const { raffle, item, joined } = found
  return [
    raffle.id,
    String(raffle.number),
    raffle.kind,
    formatTime(raffle.closesAt),
    raffle.state,
    String(raffle.entries ?? joined),
    formatMoney(raffle.price),
    item ?? raffle.itemId,
    winnerOf(found),
  ]
}

async function list(filter: RaffleFilter, io: CommandIo): Promise<void> {
  const rows = await withDatabase(io, ({ queries }) => listRaffles(queries, filter))
  printLine(io, rows.length === 0 ? 'There are no such raffles.' : formatTable(COLUMNS, rows.map(rowOf)))
}

function sourceOf({ source, round, commit }: ListedRaffle['raffle']): string {
  return source === 'drand' ? `round ${round} of drand` : `a seed with the commit ${commit}`
}

function fieldsOf(found: ListedRaffle): string {
  const { raffle, item, joined } = found
  return formatFields([
    ['raffle', raffle.id],
    ['number', `${raffle.number}, ${raffle.kind}`],
    ['state', raffle.state],
    ['prize', `${item ?? raffle.itemId}, ${formatMoney(raffle.price)}`],
    ['opened', formatTime(raffle.opensAt)],
    ['closes', formatTime(raffle.closesAt)],
    ['entries', `${raffle.entries ?? joined}${raffle.entries === null ? ' so far' : ''}`],
    ['hash', raffle.entriesHash ?? NONE],
    ['frozen', formatTimeOrNone(raffle.frozenAt)],
    ['drawn from', sourceOf(raffle)],
    ['drawn', formatTimeOrNone(raffle.drawnAt)],
    ['roll', raffle.roll === null ? NONE : `${raffle.roll} of ${raffle.entries}`],
    ['winner', winnerOf(found)],
    ['item id', raffle.wonId ?? NONE],
  ])
}

const unknownRaffle = (id: string): CommandRefused =>
  new CommandRefused(`There is no raffle ${id}. Look it up: npm run ops -- raffles list`)

/** Parses the argument that names a raffle: its number, or its id. */
function raffleName(text: string): string {
  return /^\d{1,9}$/.test(text) ? text : uuid(text)
}

async function raffleNamed(queries: Queries, name: string): Promise<ListedRaffle> {
  const raffle = await findRaffle(queries, name)
  if (raffle === undefined) throw unknownRaffle(name)
  return raffle
}

async function show(name: string, io: CommandIo): Promise<void> {
  printLine(io, fieldsOf(await withDatabase(io, ({ queries }) => raffleNamed(queries, name))))
}

async function printProof(name: string, io: CommandIo): Promise<void> {
  const found = await withDatabase(io, async (db, config) => {
    const { raffle } = await raffleNamed(db.queries, name)
    return raffleProof(db.queries, raffle.id, null, openBeacon(config))
  })
  if (found === undefined) throw unknownRaffle(name)
  const { state } = found.raffle
  if (state === 'open' || state === 'frozen')
    io.writeErr(`Raffle ${name} is ${state}: it has no draw yet, only what was published before it.\n`)
  // Byte for byte, without a line break: its last field is the hash of the bytes before it.
  io.writeOut(await proofFile(found.raffle, nodeHashing.sha256))
}

async function repair(isSure: boolean, io: CommandIo): Promise<void> {
  await withDatabase(io, async (db, { clockMs }) => {
    const { queries } = db
    if (clockMs !== undefined) {
      throw new CommandRefused('CLOCK is set: the raffles of this sandbox go by its own clock. Nothing was changed.')
    }
    const ahead = await rafflesAhead(queries)
    if (ahead.length === 0) return printLine(io, 'No raffle ran ahead.')
    if (!isSure) {
      const advice = `${ahead.length} raffles are of periods that have not begun. Add --yes to remove those in which nobody has paid.`
      return printLine(io, `${formatTable(COLUMNS, ahead.map(rowOf))}\n${advice}`)
    }
    const removed = await removeRafflesAhead(db, commandActor())
    printLine(io, `${removed} raffles were removed: the site opens them again at their time.`)
    const left = await rafflesAhead(queries)
    if (left.length === 0) return
    printLine(
      io,
      `${formatTable(COLUMNS, left.map(rowOf))}\nThese stay: their players have paid. They are drawn at their time.`,
    )
  })
}

/** Adds the commands about raffles. */
export function addRaffleCommands(commands: Command, io: CommandIo): void {
  commands
    .description(
      'Raffles: list them, show one, print a proof, repair those that ran ahead. No command chooses a winner.',
    )
    .addHelpText(
      'after',
      `\nThe kinds are ${RAFFLE_KINDS.join(', ')}. Nobody can choose a winner: the draw follows from what was published before.`,
    )
  addListOptions(commands.command('list'), RAFFLE_STATES, 'only those that this player won, like 1000')
    .description('List raffles, the newest first.')
    .action((options: RaffleFilter) => list(options, io))
    .addHelpText('after', '\nExample:\n  npm run ops -- raffles list --state drawn')
  const about = (name: string, description: string): Command =>
    commands.command(name).description(description).argument('<raffle>', 'its number, like 12, or its id', raffleName)
  about('show', 'Show a raffle, its prize, its entries, the source of its draw and its winner.').action(
    (name: string) => show(name, io),
  )
  commands
    .command('repair')
    .description('Remove raffles that a machine with a clock ahead of time has opened.')
    .option('--yes', 'remove them; without it they are only listed', false)
    .action(({ yes }: { yes: boolean }) => repair(yes, io))
    .addHelpText(
      'after',
      '\nOnly raffles of periods that have not begun are removed, with the entries of players who have paid nothing yet.',
    )
  about('proof', 'Print the proof of a raffle, for `npm run verify`.')
    .action((name: string) => printProof(name, io))
    .addHelpText('after', '\nExample:\n  npm run --silent ops -- raffles proof 12 > raffle.json')
}
