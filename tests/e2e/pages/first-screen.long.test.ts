// What is on the first screen: the cases of the home page below a low shell, and the main button of every game.
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { RafflesReply } from '../../../src/protocol/raffle.ts'
import {
  launchBrowser,
  type RunningSite,
  SCREENS,
  startSite,
  type Visitor,
  visitCalmly,
} from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { CASE, call, depositByCall, openByCall, signIn } from '../parts/player.ts'

let site: RunningSite
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
})

/** The most that shell and banner may take of a desktop's height, in px. */
const SHELL_MOST = 220
const HERO_MOST = 160

/** How much of a card invites to scroll, in px. */
const SEEN_LEAST = 44

const LAPTOP = { width: 1366, height: 768 }

interface Box {
  readonly top: number
  readonly bottom: number
}

/** Returns where an element is on the screen, in px. */
const boxOf = (part: Locator): Promise<Box> =>
  part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return { top, bottom }
  })

/** Returns where the content of the screen ends: at the bottom bar of phones. */
const screenEnd = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll('body > nav')].map((bar) => bar.getBoundingClientRect())
    return Math.min(innerHeight, ...bars.filter(({ bottom }) => bottom >= innerHeight - 1).map(({ top }) => top))
  })

describe.each(LANGUAGES)('the home page in %s', (language) => {
  it.each([
    ['desktop', SCREENS.desktop],
    ['laptop', LAPTOP],
  ])('has a low shell and a whole row of cases on the first screen of a %s', async (_name, size) => {
    const { page, context } = await visitCalmly(browser, site, language)
    await page.setViewportSize(size)
    await page.goto(site.url)
    expect(await page.locator('#sandbox-hide').isVisible()).toBe(true)
    expect((await boxOf(page.locator('main'))).top).toBeLessThanOrEqual(SHELL_MOST)
    const hero = await boxOf(page.locator('main section').first())
    expect(hero.bottom - hero.top).toBeLessThanOrEqual(HERO_MOST)
    const first = await boxOf(page.locator('[data-category] li').first())
    expect(first.bottom).toBeLessThanOrEqual(size.height)
    await context.close()
  })

  it('has a low shell that shows all links of the games at the widths of tablets and half screens', async () => {
    const { page, context } = await visitCalmly(browser, site, language)
    await signIn(page, site, 2)
    await page.goto(site.url)
    await page.locator('header a[href="/dashboard"]').waitFor()
    for (const width of [768, 959, 960, 1119, 1120, 1239, 1240]) {
      await page.setViewportSize({ width, height: 1024 })
      expect((await boxOf(page.locator('main'))).top, `${width} px wide`).toBeLessThanOrEqual(SHELL_MOST)
      const hidden = await page
        .locator('header nav')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(hidden, `${width} px wide`).toBe(0)
      // The links are in the header, or in the bottom bar and its menu.
      const menus = [page.locator('header nav'), page.locator('nav.bar')]
      const seen = await Promise.all(menus.map((menu) => menu.isVisible()))
      expect(seen, `${width} px wide`).toEqual(width < 960 ? [false, true] : [true, false])
    }
    await context.close()
  })

  it('does not move when its fonts load late', async () => {
    const { page, context } = await visitCalmly(browser, site, language)
    const shift = await watchShifts(page)
    const requested: string[] = []
    const release = Promise.withResolvers<void>()
    await page.route(/\.woff2$/, async (route) => {
      requested.push(route.request().url())
      await release.promise
      await route.continue()
    })
    await page.goto(site.url, { waitUntil: 'domcontentloaded' })
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    expect(requested.length).toBeGreaterThan(0)
    release.resolve()
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    expect(await shift()).toBeLessThanOrEqual(SHIFT_MOST)
    await context.close()
  })

  it('has a row of whole cases, and the top of the next, on the first screen of a phone', async () => {
    const { page, context } = await visitCalmly(browser, site, language, 'phone')
    await page.goto(site.url)
    const cases = page.locator('[data-category] li')
    const [first, second, third] = await Promise.all([0, 1, 2].map((place) => boxOf(cases.nth(place))))
    expect(second).toEqual(first)
    expect(first?.bottom).toBeLessThanOrEqual(await screenEnd(page))
    expect(third?.top).toBeLessThanOrEqual((await screenEnd(page)) - SEEN_LEAST)
    await context.close()
  })

  it('knows the height of the categories below the screen of a phone before they are laid out', async () => {
    const { page, context } = await visitCalmly(browser, site, language, 'phone')
    await page.goto(site.url)
    const heights = (): Promise<readonly number[]> =>
      page
        .locator('[data-category][id]')
        .evaluateAll((sections) => sections.map((section) => Math.round(section.getBoundingClientRect().height)))
    const before = await heights()
    const last = page.locator('[data-category][id] li:last-child').last()
    const isRendered = (): Promise<boolean> =>
      last.evaluate((card) => card.checkVisibility({ contentVisibilityAuto: true }))
    expect(await isRendered()).toBe(false)
    for (const section of await page.locator('[data-category][id]').all()) {
      await section.scrollIntoViewIfNeeded()
      await expect
        .poll(() =>
          section
            .locator('li')
            .first()
            .evaluate((card) => card.checkVisibility({ contentVisibilityAuto: true })),
        )
        .toBe(true)
    }
    expect(await isRendered()).toBe(true)
    expect(await heights()).toEqual(before)
    await context.close()
  })
})

describe('the home page of a wide screen', () => {
  it.each([1920, 2560])('has seven or eight cases a row at %d px', async (width) => {
    const { page, context } = await visitCalmly(browser, site)
    await page.setViewportSize({ width, height: 1080 })
    await page.goto(site.url)
    const tops = await page
      .locator('[data-category]')
      .first()
      .locator('li')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().top)))
    const row = tops.filter((top) => top === tops[0]).length
    expect(Math.min(row, tops.length)).toBeGreaterThanOrEqual(Math.min(7, tops.length))
    expect(row).toBeLessThanOrEqual(8)
    await context.close()
  })
})

it('a category of six or eight cases fills one row of a wide screen', async () => {
  const { page, context } = await visitCalmly(browser, site)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(site.url)
  const rows = await page.locator('[data-category] ul').evaluateAll((lists) =>
    lists
      .filter(({ childElementCount }) => childElementCount === 6 || childElementCount === 8)
      .map((list) => {
        const first = list.firstElementChild?.getBoundingClientRect()
        const last = list.lastElementChild?.getBoundingClientRect()
        const empty = list.getBoundingClientRect().right - (last?.right ?? 0)
        return { isOneRow: first?.top === last?.top, empty: Math.round(empty) }
      }),
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toEqual({ isOneRow: true, empty: 0 })
  await context.close()
})

describe('the banner of the sandbox', () => {
  it('is put away for this browser, and its help stays in the footer', async () => {
    const { page, context } = await visitCalmly(browser, site)
    const t = textFor('en', 'sandbox')
    const hide = t('help.hide')
    await page.goto(`${site.url}/faq`)
    await page.getByRole('button', { name: hide }).click()
    await expect.poll(() => page.getByRole('button', { name: hide }).count()).toBe(0)
    // Its scripts do not load: the banner is hidden before them, so that nothing moves.
    const other = await context.newPage()
    await other.route(/\.js$/, (route) => route.abort())
    await other.goto(`${site.url}/faq`)
    expect(await other.locator('#sandbox-hide').isVisible()).toBe(false)
    await other.getByRole('button', { name: t('help.footer') }).click()
    await expect.poll(() => other.locator('#sandbox-help').isVisible()).toBe(true)
    await context.close()
  })
})

/** The main button of each game's screen. */
const large = (page: Page): Locator => page.locator('main [class*="_large_"]')
const GAMES: readonly (readonly [string, (page: Page) => Locator])[] = [
  [`/case/${CASE}`, large],
  ['/upgrade', large],
  ['/contracts', large],
  ['/wheel', large],
  ['/free_case', large],
  ['/raffle', large],
  ['/calendar', large],
  ['/battles', large],
  ['/battles/new', large],
  ['/missions', (page) => page.locator('main article :is(a, button)')],
  ['/deposit', (page) => page.locator('.deposit-submit')],
]

describe('the main button', () => {
  let player: Visitor

  beforeAll(async () => {
    player = await visitCalmly(browser, site, 'ru')
    await signIn(player.page, site, 0)
    await openByCall(player.page, site, 10)
    await depositByCall(player.page, site, 50)
  })

  afterAll(async () => {
    await player.context.close()
  })

  it('of a raffle joins it after a deposit', async () => {
    const standings = async (): Promise<unknown[]> => {
      const { raffles } = await call<RafflesReply>(player.page, site, '/raffle')
      return raffles.map(({ open }) => open?.standing)
    }
    await expect.poll(standings).not.toContain('deposit')
  })

  it.each(GAMES)('of %s is on the first screen of a laptop and of a phone', async (path, buttonOf) => {
    const { page } = player
    for (const size of [LAPTOP, SCREENS.phone]) {
      await page.setViewportSize(size)
      await page.goto(site.url + path)
      const button = buttonOf(page).filter({ visible: true }).first()
      await button.waitFor()
      await page.evaluate(() => document.fonts.ready)
      await expect
        .poll(async () => (await boxOf(button)).bottom - (await screenEnd(page)), { message: `${size.width} px wide` })
        .toBeLessThanOrEqual(0)
      expect(await page.evaluate(() => scrollY)).toBe(0)
    }
  })
})
