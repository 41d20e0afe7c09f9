// The shell of every page: its islands hydrate when the browser is idle, and what came before is not lost.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { textFor } from '../../../src/i18n/text.ts'
import { visitCalmly, waitForHydration } from '../../support/browsers/browser.ts'
import { PAGES } from '../../support/browsers/pages.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'
import { balanceIs, signIn } from '../parts/player.ts'

const { site, browser } = await openForFile()

const words = textFor('en', 'shell')

const loginOf = (page: Page) => page.getByRole('dialog', { name: textFor('en', 'login')('title') })

/** The parts of a page in the order of the specification (section 2), each by what only it has. */
const PARTS = {
  header: '<header',
  subheader: '<nav class="more',
  'live drops': 'data-live-strip',
  'sign-in dialog': 'component-export="LoginDialog"',
  'payment dialog': 'component-export="PaymentDialog"',
  'main view': '<main id="main"',
  footer: '<footer',
  'bottom bar': '<nav class="bar',
  'side menu': '<div id="side-menu"',
} as const

it.each(PAGES)('%s has the whole shell, in its order', async (path) => {
  const html = await (await fetch(`${site.url}${path}`)).text()
  const places = Object.entries(PARTS).map(([name, mark]) => ({ name, at: html.indexOf(mark) }))
  expect(places.filter(({ at }) => at < 0)).toEqual([])
  expect(places.toSorted((a, b) => a.at - b.at).map(({ name }) => name)).toEqual(Object.keys(PARTS))
})

/** Opens a page whose browser is never idle: no island of the shell hydrates by itself. */
async function openBusy(path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.goto(`${site.url}${path}`)
  return page
}

const unhydrated = (page: Page): Promise<number> => page.locator('astro-island[ssr][client="shell"]').count()

describe('a guest on a static page', () => {
  it('has counters and live drops when the browser was idle, and the sign-in dialog from the menu', async () => {
    const { page, context, errors } = await visitCalmly(browser, site, 'en', 'phone')
    await page.goto(`${site.url}/en/faq`)
    await page.locator('.live ul[aria-busy="false"]').waitFor()
    await page.locator('[popovertarget="side-menu"]').first().tap()
    await expect.poll(() => page.locator('#side-menu [data-counter="users"] [data-count]').textContent()).toBe('0')
    await page
      .locator('#side-menu')
      .getByRole('button', { name: words('account.signInShort'), exact: true })
      .tap()
    await loginOf(page).waitFor()
    expect(await page.locator('#side-menu').isVisible()).toBe(false)
    expect(errors).toEqual([])
    await context.close()
  })

  inLongRun(() => {
    it('loads nothing of the deposit dialog, which only players have', async () => {
      const { page, context } = await visitCalmly(browser, site)
      await page.goto(`${site.url}/en/faq`)
      await waitForHydration(page)
      expect(await page.locator('astro-island[component-url*="PaymentDialog"]').count()).toBe(0)
      expect(
        await page.evaluate(() =>
          performance.getEntriesByType('resource').some(({ name }) => name.includes('PaymentDialog')),
        ),
      ).toBe(false)
      await context.close()
    })
  })
})

describe('before an island is hydrated', () => {
  it('a tap on the sign-in button opens the dialog, and hydrates no island that it does not need', async () => {
    const page = await openBusy('/en/faq')
    const all = await unhydrated(page)
    await page
      .locator('header')
      .getByRole('button', { name: words('account.signIn') })
      .tap()
    await loginOf(page).waitFor()
    // The account and the dialog.
    expect(await unhydrated(page)).toBe(all - 2)
    await page.context().close()
  })

  inLongRun(() => {
    it('Enter on the sign-in button opens the dialog', async () => {
      const page = await openBusy('/en/faq')
      await page
        .locator('header')
        .getByRole('button', { name: words('account.signIn') })
        .press('Enter')
      await loginOf(page).waitFor()
      await page.context().close()
    })
  })

  inLongRun(() => {
    it('a tap on a tab of the live drops changes it', async () => {
      const page = await openBusy('/en/faq')
      await page.locator('[data-tab="best"]').tap()
      await page.locator('[data-tab="best"]:disabled').waitFor()
      expect(await page.evaluate(() => document.activeElement?.getAttribute('data-tab'))).toBe('all')
      await page.context().close()
    })
  })

  it('a tap on a link to the deposit opens the sign-in dialog for a guest, and with Ctrl its page', async () => {
    const page = await openBusy('/en/bonuses')
    const link = page.locator('main a[data-open="payment"]').first()
    const opened = page.context().waitForEvent('page')
    await link.click({ modifiers: ['ControlOrMeta'] })
    await (await opened).waitForURL('**/deposit')
    await link.tap()
    await loginOf(page).waitFor()
    await page.context().close()
  })

  it.each(['spacedrop:login', 'spacedrop:payment'])(
    'the event %s in the head of the page opens a dialog',
    async (name) => {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.addInitScript((event) => {
        // As soon as the first script of the page has run, which is before its body.
        new MutationObserver((_changes, observer) => {
          if (document.documentElement?.dataset.session === undefined) return
          observer.disconnect()
          Object.assign(window, { hadBody: document.body !== null })
          dispatchEvent(new CustomEvent(event))
        }).observe(document, { attributes: true, childList: true, subtree: true })
      }, name)
      await page.goto(`${site.url}/en/faq`)
      await loginOf(page).waitFor()
      expect(await page.evaluate(() => Reflect.get(window, 'hadBody'))).toBe(false)
      await context.close()
    },
  )
})

inLongRun(() => {
  describe('the event of the deposit dialog', () => {
    it.each(['/en/faq', '/en/deposit'])('opens it for a player on %s', async (path) => {
      const { page, context, errors } = await visitCalmly(browser, site)
      await signIn(page, site, 0)
      await page.goto(`${site.url}${path}`, { waitUntil: 'commit' })
      await page.waitForFunction(() => document.documentElement.dataset.session !== undefined)
      await page.evaluate(() => dispatchEvent(new CustomEvent('spacedrop:payment')))
      await page.getByRole('dialog', { name: words('account.deposit') }).waitFor()
      expect(errors).toEqual([])
      await context.close()
    })
  })
})

inLongRun(() => {
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
      await page.locator('html[lang="ru"]').waitFor()
      await waitForHydration(page)
      expect(new URL(page.url()).origin).toBe(new URL(site.url).origin)
      await context.addCookies([{ name: 'lang', value: 'EN', url: site.url }])
    }
    await context.close()
  })

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
    // Without `visit`, which waits for what must not load here.
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const page = await context.newPage()
    const release = Promise.withResolvers<void>()
    // The page's own script loads, those of its islands wait.
    await page.route(/\/js\/(?!early|start|PageScript|rolldown)/, async (route) => {
      await release.promise
      await route.continue()
    })
    await page.goto(`${site.url}/en/faq`)
    const top = (): Promise<number> => page.locator('main').evaluate((main) => main.getBoundingClientRect().top)
    const before = await top()
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
