// Everything that an operator may know of a player: what he has, what he paid, where he is signed in, what is closed to him.
import { and, count, desc, eq, gt, inArray, isNull, sum } from 'drizzle-orm'
import type { ItemView } from '../../../src/contract/common.ts'
import { expOfSpending, levelOf } from '../../../src/game/levels.ts'
import { cents } from '../../../src/game/money.ts'
import { LIVE_STATES } from '../../../src/game/withdrawal.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { accounts, catalogueItems, items, sessions, transfers } from '../../../src/server/db/schema.ts'
import { exclusions, orders } from '../../../src/server/db/schema-payments.ts'
import { withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { bansOf } from '../../../src/server/services/bans.ts'
import { deviceNames } from '../../../src/server/services/device-names.ts'
import { ofItem, selectWithdrawals } from '../../../src/server/services/withdrawal-moves.ts'
import { type Column, facts, moment, momentOrNone, NONE, section } from '../operator.ts'
import type { PlayerRow } from './find-player.ts'

const SHOWN = 10

const titled = (...titles: readonly string[]): Column[] => titles.map((title) => ({ title }))

async function accountOf({ queries }: Database, playerId: number): Promise<typeof accounts.$inferSelect> {
  const [account] = await queries.select().from(accounts).where(eq(accounts.id, playerId))
  if (account === undefined) throw new Error(`Player ${playerId} has no account`)
  return account
}

/** What reached a player's balance, and what left it, by what for. */
async function booksOf({ queries }: Database, playerId: number): Promise<string[][]> {
  const rowsOf = async (
    side: typeof transfers.creditId | typeof transfers.debitId,
    sign: string,
  ): Promise<string[][]> => {
    const rows = await queries
      .select({ kind: transfers.kind, times: count(), amount: sum(transfers.amount) })
      .from(transfers)
      .where(eq(side, playerId))
      .groupBy(transfers.kind)
      .orderBy(transfers.kind)
    return rows.map(({ kind, times, amount }) => [kind, String(times), `${sign}${formatMoney(cents(Number(amount)))}`])
  }
  return [...(await rowsOf(transfers.creditId, '')), ...(await rowsOf(transfers.debitId, '-'))]
}

async function ordersOf({ queries }: Database, playerId: number): Promise<string[][]> {
  const rows = await queries
    .select()
    .from(orders)
    .where(eq(orders.playerId, playerId))
    .orderBy(desc(orders.id))
    .limit(SHOWN)
  return rows.map((row) => [row.id, moment(row.createdAt), row.state, row.provider, formatMoney(row.amount)])
}

async function withdrawalsOf({ queries }: Database, playerId: number): Promise<string[][]> {
  const rows = await selectWithdrawals(queries)
    .where(and(eq(withdrawals.playerId, playerId), inArray(withdrawals.state, [...LIVE_STATES])))
    .orderBy(desc(withdrawals.id))
    .limit(SHOWN)
  return rows
    .map(ofItem)
    .map(({ row, item, price }) => [
      row.id,
      moment(row.requestedAt),
      row.state,
      formatMoney(price),
      item.market_hash_name,
    ])
}

async function itemsOf({ queries }: Database, playerId: number): Promise<string[][]> {
  const rows = await queries
    .select({ item: items, view: catalogueItems.view })
    .from(items)
    .leftJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
    .where(and(eq(items.playerId, playerId), eq(items.state, 'owned')))
    .orderBy(desc(items.price), desc(items.id))
    .limit(SHOWN)
  return rows.map(({ item, view }) => [
    item.id,
    moment(item.at),
    item.source,
    formatMoney(item.price),
    (view as ItemView | null)?.market_hash_name ?? item.itemId,
  ])
}

async function exclusionsOf({ queries }: Database, playerId: number): Promise<string[][]> {
  const rows = await queries
    .select()
    .from(exclusions)
    .where(eq(exclusions.playerId, playerId))
    .orderBy(desc(exclusions.id))
  return rows.map(({ at, kind, until }) => [moment(at), kind, until === null ? 'for ever' : moment(until)])
}

async function sessionsOf({ queries }: Database, playerId: number): Promise<string[][]> {
  const isOpen = and(eq(sessions.playerId, playerId), isNull(sessions.endedAt), gt(sessions.expiresAt, new Date()))
  const rows = await queries.select().from(sessions).where(isOpen).orderBy(desc(sessions.seenAt)).limit(SHOWN)
  return rows.map(({ createdAt, seenAt, address, agent }) => {
    const { browser, system } = deviceNames(agent)
    return [moment(createdAt), moment(seenAt), address, [browser, system].filter((name) => name !== null).join(', ')]
  })
}

function factsOf(player: PlayerRow, account: typeof accounts.$inferSelect): string {
  const exp = expOfSpending(cents(account.spent))
  return facts([
    ['player', `${player.id} ${player.username}${player.house ? ' (of the house)' : ''}`],
    ['steam id', player.steamid],
    ['steam level', player.steamLevel === null ? NONE : String(player.steamLevel)],
    ['since', moment(player.createdAt)],
    ['trade URL', player.tradeLink ?? NONE],
    ['came by', player.referrerId === null ? NONE : `player ${player.referrerId}`],
    ['name', player.hidden ? 'hidden from others' : 'shown'],
    ['balance', formatMoney(cents(account.balance ?? 0))],
    ['items', `${account.items} worth ${formatMoney(cents(account.worth))}`],
    ['level', `${levelOf(exp)} (${exp} exp)`],
    ['spent', formatMoney(cents(account.spent))],
    ['won', formatMoney(cents(account.won))],
    ['games', `${account.cases} cases, ${account.upgrades} upgrades, ${account.contracts} contracts`],
  ])
}

/** All of a player, as text. */
export async function showPlayer(db: Database, player: PlayerRow): Promise<string> {
  const { id } = player
  const bans = (await bansOf(db, id)).map(({ at, reason, liftedAt, liftReason }) => [
    moment(at),
    reason,
    momentOrNone(liftedAt),
    liftReason ?? '',
  ])
  const amounts: Column[] = [{ title: 'kind' }, { title: 'times', right: true }, { title: 'amount', right: true }]
  return [
    factsOf(player, await accountOf(db, id)),
    section('Bans', titled('at', 'reason', 'lifted', 'why'), bans),
    section('Time-outs and self-exclusions', titled('at', 'kind', 'until'), await exclusionsOf(db, id)),
    section('Balance', amounts, await booksOf(db, id)),
    section(
      `Orders, the last ${SHOWN}`,
      titled('order', 'created', 'state', 'provider', 'amount'),
      await ordersOf(db, id),
    ),
    section(
      'Withdrawals on their way',
      titled('withdrawal', 'requested', 'state', 'price', 'item'),
      await withdrawalsOf(db, id),
    ),
    section(`Items, the ${SHOWN} dearest`, titled('id', 'won', 'from', 'price', 'item'), await itemsOf(db, id)),
    section('Signed in', titled('since', 'seen', 'address', 'browser'), await sessionsOf(db, id)),
  ].join('\n')
}
