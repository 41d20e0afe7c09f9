// Deposits in a real browser: the dialog, each method, two languages, a phone and a desktop.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Currency, promoTotal, QUICK_AMOUNTS } from '../../../src/game/payments/deposit.ts'
import { formatUnits } from '../../../src/i18n/charge.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { byRun, inLongRun } from '../../support/runner/long-run.ts'
import { balanceIs, PAGE_JOURNEYS } from '../parts/player.ts'
import {
  amount,
  CODE,
  chooseCurrency,
  type DepositSite,
  method,
  openDepositSite,
  openDialog,
  order,
  PERCENT,
  pay,
  payWords,
  promo,
} from './depositor.ts'

const t = textFor('en', 'deposit')
const common = textFor('en', 'common')
const replies = textFor('en', 'replies')

let deposits: DepositSite

beforeAll(async () => {
  deposits = await openDepositSite()
})

afterAll(() => deposits.stop())

describe.each(PAGE_JOURNEYS)('a deposit in %s on a %s', (language, screen) => {
  const words = textFor(language, 'deposit')

  it('is made in the dialog, with a message for each missing field, and arrives live', async () => {
    const { page, errors, balance, close } = await deposits.depositor('/faq', language, screen)
    const form = await openDialog(page, language)
    await expect.poll(() => form.getByRole('radio', { name: 'RUB' }).isChecked()).toBe(true)
    await method(form, 'Visa').waitFor()
    await order(form).click()
    await page.getByText(words('submit.no-method')).waitFor()

    await method(form, 'Visa').click()
    await expect.poll(() => method(form, 'Visa').getAttribute('aria-pressed')).toBe('true')
    await order(form).click()
    await form.getByText(words('amount.missing')).waitFor()
    await expect.poll(() => amount(form, language).evaluate((field) => field === document.activeElement)).toBe(true)
    await expect.poll(() => amount(form, language).getAttribute('placeholder')).toBe('5')
    for (const dollars of QUICK_AMOUNTS) {
      await form.getByRole('button', { name: `$${dollars}`, exact: true }).click()
      await expect.poll(() => amount(form, language).inputValue()).toBe(String(dollars))
    }
    await amount(form, language).fill('5')
    await form.getByRole('button', { name: payWords(language, 500, 0, 'RUB') }).waitFor()

    await form.getByText(words('promo.none', { percent: 0 })).waitFor()
    await promo(form, language).fill('nothing')
    await form
      .locator('[data-tone="bad"]', { hasText: textFor(language, 'replies')('refusal.promo-unknown') })
      .waitFor()
    await promo(form, language).fill(CODE)
    const applied = textFor(language, 'replies')('promoApplied', { percent: PERCENT })
    await form.locator('[data-tone="good"]', { hasText: applied }).waitFor()
    await form.getByText(formatUnits(promoTotal(45_000, PERCENT), 'RUB')).waitFor()

    await chooseCurrency(form, 'UAH')
    await method(form, 'monobank').click()
    await form.getByRole('button', { name: payWords(language, 500, PERCENT, 'UAH') }).waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    await pay(page, form, 'pay')
    await page.getByRole('heading', { name: words('arrived.title', { credit: '$5.50' }) }).waitFor()
    await balanceIs(page, balance + 550)
    await expect.poll(() => page.title()).toBe(textFor(language, 'pages')('deposit.title'))
    expect(errors).toEqual([])
    await close()
  })

  inLongRun(() => {
    it('with a wrong code says so once, and is paid without the code', async () => {
      const { page, errors, close } = await deposits.depositor('/faq', language, screen)
      const form = await openDialog(page, language)
      await method(form, 'Visa').click()
      await amount(form, language).fill('5')
      await promo(form, language).fill('nothing')
      const refusal = page.getByText(textFor(language, 'replies')('refusal.promo-unknown'))
      await refusal.waitFor()
      const answer = page.waitForResponse((response) => response.url().includes('/api/payment/create/'))
      await order(form).click()
      await answer
      await expect.poll(() => order(form).isEnabled()).toBe(true)
      await expect.poll(() => promo(form, language).evaluate((field) => field === document.activeElement)).toBe(true)
      expect([await refusal.count(), await page.locator('.Toastify__toast').count()]).toEqual([1, 0])
      await form.getByRole('button', { name: words('promo.without'), exact: true }).click()
      await page.waitForURL(/sandbox\/payment/)
      expect(errors).toEqual([])
      await close()
    })
  })
})

inLongRun(() => {
  describe('the dialog', () => {
    it('is loaded on demand, not with the page', async () => {
      const { page, close } = await deposits.depositor('/faq')
      const loaded = (): Promise<string[]> =>
        page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
      await page.waitForLoadState('networkidle')
      expect((await loaded()).filter((name) => /DialogForm|deposit/i.test(name))).toEqual([])
      await openDialog(page, 'en')
      expect((await loaded()).some((name) => name.includes('/js/DialogForm'))).toBe(true)
      await close()
    })

    it('closes by its button and by Escape, restores the focus, and keeps the entered values', async () => {
      const { page, close } = await deposits.depositor('/faq')
      let form = await openDialog(page, 'en')
      await amount(form).fill('12.5')
      await form.getByRole('button', { name: common('actions.close') }).click()
      await form.waitFor({ state: 'hidden' })
      expect(await page.evaluate(() => document.activeElement?.getAttribute('data-open'))).toBe('payment')
      form = await openDialog(page, 'en')
      await expect.poll(() => amount(form).inputValue()).toBe('12.5')
      await page.keyboard.press('Escape')
      await form.waitFor({ state: 'hidden' })
      await close()
    })

    it('is a sign-in for a guest', async () => {
      const { page, context } = await visitCalmly(deposits.browser, deposits.site)
      await page.goto(`${deposits.site.url}/faq`)
      await page.evaluate(() => {
        const link = document.createElement('a')
        link.href = '/deposit'
        link.dataset.open = 'payment'
        link.textContent = 'Top up now'
        document.querySelector('main')?.prepend(link)
      })
      await page.getByText('Top up now').click()
      await page.getByRole('dialog', { name: textFor('en', 'login')('title') }).waitFor()
      await context.close()
    })

    it('can be filled in and sent by keyboard only', async () => {
      const { page, close } = await deposits.depositor('/faq')
      await page.locator('header a[data-open="payment"]').focus()
      await page.keyboard.press('Enter')
      const form = page.getByRole('dialog', { name: textFor('en', 'shell')('account.deposit') })
      await method(form, 'Visa').waitFor()
      // From the close button over the currencies to the first method.
      for (const _ of ['currencies', 'method']) await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      for (const _ of ['sbp', 'crypto', 'amount']) await page.keyboard.press('Tab')
      await page.keyboard.type('7')
      await page.keyboard.press('Enter')
      await page.waitForURL(/sandbox\/payment/)
      await close()
    })

    it('opens with the missing amount where a button names it', async () => {
      const { page, balance, close } = await deposits.depositor('/case/supernova')
      const link = page.locator('main a[data-open="payment"]')
      await link.waitFor()
      const price = balance + Number(await link.getAttribute('data-sum')) * 100
      await link.click()
      const form = page.getByRole('dialog', { name: textFor('en', 'shell')('account.deposit') })
      expect(Number(await amount(form).inputValue()) * 100 + balance).toBe(price)
      await expect.poll(() => link.getAttribute('href')).toContain('/deposit?sum=')
      await close()
    })

    it('announces that money has arrived while it is open, and the balance behind it grows', async () => {
      const { page, balance, close } = await deposits.depositor('/faq')
      let form = await openDialog(page, 'en')
      await method(form, 'Visa').click()
      await amount(form).fill('5')
      await order(form).click()
      await page.waitForURL(/sandbox\/payment/)
      const payment = page.url()
      await page.goto(`${deposits.site.url}/faq`)
      form = await openDialog(page, 'en')
      const waiting = form.getByRole('link', { name: /Complete payment/ }).first()
      await waiting.waitFor()
      expect(new URL((await waiting.getAttribute('href')) ?? '').pathname).toBe('/sandbox/payment')

      const elsewhere = await page.context().newPage()
      await elsewhere.goto(payment)
      await elsewhere.locator('button[value="twice"]').click()
      await elsewhere.waitForURL(/\/deposit\?order=/)
      await form.getByText(t('arrived.title', { credit: '$5.00' }), { exact: true }).waitFor()
      // The bell shows it too, without a request.
      await page
        .locator('header h3', { hasText: replies('notice.deposit.title') })
        .first()
        .waitFor({ state: 'attached' })
      await balanceIs(page, balance + 500)
      await form.getByRole('button', { name: t('arrived.close') }).click()
      await expect.poll(() => form.getByText(t('arrived.title', { credit: '$5.00' }), { exact: true }).count()).toBe(0)
      await close()
    })
  })

  describe('crypto', () => {
    it('hides the form, has its own coins and amounts, and uses the coin’s address', async () => {
      const { page, balance, close } = await deposits.depositor('/deposit')
      const asked = page.waitForRequest('**/api/payment/create/cryptocloud')
      await method(page, t('methods.crypto')).click()
      const request = await asked
      expect([request.method(), request.postData()]).toEqual(['POST', null])
      await expect.poll(() => amount(page).count()).toBe(0)
      await expect.poll(() => promo(page).count()).toBe(0)
      // The amount of a coin is that of the chosen one.
      const coinAmount = page.getByLabel(t('coins.amount'), { exact: true })
      expect(await coinAmount.count()).toBe(0)
      await method(page, 'Toncoin').click()
      await coinAmount.waitFor()
      await page.getByRole('button', { name: '$25', exact: true }).click()
      await page.getByRole('button', { name: payWords('en', 2500, 0, 'RUB') }).waitFor()
      await pay(page, page, 'pay')
      await balanceIs(page, balance + 2500)
      await close()
    })
  })
})

inLongRun(() => {
  describe('each payment method', () => {
    const short = [
      ['UAH', 'monobank'],
      ['RUB', 'USDT'],
    ] as const
    const others = [
      ['RUB', 'Visa'],
      ['RUB', 'СБП'],
      ['USD', 'Visa'],
      ['UAH', 'Bitcoin'],
      ['USD', 'Ethereum'],
    ] as const
    const ways = byRun<readonly (readonly [Currency, string])[]>(short, [...short, ...others])

    it('credits the balance', async () => {
      const { page, balance, close } = await deposits.depositor('/deposit')
      let paid = balance
      for (const [currency, title] of ways) {
        await page.goto(`${deposits.site.url}/deposit`)
        await chooseCurrency(page, currency)
        const isCoin = /USDT|Bitcoin|Ethereum/.test(title)
        if (isCoin) await method(page, t('methods.crypto')).click()
        await method(page, title).click()
        await page.getByRole('button', { name: isCoin ? '$50' : '$3', exact: true }).click()
        await pay(page, page, 'pay')
        paid += isCoin ? 5000 : 300
        await balanceIs(page, paid)
      }
      await close()
    })
  })
})
