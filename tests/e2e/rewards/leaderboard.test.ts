// Leaderboards in a real browser: a guest reads the boards without JavaScript; a player shows their name and finds their place.
import { describe, expect, it } from 'vitest'
import { textFor } from '../../../src/i18n/text.ts'
import type { LeaderboardReply } from '../../../src/protocol/leaderboard.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { moveClock } from '../../support/sites/site-clock.ts'
import { openForFile } from '../parts/file-site.ts'
import { call, openByCall, PAGE_JOURNEYS, signIn } from '../parts/player.ts'

const START = '2027-03-24T10:00:00Z'

const { site, browser } = await openForFile({ CLOCK: START, TIME_ZONE: 'Europe/Kyiv' })

describe('leaderboards', () => {
  it.each(PAGE_JOURNEYS)('are empty on a fresh site, in %s on a %s', async (language, screen) => {
    const t = textFor(language, 'leaderboard')
    const { page, context, errors } = await visitCalmly(browser, site, language, screen)
    await page.clock.install({ time: START })
    const shift = await watchShifts(page)
    await page.goto(`${site.url}/leaderboard`)
    await page.getByRole('heading', { level: 1, name: t('title') }).waitFor()
    await page.getByText(t('own.guest')).waitFor()
    await page.getByText(t('winners.none')).waitFor()
    // Before the choice below: on a busy machine its boards appear so late that they do not count as its result.
    expect(await shift()).toBeLessThanOrEqual(SHIFT_MOST)
    const week = page.getByRole('radio', { name: t('period.week') })
    await week.focus()
    await page.keyboard.press('Space')
    expect(await page.getByRole('region', { name: t('points.title') }).count()).toBe(1)
    expect(await brokenRules(page)).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })

  // It waits for the minute that the boards are read in.
  inLongRun(() => {
    it('show a player their place, and their name to others once they choose it', async () => {
      const t = textFor('en', 'leaderboard')
      const { page, context, errors } = await visitCalmly(browser, site, 'en', 'phone')
      await page.clock.install()
      await signIn(page, site, 0)
      await openByCall(page, site, 5)
      await page.goto(`${site.url}/leaderboard`)
      await moveClock(page, site, '2027-03-24T10:10:00Z')
      const ownIn = async () => (await call<LeaderboardReply>(page, site, '/leaderboard')).own?.[0]?.points
      await expect.poll(ownIn).toMatchObject({ place: 1 })
      await page.reload()
      const own = page.getByRole('region', { name: t('own.title') })
      await own
        .getByText(t('own.at', { place: 1 }))
        .first()
        .waitFor()
      await own.getByRole('button', { name: t('own.show') }).click()
      await own.getByRole('button', { name: t('own.hide') }).waitFor()
      expect(await brokenRules(page)).toEqual([])

      const guest = await browser.newContext({ javaScriptEnabled: false })
      const reader = await guest.newPage()
      await expect
        .poll(async () => {
          await reader.goto(`${site.url}/en/leaderboard`)
          return reader
            .getByRole('region', { name: t('points.title') })
            .first()
            .getByRole('listitem')
            .count()
        })
        .toBe(1)
      await guest.close()
      expect(errors).toEqual([])
      await context.close()
    })
  })
})
