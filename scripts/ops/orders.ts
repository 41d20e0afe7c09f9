// The operator's view of deposits: `npm run ops -- orders list` and `-- show ID` read, `-- refund ID` sends one back.
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { ORDER_STATES } from '../../src/contract/payment.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import type { Database } from '../../src/server/db/database.ts'
import { accounts, players, transfers } from '../../src/server/db/schema.ts'
import { orders, paymentNotices, promoCodes } from '../../src/server/db/schema-payments.ts'
import { ProviderFailed } from '../../src/server/payments/provider.ts'
import { openPayments } from '../../src/server/payments/providers.ts'
import { withSecret } from '../../src/server/secret.ts'
import { RefundRefused, refundOrder } from '../../src/server/services/refunds.ts'
import { withDatabase } from './open-database.ts'
import {
  type Column,
  CommandRefused,
  facts,
  type Group,
  LIST_OPTIONS,
  moment,
  momentOrNone,
  NONE,
  onlyId,
  readLine,
  readList,
  section,
  table,
} from './operator.ts'

const USAGE = `Usage: npm run ops -- orders list [options]         the newest orders first
       npm run ops -- orders show ID                everything of one: what was told of it, what was booked
       npm run ops -- orders refund ID [--by-hand]  send the payment back and take from the balance what it brought

Options of list:
  --state paid   only orders in this state: ${ORDER_STATES.join(', ')}
  --player ID    only those of a player
  --limit N      how many at most; 50 without it

--by-hand says that you have paid the money back yourself, because the provider cannot. Times are in UTC.`

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
    moment(order.createdAt),
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

async function list(args: readonly string[]): Promise<void> {
  const { state, playerId, most } = readList(ORDER_STATES, readLine(args, LIST_OPTIONS))
  const rows = await withDatabase(({ queries }) =>
    queries
      .select({ order: orders, code: promoCodes.code })
      .from(orders)
      .leftJoin(promoCodes, eq(promoCodes.id, orders.promoId))
      .where(
        and(
          state === undefined ? undefined : eq(orders.state, state),
          playerId === undefined ? undefined : eq(orders.playerId, playerId),
        ),
      )
      .orderBy(desc(orders.id))
      .limit(most),
  )
  console.log(rows.length === 0 ? 'There are no such orders.' : table(COLUMNS, rows.map(rowOf)))
}

async function noticesOf({ queries }: Database, orderId: string): Promise<string[][]> {
  const rows = await queries
    .select()
    .from(paymentNotices)
    .where(eq(paymentNotices.orderId, orderId))
    .orderBy(asc(paymentNotices.id))
  return rows.map(({ at, event, said }) => [moment(at), event, said])
}

async function transfersOf({ queries }: Database, orderId: string): Promise<string[][]> {
  const [debit, credit] = [alias(accounts, 'debit'), alias(accounts, 'credit')]
  const rows = await queries
    .select({ transfer: transfers, from: debit.name, to: credit.name })
    .from(transfers)
    .innerJoin(debit, eq(debit.id, transfers.debitId))
    .innerJoin(credit, eq(credit.id, transfers.creditId))
    // In the words of the index of what is booked once: without them every transfer would be read.
    .where(
      and(
        sql`${transfers.kind} in ('deposit', 'bonus', 'refund', 'bonus-back', 'referral', 'referral-back')`,
        eq(transfers.reference, orderId),
      ),
    )
    .orderBy(asc(transfers.id))
  return rows.map(({ transfer, from, to }) => [
    moment(transfer.at),
    transfer.kind,
    from,
    to,
    formatMoney(transfer.amount),
  ])
}

function factsOf(order: OrderRow, username: string, code: string | null): string {
  const bonus = order.bonusPercent === 0 ? '' : ` (${order.bonusPercent} %${code === null ? '' : `, code ${code}`})`
  return facts([
    ['order', order.id],
    ['state', order.state],
    ['player', `${order.playerId} ${username}`],
    ['provider', `${order.provider}, ${order.method}`],
    ['reference', order.reference ?? NONE],
    ['page', order.url ?? NONE],
    ['amount', formatMoney(order.amount)],
    ['bonus', `${formatMoney(order.bonus)}${bonus}`],
    ['charge', `${chargeOf(order)} (${order.rate} to the dollar)`],
    ['shortfall', order.shortfall === 0 ? NONE : formatMoney(order.shortfall)],
    ['remark', order.remark ?? NONE],
    ['created', moment(order.createdAt)],
    ['expires', moment(order.expiresAt)],
    ['paid', momentOrNone(order.paidAt)],
    ['refunded', momentOrNone(order.refundedAt)],
    ['asked', momentOrNone(order.askedAt)],
  ])
}

async function show(args: readonly string[]): Promise<void> {
  const id = onlyId(readLine(args, {}).positionals, 'order')
  await withDatabase(async (db) => {
    const [found] = await db.queries
      .select({ order: orders, username: players.username, code: promoCodes.code })
      .from(orders)
      .innerJoin(players, eq(players.id, orders.playerId))
      .leftJoin(promoCodes, eq(promoCodes.id, orders.promoId))
      .where(eq(orders.id, id))
    if (found === undefined) throw new CommandRefused(`There is no order ${id}. Look it up: npm run ops -- orders list`)
    console.log(factsOf(found.order, found.username, found.code))
    const notices = await noticesOf(db, id)
    console.log(section('Notices', [{ title: 'at' }, { title: 'event' }, { title: 'said' }], notices))
    const columns: readonly Column[] = [
      { title: 'at' },
      { title: 'kind' },
      { title: 'from' },
      { title: 'to' },
      { title: 'amount', right: true },
    ]
    console.log(section('Transfers', columns, await transfersOf(db, id)))
  })
}

async function refund(args: readonly string[]): Promise<void> {
  const { values, positionals } = readLine(args, { 'by-hand': { type: 'boolean' } })
  const id = onlyId(positionals, 'order')
  const row = await withDatabase(async (db, settings) => {
    const config = await withSecret(settings)
    const ownAddress = (): string => `http://127.0.0.1:${config.port}`
    const { providers } = await openPayments({ config, now: Date.now, ownAddress, warn: console.error })
    return refundOrder({ db, providers, now: Date.now }, id, { byHand: values['by-hand'] === true })
  }).catch((error: unknown) => {
    if (error instanceof RefundRefused) throw new CommandRefused(error.message)
    if (!(error instanceof ProviderFailed)) throw error
    throw new CommandRefused(
      `${error.message}\nNothing was booked. Try again later, or pay it back yourself and add --by-hand.`,
      { cause: error },
    )
  })
  const bonus = row.bonus === 0 ? '' : ` and the bonus of ${formatMoney(row.bonus)}`
  console.log(`Order ${id} is refunded: ${formatMoney(row.amount)}${bonus} left the balance of player ${row.playerId}.`)
}

/** The commands about orders. */
export const group: Group = { usage: USAGE, commands: { list, show, refund } }
