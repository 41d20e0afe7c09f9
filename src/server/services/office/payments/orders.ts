// The list of orders. One condition is read by its index, the others are checked on the rows that it gives: so many at most a page, so that no
// combination of filters reads a whole table.
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { OrderMark } from '../../../../game/office/payments.ts'
import type { Currency } from '../../../../game/payments/deposit.ts'
import { PAYMENT_PROVIDERS } from '../../../../game/payments/payment-providers.ts'
import type { OrderListRow, OrdersQuery, OrdersReply } from '../../../../protocol/office/orders.ts'
import { isId, leastIdAt } from '../../../base/ids.ts'
import { type Queries, queryRows } from '../../../db/database.ts'
import { hasState } from '../../../db/has-state.ts'
import { players } from '../../../db/schema.ts'
import { keptPayments, type OrderRow, orders } from '../../../db/schema-payments.ts'
import { botsAmong, playerNames } from '../../account/lookup.ts'
import { PAGE_LIMIT, pageOf } from '../../calls/page.ts'
import { isInQuestion } from '../../payments/questions.ts'

/** How many rows a page looks through at most. */
const SCAN_MOST = 5_000

/** Orders that were paid in part, by the index of what was kept of them. */
const PARTIAL = sql`${orders.id} in (select ${keptPayments.orderId} from ${keptPayments} where ${eq(keptPayments.reason, 'partial')})`

const MARKED: Readonly<Record<OrderMark, SQL>> = {
  question: sql`${orders.question} is not null and ${orders.answeredAt} is null`,
  partial: PARTIAL,
  late: sql`${orders.paidAt} > ${orders.expiresAt}`,
  bot: sql`${orders.playerId} in (select ${players.id} from ${players} where ${players.house})`,
}

/** Finds an order by its id, or by what its provider calls the payment. */
function named(text: string): SQL | undefined {
  const id = text.toLowerCase()
  if (isId(id)) return eq(orders.id, id)
  return and(inArray(orders.provider, [...PAYMENT_PROVIDERS]), eq(orders.reference, text))
}

/** Conditions that an index reads, those that narrow most first. */
function indexedConditions({ q, player, mark, state, provider }: OrdersQuery): SQL[] {
  return [
    q === undefined ? undefined : named(q),
    player === undefined ? undefined : eq(orders.playerId, player),
    mark === undefined ? undefined : MARKED[mark],
    state === undefined ? undefined : hasState(orders.state, state),
    provider === undefined ? undefined : eq(orders.provider, provider),
  ].filter((condition) => condition !== undefined)
}

/** Returns a query of the rows that a page looks through, the newest first. */
function scanOf({ cursor, from, to }: OrdersQuery, driver: SQL | undefined): SQL {
  const ends = [cursor, to === undefined ? undefined : leastIdAt(to)].filter((id) => id !== undefined)
  const before = ends.sort()[0]
  const between = (column: typeof orders.id | typeof keptPayments.orderId) =>
    and(
      before === undefined ? undefined : lt(column, before),
      from === undefined ? undefined : gte(column, leastIdAt(from)),
    )
  if (driver === PARTIAL) {
    const ids = sql`select ${keptPayments.orderId} as id from ${keptPayments}
      where ${and(eq(keptPayments.reason, 'partial'), between(keptPayments.orderId))} order by ${keptPayments.orderId} desc limit ${SCAN_MOST}`
    return sql`select ${orders}.* from (${ids}) partial join ${orders} on ${orders.id} = partial.id order by ${orders.id} desc`
  }
  const where = and(driver, between(orders.id)) ?? sql`true`
  return sql`select * from ${orders} where ${where} order by ${orders.id} desc limit ${SCAN_MOST}`
}

/** Returns the ids of a page, and where the next one begins. */
async function pageIds(queries: Queries, query: OrdersQuery): Promise<{ rows: string[]; cursor: string | null }> {
  const [driver, ...rest] = indexedConditions(query)
  const least = query.least === undefined ? undefined : gte(orders.amount, query.least)
  const scan = scanOf(query, driver)
  const others = and(...rest, least) ?? sql`true`
  const read = await queryRows<{ id: string }>(
    queries,
    sql`select id from (${scan}) orders where ${others} order by id desc limit ${PAGE_LIMIT}`,
  )
  const page = pageOf(
    read.map(({ id }) => id),
    (id) => id,
  )
  if (page.cursor !== null) return page
  // Fewer than a page were among those: the next page looks further.
  const [last] = await queryRows<{ id: string }>(
    queries,
    sql`select id from (${scan}) orders order by id desc offset ${SCAN_MOST - 1} limit 1`,
  )
  return { rows: page.rows, cursor: last?.id ?? null }
}

/** What tells how an order is marked. */
type Marked = Pick<OrderRow, 'question' | 'answeredAt' | 'paidAt' | 'expiresAt'>

/** What marks an order beside its own columns. */
interface Circumstances {
  readonly isPartial: boolean
  readonly isBot: boolean
}

/** Returns the marks of an order. */
function marksOf(order: Marked, { isPartial, isBot }: Circumstances): OrderMark[] {
  const { paidAt, expiresAt } = order
  const marks: readonly (OrderMark | false)[] = [
    isInQuestion(order) && 'question',
    isPartial && 'partial',
    paidAt !== null && paidAt > expiresAt && 'late',
    isBot && 'bot',
  ]
  return marks.filter((mark) => mark !== false)
}

/** Returns an order as the list has it. */
export function listedOrder(order: OrderRow, username: string, circumstances: Circumstances): OrderListRow {
  const { id, createdAt, playerId, state, provider, method, amount, bonus, charge, currency, reference } = order
  return {
    id,
    at: createdAt.getTime(),
    player: { id: playerId, username },
    state,
    provider,
    method,
    amount,
    bonus,
    returned: order.returned + order.bonusReturned,
    charge,
    currency: currency as Currency,
    reference,
    marks: marksOf(order, circumstances),
  }
}

/** Returns a page of orders, the newest first. */
export async function listOrders(queries: Queries, query: OrdersQuery): Promise<OrdersReply> {
  const { rows: ids, cursor } = await pageIds(queries, query)
  if (ids.length === 0) return { orders: [], cursor }
  const rows = await queries.select().from(orders).where(inArray(orders.id, ids)).orderBy(desc(orders.id))
  const playerIds = [...new Set(rows.map(({ playerId }) => playerId))]
  const [partial, names, bots] = await Promise.all([
    queries
      .select({ id: keptPayments.orderId })
      .from(keptPayments)
      .where(and(inArray(keptPayments.orderId, ids), eq(keptPayments.reason, 'partial'))),
    playerNames(queries, playerIds),
    botsAmong(queries, playerIds),
  ])
  const partialIds = new Set(partial.map(({ id }) => id))
  return {
    orders: rows.map((row) =>
      listedOrder(row, names.get(row.playerId) ?? '', {
        isPartial: partialIds.has(row.id),
        isBot: bots.has(row.playerId),
      }),
    ),
    cursor,
  }
}
