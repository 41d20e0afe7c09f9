// Free cases in a real browser: from the guest to the deposit and the opening, and a night that ends while the page is
// open.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { FreeCaseReply } from '../../../src/protocol/free-case.ts'
import { blockLiveEvents, startSite, visit, visitCalmly } from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { SCRIPT_GOALS, weigh } from '../../support/browsers/weight.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { moveClock } from '../../support/sites/site-clock.ts'
import { openForFile } from '../parts/file-site.ts'
import { ask, call, depositByCall, itemsOf, PAGE_JOURNEYS, signIn, skipMotion } from '../parts/player.ts'
import { amount } from '../payments/depositor.ts'

/** The moment when the clocks of New York skip from 02:00 to 03:00. */
const LEAP = '2027-03-14T07:00:00Z'

const { site, browser } = await openForFile({ TIME_ZONE: 'Europe/Kyiv' })

/** The first two of them. */
const NAMES = { en: ['Spark', 'Comet'], ru: ['Искра', 'Комета'], uk: ['Іскра', 'Комета'] } as const

const crate = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })

describe.each(PAGE_JOURNEYS)('free cases in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'freeCase')
  const inCase = textFor(language, 'case')
  const [name, next] = NAMES[language]

  it('lead a guest to sign in, a player to the missing deposit, and open after it', async () => {
    const { page, context, errors } = await visit(browser, site, language, screen)
    const shifts = await watchShifts(page)
    await page.goto(`${site.url}/free_case`)
    await page.getByText(t('status.guest', { name, asks: '$5.00' })).waitFor()
    await page
      .locator('main')
      .getByRole('button', { name: textFor(language, 'common')('actions.signIn') })
      .click()
    await page.getByRole('dialog', { name: textFor(language, 'login')('title') }).waitFor()
    await page.keyboard.press('Escape')
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)

    await signIn(page, site, place)
    await page.goto(`${site.url}/free_case`)
    await page.getByText(t('status.locked', { name, missing: '$5.00' })).waitFor()
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)
    await page.locator('main a[data-open="payment"]').click()
    const dialog = page.getByRole('dialog', { name: textFor(language, 'shell')('account.deposit') })
    await expect.poll(() => amount(dialog, language).inputValue()).toBe('5')
    await page.keyboard.press('Escape')

    // The page learns of it by itself, with or without an event.
    await depositByCall(page, site, 12)
    await page.getByText(t('status.ready', { name })).waitFor()
    await page.getByText('$12.00', { exact: true }).first().waitFor()
    await crate(page, next).press('Space')
    await expect.poll(() => page.locator('main a[data-open="payment"]').getAttribute('data-sum')).toBe('13')
    await crate(page, name).press('Space')
    await page.getByRole('button', { name: t('open', { name }) }).click()
    const stage = page.getByRole('region', { name: inCase('stage') })
    const proof = stage.getByRole('link', { name: inCase('result.proof') })
    await skipMotion(page.getByRole('button', { name: inCase('skip') }), proof)
    await proof.waitFor()
    const [won] = await itemsOf(page)
    expect(await proof.getAttribute('href')).toBe(`/fairness?roll=${won?.id}`)
    await page.getByText(t('status.opened', { name, asks: '$5.00' })).waitFor()
    await page.getByRole('button', { name: inCase('result.sell', { price: formatMoney(won?.price ?? 0) }) }).click()
    await stage.getByText(inCase('result.sold'), { exact: true }).waitFor()

    await page.reload()
    await crate(page, name).press('Space')
    await page.getByText(t('status.opened', { name, asks: '$5.00' })).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})

inLongRun(() => {
  it('free cases switch to the next night when the clocks skip 02:00', async () => {
    const late = await startSite({ TIME_ZONE: 'America/New_York', CLOCK: '2027-03-13T18:00:00Z' })
    const { page, context } = await visitCalmly(browser, late)
    await page.clock.install()
    await blockLiveEvents(page)
    await signIn(page, late, 0)
    await depositByCall(page, late, 5)
    await expect.poll(async () => (await call<FreeCaseReply>(page, late, '/free_case')).deposited).toBe(500)
    const t = textFor('en', 'freeCase')
    await page.goto(`${late.url}/free_case`)
    await page.getByText(t('status.ready', { name: 'Spark' })).waitFor()
    await moveClock(page, late, LEAP)
    await page.getByText(t('status.locked', { name: 'Spark', missing: '$5.00' })).waitFor()
    await page.getByText('$0.00', { exact: true }).first().waitFor()
    expect((await ask<FreeCaseReply>(page, '/free_case')).from).toBe(Date.parse(LEAP))
    await context.close()
    await late.stop()
  })

  it.each(LANGUAGES)('free cases explain their rules without JavaScript in %s', async (language) => {
    const t = textFor(language, 'freeCase')
    const context = await browser.newContext({ javaScriptEnabled: false, locale: language })
    const page = await context.newPage()
    await page.goto(`${site.url}/${language}/free_case`)
    for (const rule of ['rules.night', 'rules.once', 'rules.counts', 'rules.odds'] as const) {
      await expect.poll(() => page.getByText(t(rule)).isVisible()).toBe(true)
    }
    await context.close()
  })

  it('free cases say that there is no connection, and retry', async () => {
    const { page, context } = await visitCalmly(browser, site)
    await blockLiveEvents(page)
    await page.route('**/api/free_case', (route) => route.abort())
    await page.goto(`${site.url}/free_case`)
    await page.getByText(textFor('en', 'freeCase')('failed')).waitFor()
    await page.unroute('**/api/free_case')
    await page.getByRole('button', { name: textFor('en', 'common')('actions.retry') }).click()
    await crate(page, 'Spark').waitFor({ state: 'attached' })
    await context.close()
  })

  it('free cases have at most 150 KB of scripts', async () => {
    const { scripts, byScript } = await weigh(browser, site, '/free_case')
    expect(scripts, JSON.stringify([...byScript])).toBeLessThanOrEqual(SCRIPT_GOALS.screen)
  })
})
