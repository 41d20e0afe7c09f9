// The deposit form on a fresh page, with a server that offers a card, a broken method and two coins.
import { beforeEach, vi } from 'vitest'
import { CURRENCIES } from '../../../src/game/payments/deposit.ts'
import type { CreateReply, Order, PaymentReply } from '../../../src/protocol/payment.ts'
import { takeToasts } from '../../../src/stores/kernel/toasts.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { $orders } from '../../../src/stores/payments/orders.ts'
import {
  $chosenCurrency,
  $coin,
  $coinSum,
  $method,
  $methods,
  $submission,
  $sum,
  $terms,
  chooseMethod,
  enterSum,
  loadMethods,
} from '../../../src/stores/payments/payment.ts'
import { enterCode } from '../../../src/stores/payments/promo.ts'
import { openServerFixture, type ServerFixture } from '../server-fixture.ts'
import { PLAYER } from '../server-stub.ts'

export const RATES = { RUB: 1, USD: 90, UAH: 2.0927 }
export const APPROVE = '/api/payment/promocode/approve'
export const CARD = '/api/payment/create/stripe?currency=RUB'
export const COINS = '/api/payment/create/cryptocloud?currency=RUB'

export const LOOK_AFTER = '/api/payment/create/cryptocloud'

export const asked = (currency: string): string => `/api/payment/get?currency=${currency}`

export const method = (name: string, apiUrl: string | null) => ({
  name,
  title: name.toUpperCase(),
  icon: `/assets/img/payments/${name}.svg`,
  min_dep: 1,
  max_dep: null,
  apiUrl,
})

export const offer = (more: Partial<PaymentReply> = {}): PaymentReply => ({
  success: true,
  message: '',
  paymentMethods: [method('card', CARD), method('broken', null), method('crypto', null)],
  cryptoMethods: [
    { ...method('btc', COINS), apiUrl: COINS },
    { ...method('ton', COINS), apiUrl: COINS },
  ],
  rates: RATES,
  bonusPercent: 0,
  bonusMost: 5000,
  isFirst: true,
  ...more,
})

export const order: Order = {
  id: '00000000-0000-4000-8000-000000000001',
  state: 'created',
  method: 'card',
  amount: 500,
  bonus: 0,
  bonusPercent: 0,
  returned: 0,
  currency: 'RUB',
  charge: 45_000,
  url: 'https://pay.test/1',
  created_at: 1,
  expires_at: 2,
  paid_at: null,
}

export const created = (url = 'https://pay.test/1'): CreateReply => ({ success: true, message: 'Created', url, order })

/** The answer to a valid code, for any deposit. */
export const approved = (percent: number, more: { least?: number; held?: unknown } = {}) => ({
  success: true,
  message: `Bonus ${percent}%`,
  percent,
  least: 0,
  held: null,
  ...more,
})

/** Sets a signed-in player at an empty form before each test of a file; time is stopped until the test advances it. */
export function openPaymentForm(): ServerFixture {
  const fixture = openServerFixture({ toFake: ['setTimeout'] })
  beforeEach(async () => {
    for (const currency of CURRENCIES) fixture.wire.on(asked(currency), () => offer())
    fixture.wire.on(LOOK_AFTER, () => ({ success: true, message: '' }))
    $user.set({ status: 'authorised', user: PLAYER })
    $submission.set('idle')
    $chosenCurrency.set('RUB')
    $terms.set(null)
    $methods.set({ status: 'loading' })
    $method.set(null)
    $coin.set(null)
    $sum.set('')
    $coinSum.set('')
    $orders.set({ status: 'loading', entries: [], cursor: null, more: 'idle' })
    await enterCode('')
    takeToasts()
  })
  return fixture
}

/** The form with its methods loaded and $5 to be paid by card. */
export async function fill(): Promise<void> {
  await loadMethods()
  chooseMethod('card')
  enterSum('5')
}

/** Waits for an action and advances its delays. */
export async function runRetries<T>(action: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync()
  return action
}
