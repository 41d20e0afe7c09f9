// The room Rewards in Chromium: content changes the wheel, is refused where it would pay, mends it and proposes it; the owner approves it,
// and the players' wheel is another one. Each part is walked on a desk and on a phone.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { REWARD_TABS } from '../../../src/game/office/rewards.ts'
import { brokenRules, elementsBeyond } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'
import { addColleague, dropDraft, signInAsOwner } from './team.ts'

const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port) })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Opens the players' wheel as a guest, and returns whether it names a price. */
const wheelHas = async (page: Page, price: string): Promise<boolean> => {
  await page.goto(`${site.url}/en/wheel`)
  await page.getByRole('heading', { name: 'Prizes and chances' }).waitFor()
  return (await page.getByText(price).count()) > 0
}

describe('the rewards of a site', () => {
  it('are changed by content and approved by the owner, and no strategy gains', async () => {
    const sandbox = await visitCalmly(browser, site)
    await signInAsOwner(sandbox.page, office)
    const content = await addColleague({ browser, site, office }, sandbox.page, { name: 'Kateryna', role: 'content' })
    // From now on a second person is asked for.
    const owner = await addColleague({ browser, site, office }, sandbox.page, { name: 'Olena', role: 'owner' })
    const { page } = content
    await page.getByRole('link', { name: 'Rewards', exact: true }).click()
    const checks = region(page, 'Strategies')
    await checks.getByText('No strategy gains by these numbers.').waitFor()
    await region(page, 'Cost a player and day').getByText('House edge, 30 days').waitFor()
    expect(await brokenRules(page)).toEqual([])

    const price = page.getByLabel('Price of a spin, dollars')
    await price.fill('0.90')
    await checks.getByText('1 number is refused.').waitFor()
    const refused = checks.getByRole('listitem').filter({ hasText: 'Refused' })
    expect(await refused.textContent()).toMatch(/What a spin gives back.*at most 95%.*player who spins the wheel alone/)
    await page.getByText(/rewards\.json, line \d+/).waitFor()
    await page.getByText(/who spins it alone would profit/).waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await button(page, 'Publish…').getAttribute('aria-disabled')).toBe('true')
    // What was typed into has kept the focus while the draft began.
    expect(await price.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await brokenRules(page)).toEqual([])

    await price.fill('1.02')
    await checks.getByText('No strategy gains by these numbers.').waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    await expect.poll(() => button(page, 'Publish…').getAttribute('aria-disabled')).toBe(null)
    await button(page, 'Publish…').click()
    const dialog = page.getByRole('dialog', { name: 'Publish the draft' })
    await dialog.locator('summary').filter({ hasText: 'rewards.json' }).waitFor()
    await dialog.getByLabel('Reason').fill('A spin is a little dearer')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialog.getByText('It waits for a second person.').waitFor()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByText('Waits for approval').waitFor()
    await page.getByText('Kateryna asked to publish it').waitFor()
    expect(await button(page, 'Publish…').getAttribute('aria-disabled')).toBe('true')
    const player = await visitCalmly(browser, site)
    expect(await wheelHas(player.page, '$1.02')).toBe(false)

    await owner.page.goto(`${office}/proposals`)
    await owner.page.getByRole('table').getByRole('link', { name: 'Publish a draft' }).click()
    await owner.page.getByRole('button', { name: 'Approve' }).click()
    await expect.poll(() => wheelHas(player.page, '$1.02')).toBe(true)
    expect(player.errors).toEqual([])
    expect(content.errors).toEqual([])
    expect(owner.errors).toEqual([])
    await content.context.close()
    await owner.context.close()
    await sandbox.context.close()
    await player.context.close()
  })

  it('have parts that are read on a desk and a phone, and edited by keyboard', async () => {
    const { page, context, errors } = await visitCalmly(browser, site)
    await signInAsOwner(page, office)
    for (const tab of REWARD_TABS) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${office}/rewards?tab=${tab}`)
      await region(page, 'Strategies').getByText('No strategy gains by these numbers.').waitFor()
      expect(await brokenRules(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await elementsBeyond(page), tab).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${office}/rewards?tab=calendar`)
    const kind = page.getByLabel('Kind of prize: Day 1', { exact: true })
    await kind.focus()
    await kind.selectOption('item')
    await button(page, 'Choose an item: Day 1').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Choose an item' })
    await dialog.getByLabel('Price from, dollars').fill('400')
    await dialog.locator('li').first().getByRole('button').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const refused = region(page, 'Strategies').getByRole('listitem').filter({ hasText: 'Refused' })
    expect(await refused.textContent()).toMatch(/Most expensive day.*collector of gifts/)
    await page.getByText('Saved', { exact: true }).waitFor()
    await dropDraft(page)
    await region(page, 'Strategies').getByText('No strategy gains by these numbers.').waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})
