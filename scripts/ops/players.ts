// npm run ops -- players: lists players, shows one and who is related, bans, unbans, erases, corrects or signs out one.
import type { Command } from 'commander'
import { cents } from '../../src/game/base/money.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { commandActor } from '../../src/server/audit/actor.ts'
import {
  banIn,
  banPlayer,
  keepWithdrawals,
  REASON_LENGTH,
  unbanPlayer,
} from '../../src/server/services/account/bans.ts'
import { type BattlePair, battlePairs } from '../../src/server/services/account/battle-pairs.ts'
import { signOutEverywhere } from '../../src/server/services/account/end-sessions.ts'
import {
  type ListedPlayer,
  listPlayers,
  type PlayerFilter,
  playerNames,
} from '../../src/server/services/account/lookup.ts'
import { type Relation, relatedPlayers } from '../../src/server/services/account/related-players.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { textUpTo } from '../cli/parsers.ts'
import { CommandRefused } from '../cli/program.ts'
import { type Column, columnsOf, formatTable, formatTime } from '../cli/table.ts'
import { addLimitOption } from './list-options.ts'
import { withDatabase } from './open-database.ts'
import { type CorrectOptions, correctionAmount, printCorrection } from './players/correct-player.ts'
import { type EraseOptions, printErasure } from './players/erase-player.ts'
import { playerName, playerNamed } from './players/find-player.ts'
import { showPlayer } from './players/show-player.ts'

const COLUMNS: readonly Column[] = [
  { title: 'player', right: true },
  { title: 'steam id' },
  { title: 'since' },
  { title: 'balance', right: true },
  { title: 'items', right: true },
  { title: 'spent', right: true },
  { title: 'name' },
  { title: 'banned' },
]

function rowOf({ player, account, reason }: ListedPlayer): string[] {
  return [
    String(player.id),
    player.steamid,
    formatTime(player.createdAt),
    formatMoney(cents(account.balance ?? 0)),
    String(account.items),
    formatMoney(cents(account.spent)),
    player.username,
    reason ?? '',
  ]
}

async function list(filter: PlayerFilter, io: CommandIo): Promise<void> {
  const rows = await withDatabase(io, ({ queries }) => listPlayers(queries, filter))
  printLine(io, rows.length === 0 ? 'There are no such players.' : formatTable(COLUMNS, rows.map(rowOf)))
}

async function show(name: string, io: CommandIo): Promise<void> {
  printLine(io, await withDatabase(io, async (db) => showPlayer(db, await playerNamed(db, name))))
}

/** How many relations are listed: a mobile network may have thousands. */
const RELATIONS_MOST = 500

/** The words of each reason, by how many are shared. */
const REASONS: Readonly<Record<Relation['reason'], (shared: number) => string>> = {
  device: (shared) => (shared === 1 ? 'signed in on a device of theirs' : `signed in on ${shared} devices of theirs`),
  card: (shared) => (shared === 1 ? 'paid with a card of theirs' : `paid with ${shared} cards of theirs`),
  trade: () => 'one entered the trade URL of the other, or both that of a third account',
  address: (shared) => `signed in from ${shared === 1 ? 'a shared subnet' : `${shared} shared subnets`}`,
}

const BATTLE_COLUMNS: readonly Column[] = [
  { title: 'player', right: true },
  ...columnsOf('last', 'name'),
  { title: 'battles', right: true },
  { title: 'device or card' },
  { title: 'paid by them', right: true },
  { title: 'paid for them', right: true },
  { title: 'won', right: true },
  { title: 'won by them', right: true },
]

function battleCells(pair: BattlePair, name: string): string[] {
  const { playerId, battles, isPaired, received, given, won, lost, lastDay } = pair
  const sums = [received, given, won, lost].map((amount) => formatMoney(amount))
  return [String(playerId), lastDay, name, String(battles), isPaired ? 'shared' : '', ...sums]
}

async function related(name: string, io: CommandIo): Promise<void> {
  const { player, rows, battles } = await withDatabase(io, async (db) => {
    const player = await playerNamed(db, name)
    const relations = await relatedPlayers(db.queries, player.id, RELATIONS_MOST)
    const pairs = await battlePairs(db.queries, player.id, RELATIONS_MOST)
    const ids = [...new Set([...relations, ...pairs].map(({ playerId }) => playerId))]
    const names = await playerNames(db.queries, ids)
    const rows = relations.map(({ playerId, reason, shared, lastDay }) => [
      String(playerId),
      lastDay,
      names.get(playerId) ?? '',
      REASONS[reason](shared),
    ])
    return { player, rows, battles: pairs.map((pair) => battleCells(pair, names.get(pair.playerId) ?? '')) }
  })
  const columns: Column[] = [{ title: 'player', right: true }, ...columnsOf('last', 'name', 'reason')]
  printLine(io, rows.length === 0 ? `No other player is related to ${player.id}.` : formatTable(columns, rows))
  if (battles.length > 0) printLine(io, `\n${formatTable(BATTLE_COLUMNS, battles)}`)
}

interface ReasonOptions {
  readonly reason: string
}

interface BanOptions extends ReasonOptions {
  readonly keepWithdrawals: boolean
}

async function ban(name: string, { reason, keepWithdrawals: keeps }: BanOptions, io: CommandIo): Promise<void> {
  const by = commandActor()
  const { player, earlier } = await withDatabase(io, async (db) => {
    const player = await playerNamed(db, name)
    if (player.house)
      throw new CommandRefused(`${player.username} is a bot of the sandbox: HOUSE_PLAYERS=off turns bots off.`)
    if (await banPlayer(db, player.id, reason, by, keeps)) return { player, earlier: null }
    const earlier = await banIn(db.queries, player.id)
    // The decision on a ban that is in force may come later than the ban.
    if (keeps && (await keepWithdrawals(db, player.id, by))) return { player, earlier }
    throw new CommandRefused(
      `Player ${player.id} is banned already, and that ban and its reason stay: ${earlier}\nFor another reason lift it first: npm run ops -- players unban ${player.id} --reason WORDS`,
    )
  })
  const rest = keeps ? 'Withdrawals that they requested go on.' : 'Withdrawals that were not sent yet wait.'
  const what =
    earlier === null
      ? 'is banned and signed out. They keep their balance and their items. '
      : `was banned already, and the reason of that ban stays: ${earlier}\n`
  printLine(io, `Player ${player.id} ${player.username} ${what}${rest}`)
}

async function unban(name: string, { reason }: ReasonOptions, io: CommandIo): Promise<void> {
  const { id, username } = await withDatabase(io, async (db) => {
    const player = await playerNamed(db, name)
    if (await unbanPlayer(db, player.id, reason, commandActor())) return player
    throw new CommandRefused(`Player ${player.id} is not banned.`)
  })
  printLine(io, `Player ${id} ${username} may sign in again.`)
}

async function signOut(name: string, io: CommandIo): Promise<void> {
  const { player, ended } = await withDatabase(io, async (db) => {
    const player = await playerNamed(db, name)
    return { player, ended: await signOutEverywhere(db, player.id, commandActor()) }
  })
  printLine(io, `Player ${player.id} ${player.username} is signed out everywhere: sessions ended: ${ended}.`)
}

/** Adds a command about one player. */
function addPlayerCommand(players: Command, name: string, description: string): Command {
  return players
    .command(name)
    .description(description)
    .argument('<player>', 'their number on the site, like 1000, or their Steam ID of 17 digits', playerName)
}

/** Adds the commands about players. */
export function addPlayerCommands(commands: Command, io: CommandIo): void {
  const reason = textUpTo(REASON_LENGTH)
  commands.description(
    'Players: list them, show one, ban, unban, erase, correct or sign out one. No command changes what a player wins.',
  )
  addLimitOption(commands.command('list'))
    .description('List players, the newest first.')
    .option('--banned', 'only those who are banned now', false)
    .option('--name <text>', 'only those whose name contains this text')
    .action((options: PlayerFilter) => list(options, io))
    .addHelpText('after', '\nExample:\n  npm run ops -- players list --name nova')
  addPlayerCommand(commands, 'show', 'Show a player: balance, orders, items, withdrawals, sessions, bans.').action(
    (name: string) => show(name, io),
  )
  addPlayerCommand(
    commands,
    'related',
    'List the players who share a device, a card, a trade URL or a subnet, with the reason.',
  )
    .action((name: string) => related(name, io))
    .addHelpText(
      'after',
      `
A subnet is a /24 (IPv6: a /48) that both used within 30 days. A family or a mobile network shares them too: look at
what the accounts do before you ban one. A trade URL counts where a player entered that of another player.

What follows by itself:
  device, card  no commission between them, gifts without a deposit for one of them, withdrawals are checked; their battles make no
                margin, and count in no mission and on no leaderboard
  trade URL     the withdrawals of who entered it are checked
  subnet        withdrawals are checked

Nobody is banned for it. Battles against such an account, and with seats that one of two players paid for the other, are listed below
them, with what each of the two paid and won.

Example:
  npm run ops -- players related 1000`,
    )
  addPlayerCommand(commands, 'ban', 'Sign a player out everywhere and refuse their sign-ins.')
    .requiredOption('--reason <text>', 'required: why; the player reads it in a sentence in their language', reason)
    .option('--keep-withdrawals', 'withdrawals that they requested are sent; also for a player who is banned', false)
    .action((name: string, options: BanOptions) => ban(name, options, io))
    .addHelpText(
      'after',
      `
Example:
  npm run ops -- players ban 1000 --reason "Two accounts of one person"

A ban takes nothing: the player keeps balance and items. Trade offers that were sent stay valid; withdrawals that were
not sent yet wait until the ban is lifted, or it was made with --keep-withdrawals. A player who is banned keeps that ban
with its reason: the command changes nothing, or with --keep-withdrawals only what happens to withdrawals. Every server applies it within a second.`,
    )
  addPlayerCommand(commands, 'unban', 'Let a banned player sign in again.')
    .requiredOption('--reason <text>', 'required: why, for the record', reason)
    .action((name: string, options: ReasonOptions) => unban(name, options, io))
  addPlayerCommand(
    commands,
    'erase',
    'Say what the erasure of a player takes from them; with --yes delete what identifies them, and close the account.',
  )
    .option('--yes', 'do it', false)
    .action((name: string, options: EraseOptions) => printErasure(name, options, io))
    .addHelpText(
      'after',
      `
Examples:
  npm run ops -- players erase 1000
  npm run ops -- players erase 1000 --yes

It is what a player can ask for in the dashboard, without the seven days, and cannot be undone. Balance and items are lost
to the player: they stay in the ledger, and nobody can use them. Refused while a withdrawal is
open, or an order unpaid or disputed.`,
    )
  addPlayerCommand(
    commands,
    'correct',
    'Say what a correction of the balance would do to the cent; with --yes do it, where the shop asks for no second person.',
  )
    .requiredOption('--amount <dollars>', 'what to give, like 10.00; below zero to take, like -2.50', correctionAmount)
    .requiredOption('--reason <text>', 'required: why, for the record', reason)
    .option('--yes', 'do it', false)
    .action((name: string, options: CorrectOptions) => printCorrection(name, options, io))
    .addHelpText(
      'after',
      `
Examples:
  npm run ops -- players correct 1000 --amount 12.50 --reason "The wheel paid half"
  npm run ops -- players correct 1000 --amount=-12.50 --reason "The wheel paid twice"

For errors only. What is given pays a debt first, like every credit. What is taken takes free money before locked, and
nothing below zero. A second person approves it in the office, unless office.json sets "secondPerson" to false.`,
    )
  addPlayerCommand(commands, 'sign-out', 'End all sessions of a player; they may sign in again at once.')
    .action((name: string) => signOut(name, io))
    .addHelpText('after', '\nEvery server ends the sessions within ten seconds.')
}
