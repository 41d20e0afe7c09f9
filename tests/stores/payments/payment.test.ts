// The deposit form between player and server: methods of a currency, coins, and converted amounts.
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { bonusOf, CURRENCIES, convert, promoTotal } from '../../../src/game/payments/deposit.ts'
import { takeToasts } from '../../../src/stores/kernel/toasts.ts'
import {
  $chosenCurrency,
  $codeProblem,
  $isCrypto,
  $method,
  $methods,
  $percent,
  $quote,
  $submission,
  $terms,
  chooseCoin,
  chooseCurrency,
  chooseMethod,
  enterSum,
  loadMethods,
  submit,
} from '../../../src/stores/payments/payment.ts'
import { $promo, enterCode } from '../../../src/stores/payments/promo.ts'
import { fault, later, lost } from '../server-stub.ts'
import {
  APPROVE,
  approved,
  asked,
  CARD,
  COINS,
  created,
  fill,
  LOOK_AFTER,
  method,
  offer,
  openPaymentForm,
  RATES,
  runRetries,
} from './payment-form.ts'

const { wire, logged } = openPaymentForm()

describe('the methods', () => {
  it('are those for roubles until another currency is selected, which reloads them', async () => {
    await loadMethods()
    await chooseCurrency('UAH')
    await chooseCurrency('UAH')
    expect(wire.calls.map(({ path }) => path)).toEqual([asked('RUB'), asked('UAH')])
    expect($methods.get()).toMatchObject({ status: 'ready', paymentMethods: [{ name: 'card' }, {}, {}] })
  })

  it('are those of the displayed currency, in any order of responses', async () => {
    const [slow, quick] = [later(), later()]
    wire.on(asked('RUB'), slow.answer)
    wire.on(asked('UAH'), quick.answer)
    const first = loadMethods()
    const second = chooseCurrency('UAH')
    quick.go(offer({ paymentMethods: [method('mono', '/api/payment/create/monobank?currency=UAH')] }))
    await second
    slow.go(offer())
    await first
    expect($methods.get()).toMatchObject({ paymentMethods: [{ name: 'mono' }] })
  })

  it('keep the selection where it is still offered', async () => {
    await fill()
    await chooseCurrency('USD')
    expect($method.get()).toBe('card')
    wire.on(asked('UAH'), () => offer({ paymentMethods: [method('mono', CARD)] }))
    await chooseCurrency('UAH')
    expect($method.get()).toBeNull()
  })

  it('that are refused show the server’s message', async () => {
    wire.on(asked('RUB'), () => ({ success: false, code: 'excluded', message: 'Closed' }))
    await loadMethods()
    expect(takeToasts()).toEqual([{ type: 'error', message: 'Closed' }])
    expect($methods.get()).toEqual({ status: 'failed', message: 'Closed' })
  })

  it.each([lost, () => fault(500)])('that cannot be loaded are only logged, and can be retried', async (answer) => {
    wire.on(asked('RUB'), answer)
    await loadMethods()
    expect([takeToasts(), logged.length]).toEqual([[], 1])
    expect($methods.get()).toEqual({ status: 'failed', message: null })
    wire.on(asked('RUB'), () => offer())
    await loadMethods()
    expect($methods.get().status).toBe('ready')
  })
})

describe('crypto', () => {
  it('asks the server, without a body, to check open payments, each time it is selected', async () => {
    await loadMethods()
    chooseMethod('crypto')
    chooseMethod('crypto')
    chooseMethod('card')
    chooseMethod('crypto')
    await vi.waitFor(() => expect(wire.to(LOOK_AFTER)).toHaveLength(2))
    expect(wire.to(LOOK_AFTER)[0]).toMatchObject({ method: 'POST', body: null, type: null })
  })

  it('ignores the server’s answer to that', async () => {
    wire.on(LOOK_AFTER, () => fault(400))
    await loadMethods()
    chooseMethod('crypto')
    await vi.waitFor(() => expect(logged).toHaveLength(1))
    expect([$isCrypto.get(), takeToasts()]).toEqual([true, []])
  })

  it('has its own amount, and accepts no code', async () => {
    wire.on(APPROVE, () => approved(10))
    await fill()
    await enterCode('SUMMER')
    expect($quote.get()).toMatchObject({ amount: 500, percent: 10 })
    chooseMethod('crypto')
    expect([$isCrypto.get(), $quote.get()]).toEqual([true, null])
    enterSum('25')
    expect($quote.get()).toMatchObject({ amount: 2500, percent: 0 })
    chooseMethod('card')
    expect($quote.get()).toMatchObject({ amount: 500, percent: 10 })
  })

  it('is ordered with the selected coin at its address, without a code', async () => {
    wire.on(APPROVE, () => approved(10))
    wire.on(COINS, () => created())
    await fill()
    await enterCode('SUMMER')
    chooseMethod('crypto')
    enterSum('25')
    expect(await submit('Created here')).toBe('no-method')
    chooseCoin('ton')
    await runRetries(submit('Created here'))
    expect(wire.to(COINS)[0]?.body).toEqual({ method_name: 'ton', sum: 25, promocode: '', user_id: 7 })
  })
})

describe('a code and the amount', () => {
  it('below its minimum promise nothing, and say so; at its minimum they promise its bonus', async () => {
    wire.on(APPROVE, () => approved(10, { least: 2000 }))
    await fill()
    await enterCode('SUMMER')
    expect([$codeProblem.get(), $quote.get()]).toMatchObject(['small', { percent: 0, credit: 500 }])
    enterSum('19.99')
    expect($codeProblem.get()).toBe('small')
    enterSum('20')
    expect([$codeProblem.get(), $quote.get()]).toMatchObject([null, { percent: 10, credit: 2200 }])
    enterSum('')
    expect($codeProblem.get()).toBeNull()
  })

  it('that is refused is a problem of the form, except for coins, which have no code', async () => {
    wire.on(APPROVE, () => ({ success: false, code: 'promo-ended', message: 'Ended' }))
    await fill()
    await enterCode('OLD')
    expect($codeProblem.get()).toBe('refused')
    chooseMethod('crypto')
    expect($codeProblem.get()).toBeNull()
  })
})

describe('a change of the method', () => {
  it.each([
    ['another method', () => chooseMethod('broken')],
    ['crypto', () => chooseMethod('crypto')],
    ['a coin', () => chooseCoin('ton')],
  ])('to %s clears the error of the last order', async (_, change) => {
    wire.on(CARD, () => fault(500))
    await fill()
    await runRetries(submit('Created here'))
    expect($submission.get()).toBe('failed')
    change()
    expect($submission.get()).toBe('idle')
  })

  it('of the currency clears it too', async () => {
    wire.on(CARD, () => fault(500))
    await fill()
    await runRetries(submit('Created here'))
    await chooseCurrency('USD')
    expect($submission.get()).toBe('idle')
  })
})

describe('the amount', () => {
  it('is empty until it is entered: the placeholder is no amount', async () => {
    await loadMethods()
    expect($quote.get()).toBeNull()
    enterSum('0')
    expect($quote.get()).toBeNull()
  })

  it('is converted by the rates, in every currency', async () => {
    await fill()
    expect($quote.get()).toEqual({
      amount: 500,
      charge: 45_000,
      currency: 'RUB',
      percent: 0,
      sum: 0,
      total: '450.00',
      credit: 500,
      cutTo: null,
    })
    await chooseCurrency('UAH')
    expect($quote.get()).toMatchObject({ charge: 21_500, total: '215.00', credit: 500 })
    await chooseCurrency('USD')
    expect($quote.get()).toMatchObject({ charge: 500, total: '5.00', credit: 500 })
  })

  it('is converted at once when the currency changes, before its methods are loaded', async () => {
    await fill()
    wire.on(asked('USD'), () => new Promise(() => undefined))
    void chooseCurrency('USD')
    expect($quote.get()).toMatchObject({ currency: 'USD', charge: 500 })
  })

  it('applies the greater of the code’s bonus and the one without a code', async () => {
    wire.on(APPROVE, () => approved(10))
    wire.on(asked('RUB'), () => offer({ bonusPercent: 5 }))
    await fill()
    expect($quote.get()).toMatchObject({ percent: 5, total: '472.50', credit: 525 })
    await enterCode('SUMMER')
    expect($quote.get()).toMatchObject({ percent: 10, total: '495.00', credit: 550 })
    wire.on(APPROVE, () => approved(3))
    await enterCode('LITTLE')
    expect($quote.get()).toMatchObject({ percent: 5 })
  })

  it('says what a bonus is at most where its percentage would be more', async () => {
    wire.on(APPROVE, () => approved(10))
    await fill()
    await enterCode('SUMMER')
    enterSum('500')
    expect($quote.get()).toMatchObject({ total: '49500.00', credit: 55_000, cutTo: null })
    enterSum('1000')
    expect($quote.get()).toMatchObject({ percent: 10, total: '94500.00', credit: 105_000, cutTo: 5000 })
  })

  it('quotes a fixed sum of a code where it is more than the bonus of the first deposit, and from its least deposit on', async () => {
    wire.on(APPROVE, () => ({ success: true, message: '', percent: 0, sum: 500, least: 5000, held: null }))
    wire.on(asked('RUB'), () => offer({ bonusPercent: 5 }))
    await fill()
    await enterCode('GIFT5')
    enterSum('49.99')
    expect($codeProblem.get()).toBe('small')
    enterSum('50')
    expect($quote.get()).toMatchObject({ percent: 0, sum: 500, credit: 5500, total: '4950.00', cutTo: null })
    enterSum('100')
    expect($quote.get()).toMatchObject({ percent: 5, sum: 0, credit: 10_500 })
  })

  it('promises nothing for a code that has not been checked yet', async () => {
    wire.on(APPROVE, () => approved(10))
    await fill()
    await enterCode('SUMMER')
    wire.on(APPROVE, () => new Promise(() => undefined))
    void enterCode('SUMMERX')
    expect([$promo.get().status, $percent.get()]).toEqual(['good', 0])
  })

  it('is quoted by the rules for every amount, percentage and currency', async () => {
    await loadMethods()
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom(...CURRENCIES),
        (amount, percent, currency) => {
          $chosenCurrency.set(currency)
          $terms.set({ rates: RATES, bonusPercent: percent, bonusMost: 5000, isFirst: false })
          enterSum((amount / 100).toFixed(2))
          const charge = convert(cents(amount), currency, RATES)
          const bonus = bonusOf(cents(amount), percent, cents(5000))
          const cutTo = (amount * percent) / 100 >= 5001 ? 5000 : null
          expect($quote.get()).toEqual({
            amount,
            charge,
            currency,
            percent,
            sum: 0,
            total: promoTotal(charge, cutTo === null ? percent : (5000 * 100) / amount),
            credit: amount + bonus,
            cutTo,
          })
        },
      ),
    )
  })
})
