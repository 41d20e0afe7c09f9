// npm run ops -- orders dispute, release: what was frozen and taken because of a deposit, and the end of a freeze.
import { formatMoney } from '../../src/i18n/format.ts'
import { commandActor } from '../../src/server/audit/actor.ts'
import type { Queries } from '../../src/server/db/database.ts'
import type { OrderRow } from '../../src/server/db/schema-payments.ts'
import { accountOf } from '../../src/server/services/account/lookup.ts'
import { answersOfOrder } from '../../src/server/services/payments/dispute-answers.ts'
import {
  findOrder,
  freezesOfOrder,
  releaseOrder,
  reversalsOfOrder,
  voidedPrizesOfOrder,
} from '../../src/server/services/payments/order-lookup.ts'
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

/** @throws CommandRefused when there is no such order */
export function assertOrder<Order>(order: Order | undefined, id: string): Order {
  if (order === undefined) throw new CommandRefused(`There is no order ${id}. Look it up: npm run ops -- orders list`)
  return order
}

const inCurrency = (minor: number, { currency }: OrderRow): string => `${(minor / 100).toFixed(2)} ${currency}`

async function disputeRows(queries: Queries, order: OrderRow): Promise<string[][]> {
  const rows = await disputesOf(queries, order.id)
  const answers = await answersOfOrder(queries, order.id)
  return rows.map(({ reference, state, reason, minor, openedAt, dueAt, closedAt }) => [
    reference,
    state,
    reason,
    inCurrency(minor, order),
    formatTime(openedAt),
    formatTimeOrNone(dueAt),
    formatTimeOrNone(answers.findLast(({ dispute }) => dispute === reference)?.at ?? null),
    formatTimeOrNone(closedAt),
  ])
}

async function reversalRows(queries: Queries, { id }: OrderRow): Promise<string[][]> {
  const rows = await reversalsOfOrder(queries, id)
  return rows.map(({ at, cause, amount, bonus, prizes, debt, commission, commissionShortfall }) => [
    formatTime(at),
    cause,
    ...[amount, bonus, prizes, debt, commission, commissionShortfall].map((sum) => formatMoney(sum)),
  ])
}

async function prizeRows(queries: Queries, { id }: OrderRow): Promise<string[][]> {
  const rows = await voidedPrizesOfOrder(queries, id)
  return rows.map(({ prize, name }) => [name, formatMoney(prize.price), prize.taken ? 'taken back' : 'charged'])
}

async function freezeRows(queries: Queries, order: OrderRow): Promise<string[][]> {
  const rows = await freezesOfOrder(queries, order)
  return rows.map(({ reason, at, liftedAt }) => [reason, formatTime(at), formatTimeOrNone(liftedAt)])
}

const MONEY = ['amount', 'bonus', 'prizes', 'debt', 'commission', 'not there'] as const

/** Prints the disputes of an order, what was taken for it, and what is frozen. */
export async function printDispute(id: string, io: CommandIo): Promise<void> {
  await withDatabase(io, async ({ queries }) => {
    const { order } = assertOrder(await findOrder(queries, id), id)
    const { debt } = await accountOf(queries, order.playerId)
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
        ['debt now', formatMoney(debt)],
      ]),
    )
    const sections: readonly (readonly [string, readonly Column[], string[][]])[] = [
      [
        'Disputes',
        columnsOf('dispute', 'state', 'reason', 'disputed', 'opened', 'answer due', 'answered', 'closed'),
        await disputeRows(queries, order),
      ],
      [
        'Reversals',
        [...columnsOf('at', 'cause'), ...MONEY.map((title) => ({ title, right: true as const }))],
        await reversalRows(queries, order),
      ],
      ['Prizes', columnsOf('item', 'price', 'effect'), await prizeRows(queries, order)],
      ['Freezes of withdrawals', columnsOf('reason', 'since', 'lifted'), await freezeRows(queries, order)],
    ]
    for (const [title, columns, rows] of sections) printLine(io, formatSection(title, columns, rows))
  })
}

/** Lifts the freeze that a warning of fraud about an order made, and says so. */
export async function printRelease(id: string, io: CommandIo): Promise<void> {
  await withDatabase(io, async (db) => {
    const { order } = assertOrder(await findOrder(db.queries, id), id)
    if (!(await releaseOrder(db, order, commandActor()))) {
      throw new CommandRefused(`No warning of fraud about order ${id} freezes withdrawals.`)
    }
    printLine(io, `The withdrawals of player ${order.playerId} are not frozen because of order ${id} any more.`)
  })
}
