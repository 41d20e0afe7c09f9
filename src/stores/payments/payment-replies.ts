// Parses the answers about deposits: the specification's fields, and the shop's own, each of which is optional and has a default.
import { type Rates, SPECIFIED_RATES } from '../../game/payments/deposit.ts'
import type { ApproveReply, PaymentReply } from '../../protocol/payment.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'

/** A payment method or a coin, as its button shows it. */
export interface OfferedMethod {
  readonly name: string
  /** The label of its button: its name where the server sends no other. */
  readonly title: string
  /** The path of its icon; null for none. */
  readonly icon: string | null
  /** In dollars; null where they are not known, or there is none. */
  readonly min_dep: number | null
  readonly max_dep: number | null
  /** Null where it cannot be ordered itself. */
  readonly apiUrl: string | null
}

interface Rejected {
  readonly success: false
  readonly message: string
  /** What was refused; null where the server does not say. */
  readonly code: string | null
}

type Held = Extract<ApproveReply, { success: true }>['held']
type Opens = Extract<ApproveReply, { success: true }>['opens']

export interface Offer extends Pick<PaymentReply, 'success' | 'bonusPercent' | 'isFirst'> {
  readonly paymentMethods: readonly OfferedMethod[]
  readonly cryptoMethods: readonly OfferedMethod[]
  readonly rates: Rates
  /** In cents; null for no limit. */
  readonly bonusMost: number | null
}

export interface Approval {
  readonly success: true
  readonly message: string
  readonly percent: number
  /** A fixed sum in cents; 0 for a percentage. */
  readonly sum: number
  /** In cents. */
  readonly least: number
  readonly held: Held
  /** The case that it opens; null for a bonus on a deposit. */
  readonly opens: Opens
}

export interface Ordered {
  readonly success: true
  readonly url: string
  /** Empty where the server sends none. */
  readonly message: string
  /** The order, unparsed; undefined where the server sends none. */
  readonly order: unknown
}

const textOr = <Other>(value: unknown, other: Other): string | Other => (typeof value === 'string' ? value : other)

const numberOr = <Other>(value: unknown, other: Other): number | Other =>
  typeof value === 'number' && Number.isFinite(value) ? value : other

/** Returns the refusal of an answer; null for another answer. */
function readRejected(reply: unknown): Rejected | null {
  const { success, message, code } = fieldsOf(reply)
  return success === false && typeof message === 'string' ? { success, message, code: textOr(code, null) } : null
}

/** Returns the methods of a list; those without a name are logged and left out. */
function readMethods(list: unknown): OfferedMethod[] {
  if (!Array.isArray(list)) throw new TypeError('The payment methods are no list')
  return (list as readonly unknown[]).flatMap((entry) => {
    const { name, title, icon, min_dep, max_dep, apiUrl } = fieldsOf(entry)
    if (typeof name !== 'string') {
      console.error('A payment method cannot be shown', entry)
      return []
    }
    return {
      name,
      title: textOr(title, name),
      icon: textOr(icon, null),
      min_dep: numberOr(min_dep, null),
      max_dep: numberOr(max_dep, null),
      apiUrl: textOr(apiUrl, null),
    }
  })
}

function readRates(value: unknown): Rates {
  const { RUB, UAH, USD } = fieldsOf(value)
  return {
    RUB: numberOr(RUB, SPECIFIED_RATES.RUB),
    UAH: numberOr(UAH, SPECIFIED_RATES.UAH),
    USD: numberOr(USD, SPECIFIED_RATES.USD),
  }
}

/**
 * Parses the answer of GET /payment/get.
 *
 * @throws TypeError for anything else
 */
export function readOffer(reply: unknown): Offer | Rejected {
  const fields = fieldsOf(reply)
  if (fields.success !== true) return readRejected(reply) ?? fail('The answer has no payment methods')
  return {
    success: true,
    paymentMethods: readMethods(fields.paymentMethods),
    cryptoMethods: readMethods(fields.cryptoMethods),
    rates: readRates(fields.rates),
    bonusPercent: numberOr(fields.bonusPercent, 0),
    bonusMost: numberOr(fields.bonusMost, null),
    isFirst: fields.isFirst === true,
  }
}

/**
 * Parses the answer to the check of a promo code.
 *
 * @throws TypeError for anything else
 */
export function readApproval(reply: unknown): Approval | Rejected {
  const { success, message, percent, sum, least, held, opens } = fieldsOf(reply)
  if (success !== true) return readRejected(reply) ?? fail('The answer does not say whether the code is valid')
  if (typeof percent !== 'number' || !Number.isFinite(percent)) return fail('The code has no percentage')
  const given = { percent, sum: numberOr(sum, 0), least: numberOr(least, 0) }
  return {
    success,
    message: textOr(message, ''),
    ...given,
    held: (held ?? null) as Held,
    opens: (opens ?? null) as Opens,
  }
}

/**
 * Parses the answer to an order.
 *
 * @throws TypeError for anything else
 */
export function readOrdered(reply: unknown): Ordered | Rejected {
  const { success, url, message, order } = fieldsOf(reply)
  if (success !== true) return readRejected(reply) ?? fail('The answer is not that of an order')
  if (typeof url !== 'string') return fail('The order has no payment page')
  return { success, url, message: textOr(message, ''), order }
}

function fail(reason: string): never {
  throw new TypeError(reason)
}
