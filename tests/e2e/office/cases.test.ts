// The room Cases in Chromium: a case of twelve items is made and published, players open it; another one is sold from a moment on.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { brokenRules, elementsBeyond } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { moveClock } from '../../support/sites/site-clock.ts'
import { openForFile } from '../parts/file-site.ts'
import { call, signIn } from '../parts/player.ts'
import { dropDraft, signInAsOwner } from './team.ts'

const START = '2026-12-01T09:00:00Z'
const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port), CLOCK: START, TIME_ZONE: 'UTC' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Adds the first items that are found at most so dear. */
async function addItems(page: Page, price: { least: string; most: string }, count: number): Promise<void> {
  await button(page, 'Add items').click()
  const dialog = page.getByRole('dialog', { name: 'Add items' })
  await dialog.getByLabel('Price from, dollars').fill(price.least)
  await dialog.getByLabel('Price to, dollars').fill(price.most)
  for (let at = 0; at < count; at++) await dialog.locator('li').nth(at).getByRole('button').click()
  expect(await brokenRules(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
}

/** Begins a case with a name and an address. */
async function begin(page: Page, name: string, url: string): Promise<void> {
  await page.goto(`${office}/cases`)
  await button(page, 'New case').click()
  await page.getByLabel('Name in English').fill(name)
  await page.getByLabel('Name in Russian').fill(`${name} по-русски`)
  await page.getByLabel('Name in Ukrainian').fill(`${name} українською`)
  await page.getByLabel('Address', { exact: true }).fill(url)
}

/** Publishes the draft, and waits until the site has it. */
async function publish(page: Page): Promise<void> {
  await page.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => button(page, 'Publish…').getAttribute('aria-disabled')).toBe(null)
  await button(page, 'Publish…').click()
  const dialog = page.getByRole('dialog', { name: 'Publish the draft' })
  await dialog.locator('summary').filter({ hasText: 'cases.json' }).waitFor()
  await dialog.getByLabel('Reason').fill('A case for December')
  expect(await brokenRules(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published as').waitFor()
}

const caseNow = async (url: string) => (await fetch(`${site.url}/api/case/${url}`)).json()

describe('a case of the shop', () => {
  it('is made of twelve items at a return, published, seen and opened', async () => {
    const { page, context, errors } = await visitCalmly(browser, site)
    await signInAsOwner(page, office)
    await page.getByRole('link', { name: 'Cases', exact: true }).click()
    await page.getByRole('link', { name: 'First Step', exact: true }).waitFor()
    expect(await brokenRules(page)).toEqual([])

    await begin(page, 'Winter Post', 'winter-post')
    await addItems(page, { least: '15', most: '20' }, 2)
    await addItems(page, { least: '0.5', most: '2' }, 10)
    await page.getByText('999,988 tickets are missing.').waitFor()
    await page.getByText(/the tickets sum to 12, not to 1000000/).waitFor()
    await button(page, 'Spread by price').click()
    await page.getByText('1,000,000 tickets: complete.').waitFor()
    await page.getByLabel('Target return, %').fill('91')
    await page.getByRole('button', { name: /^Price \$/ }).click()
    await button(page, 'Fit the tickets').click()
    const card = page.getByRole('region', { name: 'Price and return' })
    await expect.poll(() => card.textContent()).toContain('91%')
    await page.getByLabel('Form').selectOption('vault')
    await page.getByLabel('Emblem').selectOption('snow')
    await page.getByText('Median loss after 1000 openings').waitFor()
    expect(await brokenRules(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await elementsBeyond(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await publish(page)

    await expect.poll(async () => (await caseNow('winter-post')).success).toBe(true)
    const { case: made } = await caseNow('winter-post')
    expect(made.contents).toHaveLength(12)
    expect(made.returnToPlayer).toBeCloseTo(0.91, 4)
    const picture = await fetch(`${site.url}/assets/img/cases/${made.image}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])

    const player = await visitCalmly(browser, site)
    await signIn(player.page, site, 0)
    await player.page.goto(site.url)
    await player.page
      .getByRole('link', { name: /Winter Post/ })
      .first()
      .click()
    await player.page.getByRole('heading', { name: 'Winter Post' }).waitFor()
    expect(await call(player.page, site, '/case/winter-post/open', { count: 1 })).toMatchObject({ success: true })

    await page.goto(`${office}/cases?q=winter`)
    const row = page.getByRole('row', { name: /Winter Post/ })
    await row.waitFor()
    await expect.poll(async () => row.textContent()).toMatch(/On sale.*91%.*1\$/)
    expect(errors).toEqual([])
    await player.context.close()
    await context.close()
  })

  inLongRun(() => {
    it('is sold from a moment on', async () => {
      const { page, context, errors } = await visitCalmly(browser, site)
      await signInAsOwner(page, office)
      await page.goto(`${office}/cases?case=first-step`)
      await button(page, 'Copy').click()
      await page.getByLabel('Name in English').fill('Later Step')
      await page.getByLabel('Address', { exact: true }).fill('later-step')
      await page.getByLabel('From', { exact: true }).fill('2026-12-01T12:00')
      await publish(page)
      await page.getByText('Scheduled', { exact: true }).waitFor()

      const player = await visitCalmly(browser, site)
      await player.page.clock.install()
      await signIn(player.page, site, 1)
      await player.page.goto(site.url)
      const link = player.page.getByRole('link', { name: /Later Step/ })
      expect(await link.count()).toBe(0)
      expect(await call(player.page, site, '/case/later-step/open', { count: 1 })).toMatchObject({ code: 'case-off' })

      await moveClock(player.page, site, '2026-12-01T13:00:00Z')
      await player.page.goto(site.url)
      await link.first().waitFor()
      expect(await call(player.page, site, '/case/later-step/open', { count: 1 })).toMatchObject({ success: true })
      expect(errors).toEqual([])
      await player.context.close()
      await context.close()
    })

    it('is moved by dragging and by steps in a draft, which is dropped', async () => {
      const { page, context, errors } = await visitCalmly(browser, site)
      await signInAsOwner(page, office)
      await page.goto(`${office}/cases?category=launchpad`)
      const placeOf = async (name: string): Promise<number> =>
        (await page.locator('tbody tr').allTextContents()).findIndex((text) => text.startsWith(name))
      await page.getByRole('link', { name: 'Stardust', exact: true }).waitFor()
      const [first, stardust] = [await placeOf('Loose Change'), await placeOf('Stardust')]
      const handle = page.locator('[data-case="loose-change"]')
      // The lower half of the row means below it.
      const row = page.locator('tbody tr').nth(stardust)
      const { height } = (await row.boundingBox()) ?? { height: 0 }
      await handle.dragTo(row, { targetPosition: { x: 300, y: 0.9 * height } })
      await expect.poll(() => placeOf('Loose Change')).toBe(stardust)
      await button(page, 'Move Loose Change up').click()
      await expect.poll(() => placeOf('Loose Change')).toBe(first)
      await page.getByText('Saved', { exact: true }).waitFor()

      // A colleague saves the same draft: what one types then is not written over it.
      await page.evaluate(async (id) => {
        const draft = await (await fetch(`/office/api/drafts/${id}`)).json()
        const { version, files } = draft
        const headers = { 'x-office': '1', 'content-type': 'application/json' }
        const body = JSON.stringify({ version, title: 'Of a colleague', files })
        await fetch(`/office/api/drafts/${id}`, { method: 'PUT', headers, body })
      }, new URL(page.url()).searchParams.get('draft'))
      await page.getByLabel('Title of the draft').fill('Mine')
      await button(page, 'Open the colleague’s version').click()
      await expect.poll(() => page.getByLabel('Title of the draft').inputValue()).toBe('Of a colleague')
      await dropDraft(page)
      await expect.poll(() => new URL(page.url()).searchParams.get('draft')).toBeNull()
      // The browser itself tells of the one save that was refused.
      expect(errors).toEqual([expect.stringContaining('409')])
      await context.close()
    })
  })
})
