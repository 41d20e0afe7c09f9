// Every page as a guest sees it, in every language and on both screens: no axe violation, nothing wider than the
// screen, and no layout shifts while it loads.
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { auditOnEachScreen, WITHOUT_SHELL } from '../../support/browsers/accessibility.ts'
import { launchBrowser, type RunningSite, startSite, visitCalmly } from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { PAGES } from '../../support/browsers/pages.ts'
import { byRun } from '../../support/runner/long-run.ts'

let site: RunningSite
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
})

/** Texts that a page shows once its island has loaded its data. */
const SHOWN: Partial<Record<(typeof PAGES)[number], (language: Language) => readonly string[]>> = {
  '/bonuses': (language) => [textFor(language, 'bonuses')('first.guest')],
  '/calendar': (language) => [textFor(language, 'calendar')('missedToday', { number: 2, first: 1 })],
  '/contracts': (language) => [textFor(language, 'contract')('example')],
  '/dashboard': (language) => [textFor(language, 'dashboard')('guest.title')],
  '/deposit': (language) => [textFor(language, 'deposit')('guest.title')],
  '/missions': (language) => [
    textFor(language, 'missions')('summary.guest'),
    textFor(language, 'missions')('reward.label'),
  ],
  '/protection': (language) => [textFor(language, 'protection')('status.guest')],
  '/raffle': (language) => [textFor(language, 'raffle')('needs.daily'), textFor(language, 'raffle')('needs.weekly')],
  '/referral': (language) => [textFor(language, 'referral')('own.guest')],
  '/wheel': (language) => [textFor(language, 'wheel')('prize.nothing')],
}

/** Pages whose islands reserve their space before they have loaded their data. */
const STEADY: ReadonlySet<string> = new Set([
  '/battles',
  '/battles/new',
  '/bonuses',
  '/calendar',
  '/deposit',
  '/fairness',
  '/free_case',
  '/missions',
  '/raffle',
  '/referral',
  '/wheel',
])

/** Pages whose header and footer the short form audits too: one that the menu does not name, and one that it marks as current. */
const WITH_SHELL: ReadonlySet<string> = new Set(['/', '/contracts'])

/** The short form audits English, and a page of each kind: cards, a text, a form, a list of prizes, tables, an empty state. */
const [LANGUAGES_AUDITED, PAGES_AUDITED] = byRun<[readonly Language[], readonly (typeof PAGES)[number][]]>(
  [['en'], ['/', '/faq', '/deposit', '/missions', '/fairness', '/contracts']],
  [LANGUAGES, PAGES],
)

async function isShown(page: Page, path: (typeof PAGES)[number], language: Language): Promise<void> {
  await page.locator('header section[aria-busy="false"]').first().waitFor()
  for (const words of SHOWN[path]?.(language) ?? []) {
    await page.locator('main').getByText(words).filter({ visible: true }).first().waitFor()
  }
}

it.each(LANGUAGES_AUDITED)('a guest finds no accessibility fault in %s', async (language) => {
  const { page, context } = await visitCalmly(browser, site, language)
  const shifts = await watchShifts(page)
  const wrong: string[] = []
  for (const path of PAGES_AUDITED) {
    await page.goto(`${site.url}${path}`)
    await isShown(page, path, language)
    const moved = await shifts()
    if (STEADY.has(path) && moved > SHIFT_MOST) wrong.push(`${path} moves by ${moved}`)
    wrong.push(
      ...(await auditOnEachScreen(page, path, WITH_SHELL.has(path) ? undefined : byRun(WITHOUT_SHELL, undefined))),
    )
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  expect(wrong).toEqual([])
  await context.close()
})
