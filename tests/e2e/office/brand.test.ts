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

const DRAWN = '<path d="M0 0H90V90Z" fill="#fff"/>'
const TELEGRAM = 'https://t.me/shop'

const pageOf = async (path: string): Promise<string> => (await fetch(`${site.url}${path}`)).text()

describe('the brand of a site', () => {
  it('is changed with the page beside it, and is another one everywhere', async () => {
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

  it('has a wordmark, accounts, languages and currencies too', async () => {
    const { page, context, errors } = await visitCalmly(browser, site)
    await signInAsOwner(page, office)
    await page.goto(`${office}/brand`)
    const wordmark = page.getByLabel('Wordmark (SVG)')
    await wordmark.fill(`<svg viewBox="0 0 100 100">${DRAWN}</svg>`)
    await page
      .getByText(/"wordmark" is 1.0 times as wide as high/)
      .first()
      .waitFor()
    await wordmark.fill(`<svg viewBox="0 0 400 100">${DRAWN}</svg>`)
    await page
      .getByText(/"wordmark" is/)
      .first()
      .waitFor({ state: 'detached' })
    await page.getByLabel('Telegram').fill('https://vk.com/shop')
    await page
      .getByText(/leads to vk\.com/)
      .first()
      .waitFor()
    await page.getByLabel('Telegram').fill(TELEGRAM)
    await page
      .getByText(/leads to vk\.com/)
      .first()
      .waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Русский' }).uncheck()
    const currencies = page.getByRole('group', { name: 'Currency that deposits begin with' })
    await currencies.getByLabel('English').selectOption('USD')
    await page.getByText('Saved', { exact: true }).waitFor()

    const frame = page.frameLocator('iframe')
    const drawn = frame.locator('header img[src^="/wordmark.svg"]')
    await drawn.waitFor({ state: 'attached' })
    await expect.poll(() => drawn.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    expect(await frame.locator('a[data-language="ru"]').count()).toBe(0)
    expect(await frame.locator('a[data-language="uk"]').count()).toBeGreaterThan(0)
    expect(await brokenRules(page)).toEqual([])

    await page.getByRole('button', { name: 'Publish…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish the draft' })
    await dialog.getByLabel('Reason').fill('The shop shows what it has')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Published', { exact: true }).waitFor()
    await expect.poll(() => pageOf('/en'), { timeout: 5_000 }).toContain('/wordmark.svg')
    expect((await fetch(`${site.url}/ru/faq`)).status).toBe(404)
    expect(await pageOf('/uk/faq')).not.toContain('hreflang="ru"')
    const settings = JSON.parse(await pageOf('/api/settings'))
    expect(settings).toMatchObject({ languages: ['en', 'uk'], defaultCurrency: { en: 'USD' } })

    await page.goto(`${office}/brand`)
    const days = page.getByRole('group', { name: 'Days of the site' })
    await days.getByText(/^In force: UTC, where it’s \d\d:\d\d now\.$/).waitFor()
    await days.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await dialog.getByLabel('Reason').fill('The shop is in Japan')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Published', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'System', exact: true }).click()
    await page.getByText(/^They count days of UTC\. The brand or the settings name Asia\/Tokyo:/).waitFor()
    // Players’ days have not moved.
    expect(JSON.parse(await pageOf('/api/free_case'))).toMatchObject({ timeZone: 'UTC' })

    await page.goto(`${site.url}/en`)
    await page.locator(`footer a[href="${TELEGRAM}"]`).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})
