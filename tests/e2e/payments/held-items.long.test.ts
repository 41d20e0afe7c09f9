// Items whose price is held, in a real browser: the dashboard says why they stay, and a case that needs them says that it is paused.
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CASE_ITEMS } from '../../../src/game/base/economy.ts'
import { cents } from '../../../src/game/base/money.ts'
import { NO_PRICE_STATE } from '../../../src/game/prices/price-rules.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { priceStateText } from '../../../src/server/catalogue/prices/price-files.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { launchBrowser, type OwnSite, startSite, visitCalmly } from '../../support/browsers/browser.ts'
import { RELEASE } from '../../support/shop/shop.ts'
import { CASE, call, itemsOf, openByCall, PAGE_JOURNEYS, signIn } from '../parts/player.ts'

const OPENED = 6

let site: OwnSite
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
})

/** Holds items, and waits until the site has read it. */
async function hold(page: Page, ids: readonly string[], isRead: () => Promise<boolean>): Promise<void> {
  const held = new Map(ids.map((id) => [id, { seenCents: cents(100), sinceMs: Date.now() }]))
  await site.publish({ 'price-state.json': priceStateText({ ...NO_PRICE_STATE, held }) })
  await expect.poll(isRead).toBe(true)
  await page.reload()
}

describe('an item whose price is held', () => {
  it.each(PAGE_JOURNEYS)('stays in the dashboard with its reason, in %s on a %s', async (language, screen, player) => {
    const [t, words, replies] = [
      textFor(language, 'dashboard'),
      textFor(language, 'waiting'),
      textFor(language, 'replies'),
    ]
    const { page, context, errors } = await visitCalmly(browser, site, language, screen)
    await hold(page, [], async () => true)
    await signIn(page, site, player)
    await openByCall(page, site, OPENED)
    await page.goto(`${site.url}/dashboard`)
    const [first] = await itemsOf(page)
    const kind = first?.item.id ?? ''
    const heldNow = async (): Promise<number> =>
      (await itemsOf(page)).filter((item) => item.wait?.reason === 'price').length
    await hold(page, [kind], async () => (await heldNow()) > 0)
    const staying = await heldNow()
    const blocked = page.locator('[role="option"][aria-disabled="true"]')
    await expect.poll(() => blocked.count()).toBe(staying)
    await expect.poll(() => blocked.first().textContent()).toContain(words('why.price'))
    await blocked.first().click({ force: true })
    expect(await page.locator('[role="option"][aria-selected="true"]').count()).toBe(0)
    await page.getByRole('button', { name: t('items.sellAll') }).click()
    const dialog = page.getByRole('dialog', { name: t('sellAll.title') })
    await dialog.getByRole('button').last().click()
    await page.getByText(replies('soldHeld', { count: staying })).waitFor()
    await page.locator(`[role="option"][aria-setsize="${staying}"]`).first().waitFor()
    await hold(page, [], async () => (await heldNow()) === 0)
    await expect.poll(() => blocked.count()).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  })

  it.each(PAGE_JOURNEYS)('pauses a case that needs it, which says so, in %s on a %s', async (language, screen) => {
    const { page, context, errors } = await visitCalmly(browser, site, language, screen)
    const reading = await readCatalogue(RELEASE)
    const entries = (reading.ok && reading.catalogue.cases.get(CASE)?.entries) || []
    const needed = entries.slice(CASE_ITEMS.least - 1).map(({ item }) => item.id)
    const isPaused = async (): Promise<boolean> =>
      (await call<{ case: { paused?: true } }>(page, site, `/case/${CASE}`)).case.paused === true
    await page.goto(`${site.url}/case/${CASE}`)
    await hold(page, needed, isPaused)
    await page.getByText(textFor(language, 'case')('paused.title')).waitFor()
    await page.getByText(textFor(language, 'case')('paused.text')).waitFor()
    await page.goto(site.url)
    const card = page.locator(`[data-case="${CASE}"]`).first()
    expect(await card.textContent()).toContain(textFor(language, 'home')('card.paused'))
    await page.goto(`${site.url}/case/${CASE}`)
    await hold(page, [], async () => !(await isPaused()))
    await expect.poll(() => page.getByText(textFor(language, 'case')('paused.title')).count()).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  })
})
