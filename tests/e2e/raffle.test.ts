// Raffles in a real browser, shortly before the hour: a player deposits, joins, waits for the draw, wins, and checks it in the page.
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../src/game/language.ts'
import type { RAFFLE_KINDS } from '../../src/game/rewards.ts'
import { textFor } from '../../src/i18n/text.ts'
import { brokenRules } from '../support/accessibility.ts'
import {
  launchBrowser,
  type RunningSite,
  type ScreenName,
  startSite,
  type Visitor,
  visitCalmly,
} from '../support/browser.ts'
import { SHIFT_MOST, watchShifts } from '../support/layout-shift.ts'
import { ask, call, signIn } from './player.ts'

const UNTIL_THE_HOUR_MS = 80_000

let site: RunningSite
let browser: Browser

beforeAll(async () => {
  // Long enough before the hour for a deposit and a join, on a slow machine too.
  site = await startSite({ CLOCK: '2027-03-28T00:58:50Z', TIME_ZONE: 'Europe/Kyiv' })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
})

/** A deposit by the calls of the form; the form has journeys of its own. */
async function deposit(page: Page): Promise<void> {
  const { user } = await call<{ user: { id: number } }>(page, site, '/user/get')
  const { paymentMethods } = await call<{ paymentMethods: { name: string; apiUrl: string }[] }>(
    page,
    site,
    '/payment/get?currency=USD',
  )
  const [method] = paymentMethods
  if (method === undefined) throw new Error('There is no way to pay')
  const order = { method_name: method.name, sum: 5, promocode: '', user_id: user.id }
  const { url } = await call<{ url: string }>(page, site, method.apiUrl.replace('/api', ''), order)
  await page.goto(url)
  await page.locator('button[name="outcome"][value="pay"]').click()
  await page.waitForURL(/\/deposit\?order=/)
}

const card = (page: Page, language: Language, kind: (typeof RAFFLE_KINDS)[number]) =>
  page.getByRole('article', { name: textFor(language, 'raffle')(`kind.${kind}`) })

describe('raffles', () => {
  const t = textFor('en', 'raffle')
  let player: Visitor

  afterAll(() => player.context.close())

  it('are joined after a deposit', async () => {
    player = await visitCalmly(browser, site, 'en', 'desktop')
    const { page } = player
    await signIn(page, site, 0)
    await deposit(page)
    await page.goto(`${site.url}/raffle`)
    const hourly = card(page, 'en', 'hourly')
    await hourly.getByRole('button', { name: t('join') }).click()
    await hourly.getByText(t('joined'), { exact: true }).waitFor()
    await hourly.getByText(t('chance', { players: 1 })).waitFor()
  })

  // Meanwhile the player's page waits. The hour may strike for a guest too, so that only the longer raffles are looked into.
  it.each(
    LANGUAGES.flatMap((language) => (['phone', 'desktop'] as const).map((screen) => [language, screen] as const)),
  )('are there for guests in %s on a %s', async (language: Language, screen: ScreenName) => {
    const words = textFor(language, 'raffle')
    const { page, context, errors } = await visitCalmly(browser, site, language, screen)
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
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(await brokenRules(page)).toEqual([])
    const way = textFor(language, 'common')('actions.signIn')
    await card(page, language, 'daily').getByRole('button', { name: way }).press('Enter')
    await page.getByRole('dialog', { name: textFor(language, 'login')('title') }).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('are drawn at the hour, told to the winner, and checked in the page', async () => {
    const { page, errors } = player
    const hourly = card(page, 'en', 'hourly')
    // Nobody has touched the page since.
    await hourly.getByText(t('won', { players: 1 })).waitFor({ timeout: UNTIL_THE_HOUR_MS })
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
