// The upgrade of a player in a real browser, beside the journey: what moves and scrolls, the keyboard alone, calls that fail, prizes that are sold
// or staked again, and very many items.
import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { ItemsReply, OwnedItem, TargetsReply } from '../../../src/protocol/inventory.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { visit, visitCalmly } from '../../support/browsers/browser.ts'
import { openForFile } from '../parts/file-site.ts'
import { ask, balanceIs, call, itemsOf, signIn, startingWith } from '../parts/player.ts'
import { amountField, mine, pick, quick, resultOf, targets, visitUpgrade } from './upgrader.ts'

const { site, browser } = await openForFile()

describe('a player', () => {
  const t = textFor('en', 'upgrade')

  /** Stakes five dollars for twice as much, and presses the button. */
  async function playFive(page: Page): Promise<void> {
    await amountField(page, 'en').fill('5')
    await (await pick(page, 'en', 'desktop', '×2')).click()
  }

  const balanceOf = async (page: Page): Promise<number> =>
    (await ask<{ user: { balance: number } }>(page, '/user/get')).user.balance

  it('sees the balance fall at once, before the pointer has stopped, and can skip the animation by key', async () => {
    const { page, context } = await visitUpgrade(browser, site, 'en', 'desktop', 0, visit)
    const before = await balanceOf(page)
    await playFive(page)
    await page.getByRole('button', { name: t('skip') }).waitFor()
    await balanceIs(page, before - 500)
    await page.keyboard.press('Space')
    await resultOf(page, 'en')
    await balanceIs(page, before - 500)
    await context.close()
  })

  /** Records where the page is scrolled to, frame by frame; returns the function that reads it. */
  async function watchScroll(
    page: Page,
    startY: number,
  ): Promise<() => Promise<{ seen: number[]; behaviors: string[] }>> {
    await page.evaluate((top) => {
      scrollTo({ top, behavior: 'instant' })
      const seen = [scrollY]
      const behaviors: string[] = []
      Object.assign(window, { scrolled: { seen, behaviors } })
      const scrollIntoView = Element.prototype.scrollIntoView
      Element.prototype.scrollIntoView = function (options) {
        behaviors.push(typeof options === 'object' ? (options.behavior ?? 'auto') : 'auto')
        scrollIntoView.call(this, options)
      }
      requestAnimationFrame(function next() {
        if (seen.at(-1) !== scrollY) seen.push(scrollY)
        requestAnimationFrame(next)
      })
    }, startY)
    return () =>
      page.evaluate(() => (window as unknown as { scrolled: { seen: number[]; behaviors: string[] } }).scrolled)
  }

  it.each([
    ['a phone', 'stays where it is', 'phone', 238],
    ['a desktop', 'stays where it is', 'desktop', 0],
    ['a desktop that is scrolled down', 'scrolls once, to the ring', 'desktop', 700],
  ] as const)('on %s starts an upgrade, and another one, and the page %s', async (_, does, screen, startY) => {
    const { page, context } = await visitUpgrade(browser, site, 'en', screen, 0, visit)
    await amountField(page, 'en').fill('5')
    const go = await pick(page, 'en', screen, '×2')
    const stage = page.locator('[data-stage]')
    const positions = await watchScroll(page, startY)
    // Focused, as by a press; not by Playwright's click, which scrolls.
    await go.evaluate((button: HTMLElement) => {
      button.focus({ preventScroll: true })
      button.click()
    })
    for (const isAgain of [false, true]) {
      const skip = page.getByRole('button', { name: t('skip') })
      await skip.waitFor()
      await expect.poll(() => stage.evaluate((place) => place.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
      await page.keyboard.press('Escape')
      await resultOf(page, 'en')
      const again = page.getByRole('button', { name: t('result.again', { stake: formatMoney(500) }) })
      if (!isAgain) await again.evaluate((button: HTMLElement) => button.click())
    }
    const { seen, behaviors } = await positions()
    if (does === 'stays where it is') expect(seen).toHaveLength(1)
    // In one direction, and smoothly: how many positions are seen depends on the frames that a machine draws.
    expect(seen).toEqual(seen.toSorted((one, other) => other - one))
    expect(new Set(behaviors)).toEqual(new Set(['smooth']))
    await context.close()
  })

  it('with reduced motion sees the result at once', async () => {
    const { page, context } = await visitUpgrade(browser, site, 'en', 'desktop', 0)
    await playFive(page)
    await resultOf(page, 'en')
    const isMoving = (): Promise<boolean> =>
      page
        .locator('[data-stage]')
        .evaluate((stage) => stage.getAnimations({ subtree: true }).some(({ playState }) => playState === 'running'))
    await expect.poll(isMoving).toBe(false)
    await expect.poll(() => page.getByRole('button', { name: t('skip') }).count()).toBe(0)
    await context.close()
  })

  it('plays by keyboard only, and no accessibility rule is broken', async () => {
    const { page, context } = await visitUpgrade(browser, site, 'en', 'desktop', 1)
    await quick(page, 'en')
    const tabTo = async (stop: Locator): Promise<void> => {
      for (let step = 0; step < 60; step++) {
        if (await stop.evaluate((element) => element.contains(document.activeElement))) return
        await page.keyboard.press('Tab')
      }
      throw new Error('Tab never leads there')
    }
    await page.locator('#main').focus()
    await tabTo(mine(page, 'en'))
    await page.keyboard.press('End')
    await page.keyboard.press('Space')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    const chosen = mine(page, 'en').locator('[aria-selected="true"]')
    await expect.poll(() => chosen.count()).toBe(2)
    expect(await brokenRules(page)).toEqual([])
    await page.keyboard.press('Control+a')
    expect(
      await page
        .getByRole('list', { name: t('mine.staked') })
        .getByRole('button')
        .count(),
    ).toBe(6)

    await tabTo(page.getByRole('button', { name: '50%', exact: true }))
    await page.keyboard.press('Enter')
    const go = page.getByRole('button', { name: startingWith(t('go', { stake: '' })) })
    await go.waitFor()
    await tabTo(targets(page, 'en'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect.poll(() => targets(page, 'en').locator('[aria-selected="true"]').count()).toBe(1)
    await tabTo(go)
    await page.keyboard.press('Enter')
    const { won } = await resultOf(page, 'en')
    await page
      .locator('[aria-live="polite"]')
      .getByText(won ? startingWith('You won') : startingWith('No win'))
      .waitFor({ state: 'attached' })
    expect(await brokenRules(page)).toEqual([])
    await context.close()
  })

  it('who lost the connection retries with the same key and stakes once', async () => {
    const { page, context } = await visitUpgrade(browser, site, 'en', 'desktop', 2)
    await quick(page, 'en')
    const before = await balanceOf(page)
    // The server completes the call; the responses are lost.
    await page.route('**/api/upgrade', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await playFive(page)
    await page.getByText(t('offline.title')).waitFor()
    await page.unroute('**/api/upgrade')
    await page.getByRole('button', { name: t('offline.action') }).click()
    await resultOf(page, 'en')
    await balanceIs(page, before - 500)
    await expect.poll(() => balanceOf(page)).toBe(before - 500)
    await context.close()
  })

  it('whose item was sold elsewhere sees a message and the remaining items', async () => {
    const { page, context } = await visitUpgrade(browser, site, 'en', 'desktop', 3)
    const [first] = await itemsOf(page)
    const count = (await itemsOf(page)).length
    await mine(page, 'en').getByRole('option').first().click()
    const go = await pick(page, 'en', 'desktop', '×3')
    await ask(page, '/user/items/sell', { ids: [first?.id], isAll: false })
    await go.click()
    await page.getByText(t('refused.title')).waitFor()
    await expect
      .poll(() => mine(page, 'en').getByRole('option').first().getAttribute('aria-setsize'))
      .toBe(String(count - 1))
    await page.getByRole('button', { name: t('step.stake') }).waitFor()
    await context.close()
  })

  it('sells the prize, or stakes it at once', async () => {
    const { page, context } = await visitUpgrade(browser, site, 'en', 'desktop', 4)
    await quick(page, 'en')
    const winOnce = async (): Promise<void> => {
      for (let attempt = 0; attempt < 40; attempt++) {
        await amountField(page, 'en').fill('0.10')
        await (await pick(page, 'en', 'desktop', '75%')).click()
        if ((await resultOf(page, 'en')).won) return
        await page.getByRole('button', { name: t('result.new'), exact: true }).click()
      }
      throw new Error('Three in four was lost forty times')
    }
    await winOnce()
    await page.getByRole('button', { name: startingWith(t('result.sell', { price: '' })) }).click()
    await page.getByText(t('result.sold'), { exact: true }).waitFor()
    await page.getByRole('button', { name: t('result.new'), exact: true }).click()
    await winOnce()
    await page.getByRole('button', { name: textFor('en', 'common')('result.upgrade'), exact: true }).click()
    expect(
      await page
        .getByRole('list', { name: t('mine.staked') })
        .getByRole('button')
        .count(),
    ).toBe(1)
    await expect.poll(() => mine(page, 'en').getByRole('option').first().getAttribute('aria-selected')).toBe('true')
    await context.close()
  })

  it('with ten thousand items renders the visible ones and loads further pages when scrolling', async () => {
    const { page, context } = await visitCalmly(browser, site)
    await signIn(page, site, 5)
    const offered = await call<TargetsReply>(page, site, '/upgrade/targets?min=100')
    let pages = 0
    await page.route('**/api/user/items?*', async (route) => {
      const from = 50 * pages++
      const items = offered.items.map(({ item, price }, place): OwnedItem => {
        const id = `00000000-0000-7000-8000-${String(10_000 - from - place).padStart(12, '0')}`
        return { id, item, price, won_price: price, source: 'case', won_at: from + place }
      })
      const reply: ItemsReply = {
        success: true,
        items,
        cursor: `${from}_x`,
        total: { count: 10_000, sum: 1_000_000 },
      }
      await route.fulfill({ json: reply })
    })
    await page.goto(`${site.url}/upgrade`)
    const options = mine(page, 'en').getByRole('option')
    await options.first().waitFor()
    await expect.poll(() => options.first().getAttribute('aria-setsize')).toBe('10000')
    await options.first().focus()
    await page.keyboard.press('End')
    await mine(page, 'en').locator('[aria-posinset="50"]').waitFor()
    await mine(page, 'en').locator('[aria-posinset="51"]').waitFor({ state: 'attached' })
    expect(pages).toBe(2)
    await page.keyboard.press('End')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-posinset'))).toBe('100')
    await expect.poll(() => options.count()).toBeLessThan(60)
    await context.close()
  })
})
