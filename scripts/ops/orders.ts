// npm run ops -- orders: lists deposits, shows one, refunds one, looks into a dispute.
import type { Command } from 'commander'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { formatMoney } from '../../src/i18n/format.ts'
import { ORDER_STATES } from '../../src/protocol/payment.ts'
import type { Database } from '../../src/server/db/database.ts'
import { accounts, players, transfers } from '../../src/server/db/schema.ts'
import { disputes, orderReversals, orders, promoCodes, webhookEvents } from '../../src/server/db/schema-payments.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import {
  type Column,
  columnsOf,
  formatFields,
  formatSection,
  formatTable,
  formatTime,
  formatTimeOrNone,
  NONE,
} from '../cli/table.ts'
import { addCommandAbout, addListOptions, type ListOptions } from './list-options.ts'
import { withDatabase } from './open-database.ts'
import { printDispute, releaseOrder } from './order-disputes.ts'
import { printRefund, type RefundOptions } from './order-refund.ts'

type OrderRow = typeof orders.$inferSelect

const COLUMNS: readonly Column[] = [
  { title: 'order' },
  { title: 'created' },
  { title: 'player', right: true },
  { title: 'state' },
  { title: 'provider' },
  { title: 'method' },
  { title: 'amount', right: true },
  { title: 'bonus', right: true },
  { title: 'charge', right: true },
  { title: 'code' },
  { title: 'remark' },
]

function chargeOf({ charge, currency }: OrderRow): string {
  return `${(charge / 100).toFixed(2)} ${currency}`
}

function rowOf({ order, code }: { order: OrderRow; code: string | null }): string[] {
  return [
    order.id,
    formatTime(order.createdAt),
    String(order.playerId),
    order.state,
    order.provider,
    order.method,
    formatMoney(order.amount),
    formatMoney(order.bonus),
    chargeOf(order),
    code ?? NONE,
    order.remark ?? '',
  ]
}

interface OrderListOptions extends ListOptions<(typeof ORDER_STATES)[number]> {
  readonly disputed: boolean
}

async function list({ state, player, limit, disputed }: OrderListOptions, io: CommandIo): Promise<void> {
  const rows = await withDatabase(io, ({ queries }) =>
    queries
      .select({ order: orders, code: promoCodes.code })
      .from(orders)
      .leftJoin(promoCodes, eq(promoCodes.id, orders.promoId))
      .where(
        and(
          disputed ? inArray(orders.id, queries.select({ id: disputes.orderId }).from(disputes)) : undefined,
          state === undefined ? undefined : eq(orders.state, state),
          player === undefined ? undefined : eq(orders.playerId, player),
        ),
      )
      .orderBy(desc(orders.id))
      .limit(limit),
  )
  printLine(io, rows.length === 0 ? 'There are no such orders.' : formatTable(COLUMNS, rows.map(rowOf)))
}

async function noticesOf({ queries }: Database, orderId: string): Promise<string[][]> {
  const rows = await queries
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.orderId, orderId))
    .orderBy(asc(webhookEvents.id))
  return rows.map(({ at, event, said }) => [formatTime(at), event, said])
}

async function transfersOf({ queries }: Database, orderId: string): Promise<string[][]> {
  const reversals = await queries
    .select({ id: orderReversals.id })
    .from(orderReversals)
    .where(eq(orderReversals.orderId, orderId))
  const [debit, credit] = [alias(accounts, 'debit'), alias(accounts, 'credit')]
  const rows = await queries
    .select({ transfer: transfers, from: debit.name, to: credit.name })
    .from(transfers)
    .innerJoin(debit, eq(debit.id, transfers.debitId))
    .innerJoin(credit, eq(credit.id, transfers.creditId))
    // A condition that the index `transfers_once` contains: without it every transfer would be read.
    .where(
      and(
        sql`${transfers.kind} in ('deposit', 'bonus', 'refund', 'bonus-back', 'referral', 'referral-back', 'prize-back', 'reclaim', 'debt', 'debt-paid', 'reinstated', 'bonus-reinstated', 'referral-reinstated')`,
        inArray(transfers.reference, [orderId, ...reversals.map(({ id }) => id)]),
      ),
    )
    .orderBy(asc(transfers.id))
  return rows.map(({ transfer, from, to }) => [
    formatTime(transfer.at),
    transfer.kind,
    from,
    to,
    formatMoney(transfer.amount),
  ])
}

function fieldsOf(order: OrderRow, username: string, code: string | null): string {
  const bonus = order.bonusPercent === 0 ? '' : ` (${order.bonusPercent} %${code === null ? '' : `, code ${code}`})`
  return formatFields([
    ['order', order.id],
    ['state', order.state],
    ['player', `${order.playerId} ${username}`],
    ['provider', `${order.provider}, ${order.method}`],
    ['reference', order.reference ?? NONE],
    ['page', order.url ?? NONE],
    ['amount', formatMoney(order.amount)],
    ['bonus', `${formatMoney(order.bonus)}${bonus}`],
    ['charge', `${chargeOf(order)} (${order.rate} to the dollar)`],
    [
      'taken back',
      order.returned + order.bonusReturned === 0 ? NONE : formatMoney(order.returned + order.bonusReturned),
    ],
    ['shortfall', order.shortfall === 0 ? NONE : formatMoney(order.shortfall)],
    ['remark', order.remark ?? NONE],
    ['created', formatTime(order.createdAt)],
    ['expires', formatTime(order.expiresAt)],
    ['paid', formatTimeOrNone(order.paidAt)],
    ['refunded', formatTimeOrNone(order.refundedAt)],
    ['asked', formatTimeOrNone(order.askedAt)],
  ])
}

async function show(id: string, io: CommandIo): Promise<void> {
  await withDatabase(io, async (db) => {
    const [found] = await db.queries
      .select({ order: orders, username: players.username, code: promoCodes.code })
      .from(orders)
      .innerJoin(players, eq(players.id, orders.playerId))
      .leftJoin(promoCodes, eq(promoCodes.id, orders.promoId))
      .where(eq(orders.id, id))
    if (found === undefined) throw new CommandRefused(`There is no order ${id}. Look it up: npm run ops -- orders list`)
    printLine(io, fieldsOf(found.order, found.username, found.code))
    const notices = await noticesOf(db, id)
    printLine(io, formatSection('Notices', columnsOf('at', 'event', 'said'), notices))
    const columns: readonly Column[] = [...columnsOf('at', 'kind', 'from', 'to'), { title: 'amount', right: true }]
    printLine(io, formatSection('Transfers', columns, await transfersOf(db, id)))
  })
}

/** Adds the commands about orders. */
export function addOrderCommands(orders: Command, io: CommandIo): void {
  orders.description('Deposits: list them, show one, refund one, look into a dispute.')
  addListOptions(orders.command('list'), ORDER_STATES, 'only those of this player, like 1000')
    .description('List orders, the newest first.')
    .option('--disputed', 'only disputed ones, open or closed', false)
    .action((options: OrderListOptions) => list(options, io))
    .addHelpText('after', '\nExample:\n  npm run ops -- orders list --state paid --player 1000')
  addCommandAbout('order', orders, 'show', 'Show an order, the notices of its provider and its transfers.').action(
    (id: string) => show(id, io),
  )
  addCommandAbout(
    'order',
    orders,
    'refund',
    'Say what a refund would do; with --yes send the payment back, and take what it brought.',
  )
    .option('--by-hand', 'only book it: you have paid the money back yourself, because the provider cannot', false)
    .option('--yes', 'do it', false)
    .action((id: string, options: RefundOptions) => printRefund(id, options, io))
    .addHelpText(
      'after',
      `
Examples:
  npm run ops -- orders refund 019bd9f0-0000-7000-8000-000000000000
  npm run ops -- orders refund 019bd9f0-0000-7000-8000-000000000000 --yes
  npm run ops -- orders refund 019bd9f0-0000-7000-8000-000000000000 --by-hand --yes`,
    )
  addCommandAbout(
    'order',
    orders,
    'dispute',
    'Show the disputes of an order, what was taken for it, and what is frozen.',
  ).action((id: string) => printDispute(id, io))
  addCommandAbout(
    'order',
    orders,
    'release',
    'End the freeze of withdrawals that a warning of fraud about an order made.',
  ).action((id: string) => releaseOrder(id, io))
}
