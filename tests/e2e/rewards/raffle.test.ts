// Raffles in a real browser: a player deposits, joins, wins at the hour, and verifies the draw in the page.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Language } from '../../../src/game/base/language.ts'
import type { RAFFLE_KINDS } from '../../../src/game/rewards/rewards.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { OrdersReply } from '../../../src/protocol/payment.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import {
  launchBrowser,
  type RunningSite,
  startSite,
  type Visitor,
  visitCalmly,
} from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { copyWithCheapPrizes } from '../../support/players/raffles.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { moveClock } from '../../support/sites/site-clock.ts'
import { ask, call, depositByCall, openByCall, PAGE_JOURNEYS, signIn } from '../parts/player.ts'

const START = '2027-03-28T00:10:00Z'
const HOUR = '2027-03-28T01:00:00Z'

let site: RunningSite
let folder: string
let browser: Browser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-raffles-'))
  site = await startSite({
    SHOP_DIR: await copyWithCheapPrizes(folder),
    CLOCK: START,
    TIME_ZONE: 'Europe/Kyiv',
  })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
  await rm(folder, { recursive: true })
})

const card = (page: Page, language: Language, kind: (typeof RAFFLE_KINDS)[number]) =>
  page.getByRole('article', { name: textFor(language, 'raffle')(`kind.${kind}`) })

describe('raffles', () => {
  const t = textFor('en', 'raffle')
  let player: Visitor

  afterAll(() => player.context.close())

  it('are joined after a deposit', async () => {
    player = await visitCalmly(browser, site, 'en', 'desktop')
    const { page } = player
    await page.clock.install()
    await signIn(page, site, 0)
    await depositByCall(page, site, 5)
    await expect
      .poll(async () => (await call<OrdersReply>(page, site, '/payment/orders')).orders[0]?.state)
      .toBe('paid')
    await page.goto(`${site.url}/raffle`)
    const hourly = card(page, 'en', 'hourly')
    await hourly.getByRole('button', { name: t('join') }).click()
    await hourly.getByText(t('joined'), { exact: true }).waitFor()
    await hourly.getByText(t('draw.need', { have: '$0.00', need: '$0.03' })).waitFor()
    await openByCall(page, site, 10)
    await page.reload()
    await hourly.getByText(t('draw.in', { places: 1 })).waitFor()
  })

  inLongRun(() => {
    // Before the hour ends for the player: a guest sees the open raffle.
    it.each(PAGE_JOURNEYS)('are visible to guests in %s on a %s', async (language, screen) => {
      const words = textFor(language, 'raffle')
      const { page, context, errors } = await visitCalmly(browser, site, language, screen)
      await page.clock.install({ time: START })
      const shift = await watchShifts(page)
      await page.goto(`${site.url}/raffle`)
      await card(page, language, 'hourly').waitFor()
      for (const kind of ['daily', 'weekly'] as const) {
        await card(page, language, kind)
          .getByText(words(`needs.${kind}`))
          .waitFor()
        await card(page, language, kind).getByRole('timer').waitFor()
      }
      expect(await shift()).toBeLessThanOrEqual(SHIFT_MOST)
      const way = textFor(language, 'common')('actions.signIn')
      await card(page, language, 'daily').getByRole('button', { name: way }).press('Enter')
      await page.getByRole('dialog', { name: textFor(language, 'login')('title') }).waitFor()
      expect(errors).toEqual([])
      await context.close()
    })
  })

  it('are drawn at the hour, announced to the winner, and verified in the page', async () => {
    const { page, errors } = player
    const hourly = card(page, 'en', 'hourly')
    await moveClock(page, site, HOUR)
    await hourly.getByText(t('won', { players: 1 })).waitFor()
    const { user } = await ask<{ user: { id: number; username: string } }>(page, '/user/get')
    await hourly.getByRole('link', { name: user.username }).waitFor()
    const notices = await ask<{ title: string }[]>(page, '/notification/get')
    expect(notices.map(({ title }) => title)).toContain(textFor('en', 'replies')('notice.raffleWon.title'))
    await page
      .getByRole('region', { name: t('winners.title') })
      .getByRole('link', { name: user.username })
      .waitFor()

    await hourly.getByRole('button', { name: t('proof') }).click()
    const dialog = page.getByRole('dialog', { name: t('proofOf', { number: 1 }) })
    await dialog.getByText(t('verdict.right')).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: t('download') }).click(),
    ])
    expect(download.suggestedFilename()).toBe('raffle-1.json')
    expect(await brokenRules(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await hourly.getByRole('button', { name: t('next') }).click()
    await hourly.getByRole('button', { name: t('join') }).waitFor()
    expect(errors).toEqual([])
  })
})
