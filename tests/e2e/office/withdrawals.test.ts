// The room Withdrawals in Chromium: a person decides twenty cases by keyboard alone, and sees what a colleague takes.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import { afterAll, describe, expect, it } from 'vitest'
import { connectToSite } from '../../../src/server/db/site-connection.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { copyMigrated } from '../../support/databases/migrated-pglite.ts'
import { addCase, statesOf, type TestCase } from '../../support/office/office-withdrawals.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'
import { addColleague, signInAsOwner } from './team.ts'

const CASES = 20

const folder = await mkdtemp(join(tmpdir(), 'spacedrop-withdrawals-'))
await copyMigrated(join(folder, 'pglite'))
const shop = join(folder, 'shop')
await mkdir(shop)
await writeFile(
  join(shop, 'office.json'),
  JSON.stringify({
    secondPerson: false,
    limits: { withdrawal: 50_000, refund: 10_000 },
    caps: { correction: 1_000_000 },
  }),
)
// Runs after the site has stopped.
afterAll(() => rm(folder, { recursive: true, force: true }))
const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({
  OFFICE_PORT: String(port),
  SHOP_DIR: shop,
  DATA_DIR: folder,
  WITHDRAWAL_CHECKS: 'on',
})
const db = await connectToSite(join(folder, 'socket'))
if (db === null) throw new Error('The site has no socket')
afterAll(() => db.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const openCase = (page: Page): string | null => new URL(page.url()).searchParams.get('player')
const focusedCase = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.dataset.case : undefined))

/** Adds cases that wait since an hour ago, one second after the other. */
async function addCases(): Promise<readonly TestCase[]> {
  if (db === null) throw new Error('The site has no socket')
  const cases: TestCase[] = []
  for (let place = 0; place < CASES; place++) {
    const sinceMs = Date.now() - 3_600_000 + place * 1_000
    cases.push(
      await addCase({ db, nowMs: Date.now() }, { sinceMs, prices: [283, 150], review: ['no-deposit', 'shared-card'] }),
    )
  }
  return cases
}

describe('withdrawals in the office', () => {
  it('are decided by keyboard alone, twenty cases one after the other', async () => {
    const cases = await addCases()
    const owner = await visitCalmly(browser, site)
    await signInAsOwner(owner.page, office)
    const risk = await addColleague({ browser, site, office }, owner.page, { name: 'Rik', role: 'risk' })
    const { page } = risk
    // Keys are faster than a network: a decision never overtakes the claim that its first key sent.
    await page.route(/\/claim$/, async (route) => {
      await wait(500)
      await route.continue()
    })
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await page.getByRole('link', { name: /^Withdrawals/ }).click()
    await page.getByRole('table', { name: 'Withdrawals' }).or(page.getByRole('table')).first().waitFor()
    expect(await brokenRules(page)).toEqual([])

    // The keys are shown by one of them.
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Next case', { exact: true }).waitFor()
    expect(await brokenRules(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' })

    // The first case: one of its items is left out, and the claim is undone and taken again.
    const first = String(cases[0]?.playerId)
    await page.keyboard.press('j')
    await expect.poll(() => openCase(page)).toBe(first)
    await expect.poll(() => focusedCase(page)).toBe(first)
    await page.getByText('Nobody has this case.').waitFor()
    await page.keyboard.press('c')
    await page.getByText('You have this case until').waitFor()
    await page.keyboard.press('u')
    await page.getByText('Nobody has this case.').waitFor()
    await page.keyboard.press('x')
    await page.getByText('1 item ticked').waitFor()
    await page.keyboard.press('a')
    await page.getByText('1 item worth').waitFor()
    expect(await brokenRules(page)).toEqual([])
    await page.keyboard.press('n')
    // The rest of it stays open.
    await page.getByRole('checkbox').nth(1).waitFor({ state: 'detached' })
    expect(openCase(page)).toBe(first)

    for (const [place, { playerId }] of cases.entries()) {
      await expect.poll(() => openCase(page)).toBe(String(playerId))
      await page.getByRole('region', { name: 'Items' }).waitFor()
      if (place % 2 === 0) {
        await page.keyboard.press('a')
        await button(page, 'Approve and next').waitFor()
      } else {
        await page.keyboard.press('r')
        await page.keyboard.press('2')
        await page.getByText('One person may have one account only.').last().waitFor()
        if (place === 1) expect(await brokenRules(page)).toEqual([])
      }
      expect(await focusedCase(page)).toBe(String(playerId))
      await page.keyboard.press('n')
    }
    await page.getByText('No withdrawals wait for a decision').waitFor()
    const states = await Promise.all(cases.map(({ ids }) => statesOf({ db }, ids)))
    for (const [place, decided] of states.entries()) {
      if (place % 2 === 1) expect(decided).toEqual(['refused', 'refused'])
      else for (const state of decided) expect(state).not.toBe('review')
    }
    // The address of a filter is enough for a colleague.
    await page.getByLabel('Who has it').selectOption('mine')
    await expect.poll(() => new URL(page.url()).searchParams.get('claim')).toBe('mine')
    expect(risk.errors).toEqual([])
    await owner.context.close()
    await risk.context.close()
  })

  it('show without a reload what a colleague takes', async () => {
    const { playerId } = await addCase({ db, nowMs: Date.now() })
    const [one, two] = [await visitCalmly(browser, site), await visitCalmly(browser, site)]
    const row = (page: Page) => page.getByRole('row').filter({ has: page.locator(`[data-case="${playerId}"]`) })
    for (const { page } of [one, two]) {
      await page.goto(`${office}/withdrawals?player=${playerId}`)
      await button(page, 'Sign in as the owner').click()
      await row(page).waitFor()
      await page.getByText('Nobody has this case.').waitFor()
    }
    await one.page.keyboard.press('c')
    await row(two.page).getByText('Mine', { exact: true }).waitFor()
    await two.page.getByText('You have this case until').waitFor()
    // A decision takes it off the list of both.
    await one.page.keyboard.press('r')
    await button(one.page, 'Refuse and next').waitFor()
    await one.page.keyboard.press('n')
    await row(two.page).waitFor({ state: 'detached' })
    await two.page.getByText('Nothing is left to decide').waitFor()
    await one.context.close()
    await two.context.close()
  })
})
