// What the deposit parts say, in three languages: the specification's words, states of orders, and what is not there.
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ORDER_STATES, type Order } from '../../../src/contract/payment.ts'
import { LANGUAGES, type Language } from '../../../src/game/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { DepositScreen } from '../../../src/islands/deposit/DepositScreen.tsx'
import { OrderRow, wayToPay } from '../../../src/islands/deposit/OrderRow.tsx'
import { PaymentDialog } from '../../../src/islands/deposit/PaymentDialog.tsx'
import { Returned } from '../../../src/islands/deposit/Returned.tsx'
import { island } from '../../../src/islands/island.tsx'

const Row = island(OrderRow)
const Back = island(Returned)

const order: Order = {
  id: '00000000-0000-4000-8000-000000000001',
  state: 'created',
  method: 'card',
  amount: 1000,
  bonus: 50,
  bonusPercent: 5,
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

describe('the words of the specification', () => {
  it('stand in Russian as they are', () => {
    const t = textFor('ru', 'deposit')
    expect(t('submit.no-method')).toBe('Выберите метод оплаты!')
    expect(t('submit.no-address')).toBe('Не найден API URL для выбранного метода оплаты!')
    expect(t('promo.none', { percent: 0 })).toBe('Ваш бонус 0% к депозиту')
    expect(t('promo.fault')).toBe('Произошла ошибка при проверке промокода.')
    expect(textFor('ru', 'pages')('deposit.title')).toBe('SPACEDROP - ДЕПОЗИТ')
  })
})

describe('before it is known who looks', () => {
  it('there is no dialog', () => {
    for (const lang of LANGUAGES) expect(renderToStaticMarkup(<PaymentDialog lang={lang} />)).toBe('')
  })

  it('the page keeps its room, and says that it is busy', () => {
    const markup = renderToStaticMarkup(<DepositScreen lang="uk" />)
    expect(markup).toContain('aria-busy="true"')
    expect(markup).not.toContain('<input')
  })
})

describe('the way back to a payment', () => {
  it('is there as long as the order is open', () => {
    expect(wayToPay(order, 0)).toBe('https://pay.test/1')
    expect(wayToPay({ ...order, url: '/sandbox/payment?token=1' }, 0)).toBe('https://shop.test/sandbox/payment?token=1')
    expect(wayToPay({ ...order, expires_at: 10 }, 10)).toBeNull()
    expect(wayToPay({ ...order, url: null }, 0)).toBeNull()
    for (const state of ORDER_STATES.filter((known) => known !== 'created')) {
      expect(wayToPay({ ...order, state }, 0)).toBeNull()
    }
  })

  it('is never anything but a page', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'https://']) {
      expect(wayToPay({ ...order, url }, 0)).toBeNull()
    }
  })
})

describe.each(LANGUAGES)('an order in %s', (lang: Language) => {
  const t = textFor(lang, 'deposit')
  const row = (changes: Partial<Order> = {}): string =>
    renderToStaticMarkup(<Row lang={lang} order={{ ...order, ...changes }} />).replaceAll('\u00a0', ' ')

  it('shows what it brings, what it costs, and its day', () => {
    for (const words of ['$10.00', t('orders.bonus', { bonus: '$0.50' }), '900 ₽', '05.11.2026']) {
      expect(row()).toContain(words)
    }
    expect(row({ bonus: 0 })).not.toContain('$0')
  })

  it.each(ORDER_STATES)('that is %s says so, and leads to its payment only while it is open', (state) => {
    const markup = row({ state })
    expect(markup).toContain(t(`orders.state.${state}`))
    expect(links(markup)).toEqual(state === 'created' ? ['https://pay.test/1'] : [])
  })

  it.each(ORDER_STATES)('that is %s when its player comes back has its number and what to do next', (state) => {
    const markup = renderToStaticMarkup(<Back lang={lang} order={{ ...order, state }} onAgain={() => undefined} />)
    expect(markup).toContain(order.id)
    expect(markup).toContain(t('returned.again'))
    expect(markup).toContain(state === 'paid' ? t('arrived.title', { credit: '$10.50' }) : t(`returned.${state}.title`))
    // Who waits, or has waited too long, is told whom to write to after an hour.
    expect(links(markup).includes('/contacts#payments')).toBe(state === 'created' || state === 'expired')
  })
})
