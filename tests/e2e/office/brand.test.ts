// The room Brand in Chromium: the owner renames the shop and changes its colour, sees the page beside it, and publishes.
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { DEFAULT_RULES } from '../../../src/game/office/limits.ts'
import { brokenRules, elementsBeyond } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'
import { signInAsOwner } from './team.ts'

const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port) })

const NAME = 'ORBITDROP'
const OLD_NAME = 'SPACEDROP'
const ACCENT = '#ff9f1a'

const pageOf = async (path: string): Promise<string> => (await fetch(`${site.url}${path}`)).text()

describe('the brand of a site', () => {
  it('is changed with the page beside it, and is another one everywhere', { timeout: 120_000 }, async () => {
    await site.publish({ 'office.json': JSON.stringify({ ...DEFAULT_RULES, secondPerson: false }, null, 2) })
    const { page, context, errors } = await visitCalmly(browser, site)
    await signInAsOwner(page, office)
    await page.getByRole('link', { name: 'Brand', exact: true }).click()
    const name = page.getByLabel('Name', { exact: true })
    await name.fill(NAME)
    const colour = page.getByLabel('Accent colour')
    await colour.fill('#101010')
    await page
      .getByText(/"accent" /)
      .first()
      .waitFor()
    await colour.fill(ACCENT)
    await page
      .getByText(/"accent" /)
      .first()
      .waitFor({ state: 'detached' })
    await page.getByText('Saved', { exact: true }).waitFor()
    // What was typed into has kept the focus while the draft began.
    expect(await colour.evaluate((field) => field === document.activeElement)).toBe(true)

    const frame = page.frameLocator('iframe')
    await frame.getByRole('link', { name: NAME }).first().waitFor()
    expect(await frame.locator('header').getByText(OLD_NAME).count()).toBe(0)
    expect(await pageOf('/en')).toContain(OLD_NAME)
    expect(await brokenRules(page)).toEqual([])

    await page.getByRole('button', { name: 'Publish…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish the draft' })
    await dialog.getByLabel('Reason').fill('The site has its own name')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Published', { exact: true }).waitFor()
    await expect.poll(() => pageOf('/en'), { timeout: 5_000 }).not.toContain(OLD_NAME)
    for (const language of LANGUAGES) {
      for (const path of ['', '/faq', '/terms-of-use', '/privacy', '/contacts', '/cooperation']) {
        const html = await pageOf(`/${language}${path}`)
        expect(html.includes(NAME), path).toBe(true)
        expect(html.includes(OLD_NAME), path).toBe(false)
        expect(html.includes(ACCENT), path).toBe(true)
      }
    }
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await elementsBeyond(page)).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })
})
