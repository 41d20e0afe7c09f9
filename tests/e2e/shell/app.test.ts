// The installed app in a real browser: its manifest, and the service worker, which shows a page without a network, answers no call and
// leaves when the operator switches it off.
import { createServer } from 'node:http'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textFor } from '../../../src/i18n/text.ts'
import {
  launchBrowser,
  type RunningSite,
  startSite,
  type Visitor,
  visitCalmly,
} from '../../support/browsers/browser.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { CASE, PAGE_JOURNEYS, signIn, signInByDialog } from '../parts/player.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser.close())

/** Waits until the worker that the page registered is active: it answers the requests of the next page. */
async function workerIsActive(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active === null || active.state === 'activated') return
    await new Promise<void>((resolve) => {
      active.addEventListener('statechange', () => active.state === 'activated' && resolve())
    })
  })
}

const isControlled = (page: Page): Promise<boolean> => page.evaluate(() => navigator.serviceWorker.controller !== null)

/** Returns the paths of everything that the caches of a site hold. */
function storedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    }
    return paths
  })
}

/** Returns the status of a call, or why there is none. */
function callFrom(page: Page, path: string): Promise<number | string> {
  return page.evaluate(
    (to) =>
      fetch(to).then(
        ({ status }) => status,
        (fault: Error) => fault.name,
      ),
    path,
  )
}

describe.each(PAGE_JOURNEYS)('the app in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'app')
  let site: RunningSite
  let player: Visitor
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    site = await startSite({ SERVICE_WORKER: 'on' })
    player = await visitCalmly(browser, site, language, screen)
    ;({ context, page } = player)
    await signIn(page, site, place)
    await page.goto(`${site.url}/`)
    await workerIsActive(page)
  })

  afterAll(async () => {
    await context.close()
    await site.stop()
  })

  it('has a manifest in its language that the browser finds no fault with', async () => {
    const session = await context.newCDPSession(page)
    const { url, errors, data = '' } = await session.send('Page.getAppManifest')
    await session.detach()
    expect(url).toBe(`${site.url}/${language}/app.webmanifest`)
    expect(errors).toEqual([])
    expect(JSON.parse(data)).toMatchObject({ lang: language, description: t('description') })
    const served = await context.request.get(url)
    expect(served.headers()).toMatchObject({
      'content-type': 'application/manifest+json',
      'cache-control': 'public, max-age=3600',
    })
  })

  it('leaves the page that registered it alone, and answers from the next one on without a fault of the page', async () => {
    expect(await isControlled(page)).toBe(false)
    await page.goto(`${site.url}/case/${CASE}`)
    expect(await isControlled(page)).toBe(true)
    expect(player.errors).toEqual([])
    await expect.poll(async () => (await storedPaths(page)).some((path) => path.startsWith('/js/'))).toBe(true)
  })

  it('stores the offline page and built files, and nothing else', async () => {
    for (const path of ['/dashboard', '/faq']) await page.goto(site.url + path)
    const paths = await storedPaths(page)
    expect(paths).toContain('/offline')
    expect(paths.filter((path) => path !== '/offline' && !/^\/(js|assets\/built)\//.test(path))).toEqual([])
  })

  it('shows the offline page in the language of the visitor without a network, and the page once it is back', async () => {
    await context.setOffline(true)
    // Not by `goto`, which waits for islands that this page does not have.
    await page.evaluate(() => location.assign('/upgrade'))
    await page.getByRole('heading', { name: t('offline.title') }).waitFor()
    expect(await page.getByText(t('offline.text')).isVisible()).toBe(true)
    expect(await page.evaluate(() => [location.pathname, document.documentElement.lang])).toEqual([
      '/upgrade',
      language,
    ])
    expect(await page.evaluate(() => document.fonts.check('600 26px "Unbounded Variable"'))).toBe(true)
    await context.setOffline(false)
    await page.locator('header').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/upgrade')
  })

  it('never answers a call: without a network each fails, and nothing below /api is stored', async () => {
    await page.goto(`${site.url}/dashboard`)
    expect(await isControlled(page)).toBe(true)
    const calls = ['/api/settings', '/api/user/get', '/api/live/drops']
    expect(await callFrom(page, '/api/settings')).toBe(200)
    await context.setOffline(true)
    expect(await Promise.all(calls.map((path) => callFrom(page, path)))).toEqual(calls.map(() => 'TypeError'))
    await context.setOffline(false)
    expect((await storedPaths(page)).filter((path) => path.startsWith('/api'))).toEqual([])
  })

  it('does not answer an address below /api that is opened as a page either', async () => {
    await context.setOffline(true)
    const opening = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/settings'))
    await page.evaluate(() => location.assign('/api/settings'))
    await opening
    expect(await page.getByText(t('offline.title')).count()).toBe(0)
    await context.setOffline(false)
  })
})

inLongRun(() => {
  it('the worker leaves the sign-in alone, whose answer from Steam is good for one request', async () => {
    const site = await startSite({ SERVICE_WORKER: 'on' })
    const { page, context, errors } = await visitCalmly(browser, site)
    await page.goto(`${site.url}/`)
    await workerIsActive(page)
    await page.goto(`${site.url}/case/${CASE}`)
    expect(await isControlled(page)).toBe(true)
    await signInByDialog(page, 'en', 0)
    await page.locator('header a[href="/dashboard"]').first().waitFor()
    expect(errors).toEqual([])
    await context.close()
    await site.stop()
  })
})

inLongRun(() => {
  describe.each(PAGE_JOURNEYS)('the offer to install the app in %s on a %s', (language, screen) => {
    const t = textFor(language, 'app')
    let site: RunningSite
    let context: BrowserContext
    let page: Page

    /** Opens a page as on another day, in a browser that can install the app. */
    const visitOn = async (day: number, path: string): Promise<void> => {
      await page.clock.setFixedTime(new Date(2026, 10, day, 12))
      await page.goto(site.url + path)
      await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
      // What the event started is done: on the next day this page would count a visit of that day.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    }
    const card = () => page.getByRole('status').filter({ hasText: t('install.title') })
    const visitsAre = (stored: string) =>
      expect.poll(() => page.evaluate(() => localStorage.getItem('spacedrop:visits'))).toBe(stored)

    beforeAll(async () => {
      site = await startSite()
      ;({ context, page } = await visitCalmly(browser, site, language, screen))
    })

    afterAll(async () => {
      await context.close()
      await site.stop()
    })

    it('comes on the third day, on no page with a game, and never again once it is declined', async () => {
      await visitOn(1, '/')
      await visitsAre('1 2026-11-01')
      await visitOn(2, '/dashboard')
      await visitsAre('2 2026-11-02')
      expect(await card().count()).toBe(0)
      await visitOn(3, `/case/${CASE}`)
      expect(await page.evaluate(() => localStorage.getItem('spacedrop:visits'))).toBe('2 2026-11-02')
      await visitOn(3, '/')
      await card()
        .getByRole('button', { name: t('install.never') })
        .click()
      await card().waitFor({ state: 'detached' })
      await visitOn(4, '/')
      await visitsAre('never')
      expect(await card().count()).toBe(0)
    })

    it('tells how to do it where the browser has no dialog of its own', async () => {
      await page.evaluate(() => localStorage.setItem('spacedrop:visits', '3 2026-11-03'))
      await context.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }))
      await page.goto(`${site.url}/leaderboard`)
      await card().getByText(t('install.share')).waitFor()
      await card()
        .getByRole('button', { name: t('install.close') })
        .click()
      await visitsAre('never')
    })
  })

  describe('the service worker', () => {
    it('opens the page by itself once a server that was down is up again', async () => {
      const t = textFor('en', 'app')
      const PORT = String(await freePort())
      const first = await startSite({ PORT, SERVICE_WORKER: 'on' })
      const { context, page } = await visitCalmly(browser, first)
      await page.goto(`${first.url}/faq`)
      await workerIsActive(page)
      await page.goto(`${first.url}/faq`)
      await first.stop()

      await page.evaluate(() => location.assign('/leaderboard'))
      await page.getByRole('heading', { name: t('offline.unreachable.title') }).waitFor()
      // The network is there: it is not the player's to check.
      expect(await page.evaluate(() => navigator.onLine)).toBe(true)
      expect(await page.getByText(t('offline.unreachable.text')).isVisible()).toBe(true)
      expect(await page.getByText(t('offline.text')).isVisible()).toBe(false)
      expect(await page.title()).toBe(t('offline.unreachable.title'))

      // A server that says it lives, but has no page yet: the reload comes too early.
      let asked = 0
      const early = createServer((request, response) => {
        if (request.url !== '/health') return request.destroy()
        asked += 1
        return response.end()
      })
      early.listen(Number(PORT))
      await expect.poll(() => asked).toBeGreaterThan(1)
      early.closeAllConnections()
      await new Promise((resolve) => early.close(resolve))

      const second = await startSite({ PORT, SERVICE_WORKER: 'on' })
      await page.locator('header').first().waitFor()
      expect(new URL(page.url()).pathname).toBe('/leaderboard')
      await context.close()
      await second.stop()
    })

    it('stores the offline page in the language that the visitor changes to', async () => {
      const site = await startSite({ SERVICE_WORKER: 'on' })
      const { context, page } = await visitCalmly(browser, site, 'ru')
      await page.goto(`${site.url}/faq`)
      await workerIsActive(page)
      const language = () =>
        page.evaluate(async () =>
          (await caches.match('/offline', { ignoreVary: true }))?.headers.get('content-language'),
        )
      expect(await language()).toBe('ru')
      await page.goto(`${site.url}/lang/uk?back=/faq`)
      await expect.poll(language).toBe('uk')
      await context.close()
      await site.stop()
    })

    it('is gone with its caches when the operator has switched it off, and pages do not register it again', async () => {
      const PORT = String(await freePort())
      const first = await startSite({ PORT, SERVICE_WORKER: 'on' })
      const { context, page, errors } = await visitCalmly(browser, first)
      await page.goto(`${first.url}/faq`)
      await workerIsActive(page)
      await page.goto(`${first.url}/faq`)
      await expect.poll(async () => (await storedPaths(page)).length).toBeGreaterThan(1)
      await first.stop()

      const second = await startSite({ PORT, SERVICE_WORKER: 'off' })
      await page.goto(`${first.url}/faq`)
      const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
      await expect.poll(registrations).toBe(0)
      await page.goto(`${first.url}/faq`)
      expect([await isControlled(page), await registrations()]).toEqual([false, 0])
      await expect.poll(() => storedPaths(page)).toEqual([])

      // What the worker stored while it was being replaced, and what it never had anything to do with.
      await page.evaluate(async () => {
        for (const name of ['spacedrop-assets', 'another']) await (await caches.open(name)).add('/health')
      })
      await page.goto(`${first.url}/faq`)
      await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['another'])
      expect(errors.filter((text) => !text.includes('WebSocket') && !text.includes('ERR_CONNECTION'))).toEqual([])
      await context.close()
      await second.stop()
    })
  })
})
