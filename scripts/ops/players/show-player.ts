// Shows an operator all of a player: balance, items, orders, withdrawals, sessions, bans and exclusions.
import { and, count, desc, eq, gt, inArray, isNull, sum } from 'drizzle-orm'
import { missingTurnover } from '../../../src/game/gifts.ts'
import { expOfSpending, levelOf } from '../../../src/game/levels.ts'
import { cents } from '../../../src/game/money.ts'
import { LIVE_STATES } from '../../../src/game/withdrawal.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import type { ItemView } from '../../../src/protocol/common.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { catalogueItems, items, sessions, transfers } from '../../../src/server/db/schema.ts'
import { erasures } from '../../../src/server/db/schema-operations.ts'
import { exclusions, orders } from '../../../src/server/db/schema-payments.ts'
import { withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { bansOf } from '../../../src/server/services/account/bans.ts'
import { deviceNames } from '../../../src/server/services/account/device-names.ts'
import { keptDeposits } from '../../../src/server/services/kernel/kept-deposits.ts'
import { readGiftAccount } from '../../../src/server/services/kernel/pay.ts'
import { ofItem, selectWithdrawals } from '../../../src/server/services/withdrawal/transitions.ts'
import {
  type Column,
  columnsOf,
  formatFields,
  formatSection,
  formatTime,
  formatTimeOrNone,
  NONE,
} from '../../cli/table.ts'
import type { PlayerRow } from './find-player.ts'
import { type AccountRow, accountOf, holdingsOf } from './holdings.ts'

const SHOWN = 10

/** Returns the sums of a player's transfers by kind and direction. */
async function transfersOf({ queries }: Database, playerId: number): Promise<string[][]> {
  const rowsOf = async (
    account: typeof transfers.creditId | typeof transfers.debitId,
    sign: string,
  ): Promise<string[][]> => {
    const rows = await queries
      .select({ kind: transfers.kind, times: count(), amount: sum(transfers.amount) })
      .from(transfers)
      .where(eq(account, playerId))
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
  return rows.map((row) => [row.id, formatTime(row.createdAt), row.state, row.provider, formatMoney(row.amount)])
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
      formatTime(row.requestedAt),
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
    formatTime(item.at),
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
  return rows.map(({ at, kind, until }) => [formatTime(at), kind, until === null ? 'forever' : formatTime(until)])
}

async function sessionsOf({ queries }: Database, playerId: number): Promise<string[][]> {
  const isOpen = and(eq(sessions.playerId, playerId), isNull(sessions.endedAt), gt(sessions.expiresAt, new Date()))
  const rows = await queries.select().from(sessions).where(isOpen).orderBy(desc(sessions.seenAt)).limit(SHOWN)
  return rows.map(({ createdAt, seenAt, address, agent }) => {
    const { browser, system } = deviceNames(agent)
    return [
      formatTime(createdAt),
      formatTime(seenAt),
      address,
      [browser, system].filter((name) => name !== null).join(', '),
    ]
  })
}

/** Returns what became of a player's wish to be deleted; nothing without one. */
async function erasureOf({ queries }: Database, playerId: number): Promise<(readonly [string, string])[]> {
  const [row] = await queries.select().from(erasures).where(eq(erasures.playerId, playerId))
  if (row === undefined) return []
  const { dueAt, erasedAt } = row
  return erasedAt === null
    ? [['erasure', `asked for by the player, due ${formatTime(dueAt)}`]]
    : [['erased', `${formatTime(erasedAt)}; balance and items stay in the ledger, and nobody can use them`]]
}

/** Returns how much of the deposits was staked, and what is left to go before items leave. */
async function turnoverOf({ queries }: Database, playerId: number): Promise<string> {
  const account = await readGiftAccount(queries, playerId)
  const deposited = await keptDeposits(queries, playerId)
  const missing = missingTurnover(account, deposited)
  const left = missing === 0 ? '' : `; ${formatMoney(missing)} to go before items leave`
  return `${formatMoney(account.stakedCents)} staked, ${formatMoney(deposited)} deposited${left}`
}

interface PlayerTexts {
  readonly erasure: readonly (readonly [string, string])[]
  readonly turnover: string
}

function fieldsOf(player: PlayerRow, account: AccountRow, { erasure, turnover }: PlayerTexts): string {
  const exp = expOfSpending(cents(account.spent))
  return formatFields([
    ['player', `${player.id} ${player.username}${player.house ? ' (a bot)' : ''}`],
    ['steam id', player.steamid],
    ['steam level', player.steamLevel === null ? NONE : String(player.steamLevel)],
    ['since', formatTime(player.createdAt)],
    ...erasure,
    ['trade URL', player.tradeLink ?? NONE],
    ['referred by', player.referrerId === null ? NONE : `player ${player.referrerId}`],
    ['name', player.hidden ? 'hidden from others' : 'shown'],
    ...holdingsOf(account),
    ['level', `${levelOf(exp)} (${exp} exp)`],
    ['spent', formatMoney(cents(account.spent))],
    ['turnover', turnover],
    ['won', formatMoney(cents(account.won))],
    ['games', `${account.cases} cases, ${account.upgrades} upgrades, ${account.contracts} contracts`],
  ])
}

/** Returns everything of a player as text. */
export async function showPlayer(db: Database, player: PlayerRow): Promise<string> {
  const { id } = player
  const bans = (await bansOf(db, id)).map(({ at, reason, liftedAt, liftReason }) => [
    formatTime(at),
    reason,
    formatTimeOrNone(liftedAt),
    liftReason ?? '',
  ])
  const amounts: Column[] = [{ title: 'kind' }, { title: 'times', right: true }, { title: 'amount', right: true }]
  return [
    fieldsOf(player, await accountOf(db, id), {
      erasure: await erasureOf(db, id),
      turnover: await turnoverOf(db, id),
    }),
    formatSection('Bans', columnsOf('at', 'reason', 'lifted', 'why'), bans),
    formatSection('Time-outs and self-exclusions', columnsOf('at', 'kind', 'until'), await exclusionsOf(db, id)),
    formatSection('Balance', amounts, await transfersOf(db, id)),
    formatSection(
      `Orders, the last ${SHOWN}`,
      columnsOf('order', 'created', 'state', 'provider', 'amount'),
      await ordersOf(db, id),
    ),
    formatSection(
      'Withdrawals in progress',
      columnsOf('withdrawal', 'requested', 'state', 'price', 'item'),
      await withdrawalsOf(db, id),
    ),
    formatSection(
      `Items, the ${SHOWN} most expensive`,
      columnsOf('id', 'won', 'from', 'price', 'item'),
      await itemsOf(db, id),
    ),
    formatSection('Signed in', columnsOf('since', 'seen', 'address', 'browser'), await sessionsOf(db, id)),
  ].join('\n')
}
