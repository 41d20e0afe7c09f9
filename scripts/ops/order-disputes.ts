// npm run ops -- orders dispute, release: what was frozen and taken because of a deposit, and the end of a freeze.
import { and, asc, eq } from 'drizzle-orm'
import { formatMoney } from '../../src/i18n/format.ts'
import type { Database } from '../../src/server/db/database.ts'
import { accounts, catalogueItems, items } from '../../src/server/db/schema.ts'
import { withdrawalFreezes } from '../../src/server/db/schema-operations.ts'
import { orderReversals, orders, voidedPrizes } from '../../src/server/db/schema-payments.ts'
import { liftFreezes } from '../../src/server/services/account/freezes.ts'
import { lockPlayer } from '../../src/server/services/kernel/player.ts'
import { disputesOf } from '../../src/server/services/payments/reconcile.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import {
  type Column,
  columnsOf,
  formatFields,
  formatSection,
  formatTime,
  formatTimeOrNone,
  NONE,
} from '../cli/table.ts'
import { withDatabase } from './open-database.ts'

type OrderRow = typeof orders.$inferSelect

async function foundOrder({ queries }: Database, id: string): Promise<OrderRow> {
  const [row] = await queries.select().from(orders).where(eq(orders.id, id))
  if (row === undefined) throw new CommandRefused(`There is no order ${id}. Look it up: npm run ops -- orders list`)
  return row
}

const inCurrency = (minor: number, { currency }: OrderRow): string => `${(minor / 100).toFixed(2)} ${currency}`

async function disputeRows(db: Database, order: OrderRow): Promise<string[][]> {
  const rows = await disputesOf(db.queries, order.id)
  return rows.map(({ reference, state, reason, minor, openedAt, closedAt }) => [
    reference,
    state,
    reason,
    inCurrency(minor, order),
    formatTime(openedAt),
    formatTimeOrNone(closedAt),
  ])
}

async function reversalRows({ queries }: Database, orderId: string): Promise<string[][]> {
  const rows = await queries
    .select()
    .from(orderReversals)
    .where(eq(orderReversals.orderId, orderId))
    .orderBy(asc(orderReversals.id))
  return rows.map(({ at, cause, amount, bonus, prizes, debt, commission, commissionShortfall }) => [
    formatTime(at),
    cause,
    ...[amount, bonus, prizes, debt, commission, commissionShortfall].map((sum) => formatMoney(sum)),
  ])
}

async function prizeRows({ queries }: Database, orderId: string): Promise<string[][]> {
  const rows = await queries
    .select({ prize: voidedPrizes, view: catalogueItems.view })
    .from(voidedPrizes)
    .innerJoin(orderReversals, eq(orderReversals.id, voidedPrizes.reversalId))
    .innerJoin(items, eq(items.id, voidedPrizes.itemId))
    .innerJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
    .where(eq(orderReversals.orderId, orderId))
    .orderBy(asc(voidedPrizes.itemId))
  return rows.map(({ prize, view }) => [
    (view as { market_hash_name: string }).market_hash_name,
    formatMoney(prize.price),
    prize.taken ? 'taken back' : 'charged',
  ])
}

async function freezeRows({ queries }: Database, { id, playerId }: OrderRow): Promise<string[][]> {
  const rows = await queries
    .select()
    .from(withdrawalFreezes)
    .where(and(eq(withdrawalFreezes.playerId, playerId), eq(withdrawalFreezes.reference, id)))
    .orderBy(asc(withdrawalFreezes.id))
  return rows.map(({ reason, at, liftedAt }) => [reason, formatTime(at), formatTimeOrNone(liftedAt)])
}

const MONEY = ['amount', 'bonus', 'prizes', 'debt', 'commission', 'not there'] as const

/** Prints the disputes of an order, what was taken for it, and what is frozen. */
export async function printDispute(id: string, io: CommandIo): Promise<void> {
  await withDatabase(io, async (db) => {
    const order = await foundOrder(db, id)
    const [account] = await db.queries.select().from(accounts).where(eq(accounts.id, order.playerId))
    printLine(
      io,
      formatFields([
        ['order', id],
        ['state', order.state],
        ['player', String(order.playerId)],
        ['amount', formatMoney(order.amount)],
        ['refunded', order.refundedMinor === 0 ? NONE : inCurrency(order.refundedMinor, order)],
        ['taken', formatMoney(order.returned + order.bonusReturned)],
        ['shortfall', order.shortfall === 0 ? NONE : formatMoney(order.shortfall)],
        ['debt now', formatMoney(account?.debt ?? 0)],
      ]),
    )
    const sections: readonly (readonly [string, readonly Column[], string[][]])[] = [
      [
        'Disputes',
        columnsOf('dispute', 'state', 'reason', 'disputed', 'opened', 'closed'),
        await disputeRows(db, order),
      ],
      [
        'Reversals',
        [...columnsOf('at', 'cause'), ...MONEY.map((title) => ({ title, right: true as const }))],
        await reversalRows(db, id),
      ],
      ['Prizes', columnsOf('item', 'price', 'effect'), await prizeRows(db, id)],
      ['Freezes of withdrawals', columnsOf('reason', 'since', 'lifted'), await freezeRows(db, order)],
    ]
    for (const [title, columns, rows] of sections) printLine(io, formatSection(title, columns, rows))
  })
}

/** Lifts the freeze that a warning of fraud about an order made: no event of the provider ends it. */
export async function releaseOrder(id: string, io: CommandIo): Promise<void> {
  await withDatabase(io, async (db) => {
    const { playerId } = await foundOrder(db, id)
    const lifted = await db.transaction(async (tx) => {
      await lockPlayer(tx, playerId)
      return liftFreezes(tx, { playerId, reason: 'fraud-warning', orderId: id }, new Date())
    })
    if (lifted === 0) throw new CommandRefused(`No warning of fraud about order ${id} freezes withdrawals.`)
    printLine(io, `The withdrawals of player ${playerId} are not frozen because of order ${id} any more.`)
  })
}
