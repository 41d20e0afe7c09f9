// npm run ops -- orders: lists deposits, shows one, refunds one, looks into a dispute, settles kept payments.
import type { Command } from 'commander'
import { formatMoney } from '../../src/i18n/format.ts'
import { ORDER_STATES } from '../../src/protocol/payment.ts'
import type { OrderRow } from '../../src/server/db/schema-payments.ts'
import {
  eventsOfOrder,
  findOrder,
  type ListedOrder,
  listOrders,
  type OrderFilter,
  transfersOfOrder,
} from '../../src/server/services/payments/order-lookup.ts'
import { isInQuestion } from '../../src/server/services/payments/questions.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
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
import { addCommandAbout, addListOptions } from './list-options.ts'
import { withDatabase } from './open-database.ts'
import { assertOrder, printDispute, printRelease } from './order-disputes.ts'
import { printEvidence } from './order-evidence.ts'
import { printAnswer, printCredit, printKept, printReturn } from './order-kept.ts'
import { printRefund, type RefundOptions } from './order-refund.ts'

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

function rowOf({ order, code }: ListedOrder): string[] {
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
    isInQuestion(order) ? `in question: ${order.question}` : (order.remark ?? ''),
  ]
}

async function list(filter: OrderFilter, io: CommandIo): Promise<void> {
  const rows = await withDatabase(io, ({ queries }) => listOrders(queries, filter))
  printLine(io, rows.length === 0 ? 'There are no such orders.' : formatTable(COLUMNS, rows.map(rowOf)))
}

/** The lines of what was asked about an order; none for most. */
function questionOf({ question, questionedAt, answeredAt }: OrderRow): [string, string][] {
  if (question === null) return []
  return [
    ['question', question],
    ['asked', formatTimeOrNone(questionedAt)],
    ['settled', formatTimeOrNone(answeredAt)],
  ]
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
    ...questionOf(order),
    ['created', formatTime(order.createdAt)],
    ['expires', formatTime(order.expiresAt)],
    ['paid', formatTimeOrNone(order.paidAt)],
    ['refunded', formatTimeOrNone(order.refundedAt)],
    ['asked', formatTimeOrNone(order.askedAt)],
  ])
}

const TRANSFERS: readonly Column[] = [...columnsOf('at', 'kind', 'from', 'to'), { title: 'amount', right: true }]

async function show(id: string, io: CommandIo): Promise<void> {
  await withDatabase(io, async ({ queries }) => {
    const { order, username, code } = assertOrder(await findOrder(queries, id), id)
    const events = (await eventsOfOrder(queries, id)).map(({ at, event, said }) => [formatTime(at), event, said])
    const transfers = (await transfersOfOrder(queries, id)).map(({ transfer, from, to }) => [
      formatTime(transfer.at),
      transfer.kind,
      from,
      to,
      formatMoney(transfer.amount),
    ])
    printLine(io, fieldsOf(order, username, code))
    printLine(io, formatSection('Notices', columnsOf('at', 'event', 'said'), events))
    printLine(io, formatSection('Transfers', TRANSFERS, transfers))
  })
}

/** Adds the commands about orders. */
export function addOrderCommands(orders: Command, io: CommandIo): void {
  orders.description('Deposits: list them, show one, refund one, look into a dispute, settle what may not be credited.')
  addListOptions(orders.command('list'), ORDER_STATES, 'only those of this player, like 1000')
    .description('List orders, the newest first.')
    .option('--disputed', 'only disputed ones, open or closed', false)
    .option('--in-question', 'only those whose provider reported what could not be booked', false)
    .action((options: OrderFilter) => list(options, io))
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
    'evidence',
    'Write what is stored about a disputed order and its payer into one HTML file, for the provider.',
  )
    .requiredOption('--to <file>', 'the file to write; one that exists is not replaced')
    .action((id: string, { to }: { readonly to: string }) => printEvidence(id, to, io))
    .addHelpText(
      'after',
      '\nExample:\n  npm run ops -- orders evidence 019bd9f0-0000-7000-8000-000000000000 --to evidence.html',
    )
  addCommandAbout(
    'order',
    orders,
    'answer',
    'Settle the question of an order, once you have looked into it, or note what you answered to its dispute.',
  )
    .requiredOption('--note <text>', 'what was decided or sent; it is kept with the order')
    .option('--dispute <id>', 'the dispute that was answered, as its provider calls it')
    .action((id: string, options: { readonly note: string; readonly dispute?: string }) => printAnswer(id, options, io))
    .addHelpText(
      'after',
      `
Examples:
  npm run ops -- orders answer 019bd9f0-0000-7000-8000-000000000000 --note "20.00 EUR sent back at Stripe"
  npm run ops -- orders answer 019bd9f0-0000-7000-8000-000000000000 --dispute dp_1 --note "Sent the file of evidence"`,
    )
  addCommandAbout(
    'order',
    orders,
    'release',
    'End the freeze of withdrawals that a warning of fraud about an order made.',
  ).action((id: string) => printRelease(id, io))
  orders
    .command('kept')
    .description('List payments that arrived and may not be credited, the oldest first.')
    .action(() => printKept(io))
  addCommandAbout('order', orders, 'return', 'Send a kept payment back to its payer.')
    .option('--by-hand', 'only book it: you have paid the money back yourself, because the provider cannot', false)
    .action((id: string, options: { readonly byHand: boolean }) => printReturn(id, options, io))
  addCommandAbout('order', orders, 'credit', 'Credit a kept payment, once its limit or exclusion is over.').action(
    (id: string) => printCredit(id, io),
  )
}
