// Withdrawals to Steam in a real browser: to every final state of the sandbox's Steam, and replacements for items out
// of stock.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { Language } from '../../../src/game/base/language.ts'
import { partnerOf } from '../../../src/game/withdrawal/trade-link.ts'
import type { WithdrawalState } from '../../../src/game/withdrawal/withdrawal.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { TradeLinkReply } from '../../../src/protocol/account.ts'
import type { WithdrawReply } from '../../../src/protocol/withdrawal.ts'
import { STAND_IN_PLAYERS } from '../../../src/server/steam/stand-in-players.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { visit, visitCalmly, waitForHydration } from '../../support/browsers/browser.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'
import { ask, balanceIs, CASE_PRICE, itemsOf, openByCall, signIn, startingWith } from '../parts/player.ts'

const START = 10_000
const OPENED = 5

const { site, browser } = await openForFile()

/** Signs in as one of the stand-in's players, opens cases, and goes to the withdrawals, which are empty. */
async function playerWithItems(page: Page, player: number): Promise<void> {
  await signIn(page, site, player)
  await openByCall(page, site, OPENED)
  await page.goto(`${site.url}/dashboard?tab=withdrawals`)
  await balanceIs(page, START - OPENED * CASE_PRICE)
}

const partnerIn = (player: number): number => partnerOf(STAND_IN_PLAYERS[player]?.steamid ?? '')

async function setTradeLink(page: Page, player: number): Promise<void> {
  const tradeLink = `https://steamcommunity.com/tradeoffer/new/?partner=${partnerIn(player)}&token=abcdEFGH`
  expect(await ask<TradeLinkReply>(page, '/user/trade-link', { tradeLink })).toMatchObject({ success: true })
}

/** Selects the first item of the inventory and requests it; the dialog is open afterwards. */
async function chooseFirst(page: Page, language: Language): Promise<void> {
  await page.goto(`${site.url}/dashboard`)
  await page.locator('[role="option"]').first().click()
  await page.getByRole('button', { name: textFor(language, 'dashboard')('items.withdraw') }).click()
  await page.getByRole('dialog', { name: textFor(language, 'withdrawal')('dialog.title') }).waitFor()
}

/** Withdraws the first item and goes to the list of withdrawals. */
async function withdrawFirst(page: Page, language: Language): Promise<void> {
  const t = textFor(language, 'withdrawal')
  await chooseFirst(page, language)
  const dialog = page.getByRole('dialog', { name: t('dialog.title') })
  await dialog.getByRole('button', { name: t('dialog.withdraw') }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.goto(`${site.url}/dashboard?tab=withdrawals`)
}

/** Withdraws another item without the dialog, which was tested before. */
async function withdrawAnother(page: Page): Promise<void> {
  const [item] = await itemsOf(page)
  expect(await ask<WithdrawReply>(page, '/user/items/withdraw', { ids: [item?.id] })).toMatchObject({ success: true })
}

/** The newest withdrawal on the page. */
const newest = (page: Page, language: Language) =>
  page
    .getByRole('list', { name: textFor(language, 'withdrawal')('list.label') })
    .getByRole('listitem')
    .first()

async function stateIs(page: Page, language: Language, state: WithdrawalState): Promise<void> {
  await newest(page, language)
    .getByText(textFor(language, 'withdrawal')(`state.${state}`), { exact: true })
    .waitFor()
}

/** Follows the newest withdrawal to the sandbox's Steam and chooses its outcome there. */
async function decide(page: Page, language: Language, outcome: string): Promise<void> {
  await newest(page, language).locator('a:not([data-way="write"])').click()
  await page.waitForURL(/\/sandbox\/trade/)
  await page.locator(`button[name="outcome"][value="${outcome}"]`).click()
  await page.waitForURL(/\/dashboard\?tab=withdrawals$/)
  await waitForHydration(page)
}

async function setStock(page: Page, stock: string): Promise<void> {
  await page.locator(`button[name="stock"][value="${stock}"]`).click()
  await page.waitForURL(/\/dashboard\?tab=withdrawals$/)
  await waitForHydration(page)
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await brokenRules(page, 'main')).toEqual([])
}

describe('a withdrawal', () => {
  it('requires a trade URL; one is accepted and completed, one reversed and sold', async () => {
    const t = textFor('en', 'withdrawal')
    const { page, context, errors } = await visitCalmly(browser, site, 'en', 'desktop')
    await playerWithItems(page, 0)
    await page.getByText(t('none.title')).waitFor()
    await chooseFirst(page, 'en')
    const dialog = page.getByRole('dialog', { name: t('dialog.title') })
    await dialog.getByText(t('dialog.missing.title')).waitFor()
    await expect.poll(() => dialog.getByRole('button', { name: t('dialog.withdraw') }).isDisabled()).toBe(true)
    // The sandbox knows the URL of its player, who cannot find it on Steam.
    const words = textFor('en', 'dashboard')
    await dialog.getByRole('button', { name: words('trade.sandbox') }).click()
    await dialog.getByRole('button', { name: words('trade.save'), exact: true }).click()
    await dialog.getByText(t('dialog.missing.title')).waitFor({ state: 'detached' })
    // The selected item is still selected.
    await dialog.getByText(t('dialog.count', { count: 1 })).waitFor()
    await dialog.getByRole('button', { name: t('dialog.withdraw') }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${site.url}/dashboard?tab=withdrawals`)
    await waitForHydration(page)
    await stateIs(page, 'en', 'sent')
    await expectAccessible(page)
    await decide(page, 'en', 'accept')
    await stateIs(page, 'en', 'protected')
    await newest(page, 'en')
      .getByText(t('left.days', { count: 7 }))
      .waitFor()
    await expectAccessible(page)
    await decide(page, 'en', 'wait')
    await stateIs(page, 'en', 'done')
    await expect.poll(() => itemsOf(page)).toHaveLength(OPENED - 1)

    await withdrawAnother(page)
    await stateIs(page, 'en', 'sent')
    await decide(page, 'en', 'accept')
    await stateIs(page, 'en', 'protected')
    await decide(page, 'en', 'reverse')
    await stateIs(page, 'en', 'reversed')
    const items = await itemsOf(page)
    expect(items).toHaveLength(OPENED - 1)
    const sold = await ask<{ success: boolean }>(page, '/user/items/sell', {
      ids: items.map(({ id }) => id),
      isAll: false,
    })
    expect(sold.success).toBe(true)
    expect(errors).toEqual([])
    await context.close()
  })

  inLongRun(() => {
    it('of an item out of stock: the player chooses others, and the difference is on the balance', async () => {
      const t = textFor('ru', 'withdrawal')
      const { page, context, errors } = await visitCalmly(browser, site, 'ru', 'phone')
      await playerWithItems(page, 1)
      await setTradeLink(page, 1)
      await chooseFirst(page, 'ru')
      await page.getByRole('link', { name: t('dialog.sandbox') }).click()
      await page.waitForURL(/\/sandbox\/trade\?partner=/)
      await setStock(page, 'none')
      await withdrawFirst(page, 'ru')
      await stateIs(page, 'ru', 'unavailable')
      await expectAccessible(page)

      await newest(page, 'ru')
        .getByRole('button', { name: startingWith(t('ways.replace')) })
        .click()
      const dialog = page.getByRole('dialog', { name: t('replace.title') })
      await dialog.locator('[role="option"]').last().click()
      await dialog.getByText(t('replace.count', { chosen: 1, most: 10 })).waitFor()
      expect(await brokenRules(page, 'dialog[open]')).toEqual([])
      await dialog.getByRole('button', { name: t('replace.confirm'), exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
      await stateIs(page, 'ru', 'replaced')
      const items = await itemsOf(page)
      expect(items).toHaveLength(OPENED)
      expect(items.filter(({ source }) => source === 'replacement')).toHaveLength(1)
      expect(errors).toEqual([])
      await context.close()
    })
  })

  inLongRun(() => {
    it('of an item out of stock: the difference flies to the balance, which counts when it lands', async () => {
      const t = textFor('en', 'withdrawal')
      const { page, context } = await visit(browser, site, 'en', 'phone')
      await playerWithItems(page, 3)
      await setTradeLink(page, 3)
      await page.goto(`${site.url}/sandbox/trade?partner=${partnerIn(3)}`)
      await setStock(page, 'none')
      await withdrawAnother(page)
      await stateIs(page, 'en', 'unavailable')
      // Every candidate is cheaper than the item: something is left.
      await page.route('**/api/upgrade/targets?**', async (route) => {
        const url = new URL(route.request().url())
        url.searchParams.set('max', String(Number(url.searchParams.get('max')) - 1))
        await route.continue({ url: url.href })
      })
      await newest(page, 'en')
        .getByRole('button', { name: startingWith(t('ways.replace')) })
        .click()
      const dialog = page.getByRole('dialog', { name: t('replace.title') })
      await dialog.locator('[role="option"]').first().click()
      const rest = dialog.getByRole('region', { name: t('replace.chosen') }).locator('strong')
      await dialog.getByText(t('replace.count', { chosen: 1, most: 10 })).waitFor()
      const cents = Math.round(Number((await rest.textContent())?.replace('$', '')) * 100)
      expect(cents).toBeGreaterThan(0)
      await page.evaluate(() => {
        // What the balance shows when the coins start.
        new MutationObserver(([change]) => {
          const coins = change?.addedNodes[0]
          if (!(coins instanceof HTMLElement) || coins.childElementCount < 5) return
          const shown = [...document.querySelectorAll('header [data-balance] [aria-hidden]')].at(-1)
          document.documentElement.dataset.before = shown?.textContent ?? ''
        }).observe(document.body, { childList: true })
      })
      await dialog.getByRole('button', { name: t('replace.confirm'), exact: true }).click()
      const before = START - OPENED * CASE_PRICE
      await expect.poll(() => page.locator('html').getAttribute('data-before')).toBe(formatMoney(before))
      await balanceIs(page, before + cents)
      await context.close()
    })
  })

  inLongRun(() => {
    it('is declined, held by Steam, or cancelled when there is none in stock', async () => {
      const t = textFor('uk', 'withdrawal')
      const { page, context, errors } = await visitCalmly(browser, site, 'uk', 'desktop')
      await playerWithItems(page, 2)
      await setTradeLink(page, 2)
      await withdrawFirst(page, 'uk')
      await stateIs(page, 'uk', 'sent')
      await decide(page, 'uk', 'decline')
      await stateIs(page, 'uk', 'declined')
      await newest(page, 'uk').getByText(t('reason.declined')).waitFor()

      await withdrawAnother(page)
      await stateIs(page, 'uk', 'sent')
      await decide(page, 'uk', 'hold')
      await stateIs(page, 'uk', 'accepted')
      await decide(page, 'uk', 'release')
      await stateIs(page, 'uk', 'protected')

      await page.goto(`${site.url}/sandbox/trade?partner=${partnerIn(2)}`)
      await setStock(page, 'none')
      await withdrawAnother(page)
      await stateIs(page, 'uk', 'unavailable')
      await newest(page, 'uk')
        .getByRole('button', { name: startingWith(t('ways.back')) })
        .click()
      await stateIs(page, 'uk', 'returned')
      await expect.poll(() => itemsOf(page)).toHaveLength(OPENED - 1)
      expect(errors).toEqual([])
      await context.close()
    })
  })
})
