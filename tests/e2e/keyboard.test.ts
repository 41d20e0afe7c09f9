// Games by the keyboard alone: what had the focus may disappear, the focus stays on the page, and a key that is pressed twice buys once.
import { expect, it } from 'vitest'
import { formatMoney } from '../../src/i18n/format.ts'
import { textFor } from '../../src/i18n/text.ts'
import { visitCalmly } from '../support/browser.ts'
import { openForFile } from './file-site.ts'
import { expectSecondEnterIsSafe, pressOn, recordSpending } from './keyboard.ts'
import { balanceIs, CASE, CASE_PRICE, itemsOf, signIn } from './player.ts'

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
  await page.locator('.Toastify__toast--success').waitFor()
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
