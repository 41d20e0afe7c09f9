// The payment providers that orders may have: the index of what they call a payment begins with the provider.

export const PAYMENT_PROVIDERS = ['cryptocloud', 'monobank', 'stripe', 'sandbox'] as const

export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number]
