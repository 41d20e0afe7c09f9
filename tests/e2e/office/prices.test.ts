// The room Prices in Chromium: a held price is accepted by a key, a typed one becomes a draft, and a file is looked at before it is published.
import { expect, it } from 'vitest'
import { brokenRules, elementsBeyond } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'
import { signInAsOwner } from './team.ts'

const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port) })

const HELD = { id: 'ak-47-slate.mw', seen: 1_977, shown: '$19.77' }
const OTHER = { id: 'awp-green-energy.ft', seen: 100 }

/** What the players' site says of an item. */
async function priceOf(id: string): Promise<{ amount: number; held_since: number | null }> {
  const response = await fetch(`${site.url}/api/items/price?id=${id}`)
  return (await response.json()).price
}

it('prices that are held are accepted by a key, and players see them', async () => {
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const held = Object.fromEntries([HELD, OTHER].map(({ id, seen }) => [id, { price: seen, since }]))
  const state = { source: 'a list', at: since, ages: {}, held }
  await site.publish({ 'price-state.json': JSON.stringify(state, null, 1) })
  const { page, context, errors } = await visitCalmly(browser, site)
  await signInAsOwner(page, office)
  await page.getByRole('link', { name: 'Prices', exact: true }).click()
  await page.getByRole('region', { name: 'Prices' }).waitFor()
  expect(await brokenRules(page)).toEqual([])

  await page.getByRole('link', { name: 'Held (2)' }).click()
  await page.getByRole('region', { name: 'Held' }).waitFor()
  // What is worth more than its price comes first.
  await page.keyboard.press('j')
  await expect.poll(() => new URL(page.url()).searchParams.get('item')).toBe(HELD.id)
  await page.getByRole('heading', { name: 'What accepting it does' }).waitFor()
  await page.getByRole('region', { name: 'What accepting it does' }).waitFor()
  expect(await brokenRules(page)).toEqual([])
  expect((await priceOf(HELD.id)).held_since).not.toBeNull()
  await page.keyboard.press('a')
  await page.getByText('Price accepted: players see it within seconds.').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('item')).toBe(OTHER.id)
  await expect.poll(() => priceOf(HELD.id)).toMatchObject({ amount: HELD.seen, held_since: null })
  await page.getByRole('link', { name: 'Held (1)' }).waitFor()

  // Another price goes through a draft, which shows what it does.
  await page.goto(`${office}/prices?q=slate&item=${HELD.id}`)
  await page.getByText(HELD.shown).first().waitFor()
  await page.getByLabel('Price in dollars').fill('21.50')
  await page.getByRole('region', { name: 'What this price does' }).waitFor()
  await page.getByRole('button', { name: 'Write into a new draft' }).click()
  await page.getByRole('region', { name: 'Draft', exact: true }).waitFor()
  await page.getByText('1 price in this draft').waitFor()
  expect(await brokenRules(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await elementsBeyond(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  // A file says what it would do, row by row, before it is published.
  await page.getByRole('link', { name: 'Take a list' }).click()
  const text = 'AK-47 | Slate (Minimal Wear),19.80\nAK-47 | Slate (Field-Tested),none\nSouvenir Nothing,1.00\n'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByText('1 price changes').waitFor()
  await page.getByText('1 row was left out').click()
  await page.getByText(/line 2/).waitFor()
  await page.getByText('1 name is unknown here').waitFor()
  expect(await brokenRules(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish these prices' }).click()
  await page.getByText('List published: players see it within seconds.').waitFor()
  await expect.poll(async () => (await priceOf(HELD.id)).amount).toBe(1_980)

  await page.getByRole('link', { name: 'Rebalance' }).click()
  await page.getByText('Everything is in its range').waitFor()
  expect(await brokenRules(page)).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})
