// A referral in a real browser: the link, the sign-in, and a deposit that its referrer sees.
import type { Browser, Cookie, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFiles } from '../../../src/content/default-files.ts'
import { readPages } from '../../../src/content/read-pages.ts'
import { FIRST_DEPOSIT_PERCENT } from '../../../src/game/base/economy.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { ReferralReply } from '../../../src/protocol/referral.ts'
import type { UserReply } from '../../../src/protocol/user.ts'
import {
  launchBrowser,
  type RunningSite,
  startSite,
  visitCalmly,
  waitForHydration,
} from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { ask, balanceIs, call, PAGE_JOURNEYS, signIn } from '../parts/player.ts'
import { amount, method, pay } from '../payments/depositor.ts'

let site: RunningSite
let browser: Browser
/** The referrer, signed in by the first journey. */
let referrer: { readonly cookies: Cookie[]; readonly code: string; readonly name: string } | undefined

async function ownOf(page: Page): Promise<NonNullable<ReferralReply['own']>> {
  const { own } = await ask<ReferralReply>(page, '/referral')
  if (own === null) throw new Error('A guest has no code')
  return own
}

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
})

async function signedIn(): Promise<NonNullable<typeof referrer>> {
  if (referrer !== undefined) return referrer
  const { page, context } = await visitCalmly(browser, site)
  await signIn(page, site, 0)
  const { own } = await call<ReferralReply>(page, site, '/referral')
  if (own === null) throw new Error('A guest has no code')
  const { user } = await call<UserReply>(page, site, '/user/get')
  const cookies = (await context.cookies()).filter(({ name }) => name !== 'lang')
  referrer = { cookies, code: own.code, name: user.username }
  await context.close()
  return referrer
}

describe.each(PAGE_JOURNEYS)('a referral in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'referral')

  it('brings a friend by the link, whose deposit the referrer sees', async () => {
    const { cookies, code, name } = await signedIn()
    const here = await visitCalmly(browser, site, language, screen)
    await here.context.addCookies(cookies)
    const shifts = await watchShifts(here.page)
    await here.page.goto(`${site.url}/referral`)
    await expect
      .poll(() => here.page.getByRole('textbox', { name: t('own.label') }).inputValue())
      .toBe(`${site.url}/r/${code}`)
    const before = await ownOf(here.page)

    const there = await visitCalmly(browser, site, language, screen)
    await there.page.goto(`${site.url}/r/${code.toLowerCase()}`)
    expect(new URL(there.page.url()).pathname).toBe('/')
    await signIn(there.page, site, 1 + place)
    await there.page.goto(`${site.url}/bonuses`)
    const percent = FIRST_DEPOSIT_PERCENT
    await there.page.getByText(textFor(language, 'bonuses')('first.open', { percent })).waitFor()
    expect((await there.context.cookies()).some((cookie) => cookie.name === 'ref')).toBe(false)

    await there.page.goto(`${site.url}/deposit?sum=20`)
    await expect.poll(() => amount(there.page, language).inputValue()).toBe('20')
    await method(there.page, 'Visa').click()
    await pay(there.page, there.page, 'pay')
    await there.page
      .getByRole('heading', { name: textFor(language, 'deposit')('arrived.title', { credit: '$21.00' }) })
      .waitFor()

    // A deposit makes no margin: what is staked of it does.
    await here.page.reload()
    await balanceIs(here.page, 10_000 + before.earned)
    const rows = here.page.locator('tbody tr:has(a[href^="/user/"])')
    await expect.poll(() => rows.count()).toBe(before.players + 1)
    const newest = await rows.first().textContent()
    expect(newest).toContain('$20.00')
    expect(newest).toContain('$0.00')

    await here.page.getByText(t('earnings.none')).waitFor()

    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)

    await there.page.goto(`${site.url}/referral`)
    await there.page.locator('#friend-code + *').getByText(t('friend.by', { name })).waitFor()
    expect([...here.errors, ...there.errors]).toEqual([])
    await here.context.close()
    await there.context.close()
  })
})

inLongRun(() => {
  it('a code typed by a guest is kept for the sign-in, checked, and the player can choose their own', async () => {
    const t = textFor('en', 'referral')
    const replies = textFor('en', 'replies')
    const { code } = await signedIn()
    const { page, context, errors } = await visitCalmly(browser, site)
    const shifts = await watchShifts(page)
    await page.goto(`${site.url}/referral`)
    await page.getByText(t('own.guest')).waitFor()
    await page.getByText('5%, from $500.00').waitFor()
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)
    await page.getByLabel(t('friend.label')).fill(code)
    await page.getByRole('button', { name: t('friend.enter') }).click()
    await page.getByRole('dialog', { name: textFor('en', 'login')('title') }).waitFor()

    await signIn(page, site, 5)
    await page.goto(`${site.url}/referral`)
    const field = page.getByLabel(t('friend.label'))
    await expect.poll(() => field.inputValue()).toBe(code)
    // A signed-in player who opens a link is offered its code there.
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(`${site.url}/r/${code.toLowerCase()}`)
    await page.goto(`${site.url}/referral`)
    await page.getByRole('button', { name: t('friend.accept') }).waitFor()
    expect(await field.inputValue()).toBe(code)
    const own = await page.locator('[data-own-code]').textContent()
    const enter = page.getByRole('button', { name: t('friend.enter') })
    for (const [typed, refusal] of [
      ['NOBODY99', 'referral-unknown'],
      [own, 'referral-own'],
    ] as const) {
      await field.fill(typed ?? '')
      await enter.click()
      await page.getByText(replies(`refusal.${refusal}`)).waitFor()
    }
    await field.fill(`${site.url}/r/${code}`)
    await enter.click()
    await page.getByText(replies('referralEntered', { percent: FIRST_DEPOSIT_PERCENT })).waitFor()
    await expect.poll(() => field.count()).toBe(0)

    await page.getByRole('button', { name: t('own.choose') }).click()
    const chosen = page.getByLabel(t('own.new'))
    await chosen.fill(code)
    await page.getByRole('button', { name: t('own.save') }).click()
    await page.getByText(replies('refusal.referral-taken')).waitFor()
    await chosen.fill('lyra77')
    await chosen.press('Enter')
    await page.locator('[data-own-code]', { hasText: 'LYRA77' }).waitFor()
    await expect
      .poll(() => page.getByRole('textbox', { name: t('own.label') }).inputValue())
      .toBe(`${site.url}/r/LYRA77`)
    await expect.poll(() => page.getByRole('button', { name: t('own.choose') }).count()).toBe(0)

    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: t('own.copy') }).click()
    await page.getByRole('button', { name: t('own.copied') }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/r/LYRA77`)
    await page.reload()
    await waitForHydration(page)
    await page.locator('[data-own-code]', { hasText: 'LYRA77' }).waitFor()
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)
    expect(errors).toEqual([])
    await context.close()
  })

  it('the referral page says that there is no connection, and retries', async () => {
    const { page, context } = await visitCalmly(browser, site, 'uk', 'phone')
    await page.route('**/api/referral', (route) => route.abort())
    await page.goto(`${site.url}/referral`)
    const again = page.getByRole('button', { name: textFor('uk', 'common')('actions.retry') })
    await again.waitFor()
    await page.unroute('**/api/referral')
    await again.click()
    await page.getByText(textFor('uk', 'referral')('own.guest')).waitFor()
    await context.close()
  })

  it.each(LANGUAGES)('the referral page can be read without JavaScript in %s', async (language) => {
    const t = textFor(language, 'referral')
    const { platinumPercent } = readPages(readFiles()).details[language]
    const context = await browser.newContext({ javaScriptEnabled: false, locale: language })
    const page = await context.newPage()
    await page.goto(`${site.url}/${language}/referral`)
    for (const words of [
      t('lead', { share: platinumPercent }),
      t('terms.rounding.text'),
      t('terms.refund.text'),
      t('noScript'),
    ]) {
      await expect.poll(() => page.getByText(words).isVisible()).toBe(true)
    }
    await expect.poll(() => page.getByLabel(t('friend.label')).isVisible()).toBe(false)
    await context.close()
  })
})
