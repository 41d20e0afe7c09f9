// The money of bots: what they win they sell, and what is missing they deposit through the sandbox's own payment provider, as a player does.
import { randomUUID } from 'node:crypto'
import { DEPOSIT } from '../../game/base/economy.ts'
import { type Cents, cents } from '../../game/base/money.ts'
import { type IdempotencyKey, idempotencyKeyOf } from '../services/calls/idempotency.ts'
import type { DepositRequest } from '../services/payments/orders.ts'
import type { Services } from '../services/services.ts'

/** What a bot deposits beyond what it lacks. */
const SPARE_CENTS = 2_500

export type MoneyServices = Pick<Services, 'players' | 'inventory' | 'selling' | 'orders' | 'settlement'>

/** Returns a new idempotency key of a bot's call. */
export function botKey(playerId: number, route: string, request: unknown = null): IdempotencyKey {
  return idempotencyKeyOf(playerId, randomUUID(), `house:${route}`, request)
}

/**
 * Deposits play money and pays it at once.
 *
 * @throws RefusalError as the services do
 */
export async function depositFor(
  { orders, settlement }: MoneyServices,
  playerId: number,
  amount: Cents,
): Promise<void> {
  const request: DepositRequest = {
    provider: 'sandbox',
    method: 'sandbox-card',
    amount: cents(Math.min(DEPOSIT.most, Math.max(DEPOSIT.least, amount))),
    currency: 'USD',
    promocode: '',
    language: 'en',
  }
  const { id, currency, charge } = await orders.create(playerId, request, botKey(playerId, 'deposit', request))
  await settlement.apply(id, { kind: 'paid', paid: { currency, minor: charge } })
}

/** Sells all items of a bot that can be sold. */
export async function sellAll(
  { inventory, selling }: Pick<MoneyServices, 'inventory' | 'selling'>,
  playerId: number,
): Promise<void> {
  const { items } = await inventory.items(playerId, { sort: 'new' })
  if (items.every(({ wait }) => wait !== undefined)) return
  await selling.sell(playerId, { kind: 'all' }, botKey(playerId, 'sell-all'))
}

/**
 * Makes sure that a bot can pay an amount: sells its items, then deposits what is missing.
 *
 * @throws RefusalError as the services do
 */
export async function affordFor(services: MoneyServices, playerId: number, amount: Cents): Promise<void> {
  const { players } = services
  const balanceOf = async (): Promise<number> => (await players.currentUser(playerId))?.balance ?? 0
  if ((await balanceOf()) >= amount) return
  await sellAll(services, playerId)
  const balance = await balanceOf()
  if (balance < amount) await depositFor(services, playerId, cents(amount - balance + SPARE_CENTS))
}
