// A payment provider in the test's own hands: payments stand as the test says, and a notice is the JSON of what it tells. How real
// ones sign and speak is tested beside each of them.
import { randomUUID } from 'node:crypto'
import {
  type Notice,
  NoticeRefused,
  type OpenedPayment,
  type OrderToPay,
  type PaymentProvider,
  type PaymentState,
  ProviderFailed,
  type RawNotice,
} from '../../src/server/payments/provider.ts'

const GOOD = 'good'

export class TestProvider implements PaymentProvider {
  readonly name = 'test'
  readonly methods = [
    { name: 'card', title: 'Card', icon: 'card', currencies: ['RUB', 'UAH', 'USD'], least: 100, isCrypto: false },
    { name: 'dear', title: 'Dear', icon: 'card', currencies: ['USD'], least: 2000, isCrypto: false },
    { name: 'BTC', title: 'Bitcoin', icon: 'btc', currencies: ['RUB', 'UAH', 'USD'], least: 500, isCrypto: true },
  ] as const
  /** What it was asked to open. */
  readonly opened: OrderToPay[] = []
  /** How payments stand, by reference; one that is not here is open. */
  readonly states = new Map<string, PaymentState>()
  readonly refunded: string[] = []
  asked = 0
  /** Nothing answers while it is down. */
  down = false

  #fail(): void {
    if (this.down) throw new ProviderFailed('no answer in time')
  }

  async open(order: OrderToPay): Promise<OpenedPayment> {
    this.#fail()
    this.opened.push(order)
    return { reference: `ref-${order.id}`, url: `https://pay.example/${order.id}` }
  }

  async readNotice({ headers, body }: RawNotice): Promise<Notice> {
    if (headers['x-signature'] !== GOOD) throw new NoticeRefused('the signature is wrong')
    return JSON.parse(body.toString()) as Notice
  }

  async ask(reference: string): Promise<PaymentState> {
    this.asked++
    this.#fail()
    return this.states.get(reference) ?? { kind: 'open' }
  }

  async refund({ reference }: { reference: string }): Promise<void> {
    this.#fail()
    this.refunded.push(reference)
  }
}

export const SIGNED = { 'x-signature': GOOD, 'content-type': 'application/json' }

/** A notice that the payment of an order stands so; told anew each time unless it is given the event of an earlier one. */
export function noticeOf(orderId: string, state: PaymentState, event: string = randomUUID()): Notice {
  return { kind: 'state', event, about: { reference: `ref-${orderId}`, orderId: undefined }, state }
}

/** Paid as a provider vouches for it. */
export const PAID: PaymentState = { kind: 'paid', paid: undefined }
