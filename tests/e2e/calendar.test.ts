// The calendar in a real browser: the row of a guest, a claim, and a midnight that passes while the page is open.
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CalendarReply } from '../../src/contract/calendar.ts'
import { LANGUAGES, type Language } from '../../src/game/language.ts'
import { textFor } from '../../src/i18n/text.ts'
import { brokenRules } from '../support/accessibility.ts'
import {
  keepSilent,
  launchBrowser,
  type RunningSite,
  type ScreenName,
  startSite,
  visitCalmly,
} from '../support/browser.ts'
import { SHIFT_MOST, watchShifts } from '../support/layout-shift.ts'
import { SCRIPT_GOALS, weigh } from '../support/weight.ts'
import { ask, balanceIs, signIn } from './player.ts'

const START = 10_000

/** When the clocks of Kyiv go on by an hour. */
const EVE = '2027-03-28'

let site: RunningSite
let browser: Browser

beforeAll(async () => {
  site = await startSite({ TIME_ZONE: 'Europe/Kyiv' })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
})

const claim = (page: Page, language: Language, number: number) =>
  page.getByRole('button', { name: textFor(language, 'calendar')('claim', { number }) })

const JOURNEYS: readonly [Language, ScreenName, number][] = [
  ['en', 'desktop', 0],
  ['ru', 'phone', 1],
  ['uk', 'phone', 2],
]

describe.each(JOURNEYS)('in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'calendar')

  it('shows a guest the whole row, and gives a player today’s prize once', async () => {
    const { page, context, errors } = await visitCalmly(browser, site, language, screen)
    const shifts = await watchShifts(page)
    await page.goto(`${site.url}/calendar`)
    const days = page.getByRole('list', { name: t('days') }).getByRole('listitem')
    await expect.poll(() => days.count()).toBe(10)
    await page.getByText(t('missedToday', { number: 2, first: 1 })).waitFor()
    await page
      .locator('main')
      .getByRole('button', { name: textFor(language, 'common')('actions.signIn') })
      .click()
    await page.getByRole('dialog', { name: textFor(language, 'login')('title') }).waitFor()
    await page.keyboard.press('Escape')
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)

    await signIn(page, site, place)
    await page.goto(`${site.url}/calendar`)
    await claim(page, language, 1).waitFor()
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)
    expect(await brokenRules(page, 'main')).toEqual([])
    await claim(page, language, 1).click()
    await page
      .getByText(textFor(language, 'replies')('calendarPaid', { amount: '$0.05' }))
      .first()
      .waitFor()
    await balanceIs(page, START + 5)
    await page.getByText(t('missed', { number: 2, first: 1 })).waitFor()

    await page.reload()
    await page.getByText(t('claimed')).first().waitFor()
    await expect.poll(() => claim(page, language, 1).count()).toBe(0)
    await page
      .getByText(t('oneDay', { number: 1, prize: '$0.05', state: t('state.claimed') }))
      .waitFor({ state: 'attached' })
    expect(await brokenRules(page, 'main')).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })
})

it('turns to the next day by itself at the end of the day on which the clocks have changed', async () => {
  const late = await startSite({ TIME_ZONE: 'Europe/Kyiv', CLOCK: `${EVE}T20:59:35Z` })
  const { page, context, errors } = await visitCalmly(browser, late)
  await signIn(page, late, 0)
  await page.goto(`${late.url}/calendar`)
  const read = () => ask<CalendarReply>(page, '/calendar')
  // A press in the very moment of midnight claims nothing, and says so: it is pressed again.
  await expect
    .poll(async () => {
      const button = claim(page, 'en', 1)
      if ((await button.count()) > 0 && (await button.isEnabled())) await button.click()
      return (await read()).streak
    })
    .toBe(1)
  const { today, claimed } = await read()
  // On a slow machine midnight is over by now, and the first day was the one after it.
  if (today === EVE || !claimed) {
    await claim(page, 'en', 2).waitFor({ timeout: 40_000 })
    await claim(page, 'en', 2).click()
    await balanceIs(page, START + 10)
    expect(await read()).toMatchObject({ streak: 2, claimed: true })
  }
  expect(errors).toEqual([])
  await context.close()
  await late.stop()
})

it.each(LANGUAGES)('says what a missed day does without JavaScript in %s', async (language) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: language })
  const page = await context.newPage()
  await page.goto(`${site.url}/${language}/calendar`)
  await expect.poll(() => page.getByText(textFor(language, 'calendar')('lead', { count: 10 })).isVisible()).toBe(true)
  await context.close()
})

it('says that there is no connection, and asks again', async () => {
  const { page, context } = await visitCalmly(browser, site)
  await keepSilent(page)
  await page.route('**/api/calendar', (route) => route.abort())
  await page.goto(`${site.url}/calendar`)
  await page.getByText(textFor('en', 'calendar')('failed')).waitFor()
  await page.unroute('**/api/calendar')
  await page.getByRole('button', { name: textFor('en', 'common')('actions.retry') }).click()
  await page.getByRole('list', { name: textFor('en', 'calendar')('days') }).waitFor()
  await context.close()
})

it('weighs at most 150 KB in scripts', async () => {
  const { scripts, byScript } = await weigh(browser, site, '/calendar')
  expect(scripts, JSON.stringify([...byScript])).toBeLessThanOrEqual(SCRIPT_GOALS.case)
})
