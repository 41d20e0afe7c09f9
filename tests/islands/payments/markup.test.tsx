// Texts of the deposit components, in three languages: states of orders, and parts that are hidden.
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { island } from '../../../src/islands/island.tsx'
import { DepositScreen } from '../../../src/islands/payments/DepositScreen.tsx'
import { OrderRow, paymentUrl } from '../../../src/islands/payments/OrderRow.tsx'
import { OrderStatus } from '../../../src/islands/payments/OrderStatus.tsx'
import { PaymentDialog } from '../../../src/islands/payments/PaymentDialog.tsx'
import { ORDER_STATES, type Order } from '../../../src/protocol/payment.ts'

const Row = island(OrderRow)
const Back = island(OrderStatus)

const order: Order = {
  id: '00000000-0000-4000-8000-000000000001',
  state: 'created',
  method: 'card',
  amount: 1000,
  bonus: 50,
  bonusPercent: 5,
  returned: 0,
  currency: 'RUB',
  charge: 90_000,
  url: 'https://pay.test/1',
  created_at: new Date(2026, 10, 5).getTime(),
  expires_at: Number.MAX_SAFE_INTEGER,
  paid_at: null,
}

const links = (markup: string): string[] => [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href)

beforeEach(() => {
  vi.stubGlobal('location', { href: 'https://shop.test/deposit' })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('before the player is known', () => {
  it('there is no dialog', () => {
    for (const lang of LANGUAGES) expect(renderToStaticMarkup(<PaymentDialog lang={lang} />)).toBe('')
  })

  it('the page reserves its space, and is marked as busy', () => {
    const markup = renderToStaticMarkup(<DepositScreen lang="uk" />)
    expect(markup).toContain('aria-busy="true"')
    expect(markup).not.toContain('<input')
  })
})

describe('the link back to a payment', () => {
  it('exists while the order is open', () => {
    expect(paymentUrl(order, 0)).toBe('https://pay.test/1')
    expect(paymentUrl({ ...order, url: '/sandbox/payment?token=1' }, 0)).toBe(
      'https://shop.test/sandbox/payment?token=1',
    )
    expect(paymentUrl({ ...order, expires_at: 10 }, 10)).toBeNull()
    expect(paymentUrl({ ...order, url: null }, 0)).toBeNull()
    for (const state of ORDER_STATES.filter((known) => known !== 'created')) {
      expect(paymentUrl({ ...order, state }, 0)).toBeNull()
    }
  })

  it('is always a URL of a page', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'https://']) {
      expect(paymentUrl({ ...order, url }, 0)).toBeNull()
    }
  })
})

describe.each(LANGUAGES)('an order in %s', (lang: Language) => {
  const t = textFor(lang, 'deposit')
  const row = (changes: Partial<Order> = {}): string =>
    renderToStaticMarkup(<Row lang={lang} order={{ ...order, ...changes }} />).replaceAll('\u00a0', ' ')

  it('shows its amounts, its charge, and its date', () => {
    for (const words of ['$10.00', t('orders.bonus', { bonus: '$0.50' }), '900 ₽', '05.11.2026']) {
      expect(row()).toContain(words)
    }
    expect(row({ bonus: 0 })).not.toContain('$0')
  })

  it.each(ORDER_STATES)('that is %s says so, and links to its payment only while it is open', (state) => {
    const markup = row({ state })
    expect(markup).toContain(t(`orders.state.${state}`))
    const [letter, ...payment] = links(markup)
    expect(letter).toContain(`tab=letters&amp;about=order:${order.id}`)
    expect(payment).toEqual(state === 'created' ? ['https://pay.test/1'] : [])
  })

  it.each(ORDER_STATES)('that is %s when the player returns shows its number and the next step', (state) => {
    const markup = renderToStaticMarkup(<Back lang={lang} order={{ ...order, state }} onAgain={() => undefined} />)
    expect(markup).toContain(order.id)
    expect(markup).toContain(t('returned.again'))
    expect(markup).toContain(state === 'paid' ? t('arrived.title', { credit: '$10.50' }) : t(`returned.${state}.title`))
    // After an hour a waiting player is told whom to contact, and a player whose bank disputes the payment at once.
    expect(links(markup).includes('/contacts#payments')).toBe(
      ['created', 'expired', 'disputed', 'lost'].includes(state),
    )
  })
})
