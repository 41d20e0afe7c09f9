// What a case page shows beside the opening: the last drops, everybody's and the player's own, and the badge with the commitment before
// an opening and the check of its rolls after it.
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textFor } from '../../../src/i18n/text.ts'
import type { FairnessReply } from '../../../src/protocol/fairness.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { launchBrowser, type RunningSite, startSite, visitCalmly } from '../../support/browsers/browser.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { moveClock } from '../../support/sites/site-clock.ts'
import { CASE, call, openByCall, PAGE_JOURNEYS, proofLink, signIn, startingWith } from '../parts/player.ts'

const START = '2027-03-01T12:00:00Z'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
})

/** Counts cards after the page's clock, which stands still, has moved so far. */
async function countAfter(page: Page, cards: Locator, milliseconds: number): Promise<number> {
  await page.clock.runFor(milliseconds)
  return cards.count()
}

describe.each(PAGE_JOURNEYS)('a case page in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'case')
  const checks = textFor(language, 'fairness')
  const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: checks('badge.title') })
  let site: RunningSite

  beforeAll(async () => {
    // The lists hold everybody's drops, so each language has a site of its own.
    site = await startSite({ CLOCK: START })
  })

  afterAll(async () => {
    await site.stop()
  })

  inLongRun(() => {
    it('has the last drops of everybody and of the player, and adds new ones without a reload', async () => {
      const { page, context, errors } = await visitCalmly(browser, site, language, screen)
      await page.clock.install({ time: START })
      await signIn(page, site, place)
      await openByCall(page, site, 2)
      const other = await visitCalmly(browser, site, language, screen)
      await signIn(other.page, site, place + 2)
      await openByCall(other.page, site, 3)
      await moveClock(page, site, '2027-03-01T12:01:00Z')
      await page.goto(`${site.url}/case/${CASE}`)
      const drops = page.getByRole('region', { name: t('drops.title') })
      await drops.scrollIntoViewIfNeeded()
      const cards = drops.locator('li article')
      await expect.poll(() => cards.count()).toBe(5)
      await drops.getByRole('radio', { name: t('drops.own') }).press('Space')
      await expect.poll(() => cards.count()).toBe(2)
      expect(await brokenRules(page, 'section[aria-labelledby="drops"]')).toEqual([])

      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
      await page.getByRole('button', { name: startingWith(t('open', { price: '' }).trim()) }).click()
      await expect.poll(() => countAfter(page, cards, 10)).toBe(3)
      await drops.getByRole('radio', { name: t('drops.all') }).press('Space')
      await openByCall(other.page, site, 1)
      // Another player's drop comes at once, the player's own ten seconds after it was drawn, by a clock that a busy machine does not move.
      await expect.poll(() => countAfter(page, cards, 100)).toBe(6)
      await moveClock(page, site, '2027-03-01T12:02:00Z')
      await expect.poll(() => countAfter(page, cards, 100)).toBe(7)
      expect(errors).toEqual([])
      await other.context.close()
      await context.close()
    })
  })

  it('has a badge with the commitment before an opening, which verifies its rolls in place', async () => {
    const { page, context, errors } = await visitCalmly(browser, site, language, screen)
    await page.goto(`${site.url}/case/${CASE}`)
    await page.getByRole('button', { name: t('badge.guest') }).click()
    const dialog = dialogOf(page)
    await dialog.getByText(checks('badge.guest')).waitFor()

    await signIn(page, site, place + 3)
    await page.goto(`${site.url}/case/${CASE}`)
    const { seeds } = await call<FairnessReply>(page, site, '/fairness')
    const badge = page.getByRole('button', { name: `${t('badge.committed')} ${seeds.commit.slice(0, 8)}` })
    await badge.click()
    await dialog.getByText(seeds.commit).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: startingWith(t('open', { price: '' }).trim()) }).click()

    await proofLink(page, language).waitFor()
    const stage = page.getByRole('region', { name: t('stage') })
    // One way to verify the result: the link takes the place of the badge.
    expect(await stage.locator('[aria-haspopup="dialog"]').count()).toBe(1)
    await proofLink(page, language).click()
    await dialog.getByText(checks('verdict.secret')).waitFor()
    await dialog.getByText(checks('badge.unchanged')).waitFor()
    expect(await dialog.locator('li[data-verdict="secret"]').count()).toBe(2)
    expect(await brokenRules(page, 'dialog[open]')).toEqual([])
    await dialog.getByRole('button', { name: checks('badge.reveal') }).click()
    await dialog.getByText(checks('verdict.right')).waitFor()
    expect(await dialog.locator('li[data-verdict="right"]').count()).toBe(5)
    await page.keyboard.press('Escape')
    await stage.getByRole('link', { name: t('badge.right') }).waitFor()

    // The next opening is bound to the new seed.
    await page.getByRole('button', { name: startingWith(t('again', { price: '' }).trim()) }).click()
    await proofLink(page, language).click()
    await dialog.getByText(checks('badge.unchanged')).waitFor()
    expect(await dialog.locator('li[data-verdict="wrong"]').count()).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  })

  inLongRun(() => {
    it('says that a result does not match where the seeds give another one', async () => {
      const { page, context } = await visitCalmly(browser, site, language, screen)
      await signIn(page, site, place + 1)
      await page.route('**/api/fairness/roll/*', async (route) => {
        const reply = await (await route.fetch()).json()
        await route.fulfill({ json: { ...reply, roll: { ...reply.roll, roll: (reply.roll.roll % 1_000_000) + 1 } } })
      })
      await page.goto(`${site.url}/case/${CASE}`)
      await page.getByRole('button', { name: startingWith(t('badge.committed')) }).waitFor()
      await page.getByRole('button', { name: startingWith(t('open', { price: '' }).trim()) }).click()
      await proofLink(page, language).click()
      const dialog = dialogOf(page)
      // The neighbour of a ticket mostly wins the same item; the seeds, which are revealed then, never give it.
      const reveal = dialog.getByRole('button', { name: checks('badge.reveal') })
      const wrong = dialog.locator('li[data-verdict="wrong"]').first()
      await reveal.or(wrong).waitFor()
      if (await reveal.isVisible()) await reveal.click()
      await wrong.waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: t('badge.wrong') }).waitFor()
      await context.close()
    })
  })
})
