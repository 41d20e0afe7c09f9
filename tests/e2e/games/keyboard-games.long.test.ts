// All other games, rewards and lists by the keyboard alone: the focus stays on the page, and a key that is pressed twice buys once.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { partnerOf } from '../../../src/game/withdrawal/trade-link.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { OrdersReply } from '../../../src/protocol/payment.ts'
import { STAND_IN_PLAYERS } from '../../../src/server/steam/stand-in-players.ts'
import {
  launchBrowser,
  type RunningSite,
  startSite,
  type Visitor,
  visitCalmly,
} from '../../support/browsers/browser.ts'
import { copyWithCheapPrizes } from '../../support/players/raffles.ts'
import { createByCall } from '../battles/battle-calls.ts'
import { expectSecondEnterIsSafe, pressOn, recordSpending } from '../parts/keyboard.ts'
import { CASE_PRICE, call, depositByCall, openByCall, signIn, startingWith } from '../parts/player.ts'
import { fill, parts } from './signer.ts'
import { amountField, pick, resultOf } from './upgrader.ts'

const common = textFor('en', 'common')

let folder: string
let site: RunningSite
let browser: Browser
let visitor: Visitor
let page: Page
let spending: () => readonly string[]
let players = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-keyboard-'))
  site = await startSite({ SHOP_DIR: await copyWithCheapPrizes(folder) })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
  await rm(folder, { recursive: true })
})

beforeEach(async () => {
  visitor = await visitCalmly(browser, site)
  page = visitor.page
  // Six players take turns: what one of them has won does not disturb the next test.
  await signIn(page, site, players % 6)
  players += 1
  spending = recordSpending(page)
})

afterEach(async () => {
  expect(visitor.errors).toEqual([])
  await visitor.context.close()
})

const button = (name: string | RegExp): Locator => page.locator('#main').getByRole('button', { name }).first()

async function depositPaid(sum: number): Promise<void> {
  await depositByCall(page, site, sum)
  await expect.poll(async () => (await call<OrdersReply>(page, site, '/payment/orders')).orders[0]?.state).toBe('paid')
}

it('an upgrade is played', async () => {
  const t = textFor('en', 'upgrade')
  await page.goto(`${site.url}/upgrade`)
  await amountField(page, 'en').fill('1')
  const go = await pick(page, 'en', 'desktop', '75%')
  await pressOn(go)
  const { won } = await resultOf(page, 'en')
  const after = won ? button(startingWith(t('result.sell', { price: '' }))) : button(t('result.new'))
  await pressOn(after)
  if (won) await page.getByText(t('result.sold')).first().waitFor()
  await expectSecondEnterIsSafe(page, spending)
})

it('a contract is signed and its result sold', async () => {
  await openByCall(page, site, 10)
  await page.goto(`${site.url}/contracts`)
  await page.locator('[role="listbox"] [role="option"]').first().waitFor()
  const { t, main, bar, proof } = parts(page, 'en')
  await fill(page, 'en')
  await expect.poll(() => main.isEnabled()).toBe(true)
  await pressOn(main)
  await proof.waitFor()
  await pressOn(bar.getByRole('button', { name: startingWith(t('result.sell', { price: '' })) }))
  await page.getByText(t('result.sold'), { exact: true }).first().waitFor()
  await expectSecondEnterIsSafe(page, spending)
})

it('the wheel is spun', async () => {
  const t = textFor('en', 'wheel')
  await page.goto(`${site.url}/wheel`)
  await pressOn(button(t('free.button')).and(page.locator(':enabled')))
  await expect.poll(() => page.locator('[data-stage]').getAttribute('data-stage')).toBe('result')
  const keep = button(common('actions.keep'))
  if (await keep.isVisible()) {
    await pressOn(keep)
    await expectSecondEnterIsSafe(page, spending)
  }
})

it('a free case is opened, and its item sold', async () => {
  await depositPaid(12)
  await page.goto(`${site.url}/free_case`)
  await pressOn(button(textFor('en', 'freeCase')('open', { name: 'Spark' })))
  await pressOn(button(/^Sell for/))
  await page.getByText(textFor('en', 'case')('result.sold'), { exact: true }).waitFor()
  await expectSecondEnterIsSafe(page, spending)
})

it('a battle is joined and cancelled', async () => {
  const parts = textFor('en', 'battleParts')
  const t = textFor('en', 'battle')
  const { id } = await createByCall(page, site)
  await page.goto(`${site.url}/battles/${id}`)
  await pressOn(button(t('action.cancel')))
  await expectSecondEnterIsSafe(page, spending)

  const other = await visitCalmly(browser, site)
  await signIn(other.page, site, players % 6)
  const open = await createByCall(other.page, site, { format: '1v1v1' })
  await other.context.close()
  await page.goto(`${site.url}/battles/${open.id}`)
  const price = formatMoney(CASE_PRICE)
  await pressOn(button(t('join', { price })))
  const dialog = page.getByRole('dialog', { name: parts('join.title') })
  await pressOn(dialog.getByRole('button', { name: parts('join.action', { price }) }))
  await dialog.waitFor({ state: 'detached' })
  await expectSecondEnterIsSafe(page, spending)
})

it('a raffle is joined', async () => {
  const t = textFor('en', 'raffle')
  await depositPaid(5)
  await page.goto(`${site.url}/raffle`)
  const hourly = page.getByRole('article', { name: t('kind.hourly') })
  await pressOn(hourly.getByRole('button', { name: t('join') }))
  await hourly.getByText(t('joined'), { exact: true }).waitFor()
  await expectSecondEnterIsSafe(page, spending)
})

it('a day of the calendar is claimed', async () => {
  const t = textFor('en', 'calendar')
  await page.goto(`${site.url}/calendar`)
  const claim = button(t('claim', { number: 1 }))
  await pressOn(claim)
  await expect.poll(() => claim.count()).toBe(0)
  await expectSecondEnterIsSafe(page, spending)
})

it('a mission’s reward is claimed', async () => {
  const t = textFor('en', 'missions')
  await openByCall(page, site, 10)
  await page.goto(`${site.url}/missions`)
  const claim = page.locator('#mission-open-10').getByRole('button', { name: t('claim') })
  await pressOn(claim)
  await expect.poll(() => claim.count()).toBe(0)
  await expectSecondEnterIsSafe(page, spending)
})

it('an item of the inventory is sold, and all others after it', async () => {
  const t = textFor('en', 'dashboard')
  await openByCall(page, site, 3)
  await page.goto(`${site.url}/dashboard`)
  const options = page.locator('[role="option"]')
  await options.first().waitFor()
  const before = await options.count()
  await pressOn(options.first(), 'Space')
  await pressOn(button(startingWith('Sell for')))
  await expect.poll(() => options.count()).toBe(before - 1)
  await expectSecondEnterIsSafe(page, spending)
  await pressOn(button(t('items.sellAll')))
  const dialog = page.locator('dialog[open]')
  await pressOn(dialog.getByRole('button', { name: /^Sell/ }))
  await dialog.waitFor({ state: 'hidden' })
  await expectSecondEnterIsSafe(page, spending)
})

it('an item is withdrawn, and the dialog that was closed before gives the focus back', async () => {
  const t = textFor('en', 'withdrawal')
  const place = (players - 1) % 6
  const partner = partnerOf(STAND_IN_PLAYERS[place]?.steamid ?? '')
  const tradeLink = `https://steamcommunity.com/tradeoffer/new/?partner=${partner}&token=abcdEFGH`
  await call(page, site, '/user/trade-link', { tradeLink })
  // Of the six players this one deposited twelve dollars before, which are played through first.
  await openByCall(page, site, Math.ceil(1200 / CASE_PRICE))
  await page.goto(`${site.url}/dashboard`)
  const options = page.locator('[role="option"]')
  await options.first().waitFor()
  const before = await options.count()
  await pressOn(options.first(), 'Space')
  const withdraw = button(textFor('en', 'dashboard')('items.withdraw'))
  const dialog = page.getByRole('dialog', { name: t('dialog.title') })
  await pressOn(withdraw)
  await dialog.waitFor()
  // Tab goes round the dialog, by way of the browser's own controls, where the page's body has the focus.
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    const isInside = (element: Element): boolean =>
      element.contains(document.activeElement) || document.activeElement === document.body
    expect(await dialog.evaluate(isInside)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => withdraw.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await pressOn(dialog.getByRole('button', { name: t('dialog.withdraw') }))
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => options.count()).toBe(before - 1)
  await expectSecondEnterIsSafe(page, spending)
})
