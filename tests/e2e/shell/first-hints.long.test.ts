// The hints of a first visit, in a real browser: one at a time, never over the main button, and never again.
import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { visitForTheFirstTime } from '../../support/browsers/browser.ts'
import { openForFile } from '../parts/file-site.ts'
import { CASE, CASE_PRICE, isAboveBar, openByCall, PAGE_JOURNEYS, signIn, startingWith } from '../parts/player.ts'

const { site, browser } = await openForFile()

const bubble = (page: Page): Locator => page.locator('.hint')

/** Opens the case on the page; with reduced motion its result comes at once. */
async function openCase(page: Page, language: Language): Promise<void> {
  const price = formatMoney(CASE_PRICE)
  await page.getByRole('button', { name: textFor(language, 'case')('open', { price }) }).click()
}

/** Checks that a bubble covers none of the page's buttons of the game, wherever the page is scrolled to. */
async function expectClear(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const own = document.querySelector('.hint')?.getBoundingClientRect()
    if (own === undefined) return ['no bubble']
    const controls = [...document.querySelectorAll('main button, main input[type="radio"]')].filter(
      (element) => element.closest('.hint, [data-favourite], [aria-labelledby="contents"]') === null,
    )
    return controls
      .filter((element) => {
        const { left, right, top, bottom, width } = element.getBoundingClientRect()
        // What gives way to the bubble is hidden, not moved.
        const isVisible = element.checkVisibility({ visibilityProperty: true })
        return isVisible && width > 1 && left < own.right && right > own.left && top < own.bottom && bottom > own.top
      })
      .map(({ textContent }) => textContent)
  })
  expect(covered).toEqual([])
}

describe.each(PAGE_JOURNEYS)('on a first visit in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'hints')

  it('a player sees three, one after the other, and never again', async () => {
    const { context, page, errors } = await visitForTheFirstTime(browser, site, language, screen)
    await signIn(page, site, place)
    await page.goto(`${site.url}/case/${CASE}`)
    await bubble(page)
      .getByText(t('play.text', { sum: formatMoney(10_000) }))
      .waitFor()
    await expectClear(page)
    // By the keyboard: it is a button like every other.
    await bubble(page)
      .getByRole('button', { name: t('next') })
      .press('Enter')
    await bubble(page).getByText(t('demo.text')).waitFor()
    expect(await bubble(page).count()).toBe(1)
    await expectClear(page)
    await bubble(page)
      .getByRole('button', { name: t('done') })
      .click()
    await bubble(page).waitFor({ state: 'detached' })
    await openCase(page, language)
    await bubble(page).getByText(t('won.text')).waitFor()
    await expectClear(page)
    if (screen === 'phone') expect(await isAboveBar(page, bubble(page))).toBe(true)
    await bubble(page)
      .getByRole('button', { name: t('done') })
      .click()
    await bubble(page).waitFor({ state: 'detached' })
    await page.reload()
    expect(await page.evaluate(() => localStorage.getItem('spacedrop:hints'))).toBe('money demo won')
    await page.getByRole('button', { name: startingWith(textFor(language, 'case')('open', { price: '' })) }).waitFor()
    expect(await bubble(page).count()).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  })

  it('a guest sees the free try, and can open while it is there', async () => {
    const { context, page } = await visitForTheFirstTime(browser, site, language, screen)
    await page.goto(`${site.url}/case/${CASE}`)
    await bubble(page).getByText(t('demo.text')).waitFor()
    await expectClear(page)
    await page
      .getByRole('button', { name: textFor(language, 'case')('open', { price: formatMoney(CASE_PRICE) }) })
      .click()
    await page.getByRole('dialog', { name: textFor(language, 'login')('title') }).waitFor()
    await context.close()
  })
})

/** Tells where a bubble and what it speaks of are: between header and bottom bar, or what covers them. */
function outOfView(page: Page, target: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const top = Math.max(0, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0)
    const bar = document.querySelector('nav.bar')?.getBoundingClientRect()
    const bottom = bar === undefined || bar.height === 0 ? innerHeight : bar.top
    const wrong: string[] = []
    const bubble = document.querySelector('.hint')?.getBoundingClientRect()
    if (bubble === undefined || bubble.top < top || bubble.bottom > bottom)
      wrong.push(`bubble ${JSON.stringify(bubble)}`)
    const part = document.querySelector(selector)?.getBoundingClientRect()
    if (part === undefined || part.top < 0 || part.bottom > bottom) wrong.push(`${selector} ${JSON.stringify(part)}`)
    return wrong
  }, target)
}

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(['phone', 'desktop'] as const)(
    'each hint is in view with what it speaks of on a %s, also where the settings come late',
    async (screen) => {
      const t = textFor(language, 'hints')
      const { context, page } = await visitForTheFirstTime(browser, site, language, screen)
      await signIn(page, site, screen === 'phone' ? 2 : 4)
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route('**/api/settings', async (route) => {
        await promise
        await route.continue()
      })
      await page.goto(`${site.url}/case/${CASE}`)
      await page.locator('[data-balance]').waitFor()
      resolve()
      await bubble(page).getByText(t('play.title'), { exact: true }).waitFor()
      await expect.poll(() => outOfView(page, '[data-balance]')).toEqual([])
      await bubble(page)
        .getByRole('button', { name: t('next') })
        .press('Enter')
      await bubble(page).getByText(t('demo.text')).waitFor()
      await expect.poll(() => outOfView(page, '[data-hint="demo"]')).toEqual([])
      await context.close()
    },
  )
})

it.each([5, 10])('a first opening of %d on a phone has all its buttons free', async (count) => {
  const { context, page } = await visitForTheFirstTime(browser, site, 'ru', 'phone')
  await signIn(page, site, count === 5 ? 4 : 5)
  await page.goto(`${site.url}/case/${CASE}`)
  const t = textFor('ru', 'case')
  await page.getByRole('radio', { name: String(count), exact: true }).press('Space')
  const price = formatMoney(count * CASE_PRICE)
  await page.getByRole('button', { name: t('open', { price }) }).click()
  await page.getByRole('button', { name: t('again', { price }) }).waitFor()
  await bubble(page).waitFor({ state: 'attached' })
  await bubble(page).getByText(textFor('ru', 'hints')('won.text')).waitFor({ state: 'attached' })
  await expectClear(page)
  await context.close()
})

it('all of them can be skipped at once', async () => {
  const { context, page } = await visitForTheFirstTime(browser, site)
  await signIn(page, site, 2)
  await page.goto(`${site.url}/case/${CASE}`)
  await bubble(page)
    .getByRole('button', { name: textFor('en', 'hints')('skip') })
    .click()
  await bubble(page).waitFor({ state: 'detached' })
  await openCase(page, 'en')
  await page.getByRole('button', { name: textFor('en', 'common')('actions.keep') }).waitFor()
  expect(await bubble(page).count()).toBe(0)
  await context.close()
})

it('a player who has opened a case before sees none', async () => {
  const { context, page } = await visitForTheFirstTime(browser, site)
  await signIn(page, site, 3)
  await openByCall(page, site, 1)
  const loaded = page.waitForResponse(/\/api\/settings/)
  await page.goto(`${site.url}/case/${CASE}`)
  await loaded
  await page
    .getByText(formatMoney(10_000 - CASE_PRICE), { exact: true })
    .first()
    .waitFor()
  // The part that shows hints is there, and shows none.
  await page.locator('.hint-place').waitFor({ state: 'attached' })
  expect(await bubble(page).count()).toBe(0)
  await context.close()
})
