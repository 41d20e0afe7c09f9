// States of the pages in a real browser: guests, own drops, languages, insufficient balance, switched-off cases.
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { readReleaseFiles } from '../../../src/server/shop/shop-files.ts'
import { launchBrowser, type OwnSite, startSite, visit, visitCalmly } from '../../support/browsers/browser.ts'
import {
  FIELDS,
  fieldsWithoutBorder,
  iconsWithOwnColour,
  lostShapes,
  paymentPicturesWithoutGround,
} from '../../support/browsers/forced-colors.ts'
import { PAGES, STATIC_PAGES } from '../../support/browsers/pages.ts'
import { byRun, inLongRun } from '../../support/runner/long-run.ts'
import { balanceIs, CASE, CASE_PRICE, openAndSkip, proofLink, signIn, skipMotion } from '../parts/player.ts'

const t = textFor('en', 'case')

let site: OwnSite
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
})

describe('a guest', () => {
  inLongRun(() => {
    it('is asked to sign in when they open, and can try a demo', async () => {
      const { page, context, errors } = await visit(browser, site)
      await page.goto(`${site.url}/case/${CASE}`)
      await page.getByRole('button', { name: t('open', { price: formatMoney(CASE_PRICE) }) }).click()
      const dialog = page.getByRole('dialog', { name: textFor('en', 'login')('title') })
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: t('demo') }).click()
      const demo = page.getByText(t('demoMark')).first()
      await skipMotion(page.getByRole('button', { name: t('skip') }), demo)
      await demo.waitFor()
      expect(errors).toEqual([])
      await context.close()
    })
  })

  it('reads the home page and a case without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(site.url)
    await page.locator(`a[href="/case/${CASE}"]`).first().click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.getByText(t('contents.title')).isVisible()).toBe(true)
    await context.close()
  })

  it.each(byRun<readonly string[]>(['/faq'], STATIC_PAGES))(
    'reads %s, opens the menu, and changes the language without JavaScript',
    async (path) => {
      const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
      const page = await context.newPage()
      await page.goto(site.url + path)
      expect((await page.locator('main').textContent())?.length).toBeGreaterThan(500)
      await page.getByRole('button', { name: textFor('en', 'shell')('nav.menu') }).click()
      await page.locator('[popovertarget="side-language-menu"]').click()
      await page.locator('a[href^="/lang/uk"]').filter({ visible: true }).first().click()
      expect(new URL(page.url()).pathname).toBe(path)
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('uk')
      await page.locator('footer a[href="/contacts"]').click()
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('uk')
      await context.close()
    },
  )
})

describe('the live drops', () => {
  it('show the player’s own drop after ten seconds, and to everyone else at once', async () => {
    const player = await visit(browser, site)
    await player.page.clock.install()
    const watcher = await visitCalmly(browser, site)
    await watcher.page.goto(site.url)
    await signIn(player.page, site, 0)
    await player.page.goto(`${site.url}/case/${CASE}`)
    await openAndSkip(player.page, 'en', 1)
    const href = await proofLink(player.page, 'en').getAttribute('href')
    const inStrip = `.live [href="${href}"]`
    await watcher.page.locator(inStrip).first().waitFor({ state: 'attached' })
    await expect.poll(() => player.page.locator(inStrip).count()).toBe(0)
    const rollId = href?.split('roll=')[1]
    // The next page still delays it, and shows it on time.
    await player.page.goto(site.url)
    await player.page.clock.fastForward('00:10')
    await player.page.locator(inStrip).first().waitFor({ state: 'attached' })
    const age = await player.page.evaluate(async (id) => {
      const feed = await (await fetch('/api/live')).json()
      return Date.now() - feed.all.find((drop: { id: string }) => drop.id === id).created_at
    }, rollId)
    expect(age).toBeGreaterThanOrEqual(10_000)
    await player.context.close()
    await watcher.context.close()
  })

  inLongRun(() => {
    it('disable the button of the current tab', async () => {
      const { page, context } = await visitCalmly(browser, site)
      await page.goto(site.url)
      const isDisabled = (tab: string) => page.locator(`[data-tab="${tab}"]`).isDisabled()
      await expect.poll(() => isDisabled('all')).toBe(true)
      // A click before the strip has hydrated is lost.
      await expect
        .poll(async () => {
          if (!(await isDisabled('best'))) await page.locator('[data-tab="best"]').click()
          return isDisabled('best')
        })
        .toBe(true)
      await expect.poll(() => isDisabled('all')).toBe(false)
      await context.close()
    })
  })
})

inLongRun(() => {
  describe('the language', () => {
    it('is selected in the dropdown, stored in the cookie and applied immediately', async () => {
      const { page, context, errors } = await visitCalmly(browser, site)
      await page.goto(site.url)
      await page.getByRole('button', { name: /EN/ }).filter({ visible: true }).first().click()
      await page.locator('a[href^="/lang/uk"]').filter({ visible: true }).first().click()
      await page.waitForFunction(() => document.documentElement.lang === 'uk')
      expect((await context.cookies()).find(({ name }) => name === 'lang')?.value).toBe('UK')
      await page.getByText(textFor('uk', 'home')('hero.title'), { exact: false }).first().waitFor()
      expect(errors).toEqual([])
      await context.close()
    })

    it.each(['/', '/faq', '/upgrade', `/case/${CASE}`])(
      'of the islands of %s is available before the first of them',
      async (path) => {
        // On a slow connection an island hydrates while the rest of its page is still loading.
        const page = await (await fetch(site.url + path)).text()
        const texts = page.indexOf('id="island-texts"')
        expect(texts).toBeGreaterThan(0)
        expect(texts).toBeLessThan(page.indexOf('<astro-island'))
      },
    )

    it('is that of the browser until one is selected', async () => {
      const context = await browser.newContext({ locale: 'ru-RU' })
      const page = await context.newPage()
      await page.goto(`${site.url}/nowhere/at/all`)
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ru')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await context.close()
    })
  })
})

describe('a player', () => {
  it('who lost the connection retries with the same key and pays once', async () => {
    const { page, context } = await visit(browser, site)
    await signIn(page, site, 1)
    await page.goto(`${site.url}/case/${CASE}`)
    await balanceIs(page, 10_000)
    // The server completes the call; the responses are lost.
    await page.route('**/api/case/*/open', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByRole('button', { name: t('open', { price: formatMoney(CASE_PRICE) }) }).click()
    await page.getByText(t('offline.title')).first().waitFor()
    await page.unroute('**/api/case/*/open')
    await page.getByRole('button', { name: t('offline.action') }).click()
    await skipMotion(page.getByRole('button', { name: t('skip') }), proofLink(page, 'en'))
    await proofLink(page, 'en').waitFor()
    await balanceIs(page, 10_000 - CASE_PRICE)
    await context.close()
  })

  it('with insufficient balance sees the missing amount and a deposit button', async () => {
    const { page, context } = await visitCalmly(browser, site)
    await signIn(page, site, 2)
    await page.goto(`${site.url}/case/supernova`)
    await page.getByRole('link', { name: t('short.action', { missing: '$' }) }).waitFor()
    await context.close()
  })

  inLongRun(() => {
    it('who signs out on one page is a guest, and their token is invalid', async () => {
      const { page, context } = await visitCalmly(browser, site)
      await signIn(page, site, 3)
      await page.goto(`${site.url}/case/${CASE}`)
      await balanceIs(page, 10_000)
      const token = (await context.cookies()).find(({ name }) => name === 'token')?.value
      expect(token).toBeDefined()
      const elsewhere = await fetch(`${site.url}/api/user/get`, { headers: { authorization: `Bearer ${token}` } })
      expect(elsewhere.status).toBe(401)
      await context.close()
    })
  })
})

inLongRun(() => {
  describe('a case that is switched off', () => {
    it('says so, still shows its contents, and cannot be opened', async () => {
      const shop = JSON.parse((await readReleaseFiles())['cases.json'] ?? '')
      const box = shop.cases.find(({ url }: { url: string }) => url === 'stardust')
      box.enabled = false
      const { page, context } = await visitCalmly(browser, site)
      await site.publish({ 'cases.json': JSON.stringify(shop) })
      await page.goto(`${site.url}/case/stardust`)
      await page.getByText(t('off.title')).first().waitFor()
      await expect
        .poll(() => page.getByRole('button', { name: new RegExp(t('open', { price: '' }).trim()) }).count())
        .toBe(0)
      await expect.poll(() => page.getByText(t('contents.title')).isVisible()).toBe(true)
      await context.close()
    })
  })

  describe('forced colours', () => {
    it('give every field a border, every icon the colour of its text, and every empty shape an edge', async () => {
      const { page, context } = await visitCalmly(browser, site)
      await signIn(page, site, 4)
      const wrong: string[] = []
      let fields = 0
      for (const path of PAGES) {
        await page.goto(`${site.url}${path}`)
        await page.locator('header section[aria-busy="false"]').first().waitFor()
        fields += await page.locator(FIELDS).count()
        for (const look of [fieldsWithoutBorder, iconsWithOwnColour, lostShapes])
          wrong.push(...(await look(page)).map((part) => `${path} ${part}`))
      }
      expect(fields).toBeGreaterThan(20)
      expect(wrong).toEqual([])
      await context.close()
    })

    it('leave the pictures of payment methods visible', async () => {
      const { page, context } = await visitCalmly(browser, site)
      await signIn(page, site, 4)
      await page.goto(`${site.url}/deposit`)
      await page.locator('.deposit-tile img').first().waitFor()
      expect(await paymentPicturesWithoutGround(page)).toEqual([])
      await context.close()
    })
  })

  describe('a part that fails to load', () => {
    it('leaves the page readable and offers to retry', async () => {
      // Without `visit`, which waits for what must not load here.
      const context = await browser.newContext()
      const page = await context.newPage()
      const script = /\/js\/shell\..*\.js/
      await page.route(script, (route) => route.abort())
      await page.goto(`${site.url}/faq`)
      const signInButton = page
        .locator('header')
        .getByRole('button', { name: textFor('en', 'shell')('account.signIn') })
      await signInButton.waitFor()
      const again = page.getByRole('link', { name: textFor('en', 'common')('actions.retry') })
      await again.waitFor()
      await page.unroute(script)
      await again.click()
      await signInButton.waitFor()
      await expect.poll(() => again.count()).toBe(0)
      await context.close()
    })
  })
})
