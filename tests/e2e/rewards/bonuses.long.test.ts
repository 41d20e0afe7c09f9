// The bonuses in a real browser: a code that reaches the deposit form, links that are ticked off, a bonus that is
// claimed once.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST_DEPOSIT_PERCENT, SOCIAL_BONUS } from '../../../src/game/base/economy.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { SocialReply } from '../../../src/protocol/bonuses.ts'
import { openPglite } from '../../../src/server/db/pglite.ts'
import { createPromo } from '../../../src/server/services/payments/promo-codes.ts'
import {
  blockLiveEvents,
  launchBrowser,
  type RunningSite,
  startSite,
  visitCalmly,
  waitForHydration,
} from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { copyMigrated } from '../../support/databases/migrated-pglite.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { balanceIs, call, PAGE_JOURNEYS, signIn } from '../parts/player.ts'

const ACCOUNTS = {
  SOCIAL_INSTAGRAM: 'https://instagram.example/spacedrop',
  SOCIAL_TELEGRAM: 'https://telegram.example/spacedrop',
}
const CODE = 'Atlas10'
const PERCENT = 10
const START = 10_000
const amount = formatMoney(SOCIAL_BONUS)

let folder: string
let site: RunningSite
let browser: Browser

/** A folder whose database has a promo code. */
async function folderWithCode(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'spacedrop-bonuses-'))
  await copyMigrated(join(made, 'pglite'))
  const db = await openPglite({ folder: join(made, 'pglite'), onRetry: () => undefined })
  const limits = { usesMax: null, usesPerPlayer: 1, startsAt: null, endsAt: null, steamLevel: 0, depositMin: 0 }
  await createPromo(db, { code: CODE.toLowerCase(), percent: PERCENT, ...limits }, OPERATOR)
  await db.close()
  return made
}

beforeAll(async () => {
  folder = await folderWithCode()
  site = await startSite({ DATA_DIR: folder, ...ACCOUNTS })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
  await rm(folder, { recursive: true })
})

/** Types the code until the page has read it: input before a field has hydrated is lost. */
async function typeCode(page: Page, label: string, answer: string): Promise<void> {
  const field = page.getByLabel(label)
  await expect
    .poll(async () => {
      await field.fill('')
      await field.fill(CODE)
      return page.getByText(answer).isVisible()
    })
    .toBe(true)
}

/** Opens a link in another tab, as a click does; the opened page cannot access this one. */
async function openLink(page: Page, network: string): Promise<void> {
  const [beside] = await Promise.all([
    page.context().waitForEvent('page'),
    page.locator('main').getByRole('link', { name: network }).click(),
  ])
  await beside.waitForLoadState()
  expect(await beside.evaluate(() => window.opener)).toBeNull()
  await beside.close()
}

describe.each(PAGE_JOURNEYS)('bonuses in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'bonuses')

  it('keeps a code and opened links from the guest to the player, who claims the bonus once', async () => {
    const { page, context, errors } = await visitCalmly(browser, site, language, screen)
    await context.route('https://*.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'hello' }))
    const shifts = await watchShifts(page)
    const opened = page.locator('main').getByRole('img', { name: t('social.opened') })

    await page.goto(`${site.url}/bonuses`)
    await page.getByText(t('first.guest')).waitFor()
    await page.getByText(t('social.left', { count: 2 })).waitFor()
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)
    await typeCode(page, t('promo.label'), t('promo.guest'))
    await openLink(page, textFor(language, 'shell')('social.instagram'))
    await opened.waitFor()

    await signIn(page, site, place)
    await page.goto(`${site.url}/bonuses`)
    await page.getByText(textFor(language, 'replies')('promoApplied', { percent: PERCENT })).waitFor()
    await page.getByText(t('first.code')).waitFor()
    await expect.poll(() => page.getByLabel(t('promo.label')).inputValue()).toBe(CODE)
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)
    const claim = page.getByRole('button', { name: t('social.claim', { amount }) })
    await expect.poll(() => claim.isDisabled()).toBe(true)
    await openLink(page, textFor(language, 'shell')('social.telegram'))
    await page.getByText(t('social.ready')).waitFor()
    await claim.click()
    await page.getByText(t('social.claimed', { amount })).waitFor()
    await balanceIs(page, START + SOCIAL_BONUS)
    await page.getByText(textFor(language, 'replies')('socialPaid', { amount })).waitFor()
    const shell = textFor(language, 'shell')
    const locked = shell('gifts.locked', { unlocked: formatMoney(0), locked: amount })
    await page.locator('main').getByText(locked).waitFor()
    const named = `${shell('account.balance')}: ${formatMoney(START + SOCIAL_BONUS)}. ${shell('gifts.some')}`
    await page.getByRole('button', { name: named, exact: true }).click()
    await page.getByRole('banner').getByText(locked).waitFor()
    expect(await page.getByRole('link', { name: shell('gifts.how') }).getAttribute('href')).toBe('/bonuses#gifts')
    await page.keyboard.press('Escape')

    await page.reload()
    await waitForHydration(page)
    await page.getByText(t('social.claimed', { amount })).waitFor()
    await expect.poll(() => opened.count()).toBe(2)
    await expect.poll(() => claim.count()).toBe(0)
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)

    for (const path of ['wheel', 'calendar', 'missions', 'free_case']) {
      await page.goto(`${site.url}/${path}`)
      await page.locator('main').getByText(locked).waitFor()
    }
    await page.goto(`${site.url}/deposit`)
    const field = page.getByLabel(textFor(language, 'deposit')('promo.label'))
    await field.waitFor()
    await expect.poll(() => field.inputValue()).toBe(CODE)
    await page.getByText(textFor(language, 'replies')('promoApplied', { percent: PERCENT })).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})

inLongRun(() => {
  it.each(LANGUAGES)('the bonuses page can be read without JavaScript in %s', async (language) => {
    const t = textFor(language, 'bonuses')
    const context = await browser.newContext({ javaScriptEnabled: false, locale: language })
    const page = await context.newPage()
    await page.goto(`${site.url}/${language}/bonuses`)
    for (const words of [t('first.text', { percent: FIRST_DEPOSIT_PERCENT }), t('social.text', { amount })]) {
      await expect.poll(() => page.getByText(words).isVisible()).toBe(true)
    }
    await expect.poll(() => page.getByLabel(t('promo.label')).isVisible()).toBe(false)
    await page.locator('main a[href="/wheel"]').click()
    expect(new URL(page.url()).pathname).toBe('/wheel')
    await context.close()
  })

  it('the bonuses page says so when there is nothing to open', async () => {
    const bare = await startSite()
    const { page, context } = await visitCalmly(browser, bare)
    const shifts = await watchShifts(page)
    await page.goto(`${bare.url}/bonuses`)
    const t = textFor('en', 'bonuses')
    await page.getByText(t('social.none')).waitFor()
    await page.getByText(t('first.guest')).waitFor()
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)
    await context.close()
    await bare.stop()
  })

  it('the bonuses page says that there is no connection, and retries', async () => {
    const { page, context } = await visitCalmly(browser, site)
    await signIn(page, site, 0)
    await page.route('**/api/bonuses', (route) => route.abort())
    // A reconnect would retry by itself.
    await blockLiveEvents(page)
    await page.goto(`${site.url}/bonuses`)
    const again = page.getByRole('button', { name: textFor('en', 'common')('actions.retry') })
    await again.first().waitFor()
    await page.unroute('**/api/bonuses')
    await again.first().click()
    await page.getByText(textFor('en', 'bonuses')('first.code')).waitFor()
    await expect.poll(() => again.count()).toBe(0)
    await context.close()
  })

  it('the wheel keeps its last spins in their place when gifts are locked', async () => {
    const { page, context } = await visitCalmly(browser, site, 'ru')
    await signIn(page, site, 2)
    await page.goto(`${site.url}/wheel`)
    await balanceIs(page, START)
    const spins = page.getByRole('heading', { name: textFor('ru', 'wheel')('spins.title') })
    const before = await spins.boundingBox()
    const claimed = call<SocialReply>(page, site, '/bonuses/social', { opened: ['instagram', 'telegram'] })
    expect(await claimed).toMatchObject({ success: true })
    await page.reload()
    const locked = textFor('ru', 'shell')('gifts.locked', { unlocked: formatMoney(0), locked: amount })
    await page.locator('main').getByText(locked).waitFor()
    expect((await spins.boundingBox())?.y).toBe(before?.y)
    await context.close()
  })
})
