// The shell of every page: guests get no React until they need it, and what asked for it is not lost.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../src/game/language.ts'
import { textFor } from '../../src/i18n/text.ts'
import { visitCalmly } from '../support/browser.ts'
import { SHIFT_MOST, watchShifts } from '../support/layout-shift.ts'
import { byRun, inLongRun } from '../support/long-run.ts'
import { openForFile } from './file-site.ts'
import { balanceIs, signIn } from './player.ts'

const { site, browser } = await openForFile()

const words = textFor('en', 'shell')

const hasReact = (page: Page): Promise<boolean> =>
  page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/js\/react\./.test(name)))

const loginOf = (page: Page) => page.getByRole('dialog', { name: textFor('en', 'login')('title') })

describe('a guest on a static page', () => {
  it('has counters and live drops without React, and the sign-in dialog by the first tap', async () => {
    const { page, context, errors } = await visitCalmly(browser, site, 'en', 'phone')
    await page.goto(`${site.url}/en/faq`)
    await page.locator('.live ul[aria-busy="false"]').waitFor()
    await page.locator('[popovertarget="side-menu"]').first().tap()
    await expect.poll(() => page.locator('#side-menu [data-counter="users"] [data-count]').textContent()).toBe('0')
    expect(await hasReact(page)).toBe(false)
    await page
      .locator('#side-menu')
      .getByRole('button', { name: words('account.signInShort'), exact: true })
      .tap()
    await loginOf(page).waitFor()
    expect(await page.locator('#side-menu').isVisible()).toBe(false)
    expect(await hasReact(page)).toBe(true)
    expect(errors).toEqual([])
    await context.close()
  })

  it('has the sign-in button in the first frame, and a tap before the shell has started opens the dialog', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const page = await context.newPage()
    await page.addInitScript(() => {
      // The browser is never idle.
      window.requestIdleCallback = () => 0
    })
    await page.goto(`${site.url}/en/faq`)
    expect(await page.evaluate(() => document.documentElement.dataset.shell)).toBeUndefined()
    await page
      .locator('header')
      .getByRole('button', { name: words('account.signIn') })
      .tap()
    await loginOf(page).waitFor()
    await context.close()
  })
})

it('a visit that begins with the address of another language stays in it, unless the visitor has chosen', async () => {
  const { page, context, errors } = await visitCalmly(browser, site, 'en')
  const refusal = (): Promise<string> =>
    page.evaluate(async () => (await (await fetch('/api/case/none')).json()).message as string)
  const htmlLanguage = (): Promise<string> => page.evaluate(() => document.documentElement.lang)
  await context.clearCookies({ name: 'lang' })
  await page.goto(`${site.url}/ru/faq`)
  await page.locator('header nav a[href="/contracts"]').click()
  await page.waitForURL('**/contracts')
  expect(await htmlLanguage()).toBe('ru')
  expect(await refusal()).toMatch(/[а-я]/)
  await page.goto(`${site.url}/lang/en?back=/faq`)
  await page.goto(`${site.url}/uk/faq`)
  await page.locator('header nav a[href="/contracts"]').click()
  await page.waitForURL('**/contracts')
  expect(await htmlLanguage()).toBe('en')
  expect(errors).toEqual([])
  await context.close()
})

it('choosing a language never leaves the site', async () => {
  const { page, context } = await visitCalmly(browser, site, 'en')
  await page.route('https://example.org/**', (route) => route.fulfill({ body: 'another site' }))
  await page.route('http://example.org/**', (route) => route.fulfill({ body: 'another site' }))
  for (const address of ['/en//example.org/x', '/en/\\example.org/x']) {
    await page.goto(`${site.url}${address}`)
    await page
      .locator('a[data-language="ru"]')
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await page.locator('html[lang="ru"][data-shell="ready"]').waitFor()
    expect(new URL(page.url()).origin).toBe(new URL(site.url).origin)
    await context.addCookies([{ name: 'lang', value: 'EN', url: site.url }])
  }
  await context.close()
})

// The form is tallest in Russian.
it.each(byRun<readonly Language[]>(['ru'], LANGUAGES))(
  'the sign-in dialog stays where it is when its form comes late, in %s',
  async (language) => {
    const { page, context } = await visitCalmly(browser, site, language, 'phone')
    const shifts = await watchShifts(page)
    const release = Promise.withResolvers<void>()
    await page.route('**/LoginForm*', async (route) => {
      await release.promise
      await route.continue()
    })
    await page.goto(`${site.url}/${language}/faq`)
    const opener = page.locator('header').getByRole('button', { name: textFor(language, 'shell')('account.signIn') })
    await opener.tap()
    const dialog = page.getByRole('dialog', { name: textFor(language, 'login')('title') })
    await dialog.waitFor()
    // What moves within half a second after an input does not count.
    await page.waitForFunction(
      (tapped) => performance.now() > tapped + 600,
      await page.evaluate(() => performance.now()),
    )
    release.resolve()
    await dialog.locator('form').waitFor()
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)
    await context.close()
  },
)

inLongRun(() => {
  it('a player on a static page sees their balance', async () => {
    const { page, context, errors } = await visitCalmly(browser, site)
    await signIn(page, site, 0)
    await page.goto(`${site.url}/en/faq`)
    await balanceIs(page, 10_000)
    expect(
      await page
        .locator('header')
        .getByRole('button', { name: words('account.signIn') })
        .isVisible(),
    ).toBe(false)
    expect(errors).toEqual([])
    await context.close()
  })

  it('a page says that a part loads slowly, and moves nothing', async () => {
    const { page, context } = await visitCalmly(browser, site, 'en', 'phone')
    await page.goto(`${site.url}/en/faq`)
    const top = (): Promise<number> => page.locator('main').evaluate((main) => main.getBoundingClientRect().top)
    const before = await top()
    const release = Promise.withResolvers<void>()
    await page.route('**/*.js', async (route) => {
      await release.promise
      await route.continue()
    })
    await page
      .locator('header')
      .getByRole('button', { name: words('account.signIn') })
      .tap()
    const status = page.locator('#page-status')
    const slow = status.getByText(textFor('en', 'common')('slow'))
    await slow.waitFor()
    expect(await top()).toBe(before)
    release.resolve()
    await loginOf(page).waitFor()
    await slow.waitFor({ state: 'hidden' })
    expect(await top()).toBe(before)
    await context.close()
  })

  it('a guest whose cookie is refused gets the sign-in button', async () => {
    const { page, context } = await visitCalmly(browser, site)
    await context.addCookies([{ name: 'token', value: 'refused', url: site.url }])
    await page.goto(`${site.url}/en/faq`)
    await page
      .locator('header')
      .getByRole('button', { name: words('account.signIn') })
      .waitFor()
    await context.close()
  })
})
