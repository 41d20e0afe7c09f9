// Openings of several cases on a phone: everything fits the screen, and nothing covers what can be tapped.
import type { Page } from 'playwright'
import { afterEach, describe, expect, it } from 'vitest'
import { OPEN_COUNT } from '../../../src/game/base/economy.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { OpenReply } from '../../../src/protocol/case.ts'
import { SCREENS, type Visitor, visit, visitCalmly } from '../../support/browsers/browser.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'
import { CASE, CASE_PRICE, coveredByMessages, signIn } from '../parts/player.ts'

const LANGUAGE = 'ru'
const t = textFor(LANGUAGE, 'case')
/** The least size of what is tapped, in CSS pixels. */
const TARGET = 44
/** In cents; ten of them are the longest sum that has to fit. */
const LARGE_PRICE = 123_456

const { site, browser } = await openForFile()

/** Runs in the page: the part of the screen between header and bottom bar. */
function freeScreen(): { top: number; bottom: number } {
  const bar = document.querySelector('nav.bar')?.getBoundingClientRect()
  return { top: document.querySelector('header')?.getBoundingClientRect().bottom ?? 0, bottom: bar?.top ?? innerHeight }
}

interface Box {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

async function boxes(page: Page, selector: string): Promise<Box[]> {
  return page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { top, bottom, left, right } = one.getBoundingClientRect()
      return { top, bottom, left, right }
    }),
  )
}

/** Fails unless every box is on the screen, between header and bottom bar. */
async function expectOnScreen(page: Page, selector: string, count: number): Promise<void> {
  const free = await page.evaluate(freeScreen)
  const width = page.viewportSize()?.width ?? 0
  const all = await boxes(page, selector)
  expect(all).toHaveLength(count)
  for (const { top, bottom, left, right } of all) {
    expect(top).toBeGreaterThanOrEqual(free.top)
    expect(bottom).toBeLessThanOrEqual(free.bottom)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(width)
  }
}

/** Returns the numbers whose option is on the screen, and those of them that something else covers. */
function optionsOnScreen(page: Page): Promise<{ seen: number[]; covered: number[] }> {
  return page.evaluate(() => {
    const bottom = document.querySelector('nav.bar')?.getBoundingClientRect().top ?? innerHeight
    const options = [...document.querySelectorAll<HTMLInputElement>('fieldset input[type="radio"]')]
    const seen: number[] = []
    const covered: number[] = []
    for (const [index, option] of options.entries()) {
      const box = option.getBoundingClientRect()
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      if (y < 0 || y > bottom) continue
      seen.push(index + 1)
      if (document.elementFromPoint(x, y)?.closest('label') !== option.closest('label')) covered.push(index + 1)
    }
    return { seen, covered }
  })
}

describe('ten cases at once on a phone', () => {
  let visitor: Visitor

  async function enter(arrive: typeof visit, player: number): Promise<Page> {
    visitor = await arrive(browser, site, LANGUAGE, 'phone')
    await signIn(visitor.page, site, player)
    await visitor.page.goto(`${site.url}/case/${CASE}`)
    return visitor.page
  }

  afterEach(() => visitor.context.close())

  it('have their pictures before they are opened, and spin in ten lanes that are all on the screen', async () => {
    const page = await enter(visit, 0)
    const contents = page.locator('main img[src^="/assets/img/items/"][src$=".svg"]')
    const drawings = await contents.evaluateAll((all) => all.map((picture) => (picture as HTMLImageElement).src))
    expect(drawings.length).toBeGreaterThan(5)
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    const rasters = drawings.map((address) => address.replace(/\.svg$/, '.webp'))
    await expect.poll(loaded).toEqual(expect.arrayContaining(rasters))
    await page.getByRole('radio', { name: '10', exact: true }).press('Space')
    await page.getByRole('button', { name: t('open', { price: formatMoney(10 * CASE_PRICE) }) }).click()
    const lanes = '[data-lanes] > :has(> [data-track])'
    await page.locator(lanes).nth(9).waitFor()
    await expectOnScreen(page, lanes, 10)
  })

  inLongRun(() => {
    it('show ten results that are all on the screen, with nothing over them or over the numbers', async () => {
      const page = await enter(visitCalmly, 1)
      await page.getByRole('radio', { name: '10', exact: true }).press('Space')
      await page.getByRole('button', { name: t('open', { price: formatMoney(10 * CASE_PRICE) }) }).click()
      await page.getByRole('button', { name: t('again', { price: formatMoney(10 * CASE_PRICE) }) }).waitFor()
      await expectOnScreen(page, '[data-count="10"] > li', 10)
      // Pictures and prices alone: the panel below names the chosen drop.
      expect(await page.locator('[data-count="10"] p').filter({ visible: true }).count()).toBe(0)
      // Ten openings reach a level and complete a mission.
      expect(await coveredByMessages(page, '[data-count="10"] > li, main button[class*="_signal_"]')).toEqual([])
      const first = await optionsOnScreen(page)
      expect([first.seen.length, first.covered]).toEqual([OPEN_COUNT.most, []])
      const reached = new Set<number>()
      for (const toY of [0, 100, 200, 300, 400, 500]) {
        await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), toY)
        const { seen, covered } = await optionsOnScreen(page)
        expect(covered, `${toY} px down`).toEqual([])
        for (const number of seen) reached.add(number)
      }
      expect(reached.size).toBe(OPEN_COUNT.most)
    })
  })
})

inLongRun(() => {
  it.each(LANGUAGES)(
    'ten large prices on a phone fit beside the badge, and the actions of a drop in one row, in %s',
    async (language) => {
      const words = textFor(language, 'case')
      const { page, context } = await visitCalmly(browser, site, language, 'phone')
      await signIn(page, site, 3)
      await page.route('**/api/case/*/open', async (route) => {
        const response = await route.fetch()
        const reply = (await response.json()) as Extract<OpenReply, { success: true }>
        const drops = reply.drops.map((drop) => ({ ...drop, price: LARGE_PRICE }))
        await route.fulfill({ response, json: { ...reply, drops } })
      })
      await page.goto(`${site.url}/case/${CASE}`)
      await page.getByRole('radio', { name: '10', exact: true }).press('Space')
      await page.getByRole('button', { name: words('open', { price: formatMoney(10 * CASE_PRICE) }) }).click()
      const stage = page.locator('[data-size="rows"]')
      await stage.getByText(words('result.sell', { price: formatMoney(LARGE_PRICE) })).waitFor()
      const badge = boxes(page, '[data-size="rows"] > [aria-haspopup="dialog"]')
      const sum = await boxes(page, 'p:has(+ [data-count="10"]) > *')
      expect(sum).toHaveLength(3)
      for (const [corner, part] of (await badge).flatMap((corner) => sum.map((part) => [corner, part] as const))) {
        expect(part.right <= corner.left || part.top >= corner.bottom).toBe(true)
      }
      const actions = await boxes(page, '[data-count="10"] + * :is(button, a):not([title])')
      expect(actions).toHaveLength(2)
      expect(new Set(actions.map(({ top }) => top)).size).toBe(1)
      // The icons for the proof and for sharing are beside the name.
      const icons = await boxes(page, '[data-count="10"] + * :is(button, a)[title]')
      expect(new Set(icons.map(({ top }) => top)).size).toBe(1)
      await context.close()
    },
  )

  describe('the number of cases on a phone', () => {
    it('has targets that a thumb hits, also after an opening', async () => {
      const { page, context } = await visitCalmly(browser, site, LANGUAGE, 'phone')
      await signIn(page, site, 2)
      await page.goto(`${site.url}/case/${CASE}`)
      for (const when of ['before', 'after']) {
        const all = await boxes(page, 'fieldset input[type="radio"]')
        expect(all).toHaveLength(OPEN_COUNT.most)
        for (const { top, bottom, left, right } of all) {
          expect(right - left, when).toBeGreaterThanOrEqual(TARGET)
          expect(bottom - top, when).toBeGreaterThanOrEqual(TARGET)
        }
        if (when === 'after') break
        await page.getByRole('button', { name: t('open', { price: formatMoney(CASE_PRICE) }) }).click()
        await page.getByRole('button', { name: t('again', { price: formatMoney(CASE_PRICE) }) }).waitFor()
      }
      await context.close()
    })
  })
})

describe('a reel', () => {
  /** Returns how far the track has moved, in CSS pixels. */
  function trackLeft(page: Page): Promise<number> {
    return page.locator('[data-track]').evaluate((track) => track.getBoundingClientRect().left)
  }

  interface Landing {
    /** The address of the picture of the winning card. */
    readonly picture: string
    readonly left: number
    readonly right: number
    readonly marker: number
  }

  /** Runs in the page: describes the winning card when the reel stops, which is gone a moment later. */
  function watchLanding(): Promise<Landing> {
    return new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        const card = document.querySelector('[data-track][data-rested] [data-near="won"]')
        const reel = card?.closest('[data-single]')?.getBoundingClientRect()
        if (card == null || reel === undefined) return
        observer.disconnect()
        const { left, right } = card.getBoundingClientRect()
        resolve({ picture: card.querySelector('img')?.src ?? '', left, right, marker: reel.left + reel.width / 2 })
      }).observe(document.body, { subtree: true, attributeFilter: ['data-rested'] })
    })
  }

  /** Signs in, enters a case, and opens it while the server's answer is held back. */
  async function openUnanswered(
    player: number,
  ): Promise<{ visitor: Visitor; answer: (route: 'continue' | 'abort') => void }> {
    const visitor = await visit(browser, site, LANGUAGE, 'desktop')
    const { page } = visitor
    await signIn(page, site, player)
    await page.goto(`${site.url}/case/${CASE}`)
    const { promise, resolve } = Promise.withResolvers<'continue' | 'abort'>()
    await page.route('**/open', async (route) => ((await promise) === 'continue' ? route.continue() : route.abort()))
    await page.getByRole('button', { name: t('open', { price: formatMoney(CASE_PRICE) }) }).click()
    await page.locator('[data-track]').waitFor()
    return { visitor, answer: resolve }
  }

  it('runs from the tap, goes on while the answer is awaited, and stops at what the server rolled', async () => {
    const { visitor, answer } = await openUnanswered(3)
    const { page } = visitor
    const left = await trackLeft(page)
    await expect.poll(() => trackLeft(page)).toBeLessThan(left)
    // It goes back once, and runs on.
    await page.waitForFunction(() => {
      const track = document.querySelector<HTMLElement>('[data-track]')
      const now = track?.getBoundingClientRect().left ?? 0
      const before = Number(track?.dataset.testLeft ?? now)
      if (track !== null) track.dataset.testLeft = String(now)
      return now > before
    })
    expect(await page.locator('[data-near="won"] img').count()).toBe(0)
    const landed = page.evaluate(watchLanding)
    const reply = page.waitForResponse((response) => response.url().endsWith('/open'))
    answer('continue')
    const { drops } = (await (await reply).json()) as { drops: { item: { skin: string } }[] }
    const { picture, left: from, right: to, marker } = await landed
    expect(picture).toContain(drops[0]?.item.skin)
    expect(from).toBeLessThan(marker)
    expect(to).toBeGreaterThan(marker)
    await visitor.context.close()
  })

  inLongRun(() => {
    it('gives way to the crate when no answer comes', async () => {
      const { visitor, answer } = await openUnanswered(4)
      answer('abort')
      await visitor.page.getByRole('button', { name: t('offline.later') }).waitFor()
      expect(await visitor.page.locator('[data-track]').count()).toBe(0)
      await visitor.context.close()
    })
  })
})

inLongRun(() => {
  describe('ten results on a desktop', () => {
    it.each([SCREENS.desktop, { width: 1366, height: 768 }])(
      'have no message over them on $width × $height',
      async (size) => {
        const { page, context } = await visitCalmly(browser, site, LANGUAGE)
        await page.setViewportSize(size)
        await signIn(page, site, size === SCREENS.desktop ? 5 : 4)
        await page.goto(`${site.url}/case/${CASE}`)
        await page.getByRole('radio', { name: '10', exact: true }).press('Space')
        await page.getByRole('button', { name: t('open', { price: formatMoney(10 * CASE_PRICE) }) }).click()
        // Ten openings reach a level.
        expect(await coveredByMessages(page, '[data-count="10"] > li, main button[class*="_signal_"]')).toEqual([])
        await context.close()
      },
    )
  })
})
