// The operator's view of players: `npm run ops -- players list` and `show` read, `ban` and `unban` close the site to one and open it
// again, `sign-out` ends his sessions. There is nothing here that changes what a player wins, because there is nowhere to write it down.
import { and, desc, eq, ilike, isNull } from 'drizzle-orm'
import { cents } from '../../src/game/money.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { accounts, players } from '../../src/server/db/schema.ts'
import { bans } from '../../src/server/db/schema-operations.ts'
import { banPlayer, REASON_LENGTH, unbanPlayer } from '../../src/server/services/bans.ts'
import { signOutEverywhere } from '../../src/server/services/end-sessions.ts'
import { withDatabase } from './open-database.ts'
import {
  type Column,
  CommandRefused,
  type Group,
  moment,
  readLine,
  table,
  UsageError,
  wholeNumber,
} from './operator.ts'
import { findPlayer, readPlayer } from './players/find-player.ts'
import { showPlayer } from './players/show-player.ts'

const USAGE = `Usage: npm run ops -- players list [options]              the newest players first
       npm run ops -- players show PLAYER                 everything of one
       npm run ops -- players ban PLAYER --reason WORDS   sign him out everywhere and refuse him, with these words
       npm run ops -- players unban PLAYER --reason WORDS let him sign in again
       npm run ops -- players sign-out PLAYER             end his sessions everywhere; he may sign in again at once

PLAYER is his number here, like 1000, or his Steam id of 17 digits.

Options of list:
  --banned       only those who are banned now
  --name WORDS   only those whose name holds these words
  --limit N      how many at most; 50 without it

A ban takes nothing: balance and items stay his in the books, and withdrawals that are on their way go on. He reads the reason of a
ban, so write it to him. Every server knows of a ban within a second, and of a sign-out within ten. Times are in UTC.`

const LISTED = 50

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

async function list(args: readonly string[]): Promise<void> {
  const { values, positionals } = readLine(args, {
    banned: { type: 'boolean' },
    name: { type: 'string' },
    limit: { type: 'string' },
  })
  if (positionals.length > 0) throw new UsageError(`"${positionals.join(' ')}" is too much: show takes a player.`)
  const most = wholeNumber('--limit', values.limit, { least: 1, most: 10_000 }) ?? LISTED
  const named = values.name === undefined ? undefined : `%${values.name.replaceAll(/[\\%_]/g, '\\$&')}%`
  const rows = await withDatabase(({ queries }) => {
    const inForce = and(eq(bans.playerId, players.id), isNull(bans.liftedAt))
    const selected = queries
      .select({ player: players, account: accounts, reason: bans.reason })
      .from(players)
      .innerJoin(accounts, eq(accounts.id, players.id))
    const joined = values.banned === true ? selected.innerJoin(bans, inForce) : selected.leftJoin(bans, inForce)
    return joined
      .where(named === undefined ? undefined : ilike(players.username, named))
      .orderBy(desc(players.id))
      .limit(most)
  })
  const cells = rows.map(({ player, account, reason }) => [
    String(player.id),
    player.steamid,
    moment(player.createdAt),
    formatMoney(cents(account.balance ?? 0)),
    String(account.items),
    formatMoney(cents(account.spent)),
    player.username,
    reason ?? '',
  ])
  console.log(cells.length === 0 ? 'There are no such players.' : table(COLUMNS, cells))
}

async function show(args: readonly string[]): Promise<void> {
  const word = readPlayer(readLine(args, {}).positionals)
  console.log(await withDatabase(async (db) => showPlayer(db, await findPlayer(db, word))))
}

function readReason(args: readonly string[]): { word: string; reason: string } {
  const { values, positionals } = readLine(args, { reason: { type: 'string' } })
  const word = readPlayer(positionals)
  const reason = values.reason?.trim() ?? ''
  if (reason === '') throw new UsageError('Say why: --reason is missing.')
  if (reason.length > REASON_LENGTH) throw new UsageError(`A reason has ${REASON_LENGTH} characters at most.`)
  return { word, reason }
}

async function ban(args: readonly string[]): Promise<void> {
  const { word, reason } = readReason(args)
  const { id, username } = await withDatabase(async (db) => {
    const player = await findPlayer(db, word)
    if (player.house)
      throw new CommandRefused(`${player.username} is one of the house's own players: HOUSE_PLAYERS=off.`)
    if (await banPlayer(db, player.id, reason)) return player
    throw new CommandRefused(`Player ${player.id} is banned already: npm run ops -- players show ${player.id}`)
  })
  console.log(`Player ${id} ${username} is banned and signed out. His balance and his items stay his.`)
}

async function unban(args: readonly string[]): Promise<void> {
  const { word, reason } = readReason(args)
  const { id, username } = await withDatabase(async (db) => {
    const player = await findPlayer(db, word)
    if (await unbanPlayer(db, player.id, reason)) return player
    throw new CommandRefused(`Player ${player.id} is not banned.`)
  })
  console.log(`Player ${id} ${username} may sign in again.`)
}

async function signOut(args: readonly string[]): Promise<void> {
  const word = readPlayer(readLine(args, {}).positionals)
  const { player, ended } = await withDatabase(async (db) => {
    const player = await findPlayer(db, word)
    return { player, ended: await signOutEverywhere(db, player.id) }
  })
  console.log(`Player ${player.id} ${player.username} is signed out everywhere: sessions ended: ${ended}.`)
}

/** The commands about players. */
export const group: Group = { usage: USAGE, commands: { list, show, ban, unban, 'sign-out': signOut } }
