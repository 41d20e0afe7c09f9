// The common interface of payment providers. Each provider is a folder; providers.ts lists them.

import type { Language } from '../../game/base/language.ts'
import type { Currency } from '../../game/payments/deposit.ts'
import type { MethodKind } from '../../game/payments/payment-rules.ts'
import type { DisputeReport } from '../../game/payments/reversal.ts'

/** A payment method of a provider. */
export interface ProviderMethod {
  /** Unique over all providers; `method_name` in the protocol. */
  readonly name: string
  readonly title: string
  /** File below /assets/img/payments/ without its ending. */
  readonly icon: string
  readonly currencies: readonly Currency[]
  /** Least deposit in US cents. */
  readonly least: number
  /** How it moves money, which holds and limits follow; coins ('crypto') are listed below an entry of their own. */
  readonly kind: MethodKind
}

/** An order as its provider needs it. */
export interface OrderToPay {
  readonly id: string
  readonly method: string
  readonly currency: Currency
  /** Minor units of the currency. */
  readonly charge: number
  readonly language: Language
  /** The page that the player returns to. */
  readonly returnUrl: string
  /** The URL that webhook events are sent to. */
  readonly webhookUrl: string
  readonly expiresAt: Date
}

export interface OpenedPayment {
  /** The provider's id of the payment. */
  readonly reference: string
  /** The page where the player pays. */
  readonly url: string
}

/** An amount as a provider counts it, in minor units of its currency. */
export interface ProviderAmount {
  readonly currency: Currency
  readonly minor: number
}

/** The state of a payment at its provider. */
export type PaymentState =
  | { readonly kind: 'open' }
  /**
   * `paid` is undefined when the provider confirms the whole charge without the amount; `refunded` is the sum of all refunds of a
   * part so far; `card` is the provider's fingerprint of the card, where it tells that.
   */
  | {
      readonly kind: 'paid'
      readonly paid: ProviderAmount | undefined
      readonly refunded?: number
      readonly card?: string
      /** The provider confirms that more than the charge arrived, and not how much. */
      readonly isOverpaid?: boolean
      /** A refund that it had accepted failed: `refunded` is less than it was. */
      readonly hasFailedRefund?: boolean
    }
  /** A card was charged: the provider's fingerprint of it. An event of its own reports the payment. */
  | { readonly kind: 'charged'; readonly card: string }
  /** Less than the charge has arrived; `paid` is undefined where the provider does not tell how much. */
  | { readonly kind: 'partial'; readonly paid?: ProviderAmount }
  | { readonly kind: 'expired' }
  | { readonly kind: 'failed'; readonly reason: string }
  /** All of it was refunded. */
  | { readonly kind: 'refunded' }
  /** A part was refunded: the sum of all refunds so far. */
  | { readonly kind: 'partly-refunded'; readonly refunded: ProviderAmount }
  | { readonly kind: 'dispute'; readonly dispute: ReportedDispute }
  /** The payer's bank expects fraud; a dispute may follow. */
  | { readonly kind: 'fraud-warning'; readonly reason: string }
  /** Genuine and about an order, but nothing that the site can book: a person has to look into it. `what` says it for the operator. */
  | { readonly kind: 'unclear'; readonly concerns: 'payment' | 'refund' | 'failed-refund'; readonly what: string }

/** A dispute of the payer, who asked their bank for the money. */
export interface ReportedDispute {
  /** The provider's id of the dispute. */
  readonly id: string
  readonly state: DisputeReport
  readonly reason: string
  /** As the provider names it: it may be none of the site's. */
  readonly currency: string
  readonly minor: number
  /** When the provider reported it, in milliseconds since 1970. */
  readonly atMs: number
  /** Until when it takes an answer, in milliseconds since 1970; it may tell none. */
  readonly dueMs?: number
}

export interface WebhookRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly contentType: string
  /** The raw body, which signatures cover. */
  readonly body: Buffer
}

/** The payment that a webhook event is about: by the provider's id, or by ours when it has that too. */
export interface PaymentIdentity {
  readonly reference: string | undefined
  readonly orderId: string | undefined
}

/** A verified webhook event. */
export type WebhookEvent =
  /** Signed as a whole: its state counts. `event` identifies the event; a repetition has the same. */
  | { readonly kind: 'state'; readonly event: string; readonly about: PaymentIdentity; readonly state: PaymentState }
  /** Signed in part only: the provider has to be asked. */
  | { readonly kind: 'hint'; readonly event: string; readonly about: PaymentIdentity }
  /** Genuine, but not about a payment. */
  | { readonly kind: 'other'; readonly event: string; readonly about: string }

/**
 * A webhook request that the provider did not send, or that cannot be read. The message says what was wrong and holds no secret.
 */
export class WebhookRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WebhookRefused'
  }
}

/** The provider did not do what was requested; the message holds no secret. */
export class ProviderFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderFailed'
  }
}

export interface PaymentProvider {
  /** Name of the folder, and part of its URLs. */
  readonly name: string
  readonly methods: readonly ProviderMethod[]
  /**
   * Opens a payment. Has to end within ten seconds.
   *
   * @throws ProviderFailed when the provider did not open one
   */
  open(order: OrderToPay): Promise<OpenedPayment>
  /**
   * Verifies and reads a webhook request.
   *
   * @throws WebhookRefused when the provider did not send it
   * @throws ProviderFailed when it cannot be verified now (its key cannot be fetched): the provider has to send it again
   */
  readWebhook(request: WebhookRequest): Promise<WebhookEvent>
  /**
   * Fetches the state of a payment. Has to end within ten seconds.
   *
   * @throws ProviderFailed when the provider did not answer
   */
  fetchState(reference: string): Promise<PaymentState>
  /**
   * Closes an open payment, so that it cannot be paid any more. Has to end within ten seconds.
   *
   * @throws ProviderFailed when it did not confirm that: the payment may still arrive
   */
  cancel(reference: string): Promise<void>
  /**
   * Refunds what is left of a payment, or a part of that; resolves when the provider has accepted the refund.
   *
   * @throws ProviderFailed when it did not or cannot: then the operator has to pay it back outside
   */
  refund(payment: PaymentToRefund): Promise<void>
}

/** A payment to refund, in minor units of its currency. */
export interface PaymentToRefund {
  readonly reference: string
  readonly orderId: string
  readonly charge: number
  /** What was refunded before. */
  readonly refunded: number
  /** What to refund now: at most the rest of the charge. */
  readonly minor: number
}

/** Tells whether a refund gives back a whole payment at once, which providers do without an amount. */
export function isWholeRefund({ charge, refunded, minor }: PaymentToRefund): boolean {
  return refunded === 0 && minor === charge
}
