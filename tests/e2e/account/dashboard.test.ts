// The dashboard in a real browser: items sold and passed to a game, the history, rolls with their proofs, settings, and
// the public profile.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { Language } from '../../../src/game/base/language.ts'
import { levelProgress } from '../../../src/game/base/level-progress.ts'
import { formatCount, formatDate, formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { STAND_IN_PLAYERS } from '../../../src/server/steam/stand-in-players.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { blockLiveEvents, type ScreenName, visitCalmly, waitForHydration } from '../../support/browsers/browser.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'
import { balanceIs, CASE_PRICE, openByCall, signIn } from '../parts/player.ts'

const START = 10_000
const OPENED = 10
const FIRST_STEAM_ID = 76_561_197_960_265_728n

const { site, browser } = await openForFile()

/** Signs in as one of the stand-in's players, opens cases, and goes to the dashboard. */
async function playerWithItems(page: Page, player: number): Promise<void> {
  await signIn(page, site, player)
  await openByCall(page, site, OPENED)
  await page.goto(`${site.url}/dashboard`)
  await balanceIs(page, START - OPENED * CASE_PRICE)
  await itemsAre(page, OPENED)
}

/** Selects by keyboard: a click would hit an element that covers the button for a moment. */
async function choose(page: Page, name: string): Promise<void> {
  const radio = page.getByRole('radio', { name, exact: true })
  await radio.press('Space')
  await expect.poll(() => radio.isChecked()).toBe(true)
}

/** The cards of the list, without the options of the fields above it. */
const cards = (page: Page) => page.locator('[role="option"]')

/** Waits until the list shows the total number of items. */
async function itemsAre(page: Page, count: number): Promise<void> {
  await page.locator(`[role="option"][aria-setsize="${count}"]`).first().waitFor()
}

/** Returns the amount at the end of a text, in cents. */
function centsIn(text: string | null): number {
  const [, dollars = ''] = /\$([\d,.]+)$/.exec(text ?? '') ?? []
  return Math.round(Number(dollars.replaceAll(',', '')) * 100)
}

const tab = (page: Page, language: Language, name: 'items' | 'history' | 'rolls' | 'settings') =>
  page.getByRole('tab', { name: textFor(language, 'dashboard')(`tabs.${name}`) })

async function expectAccessible(page: Page): Promise<void> {
  expect(await brokenRules(page, 'main')).toEqual([])
}

const amounts = async (page: Page): Promise<readonly string[]> =>
  page.locator('[role="tabpanel"] li .price').allTextContents()

inLongRun(() => {
  describe('the items', () => {
    const t = textFor('en', 'dashboard')

    it('are selected and sold, and the others are passed to a contract', async () => {
      const { page, context, errors } = await visitCalmly(browser, site, 'en', 'desktop')
      await page.goto(`${site.url}/dashboard`)
      await page.getByRole('heading', { name: t('guest.title') }).waitFor()
      await playerWithItems(page, 0)

      const { level, gained, needed } = levelProgress(OPENED * CASE_PRICE)
      const words = { gained: formatCount(gained, 'en'), needed: formatCount(needed, 'en'), next: level + 1 }
      await page.getByText(t('level.progress', words)).waitFor()
      await page.getByText(t('head.count', { count: OPENED, shown: String(OPENED) }), { exact: true }).waitFor()
      await expectAccessible(page)

      const options = cards(page)
      await options.nth(0).click()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Space')
      const chosen = page.getByText(t('items.chosen', { count: 2, sum: '' }).trim())
      await chosen.waitFor()
      const sum = centsIn(await chosen.textContent())
      await page.getByRole('button', { name: t('items.sell', { sum: formatMoney(sum) }) }).click()
      await itemsAre(page, OPENED - 2)
      await balanceIs(page, START - OPENED * CASE_PRICE + sum)

      await options.nth(0).focus()
      await page.keyboard.press('Control+a')
      await page.getByRole('link', { name: t('items.to.contract'), exact: true }).click()
      await page.waitForURL(/\/contracts$/)
      await waitForHydration(page)
      await expect.poll(() => page.locator('[role="option"][aria-selected="true"]').count()).toBe(OPENED - 2)
      expect(errors).toEqual([])
      await context.close()
    })
  })
})

describe('a player on a phone', () => {
  const language = 'ru'
  const t = textFor(language, 'dashboard')
  const replies = textFor(language, 'replies')

  it('passes items to an upgrade, sells everything, reads the history and downloads it', async () => {
    const { page, context, errors } = await visitCalmly(browser, site, language, 'phone')
    await playerWithItems(page, 1)
    for (const place of [0, 1, 2]) await cards(page).nth(place).click()
    await page.getByRole('link', { name: t('items.to.upgrade') }).click()
    await page.waitForURL(/\/upgrade$/)
    await waitForHydration(page)
    await expect.poll(() => page.locator('[role="option"][aria-selected="true"]').count()).toBe(3)

    await page.goto(`${site.url}/dashboard`)
    await page.getByRole('button', { name: t('items.sellAll') }).click()
    const dialog = page.getByRole('dialog', { name: t('sellAll.title') })
    await dialog.getByText(t('head.count', { count: OPENED, shown: String(OPENED) })).waitFor()
    const sum = centsIn(await dialog.locator('strong').textContent())
    await dialog.getByRole('button', { name: t('items.sell', { sum: formatMoney(sum) }) }).click()
    await page.getByText(textFor(language, 'inventory')('empty.title')).waitFor()
    await balanceIs(page, START - OPENED * CASE_PRICE + sum)

    await tab(page, language, 'history').click()
    await page.waitForURL(/\?tab=history$/)
    await page
      .getByRole('tabpanel')
      .getByText(replies('history.sell', { count: OPENED }))
      .waitFor()
    await expect
      .poll(() => amounts(page))
      .toEqual([`+${formatMoney(sum)}`, formatMoney(-OPENED * CASE_PRICE), `+${formatMoney(START)}`])
    await expectAccessible(page)
    await choose(page, t('history.filter.games'))
    await expect.poll(() => amounts(page)).toEqual([formatMoney(-OPENED * CASE_PRICE)])

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('history.save') }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^spacedrop-.*\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
    // A header line, and one for each change of the balance.
    expect(lines).toHaveLength(4)
    expect(errors).toEqual([])
    await context.close()
  })
})

inLongRun(() => {
  describe('tabs', () => {
    const language = 'uk'
    const t = textFor(language, 'dashboard')

    it('work by keyboard, are in the URL, and link from each roll to its proof', async () => {
      const { page, context, errors } = await visitCalmly(browser, site, language, 'desktop')
      await playerWithItems(page, 2)
      await tab(page, language, 'items').focus()
      await page.keyboard.press('End')
      await page.waitForURL(/\?tab=settings$/)
      await expect
        .poll(() => tab(page, language, 'settings').evaluate((shown) => shown === document.activeElement))
        .toBe(true)
      await page.keyboard.press('ArrowLeft')
      await page.waitForURL(/\?tab=mirror$/)
      const mirror = textFor(language, 'mirror')
      // Ten openings of one case: what was staked beside the net result.
      await page
        .getByText(formatMoney(OPENED * CASE_PRICE), { exact: true })
        .first()
        .waitFor()
      await page.getByRole('link', { name: mirror('protect.limits') }).waitFor()
      await expectAccessible(page)
      await page.keyboard.press('ArrowLeft')
      await page.waitForURL(/\?tab=rolls$/)
      await expect.poll(() => page.getByRole('tab', { selected: true }).count()).toBe(1)
      await page.keyboard.press('Tab')
      await expect
        .poll(() => page.getByRole('tabpanel').evaluate((shown) => shown === document.activeElement))
        .toBe(true)

      await page.reload()
      await waitForHydration(page)
      const proofs = page.locator('[role="tabpanel"] a[href^="/fairness?roll="]')
      await expect.poll(() => proofs.count()).toBe(OPENED)
      await expectAccessible(page)
      await choose(page, t('rolls.game.upgrade'))
      await page.getByText(t('rolls.none')).waitFor()
      expect(errors).toEqual([])
      await context.close()
    })

    it('that cannot be read say so and retry', async () => {
      const { page, context } = await visitCalmly(browser, site, language, 'phone')
      await signIn(page, site, 2)
      // A live event would trigger a retry by itself.
      await blockLiveEvents(page)
      await page.route('**/api/user/history?*', (route) => route.abort())
      await page.goto(`${site.url}/dashboard?tab=history`)
      await page.getByText(t('history.failed')).waitFor()
      await page.unroute('**/api/user/history?*')
      await page.getByRole('button', { name: textFor(language, 'common')('actions.retry') }).click()
      await page.getByText(t('days.today')).waitFor()

      await page.route(/\/js\/RollsTab\./, (route) => route.abort())
      await tab(page, language, 'rolls').click()
      await page.getByText(t('tabs.failed')).waitFor()
      await page.unroute(/\/js\/RollsTab\./)
      await page.getByRole('button', { name: textFor(language, 'common')('actions.retry') }).click()
      await page.locator('[role="tabpanel"] a[href^="/fairness?roll="]').first().waitFor()
      await context.close()
    })
  })

  describe.each(['phone', 'desktop'] as const)('the player’s data on a %s', (screen) => {
    const t = textFor('en', 'dashboard')

    it('is downloaded; a deletion is asked for, waits for seven days, and is taken back', async () => {
      const { page, context, errors } = await visitCalmly(browser, site, 'en', screen)
      await signIn(page, site, 5)
      await page.goto(`${site.url}/dashboard?tab=settings`)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: t('data.download') }).click(),
      ])
      expect(download.suggestedFilename()).toBe('spacedrop-data.json')
      expect(await readFile(await download.path(), 'utf8')).toContain(STAND_IN_PLAYERS[5]?.steamid)

      const remove = page.getByRole('button', { name: t('data.delete') })
      await remove.click()
      const dialog = page.getByRole('dialog', { name: t('data.title') })
      const confirm = dialog.getByRole('button', { name: t('data.delete') })
      await dialog.getByText(formatMoney(START)).waitFor()
      await expect.poll(() => confirm.isDisabled()).toBe(true)
      await expectAccessible(page)
      await dialog.getByRole('checkbox').check()
      await confirm.click()
      await dialog.waitFor({ state: 'hidden' })
      const waiting = page.getByText(t('data.waiting', { date: formatDate(Date.now() + 7 * 86_400_000) }))
      await waiting.waitFor()

      // All that waits is in one list, with the reason.
      await page.goto(`${site.url}/dashboard?tab=waiting`)
      await page.getByText(textFor('en', 'waiting')('why.erasure')).waitFor()
      await expectAccessible(page)
      await page.goto(`${site.url}/dashboard?tab=settings`)
      await page.getByRole('button', { name: t('data.takeBack') }).click()
      await remove.waitFor()
      await expect.poll(() => waiting.count()).toBe(0)
      expect(errors).toEqual([])
      await context.close()
    })
  })
})

/** Returns the address of the profile that the dashboard links to. */
async function profileOf(page: Page): Promise<string> {
  const path = await page.locator('main a[href^="/user/"]').getAttribute('href')
  return site.url + path
}

const SETTINGS: readonly (readonly [Language, ScreenName, number])[] = [
  ['en', 'phone', 3],
  ['ru', 'desktop', 4],
]

inLongRun(() => {
  describe.each(SETTINGS)('settings in %s on a %s', (language, screen, player) => {
    const t = textFor(language, 'dashboard')
    const refusals = textFor(language, 'replies')
    const profile = textFor(language, 'profile')

    it('keep only the player’s own trade URL, end a device, and hide a name', async () => {
      const { page, context, errors } = await visitCalmly(browser, site, language, screen)
      const other = await visitCalmly(browser, site, language, 'desktop')
      for (const browsing of [page, other.page]) await signIn(browsing, site, player)
      await page.goto(`${site.url}/dashboard?tab=settings`)

      const partner = BigInt(STAND_IN_PLAYERS[player]?.steamid ?? 0) - FIRST_STEAM_ID
      const link = (number: bigint): string =>
        `https://steamcommunity.com/tradeoffer/new/?partner=${number}&token=abcdefgh`
      const field = page.getByLabel(t('trade.label'))
      await field.fill(link(partner + 1n))
      await page.getByRole('button', { name: t('trade.save'), exact: true }).click()
      await page.getByText(refusals('refusal.trade-link-foreign')).waitFor()
      await field.fill(link(partner))
      await page.getByRole('button', { name: t('trade.save'), exact: true }).click()
      await page.getByText(t('trade.saved')).waitFor()
      await expectAccessible(page)

      const devices = page.locator('[data-device]')
      await expect.poll(() => devices.count()).toBe(2)
      await devices.getByRole('button', { name: t('devices.end') }).click()
      await expect.poll(() => devices.count()).toBe(1)
      await other.page.goto(`${site.url}/dashboard`)
      await other.page.getByRole('heading', { name: t('guest.title') }).waitFor()

      const address = await profileOf(page)
      const name = STAND_IN_PLAYERS[player]?.name ?? ''
      await other.page.goto(address)
      await other.page.getByRole('heading', { level: 1, name }).waitFor()
      await expectAccessible(other.page)
      const hiding = page.getByRole('switch', { name: t('privacy.label') })
      await expect.poll(() => hiding.isEnabled()).toBe(true)
      await hiding.press('Space')
      await page.getByText(t('head.profileHidden')).waitFor()
      // The page is cached for a few seconds.
      await expect
        .poll(async () => {
          await other.page.goto(address)
          return other.page.getByRole('heading', { level: 1 }).textContent()
        })
        .toBe(profile('hidden.name'))
      await expect.poll(() => other.page.locator('main').textContent()).not.toContain(name)
      await expectAccessible(other.page)
      // The browser reports once that the session on the other device has ended.
      expect(errors).toEqual([])
      expect(other.errors.filter((error) => !error.includes('401'))).toEqual([])
      await context.close()
      await other.context.close()
    })
  })

  describe('a name of 32 wide letters', () => {
    /** Returns the number of lines that a text takes. */
    const lines = (page: Page, place: string): Promise<number> =>
      page
        .locator(place)
        .first()
        .evaluate((words) =>
          Math.round(words.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(words).lineHeight)),
        )

    it.each(['Щ', 'W', '@'])('of %s takes at most two lines at every width', async (letter) => {
      const { page, context } = await visitCalmly(browser, site, 'uk', 'phone')
      await signIn(page, site, 0)
      await page.route('**/api/user/get', async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        await route.fulfill({ response, json: { ...body, user: { ...body.user, username: letter.repeat(32) } } })
      })
      await page.goto(`${site.url}/dashboard`)
      await page.locator('main h2').getByText(letter.repeat(32)).waitFor()
      for (const width of [320, 390, 767, 768, 1024, 1100, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await lines(page, 'main h2'), `${width} wide`).toBeLessThanOrEqual(2)
      }
      await context.close()
    })
  })

  describe('a profile', () => {
    it('can be read without JavaScript, with links to each proof', async () => {
      const { page, context } = await visitCalmly(browser, site, 'en', 'phone')
      await playerWithItems(page, 5)
      const address = await profileOf(page)
      const still = await browser.newContext({ javaScriptEnabled: false, locale: 'en' })
      const reader = await still.newPage()
      await reader.goto(address)
      await reader.getByRole('heading', { level: 1, name: STAND_IN_PLAYERS[5]?.name ?? '' }).waitFor()
      // The best drop, and the recent ones.
      await expect.poll(() => reader.locator('main a[href^="/fairness?roll="]').count()).toBe(1 + OPENED)
      await expect
        .poll(() => reader.locator('meta[property="og:title"]').getAttribute('content'))
        .toContain(STAND_IN_PLAYERS[5]?.name)
      await still.close()
      await context.close()
    })

    it.each(['/user/999999999', '/user/0', '/user/nobody'])('that does not exist (%s) is a 404', async (path) => {
      expect((await fetch(site.url + path)).status).toBe(404)
    })
  })
})
