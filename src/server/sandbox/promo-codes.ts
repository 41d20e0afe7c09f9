// The sandbox's promo codes, made at its start. A bot uses one of them up with a deposit, through the same services as a player's.
import { cents } from '../../game/base/money.ts'
import { SANDBOX_PROMOS, type SandboxPromo } from '../../game/rewards/sandbox-promos.ts'
import { jobActor } from '../audit/actor.ts'
import { ProtocolError, RefusalError } from '../base/refusal.ts'
import type { Database } from '../db/database.ts'
import { idempotencyKeyOf } from '../services/calls/idempotency.ts'
import type { DepositRequest } from '../services/payments/orders.ts'
import { createPromo, type NewPromo } from '../services/payments/promo-codes.ts'
import type { Services } from '../services/services.ts'

/** The splashdown of Apollo 17: in the past at any time that a sandbox's clock may start. */
const ENDED_AT = new Date('1972-12-19T19:24:59Z')

/** The refusals of a code that was used up at an earlier start, or by another instance or player. */
const USED = new Set<string>(['promo-used', 'promo-used-up'])

interface PromoCodesParts {
  readonly db: Database
  readonly services: Pick<Services, 'orders' | 'settlement'>
  /** The bot that uses up a code with its first deposit. */
  readonly botId: number
  readonly log: { warn(fields: object, message: string): void }
}

function rowOf({ code, kind, percent, depositMin, steamLevel }: SandboxPromo): NewPromo {
  return {
    code: code.toLowerCase(),
    percent,
    depositMin,
    steamLevel,
    usesMax: kind === 'usedUp' ? 1 : null,
    usesPerPlayer: 1,
    startsAt: null,
    endsAt: kind === 'ended' ? ENDED_AT : null,
  }
}

/**
 * Makes an order with the code.
 *
 * @param number how many orders the bot has: instances that start together choose the same key, and make one order
 */
async function order({ services, botId, log }: PromoCodesParts, promocode: string, number: number): Promise<void> {
  const request: DepositRequest = {
    provider: 'sandbox',
    method: 'sandbox-card',
    amount: cents(1000),
    currency: 'USD',
    promocode,
    language: 'en',
  }
  const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const key = idempotencyKeyOf(botId, uuid, 'house:deposit', request)
  await services.orders.create(botId, request, key).catch((error: unknown) => {
    // Another instance is making it.
    if (error instanceof ProtocolError && error.code === 'still-running') return
    if (!(error instanceof RefusalError)) throw error
    if (!USED.has(error.code)) log.warn({ code: error.code }, 'a promo code of the sandbox was not used up')
  })
}

/** Makes the bot's deposit with the code, unless it is paid, and pays it; one of an interrupted start too. */
async function spendCode(parts: PromoCodesParts, promocode: string): Promise<void> {
  const { services, botId } = parts
  const { orders: made } = await services.orders.list(botId, undefined)
  if (made.some(({ state }) => state === 'paid')) return
  if (!made.some(({ state }) => state === 'created')) await order(parts, promocode, made.length)
  const { orders } = await services.orders.list(botId, undefined)
  for (const { id, state, currency, charge } of orders) {
    if (state === 'created') await services.settlement.apply(id, { kind: 'paid', paid: { currency, minor: charge } })
  }
}

/**
 * Adds the codes that are missing, and uses one up. Needs no lease: a code is inserted once, and instances that start together make
 * one order.
 */
export async function addPromoCodes(parts: PromoCodesParts): Promise<void> {
  for (const promo of SANDBOX_PROMOS) {
    await createPromo(parts.db, rowOf(promo), jobActor('sandbox'))
    if (promo.kind !== 'usedUp') continue
    await spendCode(parts, promo.code)
  }
}
