// A fake payment provider: the test sets the states of payments, and a webhook is the JSON of its event. The signatures
// and protocols of real providers have their own tests.
import { randomUUID } from 'node:crypto'
import {
  type OpenedPayment,
  type OrderToPay,
  type PaymentProvider,
  type PaymentState,
  type PaymentToRefund,
  ProviderFailed,
  type ReportedDispute,
  type WebhookEvent,
  WebhookRefused,
  type WebhookRequest,
} from '../../../src/server/payments/provider.ts'

const GOOD = 'good'

export class TestProvider implements PaymentProvider {
  readonly name = 'test'
  readonly methods = [
    { name: 'card', title: 'Card', icon: 'card', currencies: ['RUB', 'UAH', 'USD'], least: 100, kind: 'card' },
    { name: 'dear', title: 'Dear', icon: 'card', currencies: ['USD'], least: 2000, kind: 'card' },
    { name: 'BTC', title: 'Bitcoin', icon: 'btc', currencies: ['RUB', 'UAH', 'USD'], least: 500, kind: 'crypto' },
  ] as const
  /** The requests to open a payment. */
  readonly opened: OrderToPay[] = []
  /** How payments stand, by reference; one that is not here is open. */
  readonly states = new Map<string, PaymentState>()
  readonly refunded: string[] = []
  /** The references of cancelled payments. */
  readonly cancelled: string[] = []
  /** The requested refunds. */
  readonly refunds: PaymentToRefund[] = []
  asked = 0
  /** Nothing responds while it is down. */
  down = false
  /** True where it cannot refund by itself. */
  refundsFail = false

  #fail(): void {
    if (this.down) throw new ProviderFailed('no answer in time')
  }

  async open(order: OrderToPay): Promise<OpenedPayment> {
    this.#fail()
    this.opened.push(order)
    return { reference: `ref-${order.id}`, url: `https://pay.example/${order.id}` }
  }

  async readWebhook({ headers, body }: WebhookRequest): Promise<WebhookEvent> {
    if (headers['x-signature'] !== GOOD) throw new WebhookRefused('the signature is wrong')
    return JSON.parse(body.toString()) as WebhookEvent
  }

  async fetchState(reference: string): Promise<PaymentState> {
    this.asked++
    this.#fail()
    return this.states.get(reference) ?? { kind: 'open' }
  }

  async cancel(reference: string): Promise<void> {
    this.#fail()
    this.cancelled.push(reference)
  }

  async refund(payment: PaymentToRefund): Promise<void> {
    this.#fail()
    if (this.refundsFail) throw new ProviderFailed('no refunds here')
    this.refunded.push(payment.reference)
    this.refunds.push(payment)
  }
}

export const SIGNED = { 'x-signature': GOOD, 'content-type': 'application/json' }

/** A webhook with the state of an order's payment; a new event each time unless it gets an earlier one. */
export function webhookOf(orderId: string, state: PaymentState, event: string = randomUUID()): WebhookEvent {
  return { kind: 'state', event, about: { reference: `ref-${orderId}`, orderId: undefined }, state }
}

/** Paid and confirmed by the provider. */
export const PAID: PaymentState = { kind: 'paid', paid: undefined }

/** A report about a dispute of the whole charge in dollars, as of a moment. */
export function disputed(
  state: ReportedDispute['state'],
  changes: Partial<ReportedDispute> & Pick<ReportedDispute, 'id' | 'minor'>,
): PaymentState {
  return { kind: 'dispute', dispute: { state, reason: 'fraudulent', currency: 'USD', atMs: 1_000, ...changes } }
}
