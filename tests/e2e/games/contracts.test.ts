// Contracts in a real browser: filled, read, signed, sold or used again; by pointer, by keyboard, and after errors.
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTRACT_ITEMS } from '../../../src/game/base/economy.ts'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { formatCount, formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { ContractPreviewReply } from '../../../src/protocol/contract.ts'
import type { RollReply } from '../../../src/protocol/fairness.ts'
import type { ItemsReply } from '../../../src/protocol/inventory.ts'
import { readReleaseFiles } from '../../../src/server/shop/shop-files.ts'
import {
  launchBrowser,
  type OwnSite,
  type ScreenName,
  startSite,
  type Visitor,
  visit,
  visitCalmly,
} from '../../support/browsers/browser.ts'
import { SCRIPT_GOALS, weigh } from '../../support/browsers/weight.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import {
  ask,
  call,
  coveredByMessages,
  depositByCall,
  itemsOf,
  openByCall,
  PAGE_JOURNEYS,
  sharedLink,
  signIn,
  skipMotion,
  startingWith,
} from '../parts/player.ts'
import { coveredOf } from '../parts/stage-view.ts'
import { fill, filled, parts, readRows, signatureOf, signByHand } from './signer.ts'

const ITEMS = 10
const TICKETS = 1_000_000

let site: OwnSite
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
})

const idsOf = async (page: Page): Promise<string[]> => (await itemsOf(page)).map(({ id }) => id)

/** A player with at least ten items, on the contracts page. */
async function player(language: Language, screen: ScreenName, place: number, come = visitCalmly): Promise<Visitor> {
  const visitor = await come(browser, site, language, screen)
  const { page } = visitor
  await signIn(page, site, place)
  const { items } = await call<ItemsReply>(page, site, '/user/items')
  if (items.length < ITEMS) {
    // Contracts before have spent what it had.
    await depositByCall(page, site, 100)
    await openByCall(page, site, ITEMS)
  }
  await page.goto(`${site.url}/contracts`)
  await page.locator('[role="listbox"] [role="option"]').first().waitFor()
  return visitor
}

describe.each(PAGE_JOURNEYS)('a contract in %s on a %s', (language, screen, place) => {
  it('fills the table, reads every result, signs, and gets one of them, which is sold', async () => {
    const { page, context, errors } = await player(language, screen, place, visit)
    const { t, table, rows, main, bar, proof } = parts(page, language)
    const before = await idsOf(page)
    await expect.poll(() => main.isDisabled()).toBe(true)
    await fill(page, language)
    if (screen === 'phone') await page.getByRole('radio').nth(1).press('Space')
    const shown = await readRows(rows)
    expect(shown.length).toBeGreaterThanOrEqual(3)
    expect([shown[0]?.from, shown.at(-1)?.to]).toEqual([1, TICKETS])
    for (const [place, { from }] of shown.entries()) expect(from).toBe((shown[place - 1]?.to ?? 0) + 1)

    await signByHand(page, main)
    await skipMotion(page.getByRole('button', { name: t('skip') }), proof)
    await proof.waitFor()
    await expect.poll(() => coveredOf(table)).toBe(0)
    // Its row is marked once the result is shown.
    await page.locator('[data-drawn]').waitFor()
    const drawn = (await readRows(rows)).filter(({ isDrawn }) => isDrawn)
    expect(drawn).toEqual([{ ...shown.find(({ from }) => from === drawn[0]?.from), isDrawn: true }])
    const id = (await proof.getAttribute('href'))?.split('roll=')[1] ?? ''
    const { roll } = await ask<RollReply>(page, `/fairness/roll/${id}`)
    expect(roll.game).toBe('contract')
    expect(roll.roll).toBeGreaterThanOrEqual(drawn[0]?.from ?? 0)
    expect(roll.roll).toBeLessThanOrEqual(drawn[0]?.to ?? 0)
    expect(formatMoney(roll.won?.price ?? 0)).toBe(drawn[0]?.price)
    await page.getByText(t('result.ticket', { roll: formatCount(roll.roll, language) }), { exact: true }).waitFor()

    // A first contract completes a mission.
    expect(await coveredByMessages(page, 'main button[class*="_signal_"]')).toEqual([])
    const after = await idsOf(page)
    expect(after).toContain(id)
    expect(after).toHaveLength(before.length - CONTRACT_ITEMS.most + 1)
    expect(await sharedLink(page, language)).toMatch(/\/win\/[\w-]{22}$/)
    await bar.getByRole('button', { name: startingWith(t('result.sell', { price: '' })) }).click()
    await page.getByText(t('result.sold'), { exact: true }).first().waitFor()
    await expect.poll(() => idsOf(page)).not.toContain(id)
    expect(errors).toEqual([])
    await context.close()
  })
})

inLongRun(() => {
  describe('a contract by keyboard only', () => {
    /** Presses Tab until the target has the focus. */
    async function tabTo(page: Page, target: Locator): Promise<void> {
      for (let steps = 0; steps < 120; steps++) {
        if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`Tab never came to ${target}`)
    }

    it('allows items to be chosen, the contract to be signed, and its result to be used in the next one', async () => {
      const { page, context, errors } = await player('en', 'desktop', 3, visit)
      const { t, fill: fillButton, main, placed, proof } = parts(page, 'en')
      const option = page.locator('[role="listbox"] [role="option"][tabindex="0"]')
      await tabTo(page, option)
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await expect.poll(() => placed.count()).toBe(2)
      await page.keyboard.press('Space')
      await expect.poll(() => placed.count()).toBe(1)
      await tabTo(page, placed.first())
      await page.keyboard.press('Enter')
      await expect.poll(() => placed.count()).toBe(0)
      await tabTo(page, fillButton)
      await page.keyboard.press('Enter')
      await filled(page, 'en')
      await tabTo(page, main)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: t('skip') }).waitFor()
      await page.keyboard.press('Escape')
      await proof.waitFor()
      await tabTo(page, page.getByRole('button', { name: textFor('en', 'common')('result.contract') }))
      await page.keyboard.press('Enter')
      await expect.poll(() => placed.count()).toBe(1)
      expect(errors).toEqual([])
      await context.close()
    })
  })

  describe('a signature', () => {
    it('that is released early signs nothing; a held one signs, and its release does not skip the animation', async () => {
      const { page, context, errors } = await player('en', 'phone', 2, visit)
      const { main, t, proof } = parts(page, 'en')
      await fill(page, 'en')
      let signings = 0
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/contract')) signings++
      })
      await main.getByText(t('hold.hand')).waitFor()
      await main.click()
      await expect.poll(() => signatureOf(page)).toBe('short')
      expect(signings).toBe(0)
      await signByHand(page, main)
      const skip = page.getByRole('button', { name: t('skip') })
      await skip.waitFor()
      // The light of the items is moving.
      await expect
        .poll(() =>
          page
            .locator('[data-light]')
            .first()
            .evaluate((light) => light.getAnimations().length),
        )
        .toBeGreaterThan(0)
      await skip.click()
      await proof.waitFor()
      expect([signings, errors]).toEqual([1, []])
      await context.close()
    })

    it('needs no holding by key, and Escape takes it back', async () => {
      const { page, context } = await player('en', 'desktop', 2, visit)
      const { main, t, proof } = parts(page, 'en')
      await fill(page, 'en')
      await main.getByText(t('hold.key')).waitFor()
      await main.focus()
      // Both at once: on a busy machine the signature is complete before a second call.
      await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Escape')])
      await expect.poll(() => signatureOf(page)).toBe('short')
      await main.press(' ')
      await page.getByRole('button', { name: t('skip') }).waitFor()
      await page.keyboard.press('Escape')
      await proof.waitFor()
      await context.close()
    })

    it('is not asked of a screen reader, whose click comes without a pointer', async () => {
      const { page, context } = await player('en', 'desktop', 3, visit)
      const { main, t, proof } = parts(page, 'en')
      await fill(page, 'en')
      await main.evaluate((button: HTMLElement) => button.click())
      await skipMotion(page.getByRole('button', { name: t('skip') }), proof)
      await proof.waitFor()
      await context.close()
    })

    it('is one click with reduced motion', async () => {
      const { page, context } = await player('en', 'phone', 3)
      const { main, t, proof } = parts(page, 'en')
      await fill(page, 'en')
      expect(await main.getByText(t('hold.hand')).count()).toBe(0)
      await main.click()
      await proof.waitFor()
      await context.close()
    })
  })

  describe('the table on a phone', () => {
    it.each([844, 664])('is whole while it is signed and afterwards, on a screen of %d px', async (height) => {
      const { page, context } = await player('ru', 'phone', 3, visit)
      await page.setViewportSize({ width: 390, height })
      const { main, t, table, proof } = parts(page, 'ru')
      await fill(page, 'ru')
      await signByHand(page, main)
      await page.getByRole('button', { name: t('skip') }).waitFor()
      await expect.poll(() => coveredOf(table)).toBe(0)
      await page.keyboard.press('Escape')
      await proof.waitFor()
      await expect.poll(() => coveredOf(table)).toBe(0)
      await context.close()
    })
  })

  describe('a screen reader', () => {
    it('reads the result when it is available', async () => {
      const { page, context } = await player('en', 'desktop', 4)
      const { main, t, proof } = parts(page, 'en')
      await fill(page, 'en')
      await main.click()
      // With reduced motion the result is shown at once.
      await proof.waitFor()
      await expect.poll(() => page.getByRole('button', { name: t('skip') }).count()).toBe(0)
      const [won] = await itemsOf(page)
      const words = t('result.won', { item: '|', price: formatMoney(won?.price ?? 0), sum: '' }).split('|')[1] ?? ''
      await page.locator('[aria-live="polite"]', { hasText: words.replace(/ \.$/, '') }).waitFor({ state: 'attached' })
      await context.close()
    })
  })

  describe('a table that changes', () => {
    it('before it is signed is shown again, and nothing is taken', async () => {
      const { page, context } = await player('en', 'desktop', 4, visit)
      const { main, t, bar, placed, proof } = parts(page, 'en')
      await fill(page, 'en')
      const before = await idsOf(page)
      const ids = (await ask<ItemsReply>(page, '/user/items?sort=cheap')).items.slice(0, 10).map(({ id }) => id)
      const table = async (): Promise<Extract<ContractPreviewReply, { success: true }>['table']> => {
        const reply = await ask<ContractPreviewReply>(page, '/contract/preview', { ids })
        if (!reply.success) throw new Error(reply.message)
        return reply.table
      }
      const old = await table()
      const dearest = old.entries[0]
      const prices = JSON.parse((await readReleaseFiles())['prices.json'] ?? '')
      prices[dearest?.item.id ?? ''] -= 1
      await site.publish({ 'prices.json': JSON.stringify(prices) })
      expect((await table()).oddsHash).not.toBe(old.oddsHash)
      await signByHand(page, main)
      await page.getByText(textFor('en', 'replies')('refusal.odds-changed')).first().waitFor()
      await page.getByText((await table()).oddsHash).waitFor({ state: 'attached' })
      expect([await idsOf(page), await placed.count()]).toEqual([before, CONTRACT_ITEMS.most])
      await bar.getByRole('button', { name: t('refused.close') }).click()
      await signByHand(page, main)
      await skipMotion(page.getByRole('button', { name: t('skip') }), proof)
      await proof.waitFor()
      await context.close()
    })

    it('because an item is gone shows a message, and the item leaves the table', async () => {
      const { page, context } = await player('en', 'phone', 5)
      const { main, t, placed } = parts(page, 'en')
      await fill(page, 'en')
      const [cheapest] = (await ask<ItemsReply>(page, '/user/items?sort=cheap')).items
      const before = (await idsOf(page)).length
      await ask(page, '/user/items/sell', { ids: [cheapest?.id], isAll: false })
      await main.click()
      await page.getByText(t('refused.title')).waitFor()
      await expect.poll(() => placed.count()).toBe(CONTRACT_ITEMS.most - 1)
      await expect.poll(() => idsOf(page)).toHaveLength(before - 1)
      await context.close()
    })
  })

  describe('a lost connection', () => {
    it('retries with the same key, and the items are used once', async () => {
      const { page, context } = await player('en', 'desktop', 5, visit)
      const { main, t, proof } = parts(page, 'en')
      await fill(page, 'en')
      const before = await idsOf(page)
      // The server completes the call; the responses are lost.
      await page.route('**/api/contract', async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      })
      await signByHand(page, main)
      await page.getByText(t('offline.title')).first().waitFor()
      await page.unroute('**/api/contract')
      await page.getByRole('button', { name: t('offline.action') }).click()
      await skipMotion(page.getByRole('button', { name: t('skip') }), proof)
      await proof.waitFor()
      const after = await idsOf(page)
      expect(after).toHaveLength(before.length - CONTRACT_ITEMS.most + 1)
      expect(after.filter((id) => !before.includes(id))).toHaveLength(1)
      await context.close()
    })
  })

  describe('a guest', () => {
    it('sees an example with all its results, and is asked to sign in when they click', async () => {
      const { page, context, errors } = await visitCalmly(browser, site)
      const { t, fill: fillButton, main, rows, table } = parts(page, 'en')
      await page.goto(`${site.url}/contracts`)
      await table.getByText(t('example'), { exact: true }).waitFor()
      const shown = await readRows(rows)
      expect([shown[0]?.from, shown.at(-1)?.to]).toEqual([1, TICKETS])
      const dialog = page.getByRole('dialog', { name: textFor('en', 'login')('title') })
      for (const button of [fillButton, main]) {
        await button.click()
        await dialog.waitFor()
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'hidden' })
      }
      expect(errors).toEqual([])
      await context.close()
    })

    it.each(LANGUAGES)('reads in %s how a contract works without JavaScript', async (language) => {
      const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
      const page = await context.newPage()
      await page.goto(`${site.url}/${language}/contracts`)
      const { t } = parts(page, language)
      for (const words of [t('title'), t('noScript'), t('how.title'), t('how.return', { cents: 90 })]) {
        await expect
          .poll(() => page.locator('main').getByText(words, { exact: true }).isVisible(), { message: words })
          .toBe(true)
      }
      await expect.poll(() => page.getByRole('button', { name: t('tools.fill') }).isVisible()).toBe(false)
      await context.close()
    })
  })

  describe('the page', () => {
    it('has no more scripts than a screen may have', async () => {
      const { scripts, byScript } = await weigh(browser, site, '/contracts')
      expect(byScript.size).toBeGreaterThan(0)
      expect(scripts, JSON.stringify([...byScript])).toBeLessThanOrEqual(SCRIPT_GOALS.screen)
    })
  })
})
