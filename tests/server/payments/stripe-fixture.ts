// For each test of a file: a stand-in of Stripe, the provider that asks it, and an order.
import { afterEach, beforeEach } from 'vitest'
import type { OrderToPay, PaymentProvider } from '../../../src/server/payments/provider.ts'
import { createStripe } from '../../../src/server/payments/stripe/stripe.ts'
import { openStripe, STRIPE_KEYS, type StripeStandIn } from '../../support/outside/payment-stand-ins/stripe.ts'
import { NOON, orderFor } from './orders.ts'

/** The state of the order once it is paid. */
export const PAID = { kind: 'paid', paid: { currency: 'UAH', minor: 43_012 } }

export const now = (): number => NOON

export function openStripeFixture() {
  const fixture = {
    standIn: undefined as unknown as StripeStandIn,
    provider: undefined as unknown as PaymentProvider,
    order: undefined as unknown as OrderToPay,
  }

  beforeEach(async () => {
    fixture.standIn = await openStripe(now)
    fixture.provider = await createStripe({ ...STRIPE_KEYS, apiUrl: fixture.standIn.server.address, now })
    fixture.order = orderFor('stripe')
  })

  afterEach(() => fixture.standIn.close())

  return fixture
}
