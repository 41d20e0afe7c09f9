// The missions in a real browser: progress that grows with games, a reward that is claimed once, and the badges that
// announce it.
import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { Language } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { MissionClaimReply, MissionsReply } from '../../../src/protocol/missions.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import {
  blockLiveEvents,
  type ScreenName,
  startSite,
  type Visitor,
  visit,
  visitCalmly,
} from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { moveClock } from '../../support/sites/site-clock.ts'
import { openForFile } from '../parts/file-site.ts'
import { ask, balanceIs, PAGE_JOURNEYS, signIn, skipMotion } from '../parts/player.ts'

/** Costs 50 cents. */
const CHEAP = 'first-step'
const START = 10_000

const { site, browser } = await openForFile({ SOCIAL_TELEGRAM: 'https://telegram.example/spacedrop' })

/** A signed-in player on the missions page. */
async function playerOn(
  language: Language,
  screen: ScreenName,
  number: number,
  come = visitCalmly,
): Promise<Visitor & { readonly shifts: () => Promise<number> }> {
  const visitor = await come(browser, site, language, screen)
  await signIn(visitor.page, site, number)
  const shifts = await watchShifts(visitor.page)
  await visitor.page.goto(`${site.url}/missions`)
  return { ...visitor, shifts }
}

const card = (page: Page, mission: string): Locator => page.locator(`#mission-${mission}`)

const play = (page: Page, count = 10): Promise<unknown> => ask(page, `/case/${CHEAP}/open`, { count })

const progress = (language: Language, done: number | string, count: number | string): string =>
  textFor(language, 'missions')('progress', { done: String(done), count: String(count) })

/** Navigation links, by whether they have a badge. */
const marked = (page: Page, path: string): Locator => page.locator(`nav a[href="${path}"][data-claim]`)

describe.each(PAGE_JOURNEYS)('missions in %s on a %s', (language, screen, number) => {
  it('progress while the player plays, can be claimed, and have a badge until then', async () => {
    const t = textFor(language, 'missions')
    const words = textFor(language, 'marks')('claim')
    const { context, page, errors, shifts } = await playerOn(language, screen, number)
    await card(page, 'open-10')
      .getByText(progress(language, 0, 10))
      .waitFor()
    expect(await page.locator('article[id^="mission-"]').count()).toBe(6)
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)
    expect(await card(page, 'open-10').getByRole('button').count()).toBe(0)
    // A day of the calendar is claimable from the start; here the badges are the proof that they were loaded.
    await marked(page, '/calendar').first().waitFor({ state: 'attached' })
    expect(await marked(page, '/missions').count()).toBe(0)

    // As in another tab: this page receives the event, and reloads.
    await play(page)
    await card(page, 'open-10')
      .getByText(progress(language, 10, 10))
      .waitFor()
    await card(page, 'spend-100')
      .getByText(progress(language, formatMoney(500), formatMoney(10_000)))
      .waitFor()
    const claim = card(page, 'open-10').getByRole('button', { name: t('claim') })
    await claim.waitFor()

    await page.goto(`${site.url}/missions`)
    await marked(page, '/missions').first().waitFor({ state: 'attached' })
    expect(await marked(page, '/missions').first().textContent()).toContain(words)
    if (screen === 'phone') {
      const menu = page.locator('nav button[popovertarget="side-menu"][data-claim]')
      expect(await menu.textContent()).toContain(words)
    }

    await claim.click()
    await balanceIs(page, START - 500 + 20)
    await card(page, 'open-10').getByText(t('won.title')).waitFor()
    await expect.poll(() => marked(page, '/missions').count()).toBe(0)
    await expect.poll(() => page.getByText(words).count()).toBeGreaterThan(0)
    await page.reload()
    await card(page, 'open-10').getByText(t('claimed')).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(errors).toEqual([])
    await context.close()
  })
})

inLongRun(() => {
  it('missions show a guest their goals and rewards, and ask to sign in', async () => {
    const t = textFor('en', 'missions')
    const { context, page, errors } = await visitCalmly(browser, site, 'en', 'phone')
    await page.goto(`${site.url}/missions`)
    for (const mission of ['open-10', 'win-3', 'sign-1', 'open-100', 'sign-10', 'spend-100']) {
      await card(page, mission).getByText(t('reward.label')).waitFor()
      expect(await card(page, mission).getByRole('button').count()).toBe(0)
    }
    expect(await page.locator('[data-claim]').count()).toBe(0)
    await page.getByText(t('summary.guest')).waitFor()
    await page
      .locator('main')
      .getByRole('button', { name: textFor('en', 'common')('actions.signIn') })
      .click()
    await page.getByRole('dialog', { name: textFor('en', 'login')('title') }).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it.each([
    ['en', 'desktop', 0],
    ['uk', 'phone', 1],
  ] as const)(
    'missions open their case on the reel, with the proof of its roll, in %s on a %s',
    async (language, screen, number) => {
      const [t, words] = [textFor(language, 'missions'), textFor(language, 'case')]
      const { context, page, errors } = await playerOn(language, screen, number, visit)
      for (let i = 0; i < 10; i++) await play(page)
      const claim = card(page, 'open-100').getByRole('button', { name: t('claim') })
      // The result stays hidden until the reel has stopped.
      const won = card(page, 'open-100').getByText(t('won.title'))
      await claim.click()
      const opened = page.getByRole('dialog').filter({ has: page.getByRole('region', { name: words('stage') }) })
      await opened.getByRole('button', { name: words('skip') }).waitFor()
      expect(await won.count()).toBe(0)
      await skipMotion(
        opened.getByRole('button', { name: words('skip') }),
        opened.getByRole('link', { name: words('result.proof') }),
      )
      await opened.locator('[aria-live="polite"]').filter({ hasText: '$' }).waitFor({ state: 'attached' })
      await opened.getByRole('link', { name: words('result.proof') }).waitFor()
      expect(await brokenRules(page, 'dialog[open]')).toEqual([])
      await opened.getByRole('button', { name: textFor(language, 'common')('actions.keep') }).click()
      await opened.waitFor({ state: 'hidden' })
      const proof = card(page, 'open-100').getByRole('link', { name: t('won.proof') })
      await proof.waitFor()
      await won.waitFor()
      await proof.click()
      await page.waitForURL(/\/fairness\?roll=/)
      expect(errors).toEqual([])
      await context.close()
    },
  )

  it('missions report a claim without a response and one made in another tab, and give nothing twice', async () => {
    const t = textFor('en', 'missions')
    const { context, page } = await playerOn('en', 'phone', 2)
    await play(page)
    const claim = card(page, 'open-10').getByRole('button', { name: t('claim') })
    await claim.waitFor()
    await page.route('**/api/missions/*/claim', (route) => route.abort())
    await claim.click()
    await page.getByText(t('offline.title')).waitFor()
    await page.unroute('**/api/missions/*/claim')

    const { periods } = await ask<MissionsReply>(page, '/missions')
    const elsewhere = await ask<MissionClaimReply>(page, '/missions/open-10/claim', { period: periods.daily.day })
    expect(elsewhere.success).toBe(true)
    await page.getByRole('button', { name: t('offline.again') }).click()
    await page.getByText(t('refused.title')).waitFor()
    await page.getByRole('button', { name: t('refused.close') }).click()
    await card(page, 'open-10').getByText(t('claimed')).waitFor()
    await balanceIs(page, START - 500 + 20)
    await context.close()
  })

  it('missions can be loaded again after a failure', async () => {
    const { context, page } = await visitCalmly(browser, site)
    await page.route('**/api/missions', (route) => route.abort())
    // A reconnect would retry by itself.
    await blockLiveEvents(page)
    await page.goto(`${site.url}/missions`)
    await page.getByText(textFor('en', 'missions')('failed.title')).waitFor()
    await page.unroute('**/api/missions')
    await page.getByRole('button', { name: textFor('en', 'common')('actions.retry') }).click()
    await card(page, 'open-10').waitFor()
    await context.close()
  })

  it('missions start again at midnight by the clock of the site', async () => {
    const late = await startSite({ CLOCK: '2027-03-27T12:00:00Z', TIME_ZONE: 'Europe/Kyiv' })
    const { context, page } = await visitCalmly(browser, late)
    await page.clock.install()
    await blockLiveEvents(page)
    await page.goto(`${late.url}/missions`)
    const left = page.locator('section[aria-labelledby="missions-daily"] time')
    await expect.poll(() => left.textContent()).toMatch(/^09:5\d:\d\d$/)
    await moveClock(page, late, '2027-03-27T22:00:00Z')
    // The next day of Kyiv loses an hour.
    await expect.poll(() => left.textContent()).toMatch(/^22:5\d:\d\d$/)
    await context.close()
    await late.stop()
  })
})
