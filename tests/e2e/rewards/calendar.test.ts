// The calendar in a real browser: the days for a guest, a claim, and a midnight while the page is open.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { CalendarReply } from '../../../src/protocol/calendar.ts'
import { STAND_IN_PLAYERS } from '../../../src/server/steam/stand-in-players.ts'
import { blockLiveEvents, startSite, visit, visitCalmly } from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { SCRIPT_GOALS, weigh } from '../../support/browsers/weight.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { moveClock } from '../../support/sites/site-clock.ts'
import { openForFile } from '../parts/file-site.ts'
import { ask, balanceIs, PAGE_JOURNEYS, signIn } from '../parts/player.ts'

const START = 10_000

/** The stand-in's player whose Steam account is a month old. */
const NEW_ACCOUNT = STAND_IN_PLAYERS.findIndex(({ isNew }) => isNew)

/** The moment when the clocks of Kyiv go forward by an hour. */
const EVE = '2027-03-28'

const { site, browser } = await openForFile({ TIME_ZONE: 'Europe/Kyiv' })

const claim = (page: Page, language: Language, number: number) =>
  page.getByRole('button', { name: textFor(language, 'calendar')('claim', { number }) })

describe.each(PAGE_JOURNEYS)('the calendar in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'calendar')

  it('shows a guest all days, and gives a player today’s prize once', async () => {
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
    expect(errors).toEqual([])
    await context.close()
  })
})

inLongRun(() => {
  it('the amount of a claim flies to the balance, which counts when it lands, and the day is claimed at once', async () => {
    const { page, context, errors } = await visit(browser, site)
    await signIn(page, site, 2)
    await page.goto(`${site.url}/calendar`)
    await claim(page, 'en', 1).waitFor()
    await balanceIs(page, START)
    const counted = page.locator('header [data-balance] [aria-hidden]').last()
    await page.evaluate(() => {
      // What the balance shows when the coins start.
      new MutationObserver(([change]) => {
        const coins = change?.addedNodes[0]
        if (!(coins instanceof HTMLElement) || coins.childElementCount < 5) return
        const shown = [...document.querySelectorAll('header [data-balance] [aria-hidden]')].at(-1)
        document.documentElement.dataset.before = shown?.textContent ?? ''
        // What it shows once a gift is locked, which replaces its element, if the first coin still flies by then.
        const [flight] = coins.firstElementChild?.getAnimations() ?? []
        new MutationObserver((_, observer) => {
          const locked = [...document.querySelectorAll('header button[data-balance] [aria-hidden]')].at(-1)
          if (locked === undefined) return
          observer.disconnect()
          if (flight?.playState === 'running') document.documentElement.dataset.locked = locked.textContent ?? ''
        }).observe(document.querySelector('header') ?? document.body, { childList: true, subtree: true })
      }).observe(document.body, { childList: true })
    })
    const { promise: claimSeen, resolve: answerDays } = Promise.withResolvers<void>()
    await page.route('**/api/calendar', async (route) => {
      await claimSeen
      await route.continue()
    })
    const { promise: coinsFly, resolve: answerGifts } = Promise.withResolvers<void>()
    await page.route('**/api/rewards', async (route) => {
      await coinsFly
      await route.continue()
    })
    await claim(page, 'en', 1).click()
    await expect.poll(() => page.locator('html').getAttribute('data-before')).toBe(formatMoney(START))
    answerGifts()
    await page.locator('header button[data-balance]').waitFor()
    expect([null, formatMoney(START)]).toContain(await page.locator('html').getAttribute('data-locked'))
    await expect.poll(() => counted.textContent()).toBe(formatMoney(START + 5))
    // The days are read again, which takes its time.
    expect(await claim(page, 'en', 1).count()).toBe(0)
    answerDays()
    await expect.poll(() => page.locator('body > [aria-hidden="true"] > span:nth-child(5)').count()).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  })

  it('the calendar switches to the next day at the end of a day on which the clocks change', async () => {
    const late = await startSite({ TIME_ZONE: 'Europe/Kyiv', CLOCK: `${EVE}T12:00:00Z` })
    const { page, context } = await visitCalmly(browser, late)
    await page.clock.install()
    // A reconnect would make the page reload its data.
    await blockLiveEvents(page)
    await signIn(page, late, 0)
    await page.goto(`${late.url}/calendar`)
    await claim(page, 'en', 1).click()
    await balanceIs(page, START + 5)
    const read = () => ask<CalendarReply>(page, '/calendar')
    expect(await read()).toMatchObject({ today: EVE, streak: 1, claimed: true })
    await moveClock(page, late, `${EVE}T21:00:00Z`)
    await claim(page, 'en', 2).click()
    await balanceIs(page, START + 10)
    expect(await read()).toMatchObject({ streak: 2, claimed: true })
    await context.close()
    await late.stop()
  })

  it.each(LANGUAGES)('the calendar explains a missed day without JavaScript in %s', async (language) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: language })
    const page = await context.newPage()
    await page.goto(`${site.url}/${language}/calendar`)
    await expect.poll(() => page.getByText(textFor(language, 'calendar')('lead', { count: 10 })).isVisible()).toBe(true)
    await context.close()
  })

  it('the calendar says that there is no connection, and retries', async () => {
    const { page, context } = await visitCalmly(browser, site)
    await blockLiveEvents(page)
    await page.route('**/api/calendar', (route) => route.abort())
    await page.goto(`${site.url}/calendar`)
    await page.getByText(textFor('en', 'calendar')('failed')).waitFor()
    await page.unroute('**/api/calendar')
    await page.getByRole('button', { name: textFor('en', 'common')('actions.retry') }).click()
    await page.getByRole('list', { name: textFor('en', 'calendar')('days') }).waitFor()
    await context.close()
  })

  it('the calendar has at most 150 KB of scripts', async () => {
    const { scripts, byScript } = await weigh(browser, site, '/calendar')
    expect(scripts, JSON.stringify([...byScript])).toBeLessThanOrEqual(SCRIPT_GOALS.screen)
  })

  it.each(LANGUAGES)('says in %s why a new Steam account gets no gifts, instead of a button', async (language) => {
    const { page, context, errors } = await visitCalmly(browser, site, language, 'phone')
    await signIn(page, site, NEW_ACCOUNT)
    await page.goto(`${site.url}/calendar`)
    const words = textFor(language, 'replies')('refusal.gift-steam', { context: 'age', days: 180 })
    await page.getByText(words).waitFor()
    expect(await claim(page, language, 1).count()).toBe(0)
    expect(await page.locator('nav a[href="/calendar"][data-claim]').count()).toBe(0)
    await page.goto(`${site.url}/wheel`)
    await page.getByText(words).waitFor()
    await page.getByRole('button', { name: textFor(language, 'wheel')('paid.button', { price: '$1.00' }) }).waitFor()
    await page.goto(`${site.url}/missions`)
    await page.getByText(words).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})
