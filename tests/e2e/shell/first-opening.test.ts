// The way of a guest to their first reel, in a real browser, counted in taps; and the opening that waits for them after the sign-in.
import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { Language } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { visit, waitForHydration } from '../../support/browsers/browser.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'
import {
  balanceIs,
  CASE,
  CASE_PRICE,
  PAGE_JOURNEYS,
  proofLink,
  signIn,
  skipMotion,
  startingWith,
} from '../parts/player.ts'

const { site, browser } = await openForFile()

const hero = (page: Page): Locator => page.locator('main section a[data-hero-open]')

const openButton = (page: Page, language: Language): Locator =>
  page.getByRole('button', { name: startingWith(textFor(language, 'case')('open', { price: '' })) })

/** Waits until the page of a case is back from Steam, and its main button waits for the tap. */
async function isResumed(page: Page, language: Language): Promise<void> {
  await page.waitForURL(({ pathname, search }) => pathname.startsWith('/case/') && search === '')
  await waitForHydration(page)
  await page.getByText(textFor(language, 'case')('resumed')).waitFor()
  const button = openButton(page, language)
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await button.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
}

describe.each(PAGE_JOURNEYS)('a guest in %s on a %s', (language, screen, place) => {
  const login = textFor(language, 'login')

  it('sees the first reel six taps after the landing page, two of which confirm', async () => {
    const { context, page, errors } = await visit(browser, site, language, screen)
    let taps = 0
    const tap = async (target: Locator): Promise<void> => {
      taps++
      await (screen === 'phone' ? target.tap() : target.click())
    }
    await page.goto(site.url)
    await tap(hero(page))
    const dialog = page.getByRole('dialog', { name: login('title') })
    for (const place of [0, 1]) await tap(dialog.getByRole('checkbox').nth(place))
    await tap(dialog.getByRole('button', { name: login('submit') }))
    await page.waitForURL(/sandbox\/steam/)
    await tap(page.locator('button[name="player"]').nth(place))
    await isResumed(page, language)
    await tap(openButton(page, language))
    await page.getByRole('button', { name: textFor(language, 'case')('skip') }).waitFor()
    expect(taps).toBe(6)
    expect(errors).toEqual([])
    await context.close()
  })

  inLongRun(() => {
    it('resumes the number of cases that they wanted, after both confirmations', async () => {
      const { context, page, errors } = await visit(browser, site, language, screen)
      await page.goto(`${site.url}/case/${CASE}`)
      await page.getByRole('radio', { name: '3', exact: true }).press('Space')
      await openButton(page, language).click()
      const dialog = page.getByRole('dialog', { name: login('title') })
      const submit = dialog.getByRole('button', { name: login('submit') })
      await expect.poll(() => submit.isDisabled()).toBe(true)
      for (const box of await dialog.getByRole('checkbox').all()) await box.check()
      await submit.click()
      await page.waitForURL(/sandbox\/steam/)
      await page
        .locator('button[name="player"]')
        .nth(place + 2)
        .click()
      await isResumed(page, language)
      expect(await page.getByRole('radio', { name: '3', exact: true }).isChecked()).toBe(true)
      await balanceIs(page, 10_000)
      await page
        .getByRole('button', { name: textFor(language, 'case')('open', { price: formatMoney(3 * CASE_PRICE) }) })
        .click()
      await skipMotion(page.getByRole('button', { name: textFor(language, 'case')('skip') }), proofLink(page, language))
      await balanceIs(page, 10_000 - 3 * CASE_PRICE)
      expect(errors).toEqual([])
      await context.close()
    })
  })
})

inLongRun(() => {
  it('a sign-in from the header returns to the page as it was, also after another one was dismissed', async () => {
    const { context, page } = await visit(browser, site)
    await page.goto(site.url)
    await hero(page).click()
    const dialog = page.getByRole('dialog', { name: textFor('en', 'login')('title') })
    await dialog.getByRole('button', { name: textFor('en', 'common')('actions.close') }).click()
    await page
      .getByRole('button', { name: textFor('en', 'shell')('account.signIn') })
      .first()
      .click()
    const asked = page.waitForRequest(/\/api\/auth\/steam\?/)
    for (const place of [0, 1]) await dialog.getByRole('checkbox').nth(place).check()
    await dialog.getByRole('button', { name: textFor('en', 'login')('submit') }).click()
    const query = new URL((await asked).url()).searchParams
    expect(Object.fromEntries(query)).toEqual({ terms: '1', adult: '1', back: '/' })
    await context.close()
  })

  it('the banner leads a player to the case, and an address resumes nothing that the player has not wanted by a tap', async () => {
    const { context, page } = await visit(browser, site)
    await signIn(page, site, 5)
    await page.goto(site.url)
    await hero(page).click()
    await page.waitForURL(/\/case\//)
    // The way of a page of another site, which may also know that a tap has stored a wish here.
    const wish = { url: CASE, price: CASE_PRICE, count: 10, at: Date.now() }
    for (const text of ['10', '0', '11', '1e1', '-1', '3x', '']) {
      await page.evaluate((stored) => sessionStorage.setItem('spacedrop:wanted-opening', stored), JSON.stringify(wish))
      await page.goto(`${site.url}/case/${CASE}?open=${text}`)
      await waitForHydration(page)
      await balanceIs(page, 10_000)
      expect(await page.getByRole('radio', { name: '1', exact: true }).isChecked()).toBe(true)
      expect(await page.getByText(textFor('en', 'case')('resumed')).count()).toBe(0)
      expect(await page.evaluate(() => [document.activeElement === document.body, scrollY])).toEqual([true, 0])
    }
    await context.close()
  })

  it('a held Enter opens nothing on a page that it did not start on, and opens once where it did', async () => {
    const { context, page } = await visit(browser, site)
    await signIn(page, site, 4)
    await page.goto(`${site.url}/faq`)
    const sent: string[] = []
    page.on('request', (request) => request.url().endsWith('/open') && sent.push(request.url()))
    await page.keyboard.down('Enter')
    await page.goto(`${site.url}/case/${CASE}`)
    await balanceIs(page, 10_000)
    const button = openButton(page, 'en')
    await button.focus()
    // Each is a repetition of the key that is still down.
    for (let i = 0; i < 3; i++) await page.keyboard.down('Enter')
    expect(sent).toEqual([])
    await page.keyboard.up('Enter')
    await page.keyboard.down('Enter')
    const skip = page.getByRole('button', { name: textFor('en', 'case')('skip') })
    await skip.waitFor()
    for (let i = 0; i < 3; i++) await page.keyboard.down('Enter')
    expect(await skip.count()).toBe(1)
    expect(sent).toHaveLength(1)
    await context.close()
  })

  it('the button that plays ignores the repetitions of a held Enter, on a case, an upgrade and the wheel', async () => {
    const { context, page } = await visit(browser, site)
    await signIn(page, site, 3)
    for (const path of [`/case/${CASE}`, '/upgrade', '/wheel']) {
      await page.goto(site.url + path)
      const button = page.locator('main button[class*="_signal_"][class*="_large_"]')
      await button.and(page.locator(':enabled')).waitFor()
      const isPressed = await button.evaluate((element) => {
        const held = { key: 'Enter', repeat: true, bubbles: true, cancelable: true }
        return element.dispatchEvent(new KeyboardEvent('keydown', held))
      })
      expect([path, isPressed]).toEqual([path, false])
    }
    await context.close()
  })
})
