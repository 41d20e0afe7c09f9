// Answers about deposits with the fields of the specification alone (section 7), and answers that are none.
import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { SPECIFIED_RATES } from '../../../src/game/payments/deposit.ts'
import { takeToasts } from '../../../src/stores/kernel/toasts.ts'
import { $methods, $quote, $submission, $terms, loadMethods, submit } from '../../../src/stores/payments/payment.ts'
import { readApproval, readOffer, readOrdered } from '../../../src/stores/payments/payment-replies.ts'
import { $promo, enterCode } from '../../../src/stores/payments/promo.ts'
import { APPROVE, asked, CARD, fill, openPaymentForm, runRetries } from './payment-form.ts'

const { wire } = openPaymentForm()

const specified = {
  success: true,
  message: '',
  paymentMethods: [{ name: 'card', icon: '/card.svg', min_dep: 3, apiUrl: CARD }],
  cryptoMethods: [{ name: 'BTC', apiUrl: '/api/coin' }],
}

beforeEach(() => wire.on(asked('RUB'), () => specified))

describe('payment methods of the specification', () => {
  it('are labelled by their names, and have no limits but those named', async () => {
    await loadMethods()
    expect($methods.get()).toEqual({
      status: 'ready',
      paymentMethods: [{ name: 'card', title: 'card', icon: '/card.svg', min_dep: 3, max_dep: null, apiUrl: CARD }],
      cryptoMethods: [{ name: 'BTC', title: 'BTC', icon: null, min_dep: null, max_dep: null, apiUrl: '/api/coin' }],
    })
  })

  it('are paid at the rates of the specification, with a bonus that has no limit', async () => {
    wire.on(APPROVE, () => ({ success: true, message: 'Bonus 10%', percent: 10 }))
    await fill()
    await enterCode('COMET')
    expect($terms.get()).toEqual({ rates: SPECIFIED_RATES, bonusPercent: 0, bonusMost: null, isFirst: false })
    expect($quote.get()).toMatchObject({ charge: 45_000, total: '495.00', credit: 550, cutTo: null })
  })

  it('without a name are left out, and anything but a list is refused', () => {
    expect(readOffer({ ...specified, paymentMethods: [{}, ...specified.paymentMethods] })).toMatchObject({
      paymentMethods: [{ name: 'card' }],
    })
    for (const reply of [null, 5, {}, { success: true }, { ...specified, paymentMethods: {} }, { success: false }]) {
      expect(() => readOffer(reply)).toThrow(TypeError)
    }
  })

  it('have the rates of the default shop', async () => {
    const rates = await readFile(new URL('../../../data/rates.json', import.meta.url), 'utf8')
    expect(SPECIFIED_RATES).toEqual(JSON.parse(rates))
  })
})

describe('a promo code of the specification', () => {
  it('needs no least deposit and is held by no order', async () => {
    wire.on(APPROVE, () => ({ success: true, message: 'Bonus 10%', percent: 10 }))
    await enterCode('COMET')
    expect($promo.get()).toEqual({
      status: 'good',
      message: 'Bonus 10%',
      percent: 10,
      sum: 0,
      least: 0,
      held: null,
      opens: null,
    })
  })

  it('that has no percentage is a fault', () => {
    for (const reply of [null, {}, { success: true, message: '' }, { success: false }]) {
      expect(() => readApproval(reply)).toThrow(TypeError)
    }
  })
})

describe('an order of the specification', () => {
  it('that is refused shows the message, without a code', async () => {
    await fill()
    wire.on(CARD, () => ({ success: false, message: 'Not today' }))
    await submit('Created')
    expect(takeToasts()).toEqual([{ type: 'error', message: 'Not today' }])
    expect($submission.get()).toBe('idle')
  })

  it.each([
    ['Ordered', 'Ordered'],
    [undefined, 'Created'],
  ])('that succeeds with the message %s shows %s, and leaves', async (message, text) => {
    await fill()
    wire.on(CARD, () => ({ success: true, url: 'https://pay.test/1', message }))
    await runRetries(submit('Created'))
    expect(takeToasts()).toEqual([{ type: 'success', message: text }])
    expect(location.assign).toHaveBeenCalledWith('https://pay.test/1')
  })

  it('without a payment page is a fault', async () => {
    await fill()
    wire.on(CARD, () => ({ success: true, message: 'Ordered' }))
    await submit('Created')
    expect($submission.get()).toBe('failed')
    for (const reply of [null, {}, { success: false }]) expect(() => readOrdered(reply)).toThrow(TypeError)
  })
})
