// The room Announcements in Chromium: content plans a bar for an hour ahead, a player reads it in their language when its time has come, and puts
// it away. A notice to a group reaches a player, and not an excluded one.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { Notification } from '../../../src/protocol/notification.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { type Visitor, visitCalmly } from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'
import { call, signIn } from '../parts/player.ts'
import { addColleague, signInAsOwner } from './team.ts'

const START = '2027-03-01T09:00:00Z'
const PLANNED = '2027-03-01T10:00:00Z'
const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port), CLOCK: START })

const TITLE = { en: 'Update at 22:00', ru: 'Обновление в 22:00', uk: 'Оновлення о 22:00' }
const WORDS = {
  en: 'Games pause for ten minutes.',
  ru: 'Игры прервутся на десять минут.',
  uk: 'Ігри зупиняться на десять хвилин.',
}
const NAMES = { en: 'English', ru: 'Russian', uk: 'Ukrainian' }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const bar = (page: Page, language: Language) =>
  page.getByRole('region', { name: textFor(language, 'announcement')('region.bar'), exact: true })

/** Moves the time of the site. */
async function setClock(now: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const moved = await fetch(`${site.url}/sandbox/clock`, { method: 'POST', headers, body: JSON.stringify({ now }) })
  expect(moved.ok).toBe(true)
}

/** Writes a moment into a field of a time, which is in the page's own time zone. */
async function fillTime(page: Page, label: string, iso: string): Promise<void> {
  const local = await page.evaluate((text) => {
    const at = new Date(text)
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, iso)
  await page.getByLabel(label, { exact: true }).fill(local)
}

describe('what the shop announces', () => {
  it('is planned by content, read by players in their language at its time, and put away', async () => {
    const owner = await visitCalmly(browser, site)
    await signInAsOwner(owner.page, office)
    const {
      page: writer,
      context,
      errors,
    } = await addColleague({ browser, site, office }, owner.page, {
      name: 'Iryna',
      role: 'content',
    })
    await writer.clock.install({ time: START })
    await writer.goto(`${office}/announcements`)
    await writer.getByText('Nothing is announced now').waitFor()
    await button(writer, 'New announcement').click()
    const publish = writer.getByRole('button', { name: /^Publish/ })
    expect(await publish.getAttribute('aria-disabled')).toBe('true')
    for (const language of LANGUAGES) {
      await writer.getByLabel(`Title: ${NAMES[language]}`).fill(TITLE[language])
      await writer.getByLabel(`Text: ${NAMES[language]}`).fill(WORDS[language])
    }
    await writer.getByLabel('Text: English').fill('Read <b>this</b>')
    await writer.getByText('Plain text only, no HTML.').waitFor()
    await writer.getByLabel('Text: English').fill(WORDS.en)
    await writer.getByLabel('Link', { exact: true }).selectOption('Another site (https)')
    await writer.getByLabel('Address').fill('http://example.com')
    await writer.getByText('Only https addresses.').waitFor()
    await writer.getByLabel('Link', { exact: true }).selectOption('FAQ')
    await fillTime(writer, 'Until', '2027-03-01T09:30:00Z')
    await fillTime(writer, 'From', PLANNED)
    await writer.getByText('It would end before it begins.').waitFor()
    await fillTime(writer, 'Until', '2027-03-01T12:00:00Z')
    expect(await publish.getAttribute('aria-disabled')).toBe(null)
    expect(await brokenRules(writer)).toEqual([])
    await publish.click()
    await writer.getByRole('row', { name: /^Update at 22:00/ }).waitFor()
    expect(new URL(writer.url()).search).toBe('?state=planned')

    const { page: player, context: own, errors: ownErrors } = await visitCalmly(browser, site, 'uk', 'phone')
    await player.goto(site.url)
    expect(await bar(player, 'uk').count()).toBe(0)
    await setClock(PLANNED)
    const shifts = await watchShifts(player)
    await player.goto(site.url)
    await bar(player, 'uk').waitFor()
    expect(await bar(player, 'uk').textContent()).toContain(`${TITLE.uk} ${WORDS.uk}`)
    expect(await brokenRules(player)).toEqual([])
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)
    await bar(player, 'uk')
      .getByRole('button', { name: textFor('uk', 'announcement')('hide') })
      .click()
    await expect.poll(() => bar(player, 'uk').count()).toBe(0)
    await player.goto(`${site.url}/upgrade`)
    await player.locator('main h1').first().waitFor()
    expect(await bar(player, 'uk').count()).toBe(0)

    // The service worker keeps this page for weeks.
    expect(await (await fetch(`${site.url}/uk/offline`)).text()).not.toContain(TITLE.uk)

    const unscripted = await browser.newContext({ javaScriptEnabled: false, locale: 'ru-RU' })
    const reader = await unscripted.newPage()
    await reader.goto(`${site.url}/ru/faq`)
    expect(await bar(reader, 'ru').textContent()).toContain(WORDS.ru)
    expect(await bar(reader, 'ru').getByRole('button').count()).toBe(0)
    await unscripted.close()

    await writer.goto(`${office}/announcements`)
    await writer.getByRole('link', { name: TITLE.en }).click()
    await button(writer, 'End now').click()
    await writer.getByText('Nothing is announced now').waitFor()
    const page = async (): Promise<string> => (await fetch(`${site.url}/en/faq`)).text()
    await expect.poll(page, { timeout: 5_000 }).not.toContain(TITLE.en)

    for (const each of [context, own, owner.context]) await each.close()
    expect([...errors, ...ownErrors]).toEqual([])
  })

  it('is sent to a group, and reaches a player and not an excluded one', async () => {
    const owner = await visitCalmly(browser, site)
    const [reader, excluded] = [await visitCalmly(browser, site, 'uk', 'phone'), await visitCalmly(browser, site)]
    await signIn(reader.page, site, 0)
    await signIn(excluded.page, site, 1)
    for (const { page } of [reader, excluded]) await call(page, site, '/user/get')
    const exclusion = { days: 'forever' }
    expect(await call(excluded.page, site, '/limits/self-exclude', exclusion)).toMatchObject({ success: true })

    const { page } = owner
    await signInAsOwner(page, office)
    await page.goto(`${office}/announcements?state=notices`)
    await button(page, 'New notice to players').click()
    await page.getByText(/^1 excluded/).waitFor()
    for (const language of LANGUAGES) {
      await page.getByLabel(`Title: ${NAMES[language]}`).fill(TITLE[language])
      await page.getByLabel(`Text: ${NAMES[language]}`).fill(WORDS[language])
    }
    expect(await brokenRules(page)).toEqual([])
    await button(page, 'Send to the group').click()
    const dialog = page.getByRole('dialog', { name: 'Send to the group' })
    await dialog.getByLabel('Reason').fill('Players ask when it begins')
    await dialog.getByRole('button', { name: 'Send to the group' }).click()
    await page.getByRole('row', { name: /^Update at 22:00.*Sent/ }).waitFor()
    expect(await brokenRules(page)).toEqual([])

    const bell = ({ page: of }: Visitor) => call<Notification[]>(of, site, '/notification/get')
    expect((await bell(reader)).map(({ title, content }) => [title, content])).toContainEqual([TITLE.uk, WORDS.uk])
    expect((await bell(excluded)).map(({ title }) => title)).not.toContain(TITLE.en)
    for (const { context, errors } of [owner, reader, excluded]) {
      await context.close()
      expect(errors).toEqual([])
    }
  })
})
