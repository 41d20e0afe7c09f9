// Games by the keyboard alone: what had the focus may disappear, the focus stays on the page, and a key that is pressed twice buys once.
import { expect, it } from 'vitest'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { CalendarReply } from '../../../src/protocol/calendar.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { openForFile } from '../parts/file-site.ts'
import { expectSecondEnterIsSafe, pressOn, recordSpending } from '../parts/keyboard.ts'
import { balanceIs, CASE, CASE_PRICE, call, itemsOf, signIn } from '../parts/player.ts'

const START = 10_000
const t = textFor('en', 'case')

const { site, browser } = await openForFile()

it('a case is opened and its item sold; Enter that follows closes the result and opens nothing', async () => {
  const { page, context, errors } = await visitCalmly(browser, site)
  await signIn(page, site, 0)
  await page.goto(`${site.url}/case/${CASE}`)
  const spending = recordSpending(page)
  const open = page.getByRole('button', { name: t('open', { price: formatMoney(CASE_PRICE) }) })
  await pressOn(open)
  const again = page.getByRole('button', { name: t('again', { price: formatMoney(CASE_PRICE) }) })
  await again.waitFor()
  // The button of the game is one element in all its states.
  expect(await again.evaluate((button) => button === document.activeElement)).toBe(true)
  const [won] = await itemsOf(page)
  const price = won?.price ?? 0
  await pressOn(page.getByRole('button', { name: t('result.sell', { price: formatMoney(price) }) }))
  await balanceIs(page, START - CASE_PRICE + price)
  await page.getByText(t('result.sold'), { exact: true }).waitFor()
  const sold = textFor('en', 'replies')('sold', { count: 1, sum: formatMoney(price) })
  await page.locator('.Toastify__toast--success', { hasText: sold }).waitFor()
  await expectSecondEnterIsSafe(page, spending)
  await balanceIs(page, START - CASE_PRICE + price)
  expect(errors).toEqual([])
  await context.close()
})

it('a message that is closed leaves the focus where it was', async () => {
  const { page, context } = await visitCalmly(browser, site)
  await signIn(page, site, 1)
  await page.goto(`${site.url}/case/${CASE}`)
  const spending = recordSpending(page)
  await pressOn(page.getByRole('button', { name: t('open', { price: formatMoney(CASE_PRICE) }) }))
  await pressOn(page.getByRole('button', { name: /^Sell for/ }))
  await pressOn(page.getByRole('button', { name: textFor('en', 'shell')('toast.close') }).first())
  await expectSecondEnterIsSafe(page, spending)
  await context.close()
})

it('a link leads past header and live drops to the game, whose main button is three stops away', async () => {
  const { page, context } = await visitCalmly(browser, site)
  await page.goto(`${site.url}/case/${CASE}`)
  const hasFocus = (selector: string): Promise<boolean> =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(textFor('en', 'shell')('skipToGame'))
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus('#game')).toBe(true)
  // The number of cases is one stop.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
    t('open', { price: formatMoney(CASE_PRICE) }),
  )
  await context.close()
})

it('the balance with locked gifts says its sum first, and its lock leaves the bell free', async () => {
  const { page, context } = await visitCalmly(browser, site)
  await signIn(page, site, 2)
  const { today } = await call<CalendarReply>(page, site, '/calendar')
  expect(await call(page, site, '/calendar/claim', { day: today })).toMatchObject({ success: true })
  await page.goto(`${site.url}/faq`)
  const shell = textFor('en', 'shell')
  const name = `${shell('account.balance')}: ${formatMoney(START + 5)}. ${shell('gifts.some')}`
  const balance = page.getByRole('button', { name, exact: true })
  await balance.waitFor()
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const [lock, bell] = await Promise.all([
      balance.locator('svg').boundingBox(),
      page.locator('header button:has(use[href$="#bell"])').boundingBox(),
    ])
    expect(lock?.x, `${width} px`).toBeGreaterThanOrEqual((bell?.x ?? 0) + (bell?.width ?? 0))
  }
  await context.close()
})
