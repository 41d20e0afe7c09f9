import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { DEFAULT_RULES } from '../../../src/game/office/limits.ts'
import { partnerOf } from '../../../src/game/withdrawal/trade-link.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import type { PaymentReply } from '../../../src/protocol/payment.ts'
import { STAND_IN_PLAYERS } from '../../../src/server/steam/stand-in-players.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'
import { call, openByCall, signIn } from '../parts/player.ts'
import { addColleague } from './team.ts'

const requireSecond = (secondPerson: boolean): Promise<void> =>
  site.publish({ 'office.json': JSON.stringify({ ...DEFAULT_RULES, secondPerson }) })

const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({
  OFFICE_PORT: String(port),
  WITHDRAWAL_CHECKS: 'on',
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

interface Played {
  readonly id: number
  readonly username: string
  readonly order: string
}

/** A player whose withdrawal waits for a person, with an order that was never paid. */
async function playSome(): Promise<Played> {
  const { page, context } = await visitCalmly(browser, site)
  await signIn(page, site, 0)
  await openByCall(page, site, 1)
  const tradeLink = `https://steamcommunity.com/tradeoffer/new/?partner=${partnerOf(STAND_IN_PLAYERS[0]?.steamid ?? '')}&token=abcdEFGH`
  await call(page, site, '/user/trade-link', { tradeLink })
  const { user } = await call<{ user: { id: number; username: string } }>(page, site, '/user/get')
  const { items } = await call<{ items: { id: string }[] }>(page, site, '/user/items')
  expect(await call(page, site, '/user/items/withdraw', { ids: [items[0]?.id] })).toMatchObject({ success: true })
  const { paymentMethods } = await call<PaymentReply>(page, site, '/payment/get?currency=USD')
  const [method] = paymentMethods
  const asked = { method_name: method?.name, sum: 25, promocode: '', user_id: user.id }
  const path = String(method?.apiUrl).replace(/^\/api/, '')
  const { order } = await call<{ order: { id: string } }>(page, site, path, asked)
  await context.close()
  return { id: user.id, username: user.username, order: order.id }
}

describe('the room Players', () => {
  it('lets finance correct a balance with a second person, and support tell why a withdrawal waits', async () => {
    await requireSecond(false)
    const { id, username, order } = await playSome()
    const owner = await visitCalmly(browser, site)
    await owner.page.goto(`${office}/staff`)
    await button(owner.page, 'Sign in as the owner').click()
    await owner.page.getByRole('heading', { name: 'Staff' }).waitFor()
    const finance = await addColleague({ browser, site, office }, owner.page, { name: 'Finn', role: 'finance' })
    const other = await addColleague({ browser, site, office }, owner.page, { name: 'Olha', role: 'owner' })
    const support = await addColleague({ browser, site, office }, owner.page, { name: 'Bea', role: 'support' })
    await requireSecond(true)

    // Finance asks for it, and sees the entries to the cent.
    await finance.page.goto(`${office}/players?player=${id}`)
    const page = panel(finance.page, username)
    await page.getByRole('button', { name: 'Correct the balance' }).click()
    const dialog = finance.page.getByRole('dialog', { name: 'Correct the balance' })
    await dialog.getByLabel('What to do').selectOption('take')
    await dialog.getByLabel('Amount, USD').fill('9000')
    await dialog.getByText(/at most .* can be taken/).waitFor()
    await dialog.getByLabel('What to do').selectOption('give')
    await dialog.getByLabel('Amount, USD').fill('12.50')
    await dialog.getByRole('listitem').filter({ hasText: 'Corrections' }).getByText(formatMoney(-1_250)).waitFor()
    expect(await brokenRules(finance.page)).toEqual([])
    await dialog.getByLabel('Reason').fill('The wheel paid half')
    await dialog.getByRole('button', { name: 'Correct the balance' }).click()
    await dialog.getByText('It waits for a second person.').waitFor()
    await dialog.getByRole('link', { name: 'Show proposals' }).click()
    await finance.page.getByRole('table').getByRole('link', { name: 'Correct a balance' }).click()
    const own = panel(finance.page, 'Correct a balance').getByRole('button', { name: 'Approve' })
    expect(await own.getAttribute('aria-disabled')).toBe('true')

    // A second person approves it.
    await other.page.goto(finance.page.url())
    const proposal = panel(other.page, 'Correct a balance')
    await proposal.getByText('The wheel paid half').waitFor()
    await proposal
      .getByRole('listitem')
      .filter({ hasText: `Player ${id}` })
      .getByText(formatMoney(1_250))
      .waitFor()
    await proposal.getByRole('button', { name: 'Approve' }).click()
    await other.page.getByText('Nothing waits for you').waitFor()
    await finance.page.goto(`${office}/players?player=${id}&kind=correction`)
    await finance.page.getByRole('row', { name: /Correction.*\$12\.50/ }).waitFor()

    // Support finds the player by the order, and reads what the withdrawal waits for.
    await support.page.goto(`${office}/players`)
    const field = support.page.getByLabel('Name, number, Steam ID, or any ID')
    await field.fill(order)
    await field.press('Enter')
    await support.page.getByRole('table').getByRole('link', { name: username }).click()
    const found = panel(support.page, username)
    await found.getByText('Waiting for a decision').waitFor()
    await found.getByText(/Waits for a check:/).waitFor()
    expect(await found.getByRole('button', { name: 'Correct the balance' }).getAttribute('aria-disabled')).toBe('true')
    expect(await brokenRules(support.page)).toEqual([])

    // Where the browser refuses the clipboard, the text is selected instead.
    await support.page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    })
    await found.getByRole('button', { name: 'Copy the Steam ID' }).click()
    const selected = (): Promise<string> => support.page.evaluate(() => getSelection()?.toString() ?? '')
    await expect.poll(selected).toBe(STAND_IN_PLAYERS[0]?.steamid)

    // All withdrawals of the player, and the one, each in the address.
    await found.getByRole('link', { name: 'All their withdrawals' }).click()
    await support.page.waitForURL(
      (url) => url.searchParams.get('tab') === 'all' && url.searchParams.get('player') === String(id),
    )
    // Not a row of the player's own page, which is shown until the room has loaded.
    await support.page.getByLabel('State', { exact: true }).waitFor()
    await support.page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click()
    await support.page.waitForURL(({ searchParams }) => searchParams.has('withdrawal'))
    await support.page.getByText('States so far').waitFor()
    await support.page.getByLabel('State', { exact: true }).selectOption('done')
    await support.page.getByText('Nothing matches the filters').waitFor()
    expect(await brokenRules(support.page)).toEqual([])

    expect([...owner.errors, ...finance.errors, ...other.errors, ...support.errors]).toEqual([])
    for (const { context } of [owner, finance, other, support]) await context.close()
  })
})
