// A player's evening by the keyboard alone, from the sign-in to a withdrawal: nothing is focused but by Tab, nothing is pressed but by a key.
import type { Locator, Page } from 'playwright'
import { expect, it } from 'vitest'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { visitCalmly, waitForHydration } from '../../support/browsers/browser.ts'
import { openForFile } from '../parts/file-site.ts'
import { tabTo } from '../parts/keyboard.ts'
import { CASE, CASE_PRICE, startingWith } from '../parts/player.ts'
import { amountField, resultOf } from './upgrader.ts'

/** So many stops are the most from one step to the next, the way back over the lists of a page included. */
const MOST_STOPS = 40

const { site, browser } = await openForFile()

const shell = textFor('en', 'shell')

/** Goes by the page's second link past header and live drops. */
async function skipToGame(page: Page, game = 'game'): Promise<void> {
  await tabTo(page.getByRole('link', { name: shell('skipToGame') }), 2)
  await page.keyboard.press('Enter')
  await page.locator(`#${game}:focus`).waitFor()
}

/** Goes to a page by its link in the header, from the top of the page that is open. */
async function goTo(page: Page, name: string | RegExp, path: string): Promise<void> {
  await page.reload()
  await waitForHydration(page)
  await tabTo(page.locator('header').getByRole('link', { name }), MOST_STOPS)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${path}`)
  await waitForHydration(page)
}

/** Waits until an element has the focus. */
const hasFocus = (target: Locator): Promise<void> =>
  expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true)

/** Waits until something other than the whole page has the focus. */
const staysOnPage = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)

it('signs in, opens, sells, upgrades, plays a battle and withdraws', async () => {
  const { page, context, errors } = await visitCalmly(browser, site)
  const { keyboard } = page
  const main = page.locator('#main')
  const press = async (target: Locator, key = 'Enter'): Promise<void> => {
    await tabTo(target, MOST_STOPS)
    await keyboard.press(key)
  }
  const button = (name: string | RegExp): Locator => main.getByRole('button', { name }).and(page.locator(':enabled'))

  // Signs in: a guest who opens a case is asked to.
  const game = textFor('en', 'case')
  const price = formatMoney(CASE_PRICE)
  const login = textFor('en', 'login')
  await page.goto(`${site.url}/case/${CASE}`)
  await skipToGame(page)
  await press(button(game('open', { price })))
  const dialog = page.getByRole('dialog', { name: login('title') })
  await press(dialog.getByRole('checkbox').nth(0), 'Space')
  await press(dialog.getByRole('checkbox').nth(1), 'Space')
  await press(dialog.getByRole('button', { name: login('submit') }))
  await page.waitForURL(/sandbox\/steam/)
  await press(page.locator('button[name="player"]').first())
  await page.waitForURL((url) => url.pathname === `/case/${CASE}`)
  await waitForHydration(page)

  // Comes back to where they were asked, opens a case, and sells what it had.
  await press(button(game('open', { price })))
  const again = button(game('again', { price }))
  await hasFocus(again)
  // The prize is on the stage, above the controls.
  await tabTo(button(startingWith(game('result.sell', { price: '' }))), MOST_STOPS, 'Shift+Tab')
  await keyboard.press('Enter')
  const sold = main.getByText(game('result.sold'), { exact: true })
  await sold.waitFor()
  await staysOnPage(page)

  // Opens another, and keeps it.
  await tabTo(again, MOST_STOPS)
  // A press that comes right after a sale is ignored.
  await expect
    .poll(async () => {
      await keyboard.press('Enter')
      return sold.count()
    })
    .toBe(0)
  await hasFocus(again)

  // Stakes a dollar of the balance on an item.
  const upgrade = textFor('en', 'upgrade')
  await goTo(page, shell('nav.upgrade'), '/upgrade')
  await skipToGame(page)
  // The main button leads to what is missing.
  await press(button(upgrade('step.stake')))
  await tabTo(amountField(page, 'en'), MOST_STOPS)
  await keyboard.type('1')
  await press(button('75%'))
  await press(button(startingWith(upgrade('go', { stake: '' }))))
  await resultOf(page, 'en')
  await staysOnPage(page)

  // Makes a battle of one case, and seats a bot.
  const [lobby, creation, battle] = [textFor('en', 'battles'), textFor('en', 'battleNew'), textFor('en', 'battle')]
  await goTo(page, shell('nav.battles'), '/battles')
  await press(main.getByRole('link', { name: lobby('create') }))
  await page.waitForURL('**/battles/new')
  await waitForHydration(page)
  await tabTo(main.getByRole('searchbox'), MOST_STOPS)
  await keyboard.type(CASE)
  await press(button(startingWith(creation('cases.add', { name: '|', price: '', count: 0 }).split('|')[0] ?? '')))
  await page.getByText(creation('rounds.count', { count: 1, most: 50 })).waitFor()
  await press(button(creation('create', { price })))
  await page.waitForURL(/\/battles\/[0-9a-f-]{36}$/)
  await waitForHydration(page)
  await skipToGame(page, 'battle-status')
  const free = textFor('en', 'battleParts')('seat.free')
  await press(main.getByRole('article', { name: battle('seatOf', { slot: 2, name: free }) }).getByRole('button'))
  await page.getByRole('region', { name: battle('result.title') }).waitFor()
  await staysOnPage(page)

  // Withdraws the first item that is left.
  const [dashboard, withdrawal] = [textFor('en', 'dashboard'), textFor('en', 'withdrawal')]
  await goTo(page, startingWith('nebula_fox'), '/dashboard')
  const options = main.locator('[role="option"]')
  await press(options, 'Space')
  await press(button(dashboard('items.withdraw')))
  const form = page.getByRole('dialog', { name: withdrawal('dialog.title') })
  await press(form.getByRole('button', { name: dashboard('trade.sandbox') }))
  await press(form.getByRole('button', { name: dashboard('trade.save'), exact: true }))
  await form.getByText(withdrawal('dialog.missing.title')).waitFor({ state: 'detached' })
  await press(form.getByRole('button', { name: withdrawal('dialog.withdraw') }))
  await form.waitFor({ state: 'detached' })
  await staysOnPage(page)
  expect(errors).toEqual([])
  await context.close()
})
