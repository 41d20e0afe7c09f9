// The built client before a server that knows the specification alone: each of its calls and events, with its fields and no others.
import type { ConsoleMessage, Page } from 'playwright'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CURRENCIES } from '../../../src/game/payments/deposit.ts'
import { formatUnits } from '../../../src/i18n/charge.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { AccountReply } from '../../../src/protocol/account.ts'
import type { OpenReply } from '../../../src/protocol/case.ts'
import type { ItemsReply, OwnedItem } from '../../../src/protocol/inventory.ts'
import { redline } from '../../stores/sample-item.ts'
import { launchBrowser, type ScreenName, visitCalmly } from '../../support/browsers/browser.ts'
import { PAGES } from '../../support/browsers/pages.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { openSpecificationServer, SPECIFIED_DROP, TOKEN, USER } from '../../support/sites/specification-server.ts'
import { balanceIs, signOut, startingWith } from '../parts/player.ts'
import { amount, chooseCurrency, method, openDialog, order, promo } from '../payments/depositor.ts'

const server = await openSpecificationServer()
const browser = await launchBrowser()
/** Stands for the pictures of Steam's host. */
const PHOTO = 'public/favicon.svg'
const shell = textFor('en', 'shell')
const live = textFor('en', 'live')
const deposit = textFor('en', 'deposit')
const common = textFor('en', 'common')

beforeEach(() => server.reset())

// The browser is the worker's: its `close` ends what was opened in it.
afterEach(() => browser.close())

afterAll(() => server.stop())

interface Watched {
  readonly page: Page
  /** The errors of the page and of its console so far, without what Chromium says about calls that the specification does not have. */
  readonly errors: string[]
}

/** Chromium logs every answer that is no success; calls beside the specification's are answered with 404 here. */
function isOfUnknownCall(message: ConsoleMessage): boolean {
  const { url } = message.location()
  if (!message.text().startsWith('Failed to load resource') || !URL.canParse(url)) return false
  const { pathname } = new URL(url)
  return pathname.startsWith('/api/') && !server.isSpecified('GET', pathname) && !server.isSpecified('POST', pathname)
}

async function open(path: string, as: 'guest' | 'player', screen: ScreenName = 'desktop'): Promise<Watched> {
  const { page, context } = await visitCalmly(browser, server.site, 'en', screen)
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !isOfUnknownCall(message)) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`))
  await context.route('https://*.steamstatic.com/**', (route) => route.fulfill({ path: PHOTO }))
  if (as === 'player') await context.addCookies([{ name: 'token', value: TOKEN, url: server.site.url }])
  await page.goto(server.site.url + path)
  if (as === 'player') await balanceIs(page, USER.balance)
  return { page, errors }
}

const bodiesOf = (call: string): unknown[] => server.calls.filter((made) => made.call === call).map(({ body }) => body)

const toast = (page: Page, message: string, type: 'success' | 'error') =>
  page.locator(`.Toastify__toast--${type}`, { hasText: message })

/** The text of a counter of the top strip. */
const counterOf = (page: Page, name: string): Promise<string | null> =>
  page.locator(`[data-counter="${name}"]`).first().textContent()

/** The texts of the live strip's drops, the newest first. */
const dropLabels = (page: Page): Promise<string[]> =>
  page.locator('[data-live-strip] li:not([data-placeholder]) a .unseen').allTextContents()

describe.each(['guest', 'player'] as const)('a page of a %s', (who) => {
  it('shows counters and live drops, which link to what they name', async () => {
    const { page, errors } = await open('/faq', who)
    for (const [counter, count] of Object.entries({ users: '1,200', cases: '3,400', upgrades: '56', contracts: '7' })) {
      await expect.poll(() => counterOf(page, counter)).toContain(count)
    }
    const card = page.locator('[data-live-strip] li:not([data-placeholder])').first()
    await card.waitFor()
    expect(await dropLabels(page)).toEqual([
      live('drop', { item: '[ST] AK-47 Redline', price: '$25.00', source: 'Orion' }),
    ])
    expect(await card.getAttribute('data-rarity')).toBe('covert')
    expect(await card.locator('img[data-photo]').getAttribute('src')).toContain('spacedrop-icon')
    const links = await card.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual(['/case/orion', '/user/8'])
    await card.hover()
    await expect.poll(() => server.calls.some(({ call }) => call === 'GET /user/8')).toBe(true)
    expect(errors).toEqual([])
  })

  it('takes the events of the realtime connection', async () => {
    const { page, errors } = await open('/faq', who)
    await server.send('online', 321)
    await expect.poll(() => counterOf(page, 'online')).toContain('321')
    await server.send('stats', { live: { users: 1201 } })
    await expect.poll(() => counterOf(page, 'users')).toContain('1,201')
    const { case: _, ...bare } = SPECIFIED_DROP
    await server.send('live', {
      item: {
        all: [
          { ...bare, id: 'drop-2', type: 'upgrade' },
          { ...bare, id: undefined },
        ],
      },
    })
    await expect.poll(async () => (await dropLabels(page)).length).toBe(2)
    expect((await dropLabels(page))[0]).toContain(live('type.upgrade'))
    expect(errors).toEqual([])
    await server.send('live', { item: { all: [] } })
    await expect.poll(() => errors.length).toBe(1)
    expect(errors[0]).toContain('Invalid live message')
  })
})

describe('a guest', () => {
  it('goes to Steam by the submit button once both boxes are ticked, and by nothing else', async () => {
    const { page, errors } = await open('/faq', 'guest')
    const login = textFor('en', 'login')
    await page
      .getByRole('button', { name: shell('account.signIn') })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: login('title') })
    const submit = dialog.getByRole('button', { name: login('submit') })
    await submit.waitFor()
    // Beside it is the button that closes the dialog.
    expect(await dialog.getByRole('button').count()).toBe(2)
    for (const box of await dialog.getByRole('checkbox').all()) {
      expect(await submit.isDisabled()).toBe(true)
      await box.check()
    }
    await submit.click()
    await page.waitForURL(/\/api\/auth\/steam/)
    expect(errors).toEqual([])
  })

  it('whose token is refused stays a guest, without it', async () => {
    server.answer('GET /user/get', () => 401)
    const { page, context } = await visitCalmly(browser, server.site)
    await context.addCookies([{ name: 'token', value: 'old', url: server.site.url }])
    await page.goto(`${server.site.url}/faq`)
    await page
      .getByRole('button', { name: shell('account.signIn') })
      .first()
      .waitFor()
    expect((await context.cookies()).some(({ name }) => name === 'token')).toBe(false)
  })

  it('sees the page without settings and counters where they fail, which is logged', async () => {
    for (const call of ['GET /settings', 'GET /live/statistic', 'GET /live']) server.answer(call, () => 500)
    const { page, errors } = await open('/faq', 'guest')
    await expect.poll(() => errors.filter((text) => text.startsWith('The live feed could not be read')).length).toBe(1)
    expect(errors.some((text) => text.startsWith('uncaught'))).toBe(false)
    expect(await page.locator('[data-live-strip] [data-placeholder]').count()).toBe(20)
  })
})

describe('a player', () => {
  it('reads notifications, with a date and with the link of a promo', async () => {
    const { page, errors } = await open('/faq', 'player')
    await page.getByRole('button', { name: shell('notifications.title') }).click()
    const list = page.locator('[popover]:popover-open')
    await expect.poll(() => list.locator('time').allTextContents()).toEqual(['05.03.2026', '21.11.2026'])
    expect(await list.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/bonuses',
    ])
    expect(errors).toEqual([])
  })

  it('gets balances and messages of their own, and no others', async () => {
    const { page, errors } = await open('/faq', 'player')
    await server.send('notify', { id: USER.id + 1, type: 'success', message: 'For another' })
    await server.send('update user', { id: USER.id + 1, balance: 1 })
    await server.send('notify', { id: USER.id, type: 'error', message: 'For you' })
    await server.send('update user', { id: USER.id, balance: 200_000 })
    await toast(page, 'For you', 'error').waitFor()
    await balanceIs(page, 200_000)
    expect(await page.getByText('For another').count()).toBe(0)
    expect(errors).toEqual([])
  })

  it('signs out: the token is deleted and the page reloads', async () => {
    const { page, errors } = await open('/faq', 'player')
    const reloaded = page.waitForEvent('load')
    await signOut(page, 'en', 'desktop')
    await reloaded
    await page
      .getByRole('button', { name: shell('account.signIn') })
      .first()
      .waitFor()
    expect((await page.context().cookies()).some(({ name }) => name === 'token')).toBe(false)
    const logout = server.calls.find(({ call }) => call === 'POST /user/logout')
    expect(logout?.headers['x-xsrf-token']).toBe('specified')
    expect(errors).toEqual([])
  })

  it.each([
    ['sold', { success: true, message: 'Sold by the server' }, 'Sold by the server', 'success'],
    ['refused', { success: false, message: 'Refused by the server' }, 'Refused by the server', 'error'],
  ] as const)('sells items, which are %s', async (_, reply, message, type) => {
    answerInventory()
    server.answer('POST /user/items/sell', () => reply)
    const { page, errors } = await open('/dashboard', 'player')
    await sellFirst(page)
    await toast(page, message, type).waitFor()
    expect(bodiesOf('POST /user/items/sell')).toEqual([{ ids: [ITEM.id], isAll: false, sum: ITEM.price }])
    expect(errors).toEqual([])
  })

  it('sells what they won on the page of its case, with a message', async () => {
    const words = textFor('en', 'case')
    const won: OpenReply = {
      success: true,
      drops: [{ id: ITEM.id, price: ITEM.price, item: redline, roll: 1 }],
      balance: USER.balance,
      rolls: [{ id: ITEM.id, nonce: 1, roll: 1 }],
    }
    server.answer('POST /case/orion/open', () => won)
    server.answer('POST /user/items/sell/case', () => ({ success: true, message: 'Sold by the server' }))
    const { page, errors } = await open('/case/orion', 'player')
    await page.getByRole('button', { name: startingWith(words('open', { price: '' })) }).click()
    await page.getByRole('button', { name: words('result.sell', { price: '$10.00' }) }).click()
    await toast(page, 'Sold by the server', 'success').waitFor()
    expect(bodiesOf('POST /user/items/sell/case')).toEqual([{ ids: [ITEM.id], isAll: false, sum: ITEM.price }])
    expect(errors.filter((text) => text.startsWith('uncaught'))).toEqual([])
  })

  it('sells items, which fails', async () => {
    answerInventory()
    server.answer('POST /user/items/sell', () => 400)
    const { page, errors } = await open('/dashboard', 'player')
    await sellFirst(page)
    await toast(page, common('errors.sellFailed'), 'error').waitFor()
    expect(errors.some((text) => text.startsWith('uncaught'))).toBe(false)
  })
})

const ITEM: OwnedItem = {
  id: '0199a2f0-0000-7000-8000-000000000001',
  item: redline,
  price: 1000,
  won_price: 1000,
  source: 'case',
  won_at: 0,
}

/** The calls of the inventory are not those of the specification, which shows only its sale. */
function answerInventory(): void {
  const items: ItemsReply = { success: true, items: [ITEM], cursor: null, total: { count: 1, sum: ITEM.price } }
  const { id, username, avatar, lvl } = USER
  const profile = { id, username, avatar, lvl, joined_at: 0, best: null, totals: [], badges: [], recent: [] }
  const account: AccountReply = {
    success: true,
    profile,
    hidden: false,
    onBoards: false,
    items: { count: 1, worth: ITEM.price },
    spent: 0,
    won: 0,
    erasure: null,
  }
  server.answer('GET /user/items', () => items)
  server.answer('GET /user/account', () => account)
}

async function sellFirst(page: Page): Promise<void> {
  await page.locator('[role="option"]').first().click()
  await page.getByRole('button', { name: textFor('en', 'dashboard')('items.sell', { sum: '$10.00' }) }).click()
}

inLongRun(() => {
  it.each(PAGES)('%s has no uncaught error without the calls of its own screen', async (path) => {
    const { page, errors } = await open(path, 'player')
    await page.locator('[data-live-strip] li:not([data-placeholder])').first().waitFor()
    expect(errors.filter((text) => text.startsWith('uncaught'))).toEqual([])
  })
})

describe('a deposit', () => {
  it('offers the methods of each currency, and the coins', async () => {
    const { page, errors } = await open('/faq', 'player')
    const form = await openDialog(page, 'en')
    await expect.poll(() => form.getByRole('radio', { name: 'RUB' }).isChecked()).toBe(true)
    for (const currency of CURRENCIES) {
      await chooseCurrency(form, currency)
      await method(form, `Card ${currency}`).waitFor()
    }
    await method(form, deposit('methods.crypto')).click()
    await method(form, 'BTC').waitFor()
    await expect.poll(() => bodiesOf('POST /payment/create/cryptocloud')).toEqual([null])
    expect(await amount(form).count()).toBe(0)
    expect(await promo(form).count()).toBe(0)
    expect(errors).toEqual([])
  })

  it('is ordered with a checked code, and leads to the payment page', async () => {
    const { page, errors } = await open('/faq', 'player')
    const form = await openDialog(page, 'en')
    await order(form).click()
    await toast(page, deposit('submit.no-method'), 'error').waitFor()
    await method(form, 'Closed').click()
    await order(form).click()
    await toast(page, deposit('submit.no-address'), 'error').waitFor()
    await method(form, 'Card RUB').click()
    await amount(form).fill('5')
    await promo(form).fill('COMET')
    await form.locator('.deposit-status[data-tone="good"]', { hasText: 'Bonus 10%' }).waitFor()
    await form.getByText(formatUnits('495.00', 'RUB')).waitFor()
    await order(form).click()
    await page.waitForURL(/\/faq\?paid/)
    expect(bodiesOf('POST /payment/create/card')).toEqual([
      { method_name: 'Card RUB', sum: 5, promocode: 'COMET', user_id: USER.id },
    ])
    expect(errors).toEqual([])
  })

  it('is ordered in a coin, and says so where the server does not', async () => {
    server.answer('POST /payment/create/coin', () => ({ success: true, url: '/faq?paid' }))
    const { page, errors } = await open('/deposit', 'player', 'phone')
    await method(page, deposit('methods.crypto')).click()
    // Loads the messages, which the page would else leave behind on a slow machine.
    await order(page.locator('main')).click()
    await toast(page, deposit('submit.no-method'), 'error').waitFor()
    await method(page, 'BTC').click()
    await page.getByLabel(deposit('coins.amount'), { exact: true }).fill('25')
    const created = toast(page, deposit('submit.created'), 'success').waitFor()
    await order(page.locator('main')).click()
    await created
    await page.waitForURL(/\/faq\?paid/)
    expect(errors).toEqual([])
  })

  it('shows why a code or an order is refused', async () => {
    server.answer('POST /payment/promocode/approve', () => ({ success: false, message: 'Unknown code' }))
    server.answer('POST /payment/create/card', () => ({ success: false, message: 'Not today' }))
    const { page, errors } = await open('/faq', 'player')
    const form = await openDialog(page, 'en')
    await method(form, 'Card RUB').click()
    await amount(form).fill('5')
    await promo(form).fill('NOPE')
    await form.locator('.deposit-status[data-tone="bad"]', { hasText: 'Unknown code' }).waitFor()
    await promo(form).fill('')
    await order(form).click()
    await toast(page, 'Not today', 'error').waitFor()
    expect(errors).toEqual([])
  })

  it('survives exceptions of the check, of the order and of the methods, which are logged', async () => {
    const { page, errors } = await open('/faq', 'player')
    server.answer('POST /payment/promocode/approve', () => 400)
    server.answer('POST /payment/create/card', () => 400)
    const form = await openDialog(page, 'en')
    await method(form, 'Card RUB').click()
    await amount(form).fill('5')
    await promo(form).fill('COMET')
    await form.getByText(deposit('promo.fault')).waitFor()
    await order(form).click()
    await form.getByText(deposit('submit.failed')).waitFor()
    server.answer('GET /payment/get', () => 400)
    await chooseCurrency(form, 'USD')
    await form.getByText(deposit('methods.failed')).waitFor()
    expect(await page.locator('.Toastify__toast').count()).toBe(0)
    const logged = [
      'A promo code could not be checked',
      'The order could not be made',
      'Payment methods could not be read',
    ]
    for (const text of logged) expect(errors.some((error) => error.startsWith(text))).toBe(true)
    expect(errors.some((error) => error.startsWith('uncaught'))).toBe(false)
  })

  it('shows the message of a server that refuses to list its methods', async () => {
    server.answer('GET /payment/get', () => ({ success: false, message: 'No payments now' }))
    const { page, errors } = await open('/faq', 'player')
    await openDialog(page, 'en')
    await toast(page, 'No payments now', 'error').waitFor()
    expect(errors).toEqual([])
  })
})
