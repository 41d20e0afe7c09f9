// The room Words in Chromium: an answer in three languages, from the first key to the players' site, planned, taken back and published.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
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

const OLD_DAY = '2026-01-15'
const NAMES = { en: 'English', ru: 'Русский', uk: 'Українська' } as const satisfies Record<Language, string>
const ENTRY = {
  en: { title: 'How long does a withdrawal take?', words: 'Usually **ten minutes**.' },
  ru: { title: 'Сколько идёт вывод?', words: 'Обычно **десять минут**.' },
  uk: { title: 'Скільки триває виведення?', words: 'Зазвичай **десять хвилин**.' },
} as const satisfies Record<Language, { title: string; words: string }>

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const column = (page: Page, language: Language) => page.getByRole('region', { name: NAMES[language], exact: true })

const faqOf = async (language: Language): Promise<string> => (await fetch(`${site.url}/${language}/faq`)).text()

/** A shop of one, whose questions are of an older day. */
async function publishOlder(): Promise<void> {
  const files = await readReleaseFiles()
  const faqs = LANGUAGES.map((language) => {
    const name = `pages/faq/${language}.md`
    return [name, (files[name] ?? '').replace(/^(updated|translates): .*$/m, `$1: ${OLD_DAY}`)]
  })
  const rules = { ...DEFAULT_RULES, secondPerson: false }
  await site.publish({ 'office.json': JSON.stringify(rules, null, 2), ...Object.fromEntries(faqs) })
}

async function addEntry(page: Page): Promise<void> {
  await button(page, 'Add an entry').click()
  const dialog = page.getByRole('dialog', { name: 'New entry' })
  // Escape loses nothing.
  await dialog.getByRole('group', { name: NAMES.en }).getByLabel('Heading or question').fill(ENTRY.en.title)
  await page.keyboard.press('Escape')
  await button(page, 'Add an entry').click()
  const first = dialog.getByRole('group', { name: NAMES.en }).getByLabel('Heading or question')
  expect(await first.inputValue()).toBe(ENTRY.en.title)
  expect(await button(page, 'Add in all languages').getAttribute('aria-disabled')).toBe('true')
  for (const language of LANGUAGES) {
    const fields = dialog.getByRole('group', { name: NAMES[language] })
    await fields.getByLabel('Heading or question').fill(ENTRY[language].title)
    await fields.getByLabel('Text', { exact: true }).fill(ENTRY[language].words)
  }
  await button(page, 'Add in all languages').click()
}

/** Opens the dialog that publishes, and fills in why. */
async function openPublishing(page: Page) {
  await page.getByText('Saved', { exact: true }).waitFor()
  await button(page, 'Publish…').click()
  const dialog = page.getByRole('dialog', { name: 'Publish the draft' })
  await dialog.getByLabel('Reason').fill('Players ask support for it')
  return dialog
}

describe('the words of a site', () => {
  it('get an answer in three languages, planned, taken back and published', async () => {
    await publishOlder()
    const { page, context, errors } = await visitCalmly(browser, site)
    await signInAsOwner(page, office)
    await page.getByRole('link', { name: 'Words', exact: true }).click()
    await page.getByRole('link', { name: 'FAQ', exact: true }).click()
    for (const language of LANGUAGES) await column(page, language).locator('.cm-content').waitFor()
    // What is wrong is said at its line: an older day first, then a dead link.
    for (const language of LANGUAGES) {
      await column(page, language).locator('.cm-line').filter({ hasText: /^## / }).first().click()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await page.keyboard.type('[FAQ](/faq)')
    }
    await column(page, 'en').getByText('1 fault', { exact: true }).waitFor()
    await button(page, 'Date it today').click()
    for (const language of ['ru', 'uk'] as const) {
      await column(page, language).getByRole('button', { name: 'It still fits', exact: true }).click()
    }
    await column(page, 'en').getByText('1 fault', { exact: true }).waitFor({ state: 'detached' })
    // An entry in all languages dates them by itself.
    await addEntry(page)
    for (const language of LANGUAGES) {
      await column(page, language).getByText(ENTRY[language].title).waitFor()
    }
    await column(page, 'en').getByText(ENTRY.en.title).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('See [limits](/faq#no-such-place).')
    await page
      .getByText(/dead: \/faq has no heading \{#no-such-place\}/)
      .first()
      .waitFor()
    expect(await button(page, 'Publish…').getAttribute('aria-disabled')).toBe('true')
    const uneven = page.getByRole('region', { name: 'Changed in some languages only' })
    await uneven.getByText('changed in English, not in Русский, Українська').waitFor()
    await page.keyboard.press('Control+z')
    await uneven.waitFor({ state: 'detached' })
    await page
      .getByText(/dead: \/faq has no heading/)
      .first()
      .waitFor({ state: 'detached' })

    // The page itself, as players would read it, and nothing of it in force.
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('navigation', { name: 'Preview' }).getByRole('link', { name: 'Русский' }).click()
    const frame = page.frameLocator('iframe')
    await frame.getByRole('heading', { name: ENTRY.ru.title }).waitFor()
    await frame.getByText('Предпросмотр', { exact: true }).waitFor()
    expect(await faqOf('ru')).not.toContain(ENTRY.ru.title)
    expect(await brokenRules(page)).toEqual([])

    const planning = await openPublishing(page)
    await planning.getByLabel('When').selectOption('time')
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await planning.getByLabel('Date and time').fill(`${tomorrow}T12:00`)
    await planning.getByRole('button', { name: 'Plan', exact: true }).click()
    await page.getByText('Planned', { exact: true }).waitFor()
    await button(page, 'Take back').click()
    await button(page, 'Publish…').waitFor()
    expect(await faqOf('en')).not.toContain(ENTRY.en.title)

    const publishing = await openPublishing(page)
    await publishing.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Published', { exact: true }).waitFor()
    for (const language of LANGUAGES) {
      await expect.poll(() => faqOf(language), { timeout: 5_000 }).toContain(ENTRY[language].title)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await elementsBeyond(page)).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })
})
