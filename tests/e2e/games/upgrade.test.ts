// The upgrade in a real browser: the journey from the stake to the proof by pointer and by thumb, and the page as a guest sees it.
import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { visitCalmly, waitForHydration } from '../../support/browsers/browser.ts'
import { SCRIPT_GOALS, weigh } from '../../support/browsers/weight.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'
import { ask, balanceIs, itemsOf, PAGE_JOURNEYS, sharedLink } from '../parts/player.ts'
import { amountField, BALANCE, mine, pick, quick, resultOf, targets, turnTo, visitUpgrade } from './upgrader.ts'

const { site, browser } = await openForFile()

/** Returns the middle of a button that stands still and is not covered. */
async function placeOf(button: Locator): Promise<{ x: number; y: number }> {
  const boxNow = async () => {
    await button.click({ trial: true })
    return button.boundingBox()
  }
  // A busy page goes on laying out what was chosen: the button is where it stays.
  let box = await boxNow()
  await expect
    .poll(
      async () => {
        const before = box
        box = await boxNow()
        return JSON.stringify(before) === JSON.stringify(box)
      },
      { interval: 300 },
    )
    .toBe(true)
  if (box === null) throw new Error('The button is not on the page.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Clicks a button; with the place of a thumb clicks there, because the locator's own click may scroll the page. */
async function press(page: Page, button: Locator, thumb: { x: number; y: number } | null): Promise<void> {
  await button.waitFor()
  if (thumb === null) await button.click()
  else await page.mouse.click(thumb.x, thumb.y)
}

/** Tells whether nothing covers the last line in the ring. */
const isResultSeen = (page: Page): Promise<boolean> =>
  page
    .locator('[data-stage] p')
    .last()
    .evaluate((line) => {
      const { left, width, bottom } = line.getBoundingClientRect()
      return line.contains(document.elementFromPoint(left + width / 2, bottom - 1))
    })

describe.each(PAGE_JOURNEYS)('an upgrade in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'upgrade')

  it('upgrades items and balance, and balance, inventory and proof agree with what it shows', async () => {
    const { page, context, errors } = await visitUpgrade(browser, site, language, screen, place)
    await quick(page, language)
    const before = await itemsOf(page)
    const options = mine(page, language).getByRole('option')
    for (const number of [0, 1]) await options.nth(number).click()
    await expect.poll(() => options.nth(1).getAttribute('aria-selected')).toBe('true')
    const go = await pick(page, language, screen, '×2')
    // The edge depends on the price of the target.
    const returns = [92, 91, 90].map((back) => page.getByText(t('facts.return', { back })))
    const areFactsThere = async () => (await Promise.all(returns.map((text) => text.isVisible()))).some(Boolean)
    await expect.poll(areFactsThere).toBe(true)
    await go.click()

    const { won, roll } = await resultOf(page, language)
    await page.getByText(won ? t('result.won') : t('result.lost'), { exact: true }).waitFor()
    // The buttons of the result take more of a phone's screen than those before it.
    await expect.poll(() => isResultSeen(page)).toBe(true)
    const kept = before.slice(2).map(({ id }) => id)
    expect((await itemsOf(page)).map(({ id }) => id)).toEqual(won ? [roll, ...kept] : kept)
    await turnTo(page, language, screen, 'mine')
    await expect.poll(() => options.first().getAttribute('aria-setsize')).toBe(String(kept.length + Number(won)))
    await balanceIs(page, BALANCE)
    expect(await sharedLink(page, language)).toMatch(/\/win\/[\w-]{22}$/)
    const proof = await ask<{ roll: { game: string } }>(page, `/fairness/roll/${roll}`)
    expect(proof.roll.game).toBe('upgrade')

    await amountField(page, language).fill('5')
    const main = await pick(page, language, screen, '75%')
    await expect.poll(areFactsThere).toBe(true)
    const thumb = screen === 'phone' ? await placeOf(main) : null
    await press(page, main, thumb)
    await resultOf(page, language)
    await expect.poll(() => isResultSeen(page)).toBe(true)
    await balanceIs(page, BALANCE - 500)
    // The thumb that has played finds it where it was, below what the result adds.
    await press(page, page.getByRole('button', { name: t('result.again', { stake: formatMoney(500) }) }), thumb)
    await balanceIs(page, BALANCE - 1000)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(errors).toEqual([])
    await context.close()
  })
})

inLongRun(() => {
  describe('a guest', () => {
    it('sees targets and chances, and is asked to sign in when they click', async () => {
      const { page, context, errors } = await visitCalmly(browser, site)
      await page.goto(`${site.url}/upgrade`)
      await targets(page, 'en').getByRole('option').first().waitFor()
      await amountField(page, 'en').fill('5')
      const go = await pick(page, 'en', 'desktop', '×2')
      expect(await brokenRules(page)).toEqual([])
      await go.click()
      await page.getByRole('dialog', { name: textFor('en', 'login')('title') }).waitFor()
      expect(errors).toEqual([])
      await context.close()
    })

    it.each(LANGUAGES)('reads how it works in %s without JavaScript', async (language) => {
      const context = await browser.newContext({ javaScriptEnabled: false })
      const page = await context.newPage()
      await page.goto(`${site.url}/${language}/upgrade`)
      const t = textFor(language, 'upgrade')
      for (const name of [t('title'), t('how.title')]) await page.getByRole('heading', { name, exact: true }).waitFor()
      await page.getByText(t('noScript')).waitFor()
      await expect.poll(() => page.locator('[data-stage]').isVisible()).toBe(false)
      await context.close()
    })

    it('loads no more scripts than a screen may have', async () => {
      const { scripts, byScript } = await weigh(browser, site, '/upgrade')
      expect(scripts, JSON.stringify([...byScript])).toBeLessThanOrEqual(SCRIPT_GOALS.screen)
    })
  })

  it('the upgrade page has no touch target below the minimum on the narrowest phone, and room for a large amount', async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true })
    const page = await context.newPage()
    await page.goto(`${site.url}/en/upgrade`)
    await waitForHydration(page)
    const field = amountField(page, 'en')
    await field.fill('12345.67')
    expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
    const small = await page
      .locator('main button')
      .filter({ visible: true })
      .evaluateAll((buttons) =>
        buttons
          .map((button) => ({ words: button.textContent, ...button.getBoundingClientRect().toJSON() }))
          .filter(({ width, height }) => width < 44 || height < 44)
          .map(({ words, width, height }) => `${words} ${width} × ${height}`),
      )
    expect(small).toEqual([])
    await context.close()
  })
})
