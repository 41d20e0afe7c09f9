// Outcomes of payments, errors, and the deposit page, in a real browser.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textFor } from '../../../src/i18n/text.ts'
import { SCREENS, type ScreenName, visitCalmly } from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { balanceIs } from '../parts/player.ts'
import {
  amount,
  CODE,
  chooseCurrency,
  type DepositSite,
  method,
  openDepositSite,
  order,
  PERCENT,
  pay,
  promo,
} from './depositor.ts'

const CREATE = '**/api/payment/create/sandbox?*'

const t = textFor('en', 'deposit')
const common = textFor('en', 'common')
const replies = textFor('en', 'replies')

let deposits: DepositSite

beforeAll(async () => {
  deposits = await openDepositSite()
})

afterAll(() => deposits.stop())

describe('a payment', () => {
  const outcomes = [
    ['twice', 'paid'],
    ['late', 'paid'],
    ['less', 'created'],
    ['decline', 'failed'],
    ['forge', 'created'],
    ['cancel', 'created'],
  ] as const

  it.each(outcomes)('that ends with %s is shown as %s when the player returns', async (outcome, state) => {
    const { page, balance, close } = await deposits.depositor('/deposit?sum=5')
    await expect.poll(() => amount(page).inputValue()).toBe('5')
    await method(page, 'Visa').click()
    await pay(page, page, outcome)
    const title = state === 'paid' ? t('arrived.title', { credit: '$5.00' }) : t(`returned.${state}.title`)
    await page.getByRole('heading', { name: title }).waitFor()
    await page
      .getByText(t(`orders.state.${state}`), { exact: true })
      .first()
      .waitFor()
    await balanceIs(page, state === 'paid' ? balance + 500 : balance)
    if (state === 'created') {
      await expect
        .poll(() => page.getByRole('link', { name: 'support' }).getAttribute('href'))
        .toBe('/contacts#payments')
      await page
        .getByRole('link', { name: t('orders.go'), exact: true })
        .first()
        .click()
      await page.waitForURL(/sandbox\/payment/)
      await page.locator('button[value="pay"]').click()
      await balanceIs(page, balance + 500)
    } else {
      await page.getByRole('button', { name: t('returned.again') }).click()
      await method(page, 'Visa').waitFor()
      expect(new URL(page.url()).search).toBe('')
    }
    await close()
  })
})

describe.each(['phone', 'desktop'] as const)('an unpaid order on a %s', (screen) => {
  it('is named by the promo code that it holds, with a link to its payment, and can be cancelled', async () => {
    const { page, errors, close } = await deposits.depositor('/deposit', 'en', screen)
    const held = page.getByText(t('promo.held', { amount: '$7.00' }))
    await method(page, 'Visa').click()
    await amount(page).fill('7')
    await promo(page).fill(CODE)
    await page.getByText(replies('promoApplied', { percent: PERCENT })).waitFor()
    await expect.poll(() => held.count()).toBe(0)
    await order(page).click()
    await page.waitForURL(/sandbox\/payment/)
    const payment = page.url()

    await page.goto(`${deposits.site.url}/deposit`)
    await promo(page).fill(CODE)
    await held.waitFor()
    const link = held.getByRole('link', { name: t('orders.go') })
    expect(new URL((await link.getAttribute('href')) ?? '', page.url()).href).toBe(payment)
    const newest = page.locator('.deposit-history .deposit-order').first()
    await newest.getByText(t('orders.state.created')).waitFor()
    await newest.getByRole('button', { name: /^Cancel the order/ }).click()
    await newest.getByText(t('orders.state.cancelled')).waitFor()
    await page.reload()
    await newest.getByText(t('orders.state.cancelled')).waitFor()
    await promo(page).fill(CODE)
    await page.getByText(replies('promoApplied', { percent: PERCENT })).waitFor()
    await expect.poll(() => held.count()).toBe(0)
    expect(errors).toEqual([])
    await close()
  })
})

describe('an error', () => {
  it('of the amount has the server’s message: too little, too much', async () => {
    const { page, close } = await deposits.depositor('/deposit')
    await method(page, 'Visa').click()
    for (const [sum, words] of [
      ['0.5', replies('refusal.deposit-too-small', { least: '$1.00' })],
      ['20000', replies('refusal.deposit-too-large', { most: '$10,000.00' })],
    ] as const) {
      await amount(page).fill(sum)
      await order(page).click()
      await page.getByText(words).waitFor()
      await expect.poll(() => order(page).isEnabled()).toBe(true)
    }
    await close()
  })

  it('of a request for the order leaves a short line, no toast and no second order', async () => {
    const { page, close } = await deposits.depositor('/deposit')
    const orders = (): Promise<number> => page.locator('.deposit-order').count()
    await method(page, 'Visa').click()
    await amount(page).fill('6')
    // The six players are reused: existing orders are counted first.
    await page.locator('.deposit-history :is(ul.deposit-orders, p)').first().waitFor()
    const before = await orders()
    // The server creates it; its responses are lost.
    await page.route(CREATE, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await order(page).click()
    await page.getByText(t('submit.failed')).waitFor()
    await expect.poll(() => page.locator('.Toastify__toast').count()).toBe(0)
    await page.unroute(CREATE)
    await order(page).click()
    await page.waitForURL(/sandbox\/payment/)
    await page.goto(`${deposits.site.url}/deposit`)
    await expect.poll(orders).toBe(before + 1)
    await close()
  })

  it('of the methods can be retried; a refusal is a toast with a sound', async () => {
    const { page, close } = await deposits.depositor('/deposit')
    await method(page, 'Visa').waitFor()
    await page.route('**/api/payment/get?*', (route) => route.abort())
    await chooseCurrency(page, 'USD')
    await page.getByText(t('methods.failed')).waitFor()
    await expect.poll(() => page.locator('.Toastify__toast').count()).toBe(0)
    await page.unroute('**/api/payment/get?*')
    await page.getByRole('button', { name: common('actions.retry') }).click()
    await method(page, 'Visa').waitFor()
    const refusal = { success: false, code: 'provider-down', message: 'Not today' }
    await page.route('**/api/payment/get?*', (route) => route.fulfill({ json: refusal }))
    const sound = page.waitForRequest('**/sounds/bad.wav')
    await chooseCurrency(page, 'UAH')
    await page.locator('.Toastify__toast', { hasText: 'Not today' }).waitFor()
    await sound
    await close()
  })

  it.each(['no-preference', 'reduce'] as const)(
    'shows a toast for three seconds, motion: %s',
    async (reducedMotion) => {
      const { page, close } = await deposits.depositor('/deposit')
      await page.emulateMedia({ reducedMotion })
      await method(page, 'Visa').waitFor()
      const refusal = { success: false, code: 'provider-down', message: 'Not today' }
      await page.route('**/api/payment/get?*', (route) => route.fulfill({ json: refusal }))
      await chooseCurrency(page, 'UAH')
      const message = page.locator('.Toastify__toast', { hasText: 'Not today' })
      await message.waitFor()
      const life = message.locator('.Toastify__progress-bar')
      expect(await life.evaluate((bar) => getComputedStyle(bar).animationDuration)).toBe('3s')
      await message.waitFor({ state: 'detached' })
      await close()
    },
  )

  it('shows a toast that follows the pointer, and closes when it is dragged by more than 60 % of its width', async () => {
    const { page, close } = await deposits.depositor('/deposit')
    await method(page, 'Visa').waitFor()
    const refusal = { success: false, code: 'provider-down', message: 'Not today' }
    await page.route('**/api/payment/get?*', (route) => route.fulfill({ json: refusal }))
    await chooseCurrency(page, 'UAH')
    const message = page.locator('.Toastify__toast', { hasText: 'Not today' })
    await message.hover()
    const { x = 0, y = 0, width = 0 } = (await message.boundingBox()) ?? {}
    const drag = async (part: number): Promise<void> => {
      await page.mouse.move(x + 8, y + 8)
      await page.mouse.down()
      await page.mouse.move(x + 8 + part * width, y + 8, { steps: 4 })
      expect((await message.boundingBox())?.x).toBeCloseTo(x + part * width, 0)
      await page.mouse.up()
    }
    await drag(0.55)
    await expect.poll(async () => (await message.boundingBox())?.x).toBeCloseTo(x, 0)
    await drag(0.65)
    await message.waitFor({ state: 'detached' })
    await close()
  })

  it('of the promo code check shows a message', async () => {
    const { page, close } = await deposits.depositor('/deposit')
    await page.route('**/api/payment/promocode/approve', (route) => route.fulfill({ status: 400, json: {} }))
    await promo(page).fill('anything')
    await page.locator('[data-tone="bad"]', { hasText: t('promo.fault') }).waitFor()
    await promo(page).fill('')
    await page.getByText(t('promo.none', { percent: 0 })).waitFor()
    await close()
  })
})

describe('the page', () => {
  it.each(Object.keys(SCREENS) as ScreenName[])('invites a guest on a %s without layout shifts', async (screen) => {
    const { page, context, errors } = await visitCalmly(deposits.browser, deposits.site, 'en', screen)
    const shift = await watchShifts(page)
    await page.goto(`${deposits.site.url}/deposit`)
    await page.getByRole('heading', { name: t('guest.title') }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await shift()).toBeLessThanOrEqual(SHIFT_MOST)
    await page
      .getByRole('main')
      .getByRole('button', { name: common('actions.signIn') })
      .click()
    await page.getByRole('dialog', { name: textFor('en', 'login')('title') }).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it.each(Object.keys(SCREENS) as ScreenName[])(
    'shows the form to a player on a %s without layout shifts',
    async (screen) => {
      const { page, close } = await deposits.depositor('/deposit', 'ru', screen)
      const shift = await watchShifts(page)
      await page.reload()
      await method(page, 'Visa').waitFor()
      await page.waitForLoadState('networkidle')
      expect(await shift()).toBeLessThanOrEqual(SHIFT_MOST)
      // The header's link leads to the form on the page.
      await page.locator('header a[data-open="payment"]').click()
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('deposit')
      await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
      await close()
    },
  )

  it('explains itself without JavaScript', async () => {
    const context = await deposits.browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${deposits.site.url}/deposit`)
    await page.getByRole('heading', { level: 1, name: t('title') }).waitFor()
    const words = page.locator('main header').getByText(t('noScript'))
    expect(await words.isVisible()).toBe(true)
    await context.close()
  })
})
