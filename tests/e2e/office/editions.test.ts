// The room Editions in Chromium: what was published, by file and by line, and the way back, which the whole site takes.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { DEFAULT_RULES } from '../../../src/game/office/limits.ts'
import { readReleaseFiles } from '../../../src/server/shop/shop-files.ts'
import { brokenRules, elementsBeyond } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'
import { signInAsOwner } from './team.ts'

const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port) })

const FAQ = 'pages/faq/en.md'
const WRONG = 'Withdrawals take forty weeks.'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const editionInForce = async (): Promise<number> => (await (await fetch(`${site.url}/ready`)).json()).edition

const caseText = async (): Promise<string> => (await fetch(`${site.url}/api/case/first-step`)).text()

/** Publishes rules of a shop of one, then a page with a wrong sentence and a case with a wrong name. Returns the number of the edition before it. */
async function publishWrong(): Promise<number> {
  const rules = { ...DEFAULT_RULES, secondPerson: false }
  await site.publish({ 'office.json': JSON.stringify(rules, null, 2) })
  const right = await editionInForce()
  const { [FAQ]: faq = '', 'cases.json': cases = '' } = await readReleaseFiles()
  await site.publish({
    [FAQ]: `${faq.trimEnd()}\n\n${WRONG}\n`,
    'cases.json': cases.replace('"First Step"', '"First Stop"'),
  })
  expect(await caseText()).toContain('First Stop')
  return right
}

describe('the editions of a site', () => {
  it('are looked at by line, and the owner goes back to one', async () => {
    const right = await publishWrong()
    const wrong = await editionInForce()
    const { page, context, errors } = await visitCalmly(browser, site)
    await signInAsOwner(page, office)
    await page.getByRole('link', { name: 'Editions', exact: true }).click()
    const row = page.getByRole('row', { name: new RegExp(`^${wrong}|Edition ${wrong}`) })
    expect(await row.textContent()).toContain('First Stop')
    await page.getByRole('link', { name: `Edition ${wrong}`, exact: true }).press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: `Edition ${right}`, exact: true }).waitFor()

    await page.goto(`${office}/editions?edition=${wrong}`)
    const panel = page.getByRole('region', { name: `Edition ${wrong}`, exact: true })
    await panel.getByText(FAQ, { exact: true }).first().waitFor()
    await panel.locator('summary').filter({ hasText: FAQ }).click()
    await panel.locator('ins').filter({ hasText: WRONG }).waitFor()
    expect(await button(page, 'Back to this edition').getAttribute('aria-disabled')).toBe('true')
    expect(await brokenRules(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await elementsBeyond(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Find or do' })
    await palette.getByRole('combobox').fill(String(right))
    await palette.getByRole('option', { name: new RegExp(`^Edition ${right}`) }).click()
    await page.getByRole('region', { name: `Edition ${right}`, exact: true }).waitFor()
    await button(page, 'Back to this edition').click()
    const dialog = page.getByRole('dialog', { name: `Back to edition ${right}` })
    await dialog.locator('summary').filter({ hasText: 'cases.json' }).click()
    await dialog.locator('li').filter({ hasText: 'cases first-step name en' }).waitFor()
    await dialog.locator('del').filter({ hasText: '"First Stop"' }).waitFor()
    expect(await dialog.textContent()).toContain(FAQ)
    expect(await brokenRules(page)).toEqual([])
    await dialog.getByLabel('Reason').fill('Weeks were meant to be hours')
    await dialog.getByRole('button', { name: 'Back to this edition' }).click()
    await dialog.waitFor({ state: 'detached' })

    await expect.poll(editionInForce).toBe(wrong + 1)
    expect(await caseText()).toContain('First Step')
    await page.getByRole('link', { name: `Edition ${wrong + 1}`, exact: true }).waitFor()
    await page.goto(`${office}/editions`)
    const newest = page.getByRole('row').filter({ hasText: 'Weeks were meant to be hours' })
    expect(await newest.textContent()).toContain('In use')
    await page.goto(`${office}/audit?verb=editions.back`)
    const entry = page.getByRole('row').filter({ hasText: 'Weeks were meant to be hours' })
    await entry.getByRole('link').last().click()
    await page.getByRole('region', { name: `Edition ${right}`, exact: true }).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})
