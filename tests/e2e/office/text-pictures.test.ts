// A picture in the answers of a shop, in Chromium: added in three languages, seen in the preview, published, and shown to players without a jump.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { DEFAULT_RULES } from '../../../src/game/office/limits.ts'
import { brokenRules, elementsBeyond } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { plainPicture } from '../../support/shop/picture.ts'
import { openForFile } from '../parts/file-site.ts'
import { signInAsOwner } from './team.ts'

const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port) })

const NAMES = { en: 'English', ru: 'Русский', uk: 'Українська' } as const satisfies Record<Language, string>
const WORDS = {
  en: 'The Sell button below an item',
  ru: 'Кнопка «Продать» под предметом',
  uk: 'Кнопка «Продати» під предметом',
} as const satisfies Record<Language, string>
const ENTRY = 'age'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const column = (page: Page, language: Language) => page.getByRole('region', { name: NAMES[language], exact: true })
const picture = (page: Pick<Page, 'getByRole'>, language: Language) => page.getByRole('img', { name: WORDS[language] })

/** A shop of one person, who publishes alone. */
const publishRules = () =>
  site.publish({ 'office.json': JSON.stringify({ ...DEFAULT_RULES, secondPerson: false }, null, 2) })

async function addPicture(page: Page): Promise<void> {
  await column(page, 'en')
    .locator('.cm-line', { hasText: `{#${ENTRY}}` })
    .click()
  await button(page, 'Picture').click()
  const dialog = page.getByRole('dialog', { name: 'Add a picture' })
  const act = dialog.getByRole('button', { name: 'Add the picture' })
  const drawing = {
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  }
  await dialog.getByLabel('File').setInputFiles(drawing)
  await dialog.getByText('Choose a JPEG, PNG or WebP picture.').waitFor()
  expect(await act.getAttribute('aria-disabled')).toBe('true')
  const buffer = await plainPicture(2_000, 1_000).png().toBuffer()
  await dialog.getByLabel('File').setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer })
  await dialog.getByText(/1600\s×\s800\spixels, \d+\sKB/).waitFor()
  // Escape loses nothing.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await button(page, 'Picture').evaluate((one) => one === document.activeElement)).toBe(true)
  await button(page, 'Picture').click()
  await dialog.getByText(/1600\s×\s800\spixels/).waitFor()
  for (const language of LANGUAGES) {
    expect(await act.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByLabel(`What it shows: ${NAMES[language]}`).fill(WORDS[language])
  }
  expect(await brokenRules(page)).toEqual([])
  await act.click()
  await dialog.waitFor({ state: 'detached' })
}

describe('a picture in the answers of a site', () => {
  it('is added in three languages, previewed, published, and read', async () => {
    await publishRules()
    const { page, context, errors } = await visitCalmly(browser, site)
    await signInAsOwner(page, office)
    await page.getByRole('link', { name: 'Words', exact: true }).click()
    await page.getByRole('link', { name: 'FAQ', exact: true }).click()
    for (const language of LANGUAGES) await column(page, language).locator('.cm-content').waitFor()
    await addPicture(page)
    for (const language of LANGUAGES) await column(page, language).getByText(WORDS[language]).waitFor()
    // The editor goes on writing there.
    expect(
      await column(page, 'en')
        .locator('.cm-content')
        .evaluate((one) => one === document.activeElement),
    ).toBe(true)
    await page.getByText('Saved', { exact: true }).waitFor()

    await page.getByRole('navigation', { name: 'Preview' }).getByRole('link', { name: 'Русский' }).click()
    const frame = page.frameLocator('iframe')
    await frame.locator(`details:has(#${ENTRY}) > summary`).click()
    await picture(frame, 'ru').scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture(frame, 'ru').evaluate((one: HTMLImageElement) => [one.complete, one.naturalWidth]))
      .toEqual([true, 1_600])

    await button(page, 'What it changes').click()
    const changes = page.getByRole('dialog')
    await changes.locator('summary', { hasText: '.webp' }).click()
    const shown = changes.locator('img')
    await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1_600)
    expect(await changes.innerText()).not.toContain('UklGR')
    await changes.getByRole('button', { name: 'Close', exact: true }).last().click()

    await button(page, 'Publish…').click()
    const dialog = page.getByRole('dialog', { name: 'Publish the draft' })
    await dialog.getByLabel('Reason').fill('Players ask where it is')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Published', { exact: true }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await elementsBeyond(page)).toEqual([])
    // The drawing that was refused.
    expect(errors).toEqual([expect.stringContaining('409 (Conflict)')])
    await context.close()
  })

  it.each([
    { width: 1_440, height: 900 },
    { width: 390, height: 844 },
  ])('never moves the text around it at $width pixels', async (viewport) => {
    const { page, context, errors } = await visitCalmly(browser, site)
    await page.setViewportSize(viewport)
    const shifts = await watchShifts(page)
    // The picture is the last that comes.
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/pictures/*.webp', async (route) => {
      ask()
      await released
      await route.continue()
    })
    await page.goto(`${site.url}/uk/faq`)
    await page.locator(`details:has(#${ENTRY}) > summary`).click()
    await picture(page, 'uk').scrollIntoViewIfNeeded()
    await asked
    const before = await picture(page, 'uk').boundingBox()
    release()
    await expect
      .poll(() => picture(page, 'uk').evaluate((one: HTMLImageElement) => [one.complete, one.naturalWidth]))
      .toEqual([true, 1_600])
    expect(await picture(page, 'uk').boundingBox()).toEqual(before)
    expect((before?.width ?? 0) / (before?.height ?? 1)).toBeCloseTo(2, 1)
    expect(await elementsBeyond(page)).toEqual([])
    expect(await brokenRules(page)).toEqual([])
    expect(await shifts()).toBeLessThan(SHIFT_MOST)
    expect(errors).toEqual([])
    await context.close()
  })
})
