// Shows an operator all of a player: balance, items, orders, withdrawals, sessions, bans and exclusions.
import { expOfSpending, levelOf } from '../../../src/game/base/levels.ts'
import { cents } from '../../../src/game/base/money.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { deviceNames } from '../../../src/server/services/account/device-names.ts'
import type { PlayerRow } from '../../../src/server/services/account/lookup.ts'
import {
  OVERVIEW_ROWS,
  type PlayerOverview,
  playerOverview,
} from '../../../src/server/services/operations/player-overview.ts'
import {
  type Column,
  columnsOf,
  formatFields,
  formatSection,
  formatTime,
  formatTimeOrNone,
  NONE,
} from '../../cli/table.ts'
import { holdingsOf } from './holdings.ts'

function sessionCells({ createdAt, seenAt, address, agent }: PlayerOverview['sessions'][number]): string[] {
  const { browser, system } = deviceNames(agent)
  const device = [browser, system].filter((name) => name !== null).join(', ')
  return [formatTime(createdAt), formatTime(seenAt), address, device]
}

function erasureFields({ erasure }: PlayerOverview): (readonly [string, string])[] {
  if (erasure === undefined) return []
  const { dueAt, erasedAt, byShop } = erasure
  return erasedAt === null
    ? [['erasure', `asked for by the ${byShop ? 'shop' : 'player'}, due ${formatTime(dueAt)}`]]
    : [['erased', `${formatTime(erasedAt)}; balance and items stay in the ledger, and nobody can use them`]]
}

function turnoverText({ turnover: { staked, deposited, missing } }: PlayerOverview): string {
  const left = missing === 0 ? '' : `; ${formatMoney(missing)} to go before items leave`
  return `${formatMoney(staked)} staked, ${formatMoney(deposited)} deposited${left}`
}

function fieldsOf(player: PlayerRow, overview: PlayerOverview): string {
  const { account } = overview
  const exp = expOfSpending(cents(account.spent))
  return formatFields([
    ['player', `${player.id} ${player.username}${player.house ? ' (a bot)' : ''}`],
    ['steam id', player.steamid],
    ['steam level', player.steamLevel === null ? NONE : String(player.steamLevel)],
    ['since', formatTime(player.createdAt)],
    ...erasureFields(overview),
    ['trade URL', player.tradeLink ?? NONE],
    ['referred by', player.referrerId === null ? NONE : `player ${player.referrerId}`],
    ['name', player.hidden ? 'hidden from others' : 'shown'],
    ...holdingsOf(account),
    ['level', `${levelOf(exp)} (${exp} exp)`],
    ['spent', formatMoney(cents(account.spent))],
    ['turnover', turnoverText(overview)],
    ['won', formatMoney(cents(account.won))],
    ['games', `${account.cases} cases, ${account.upgrades} upgrades, ${account.contracts} contracts`],
  ])
}

const AMOUNTS: readonly Column[] = [
  { title: 'kind' },
  { title: 'times', right: true },
  { title: 'amount', right: true },
]

type Section = readonly [title: string, columns: readonly Column[], rows: string[][]]

function sectionsOf(overview: PlayerOverview): Section[] {
  const bans = overview.bans.map(({ at, reason, liftedAt, liftReason }) => [
    formatTime(at),
    reason,
    formatTimeOrNone(liftedAt),
    liftReason ?? '',
  ])
  const exclusions = overview.exclusions.map(({ at, kind, until }) => [
    formatTime(at),
    kind,
    until === null ? 'forever' : formatTime(until),
  ])
  const transfers = overview.transfers.map(({ kind, times, amount }) => [kind, String(times), formatMoney(amount)])
  const orders = overview.orders.map(({ id, createdAt, state, provider, amount }) => [
    id,
    formatTime(createdAt),
    state,
    provider,
    formatMoney(amount),
  ])
  const withdrawals = overview.withdrawals.map(({ row, item, price }) => [
    row.id,
    formatTime(row.requestedAt),
    row.state,
    formatMoney(price),
    item.market_hash_name,
  ])
  const items = overview.items.map(({ item: { id, at, source, price }, name }) => [
    id,
    formatTime(at),
    source,
    formatMoney(price),
    name,
  ])
  return [
    ['Bans', columnsOf('at', 'reason', 'lifted', 'why'), bans],
    ['Time-outs and self-exclusions', columnsOf('at', 'kind', 'until'), exclusions],
    ['Balance', AMOUNTS, transfers],
    [`Orders, the last ${OVERVIEW_ROWS}`, columnsOf('order', 'created', 'state', 'provider', 'amount'), orders],
    ['Withdrawals in progress', columnsOf('withdrawal', 'requested', 'state', 'price', 'item'), withdrawals],
    [`Items, the ${OVERVIEW_ROWS} most expensive`, columnsOf('id', 'won', 'from', 'price', 'item'), items],
    ['Signed in', columnsOf('since', 'seen', 'address', 'browser'), overview.sessions.map(sessionCells)],
  ]
}

/** Returns everything of a player as text. */
export async function showPlayer(db: Database, player: PlayerRow): Promise<string> {
  const overview = await playerOverview(db, player.id)
  return [fieldsOf(player, overview), ...sectionsOf(overview).map((section) => formatSection(...section))].join('\n')
}
