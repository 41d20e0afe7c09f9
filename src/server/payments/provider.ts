// What every payment provider can do, whatever its protocol. A provider is a folder; providers.ts lists them.
import type { Currency } from '../../game/deposit.ts'
import type { Language } from '../../game/language.ts'

/** A way to pay that a provider offers, before an order is made. */
export interface ProviderMethod {
  /** Unique over all providers; goes over the wire as `method_name`. */
  readonly name: string
  readonly title: string
  /** File below /assets/img/payments/ without its ending. */
  readonly icon: string
  readonly currencies: readonly Currency[]
  /** Least deposit in US cents. */
  readonly least: number
  /** True for a coin: listed below 'crypto'. */
  readonly isCrypto: boolean
}

/** An order as its provider needs it. */
export interface OrderToPay {
  readonly id: string
  readonly method: string
  readonly currency: Currency
  /** Minor units of the currency. */
  readonly charge: number
  readonly language: Language
  /** Where the player comes back to. */
  readonly returnUrl: string
  /** Where notices about it are posted to. */
  readonly noticeUrl: string
  readonly expiresAt: Date
}

export interface OpenedPayment {
  /** The provider's id of the payment. */
  readonly reference: string
  /** Where the player pays. */
  readonly url: string
}

/** How a payment stands at its provider. */
export type PaymentState =
  | { readonly kind: 'open' }
  /** `paid` as the provider counts it, in minor units; undefined where it vouches for the whole charge without telling. */
  | { readonly kind: 'paid'; readonly paid: { readonly currency: Currency; readonly minor: number } | undefined }
  /** Less than the charge has arrived. */
  | { readonly kind: 'partial' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'refunded' }

export interface RawNotice {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly contentType: string
  /** The body byte for byte: signatures are over it. */
  readonly body: Buffer
}

/** Which payment a notice is about: by the provider's id, or by ours where it carries that too. */
export interface PaymentName {
  readonly reference: string | undefined
  readonly orderId: string | undefined
}

/** What a notice says once it has been verified. */
export type Notice =
  /** Signed as a whole: its state counts. `event` is the same for a repetition and for no other notice. */
  | { readonly kind: 'state'; readonly event: string; readonly about: PaymentName; readonly state: PaymentState }
  /** Signed in part only: the provider has to be asked. */
  | { readonly kind: 'hint'; readonly event: string; readonly about: PaymentName }
  /** Genuine, and nothing to us. */
  | { readonly kind: 'other'; readonly event: string; readonly about: string }

/** A notice that is not the provider's, or cannot be read. The message says what was wrong and holds no secret. */
export class NoticeRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NoticeRefused'
  }
}

/** The provider did not do what it was asked; the message holds no secret. */
export class ProviderFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderFailed'
  }
}

export interface PaymentProvider {
  /** Name of the folder, and part of its addresses. */
  readonly name: string
  readonly methods: readonly ProviderMethod[]
  /**
   * Opens a payment. Has to end within ten seconds.
   *
   * @throws ProviderFailed when the provider did not open one
   */
  open(order: OrderToPay): Promise<OpenedPayment>
  /**
   * Verifies and reads a notice.
   *
   * @throws NoticeRefused when it is not the provider's
   * @throws ProviderFailed when that cannot be told now (the key to check it by does not come): it has to be sent again
   */
  readNotice(notice: RawNotice): Promise<Notice>
  /**
   * Asks how a payment stands. Has to end within ten seconds.
   *
   * @throws ProviderFailed when the provider did not say
   */
  ask(reference: string): Promise<PaymentState>
  /**
   * Sends the whole payment back; resolves when the provider has taken the order to do so.
   *
   * @throws ProviderFailed when it did not, or cannot: then the operator has to pay it back by hand
   */
  refund(payment: { readonly reference: string; readonly orderId: string; readonly charge: number }): Promise<void>
}
