// Deposits from the player's side: an order fixes what is paid and what it brings; its provider opens the payment.
import { and, count, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Order, PaymentReply } from '../../contract/payment.ts'
import { bonusOf, type Currency, convert, type Rates, rateOf } from '../../game/deposit.ts'
import { DEPOSIT, FIRST_DEPOSIT_PERCENT, ORDER_LIFE_MINUTES, ORDERS_OPEN_MOST } from '../../game/economy.ts'
import type { Language } from '../../game/language.ts'
import { type Cents, cents } from '../../game/money.ts'
import type { Database, Queries } from '../db/database.ts'
import { players } from '../db/schema.ts'
import { orders } from '../db/schema-payments.ts'
import { newId } from '../ids.ts'
import { type PaymentProvider, ProviderFailed, type ProviderMethod } from '../payments/provider.ts'
import type { ReadRates } from '../payments/rates.ts'
import { ProtocolError, RefusalError } from '../refusal.ts'
import type { Click } from './once.ts'
import { paymentMethods } from './payment-methods.ts'
import { takePromo } from './promo.ts'
import { assertNotExcluded, reserveDeposit } from './protection.ts'

const PAGE = 50
const MINUTE_MS = 60_000

/** What an order in the table is. */
export type OrderRow = typeof orders.$inferSelect

export interface DepositWish {
  readonly provider: string
  readonly method: string
  readonly amount: Cents
  readonly currency: Currency
  /** Empty for none. */
  readonly promocode: string
  readonly language: Language
}

export interface Orders {
  /** The ways to pay in a currency, and what a deposit brings before any code. */
  methods(currency: Currency, playerId: number): Promise<Omit<PaymentReply, 'success' | 'message'>>
  /**
   * Makes an order and opens its payment; the same click answers the same order.
   *
   * @throws RefusalError when the amount, the orders that are open, a limit, the code or the provider stands against it
   * @throws ProtocolError 409 while the first request with this key is running, 422 when the key was used for another order
   */
  create(playerId: number, wish: DepositWish, click: Click): Promise<Order & { url: string }>
  /** The player's orders, newest first. */
  list(playerId: number, cursor: string | undefined): Promise<{ orders: Order[]; cursor: string | null }>
}

export interface OrdersParts {
  readonly db: Database
  readonly providers: readonly PaymentProvider[]
  readonly rates: ReadRates
  readonly now: () => number
  /** Where players reach the site, without a slash at its end. */
  readonly siteUrl: string
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
}

const openOrders = sql<number>`(count(*) filter (where ${orders.state} = 'created'))::int`

/** An order as its player sees it. */
export function orderView(row: OrderRow): Order {
  return {
    id: row.id,
    state: row.state,
    method: row.method,
    amount: row.amount,
    bonus: row.bonus,
    bonusPercent: row.bonusPercent,
    currency: row.currency as Currency,
    charge: row.charge,
    url: row.state === 'created' ? row.url : null,
    created_at: row.createdAt.getTime(),
    expires_at: row.expiresAt.getTime(),
    paid_at: row.paidAt?.getTime() ?? null,
  }
}

export interface DepositStanding {
  /** True until a deposit was paid. */
  readonly isFirst: boolean
  /** True for a player whom another one brought. */
  readonly isReferred: boolean
  /** Percent that a deposit made now brings without a code: the first one of a referred player, open orders counted. */
  readonly percent: number
  /** How many orders wait for their money. */
  readonly open: number
}

/** Where a player stands with deposits so far. */
export async function depositStanding(queries: Queries, playerId: number): Promise<DepositStanding> {
  const [row] = await queries
    .select({ referrerId: players.referrerId, paid: count(orders.paidAt), open: openOrders })
    .from(players)
    .leftJoin(orders, eq(orders.playerId, players.id))
    .where(eq(players.id, playerId))
    .groupBy(players.id)
  if (row === undefined) throw new Error(`There is no player ${playerId}`)
  const isReferred = row.referrerId !== null
  const isNext = row.paid === 0 && row.open === 0
  const percent = isReferred && isNext ? FIRST_DEPOSIT_PERCENT : 0
  return { isFirst: row.paid === 0, isReferred, percent, open: row.open }
}

/** One bonus at a time: the greater one, and a code that would bring less is not used up. */
async function bonusFor(
  tx: Queries,
  playerId: number,
  { percent }: DepositStanding,
  wish: DepositWish,
  at: Date,
): Promise<{ percent: number; promoId: number | null }> {
  if (wish.promocode === '') return { percent, promoId: null }
  const promo = await takePromo(tx, { playerId, code: wish.promocode, amount: wish.amount, at })
  return promo.percent >= percent ? promo : { percent, promoId: null }
}

interface Fixed {
  readonly providerName: string
  readonly method: ProviderMethod
  readonly rates: Rates
}

async function reserve(
  tx: Queries,
  playerId: number,
  wish: DepositWish,
  fixed: Fixed,
  click: Click,
  at: Date,
): Promise<{ row: OrderRow; isNew: boolean }> {
  // One order of a player at a time: the limits are his sum over orders. Not FOR UPDATE, which notices to him would wait for.
  await tx.select({ id: players.id }).from(players).where(eq(players.id, playerId)).for('no key update')
  const [known] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.playerId, playerId), eq(orders.key, click.key)))
  if (known !== undefined) return { row: known, isNew: false }
  await assertNotExcluded(tx, playerId, at)
  const standing = await depositStanding(tx, playerId)
  if (standing.open >= ORDERS_OPEN_MOST) throw new RefusalError('orders-open', {}, { open: standing.open })
  await reserveDeposit(tx, { playerId, amount: wish.amount, at })
  const { percent, promoId } = await bonusFor(tx, playerId, standing, wish, at)
  const [row] = await tx
    .insert(orders)
    .values({
      id: newId(),
      playerId,
      state: 'created',
      provider: fixed.providerName,
      method: fixed.method.name,
      amount: wish.amount,
      bonus: bonusOf(wish.amount, percent),
      bonusPercent: percent,
      promoId,
      currency: wish.currency,
      rate: rateOf(wish.currency, fixed.rates),
      charge: convert(wish.amount, wish.currency, fixed.rates),
      key: click.key,
      requestHash: click.requestHash,
      createdAt: at,
      expiresAt: new Date(at.getTime() + ORDER_LIFE_MINUTES * MINUTE_MS),
    })
    .returning()
  if (row === undefined) throw new Error('An order was not kept')
  return { row, isNew: true }
}

/** What an order that this click made before answers. */
function answerOf(row: OrderRow, click: Click): Order & { url: string } {
  if (row.requestHash !== click.requestHash) {
    throw new ProtocolError(422, 'key-reused', 'This Idempotency-Key was used for another request')
  }
  if (row.url !== null) return { ...orderView(row), url: row.url }
  if (row.state === 'failed') throw new RefusalError('provider-down')
  throw new ProtocolError(409, 'still-running', 'The first request with this key is still running')
}

function methodIn(provider: PaymentProvider | undefined, { method, currency }: DepositWish): ProviderMethod {
  const found = provider?.methods.find(({ name, currencies }) => name === method && currencies.includes(currency))
  if (found === undefined) throw new RefusalError('method-unknown')
  return found
}

/** The orders over a database and the providers of this site. */
export function createOrders(parts: OrdersParts): Orders {
  const { db, providers, rates, now, siteUrl, log } = parts

  async function open(provider: PaymentProvider, row: OrderRow, language: Language): Promise<OrderRow> {
    try {
      const { reference, url } = await provider.open({
        id: row.id,
        method: row.method,
        currency: row.currency as Currency,
        charge: row.charge,
        language,
        returnUrl: `${siteUrl}/deposit?order=${row.id}`,
        noticeUrl: `${siteUrl}/api/payment/webhook/${provider.name}`,
        expiresAt: row.expiresAt,
      })
      // Whatever a quick notice has made of it meanwhile: where it is paid stays worth knowing.
      const [opened] = await db.queries.update(orders).set({ reference, url }).where(eq(orders.id, row.id)).returning()
      if (opened === undefined) throw new Error(`Order ${row.id} is gone`)
      return opened
    } catch (error) {
      const remark = error instanceof ProviderFailed ? error.message : 'the payment could not be opened'
      await db.queries
        .update(orders)
        .set({ state: 'failed', remark })
        .where(and(eq(orders.id, row.id), eq(orders.state, 'created')))
      if (!(error instanceof ProviderFailed)) throw error
      log.warn({ order: row.id, provider: provider.name, reason: error.message }, 'a payment could not be opened')
      throw new RefusalError('provider-down')
    }
  }

  return {
    methods: async (currency, playerId) => {
      const { isFirst, percent } = await depositStanding(db.queries, playerId)
      const offered = paymentMethods(providers, currency)
      return { ...offered, rates: { ...(await rates()) }, bonusPercent: percent, isFirst }
    },
    create: async (playerId, wish, click) => {
      const provider = providers.find(({ name }) => name === wish.provider)
      const method = methodIn(provider, wish)
      const least = Math.max(method.least, DEPOSIT.least)
      if (wish.amount < least) throw new RefusalError('deposit-too-small', { least })
      if (wish.amount > DEPOSIT.most) throw new RefusalError('deposit-too-large', { most: DEPOSIT.most })
      const fixed = { providerName: wish.provider, method, rates: await rates() }
      const { row, isNew } = await db.transaction((tx) => reserve(tx, playerId, wish, fixed, click, new Date(now())))
      if (!isNew) return answerOf(row, click)
      return answerOf(await open(provider as PaymentProvider, row, wish.language), click)
    },
    list: async (playerId, cursor) => {
      const rows = await db.queries
        .select()
        .from(orders)
        .where(and(eq(orders.playerId, playerId), ...(cursor === undefined ? [] : [lt(orders.id, cursor)])))
        .orderBy(desc(orders.id))
        .limit(PAGE + 1)
      const page = rows.slice(0, PAGE)
      return { orders: page.map(orderView), cursor: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null }
    },
  }
}

/** The orders with these ids, locked in their order. */
export async function lockOrders(tx: Queries, ids: readonly string[]): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(orders.id)
    .for('update')
}

/** `sum` of a call in dollars as cents; undefined when it is finer than a cent. */
export function centsOfDollars(sum: number): Cents | undefined {
  const amount = Math.round(sum * 100)
  return Math.abs(sum * 100 - amount) < 1e-6 ? cents(amount) : undefined
}
