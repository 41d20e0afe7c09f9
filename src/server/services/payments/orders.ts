// Deposits as the player makes them: an order fixes the charge and what it credits; its provider opens the payment.
import { and, count, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import {
  DEPOSIT,
  FIRST_DEPOSIT_PERCENT,
  ORDER_LIFE_MINUTES,
  ORDERS_OPEN_MOST,
  ORDERS_UNPAID_DAY,
} from '../../../game/base/economy.ts'
import type { Language } from '../../../game/base/language.ts'
import { type Cents, cents } from '../../../game/base/money.ts'
import { methodSwitch } from '../../../game/office/switches.ts'
import { type Currency, convert, type Rates, rateOf } from '../../../game/payments/deposit.ts'
import type { PaymentRules } from '../../../game/payments/payment-rules.ts'
import { bonusCents } from '../../../game/rewards/gifts.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import type { Order, PaymentReply } from '../../../protocol/payment.ts'
import { newId } from '../../base/ids.ts'
import { ProtocolError, RefusalError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { players } from '../../db/schema.ts'
import { type OrderRow, orders } from '../../db/schema-payments.ts'
import { type PaymentProvider, ProviderFailed, type ProviderMethod } from '../../payments/provider.ts'
import type { ReadRates } from '../../payments/rates.ts'
import { assertNotExcluded, reserveDeposit } from '../account/protection.ts'
import { assertKeyUnused, claimKey, type IdempotencyKey, reusedKey } from '../calls/idempotency.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'
import { lockPlayer } from '../calls/player.ts'
import type { Switches } from '../calls/switches.ts'
import { cardLeft } from './card-limit.ts'
import { paymentMethods } from './payment-methods.ts'
import { redeemPromo } from './promo.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export interface DepositRequest {
  readonly provider: string
  readonly method: string
  readonly amount: Cents
  readonly currency: Currency
  /** Empty for none. */
  readonly promocode: string
  readonly language: Language
}

export interface Orders {
  /** Returns the payment methods of a currency, none while its rate is in question, and the bonus of a deposit without a code. */
  methods(currency: Currency, playerId: number): Promise<Omit<PaymentReply, 'success' | 'message'>>
  /**
   * Makes an order and opens its payment; the same idempotency key returns the same order.
   *
   * @throws RefusalError 'currency-closed' while the rate of its currency is in question, or when the amount, the open orders, a limit, the code or the provider does not allow it
   * @throws ProtocolError 409 while the first request with this key is running, 422 when the key was used for another order or another call
   */
  create(playerId: number, request: DepositRequest, idempotencyKey: IdempotencyKey): Promise<Order & { url: string }>
  /** Returns the player's orders, newest first. */
  list(playerId: number, cursor: string | undefined): Promise<{ orders: Order[]; cursor: string | null }>
}

export interface OrdersParts {
  readonly db: Database
  readonly providers: readonly PaymentProvider[]
  readonly rates: ReadRates
  /** The operator's rules; undefined where nothing is held or limited. */
  readonly rules: () => PaymentRules | undefined
  /** The operator's caps of bonuses on deposits. */
  readonly gifts: () => Pick<GiftRules, 'depositBonus'>
  readonly switches: Pick<Switches, 'off'>
  readonly now: () => number
  /** The site's public URL, without a slash at its end. */
  readonly siteUrl: string
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
}

const openOrders = sql<number>`(count(*) filter (where ${orders.state} = 'created'))::int`

/** Converts an order for its player. */
export function orderView(row: OrderRow): Order {
  return {
    id: row.id,
    state: row.state,
    method: row.method,
    amount: row.amount,
    bonus: row.bonus,
    bonusPercent: row.bonusPercent,
    returned: row.returned + row.bonusReturned,
    currency: row.currency as Currency,
    charge: row.charge,
    url: row.state === 'created' ? row.url : null,
    created_at: row.createdAt.getTime(),
    expires_at: row.expiresAt.getTime(),
    paid_at: row.paidAt?.getTime() ?? null,
  }
}

export interface DepositStatus {
  /** True until a deposit was paid. */
  readonly isFirst: boolean
  /** True for a player whom another player referred. */
  readonly isReferred: boolean
  /** Bonus in percent of the deposit that is paid next, without a code: for the first one of a referred player. */
  readonly percent: number
  /** How many orders are waiting for their payment. */
  readonly open: number
}

/** Returns the state of a player's deposits. */
export async function depositStatus(queries: Queries, playerId: number): Promise<DepositStatus> {
  const [row] = await queries
    .select({ referrerId: players.referrerId, paid: count(orders.paidAt), open: openOrders })
    .from(players)
    .leftJoin(orders, eq(orders.playerId, players.id))
    .where(eq(players.id, playerId))
    .groupBy(players.id)
  if (row === undefined) throw new Error(`There is no player ${playerId}`)
  const isReferred = row.referrerId !== null
  const isFirst = row.paid === 0
  return { isFirst, isReferred, percent: isReferred && isFirst ? FIRST_DEPOSIT_PERCENT : 0, open: row.open }
}

interface Fixed {
  readonly providerName: string
  readonly method: ProviderMethod
  readonly rates: Rates
  readonly rules: PaymentRules | undefined
  readonly gifts: Pick<GiftRules, 'depositBonus'>
}

/** Refuses a player who opens payments again and again without paying. The rows are counted, so all instances agree. */
async function assertUnpaidLeft(tx: Queries, playerId: number, at: Date): Promise<void> {
  const unpaid = await tx.$count(
    orders,
    and(eq(orders.playerId, playerId), isNull(orders.paidAt), gt(orders.createdAt, new Date(at.getTime() - DAY_MS))),
  )
  if (unpaid >= ORDERS_UNPAID_DAY) throw new RefusalError('orders-day', {}, { most: ORDERS_UNPAID_DAY })
}

async function reserve(
  tx: Queries,
  playerId: number,
  request: DepositRequest,
  fixed: Fixed,
  idempotencyKey: IdempotencyKey,
  at: Date,
): Promise<{ row: OrderRow; isNew: boolean }> {
  const id = newId()
  const isClaimed = await claimKey(tx, idempotencyKey, { order: id })
  // One order of a player at a time: the limits are a sum over the player's orders.
  await lockPlayer(tx, playerId)
  const [known] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.playerId, playerId), eq(orders.key, idempotencyKey.key)))
  if (known !== undefined) return { row: known, isNew: false }
  if (!isClaimed) throw reusedKey()
  await assertNotExcluded(tx, playerId, at)
  const status = await depositStatus(tx, playerId)
  if (status.open >= ORDERS_OPEN_MOST) throw new RefusalError('orders-open', {}, { open: status.open })
  await assertUnpaidLeft(tx, playerId, at)
  await reserveDeposit(tx, { playerId, amount: request.amount, at })
  if (fixed.method.kind === 'card') {
    const left = await cardLeft(tx, fixed.rules, playerId, at)
    if (left !== null && request.amount > left) throw new RefusalError('card-limit', { left })
  }
  const { amount, promocode: code } = request
  const { percent, sum, promoId } =
    code === ''
      ? { percent: status.percent, sum: cents(0), promoId: null }
      : await redeemPromo(tx, { playerId, code, amount, otherPercent: status.percent, gifts: fixed.gifts, at })
  const [row] = await tx
    .insert(orders)
    .values({
      id,
      playerId,
      state: 'created',
      provider: fixed.providerName,
      method: fixed.method.name,
      kind: fixed.method.kind,
      amount: request.amount,
      bonus: bonusCents(request.amount, { percent, sum }, fixed.gifts),
      bonusPercent: percent,
      bonusSum: sum,
      promoId,
      currency: request.currency,
      rate: rateOf(request.currency, fixed.rates),
      charge: convert(request.amount, request.currency, fixed.rates),
      key: idempotencyKey.key,
      requestHash: idempotencyKey.requestHash,
      createdAt: at,
      expiresAt: new Date(at.getTime() + ORDER_LIFE_MINUTES * MINUTE_MS),
    })
    .returning()
  if (row === undefined) throw new Error('An order was not stored')
  return { row, isNew: true }
}

/** Returns the response of an order that the same key made before. */
function answerOf(row: OrderRow, idempotencyKey: IdempotencyKey): Order & { url: string } {
  if (row.requestHash !== idempotencyKey.requestHash) {
    throw reusedKey()
  }
  if (row.url !== null) return { ...orderView(row), url: row.url }
  if (row.state === 'failed') throw new RefusalError('provider-down')
  throw new ProtocolError(409, 'still-running')
}

function methodIn(provider: PaymentProvider | undefined, { method, currency }: DepositRequest): ProviderMethod {
  const found = provider?.methods.find(({ name, currencies }) => name === method && currencies.includes(currency))
  if (found === undefined) throw new RefusalError('method-unknown')
  return found
}

/** Makes the orders over a database and the site's providers. */
export function createOrders(parts: OrdersParts): Orders {
  const { db, providers, rates, rules, gifts, switches, now, siteUrl, log } = parts

  async function open(provider: PaymentProvider, row: OrderRow, language: Language): Promise<OrderRow> {
    try {
      const { reference, url } = await provider.open({
        id: row.id,
        method: row.method,
        currency: row.currency as Currency,
        charge: row.charge,
        language,
        returnUrl: `${siteUrl}/deposit?order=${row.id}`,
        webhookUrl: `${siteUrl}/api/payment/webhook/${provider.name}`,
        expiresAt: row.expiresAt,
      })
      // A fast webhook event may have changed the state already; the payment's URL is kept all the same.
      const [opened] = await db.queries.update(orders).set({ reference, url }).where(eq(orders.id, row.id)).returning()
      if (opened === undefined) throw new Error(`Order ${row.id} is gone`)
      return opened
    } catch (error) {
      const remark = error instanceof ProviderFailed ? error.message : 'the payment could not be opened'
      await db.queries
        .update(orders)
        .set({ state: 'failed', remark })
        .where(and(eq(orders.id, row.id), hasState(orders.state, 'created')))
      if (!(error instanceof ProviderFailed)) throw error
      log.warn({ order: row.id, provider: provider.name, reason: error.message }, 'a payment could not be opened')
      throw new RefusalError('provider-down')
    }
  }

  /** Tells whether an order was made with a key: its repetition is answered while its currency is closed. */
  const isKnown = async (playerId: number, { key }: IdempotencyKey): Promise<boolean> =>
    (await db.queries.$count(orders, and(eq(orders.playerId, playerId), eq(orders.key, key)))) > 0

  return {
    methods: async (currency, playerId) => {
      const { isFirst, percent } = await depositStatus(db.queries, playerId)
      const left = await cardLeft(db.queries, rules(), playerId, new Date(now()))
      const { rates: ratesNow, closed } = await rates()
      const isOn = (provider: string, method: string): boolean =>
        switches.off('deposits', methodSwitch(provider, method)) === null
      const offered = paymentMethods(closed.has(currency) ? [] : providers, currency, left, isOn)
      const bonusMost = gifts().depositBonus.mostCents
      return { ...offered, rates: { ...ratesNow }, bonusPercent: percent, bonusMost, isFirst }
    },
    create: async (playerId, request, idempotencyKey) => {
      await assertKeyUnused(db.queries, idempotencyKey)
      const provider = providers.find(({ name }) => name === request.provider)
      const method = methodIn(provider, request)
      if (method.kind === 'crypto' && request.promocode !== '') throw new RefusalError('promo-crypto')
      const least = Math.max(method.least, DEPOSIT.least)
      if (request.amount < least) throw new RefusalError('deposit-too-small', { least })
      if (request.amount > DEPOSIT.most) throw new RefusalError('deposit-too-large', { most: DEPOSIT.most })
      const { rates: ratesNow, closed } = await rates()
      if (closed.has(request.currency) && !(await isKnown(playerId, idempotencyKey)))
        throw new RefusalError('currency-closed')
      const fixed = { providerName: request.provider, method, rates: ratesNow, rules: rules(), gifts: gifts() }
      const { row, isNew } = await db.transaction((tx) =>
        reserve(tx, playerId, request, fixed, idempotencyKey, new Date(now())),
      )
      if (!isNew) return answerOf(row, idempotencyKey)
      return answerOf(await open(provider as PaymentProvider, row, request.language), idempotencyKey)
    },
    list: async (playerId, cursor) => {
      const rows = await db.queries
        .select()
        .from(orders)
        .where(and(eq(orders.playerId, playerId), ...(cursor === undefined ? [] : [lt(orders.id, cursor)])))
        .orderBy(desc(orders.id))
        .limit(PAGE_LIMIT)
      const page = pageOf(rows, ({ id }) => id)
      return { orders: page.rows.map(orderView), cursor: page.cursor }
    },
  }
}

/** Returns the orders with these ids, locked in the order of their ids. */
export async function lockOrders(tx: Queries, ids: readonly string[]): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(orders.id)
    .for('update')
}

/** Converts a sum in dollars to cents; undefined for a fraction of a cent. */
export function centsOfDollars(sum: number): Cents | undefined {
  const amount = Math.round(sum * 100)
  return Math.abs(sum * 100 - amount) < 1e-6 ? cents(amount) : undefined
}
