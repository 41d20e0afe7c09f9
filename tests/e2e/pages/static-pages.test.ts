// The static pages for readers and search engines: links to one answer, structured data, the links between languages.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { SANDBOX_PROMOS } from '../../../src/game/rewards/sandbox-promos.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { STATIC_PAGES } from '../../support/browsers/pages.ts'
import { byRun, inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'

const { site, browser } = await openForFile()

/** Visits an address in a browser without JavaScript. */
async function read(path: string, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(site.url + path)
  await look(page)
  await context.close()
}

/** One language in the short form: the texts of all are compared by `npm run content -- check`. */
const READ = byRun<readonly Language[]>(['ru'], LANGUAGES)

describe('the static pages without JavaScript', () => {
  it.each(READ)('open an answer by its link and show its question, in %s', async (language) => {
    await read(`/${language}/faq#trade-protection`, async (page) => {
      const answer = page.locator('#trade-protection')
      await answer.waitFor()
      const question = await page.locator('summary').filter({ visible: true }).all()
      const boxes = await Promise.all(question.map((summary) => summary.boundingBox()))
      const top = (await answer.boundingBox())?.y ?? 0
      // The question ends where the answer starts, below the sticky header.
      expect(boxes.some((box) => box !== null && Math.abs(box.y + box.height - top) < 2 && box.y >= 60)).toBe(true)
    })
  })

  it.each(READ)('say in %s that a browser is too old, to that browser alone', async (language) => {
    const line = textFor(language, 'shell')('oldBrowser')
    await read(`/${language}/contacts`, async (page) => {
      expect(await page.getByText(line).isVisible()).toBe(false)
      // A selector that no browser knows yet, for the one that an old browser does not know: the sheet of the shell has it.
      await page.route(/\.css$/, async (route) => {
        const answer = await route.fetch()
        const body = (await answer.text()).replaceAll('selector(:popover-open)', 'selector(:of-tomorrow)')
        await route.fulfill({ response: answer, body })
      })
      await page.reload()
      expect(await page.getByText(line).isVisible()).toBe(true)
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    })
  })

  it.each(READ)('name in %s what can be tried in a sandbox, and not in live mode', async (language) => {
    await read(`/${language}/contacts`, async (page) => {
      const help = page.locator('#sandbox-help')
      const opener = page.getByRole('button', { name: textFor(language, 'sandbox')('help.open') })
      expect(await help.isVisible()).toBe(false)
      expect((await opener.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await opener.click()
      expect(await help.isVisible()).toBe(true)
      expect(await help.locator('dt').allTextContents()).toEqual(SANDBOX_PROMOS.map(({ code }) => code))
      await page.route('**/contacts', async (route) => {
        const answer = await route.fetch()
        const body = (await answer.text()).replace('data-mode="sandbox"', 'data-mode="live"')
        await route.fulfill({ response: answer, body })
      })
      await page.reload()
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
      expect(await opener.isVisible()).toBe(false)
    })
  })

  it('open and close a question, which has its own link', async () => {
    await read('/en/faq', async (page) => {
      const answer = page.locator('#age')
      await expect.poll(() => answer.isVisible()).toBe(false)
      const question = page.locator('details').filter({ has: answer }).locator('summary')
      await question.click()
      await expect.poll(() => answer.isVisible()).toBe(true)
      await answer.locator('a[href="#age"]').click()
      expect(new URL(page.url()).hash).toBe('#age')
      await question.click()
      await expect.poll(() => answer.isVisible()).toBe(false)
    })
  })

  it.each(READ)('have the cardholder agreement where the sign-in links to, in %s', async (language) => {
    await read(`/${language}/terms-of-use#cardholder`, async (page) => {
      // Below the sticky header, whenever the fonts load; near the top of the remaining page.
      const header = (await page.locator('body > header').first().boundingBox()) ?? { y: 0, height: 0 }
      const gap = async (): Promise<number> => {
        const top = (await page.locator('h2#cardholder').boundingBox())?.y ?? -1
        return top - header.y - header.height
      }
      await expect.poll(gap).toBeGreaterThanOrEqual(0)
      expect(await gap()).toBeLessThan(140)
    })
  })
})

inLongRun(() => {
  describe('the static pages for search engines', () => {
    it.each(LANGUAGES)('have every question of the page in their structured data, in %s', async (language) => {
      const { page, context, errors } = await visitCalmly(browser, site)
      await page.goto(`${site.url}/${language}/faq`)
      // A live site does not show the question about the sandbox.
      const questions = await page.locator('main details:not(:has(#sandbox)) summary h3').allTextContents()
      const json = await page.locator('head script[type="application/ld+json"]').textContent()
      const { mainEntity } = JSON.parse(json ?? '{}') as {
        mainEntity: { name: string; acceptedAnswer: { text: string } }[]
      }
      expect(mainEntity.map(({ name }) => name)).toEqual(questions)
      expect(mainEntity.every(({ acceptedAnswer: { text } }) => text.length > 40 && !/[<{]/.test(text))).toBe(true)
      expect(errors).toEqual([])
      await context.close()
    })

    it.each(STATIC_PAGES)('give %s its own title and description in each language', async (path) => {
      const { page, context } = await visitCalmly(browser, site)
      const said = new Set<string>()
      for (const language of LANGUAGES) {
        await page.goto(`${site.url}/${language}${path}`)
        said.add(await page.title())
        said.add((await page.locator('meta[name="description"]').getAttribute('content')) ?? '')
        await expect.poll(() => page.locator('h1').count()).toBe(1)
        await expect
          .poll(() => page.locator('link[rel="canonical"]').getAttribute('href'))
          .toBe(`${site.url}/${language}${path}`)
        // Search engines take a link without an address for a fault.
        expect(await page.locator('a:not([href])').count()).toBe(0)
      }
      expect(said.size).toBe(2 * LANGUAGES.length)
      await context.close()
    })
  })

  describe('the static pages on a slow connection', () => {
    /** Until the fonts are loaded a paragraph may have one line more or less, in px; everything else keeps its place. */
    const A_LINE = 30

    /** Returns the offset of each element on the first screen from the top, in px. */
    const offsets = (page: Page): Promise<number[]> =>
      page.evaluate(() => {
        const first = (window as unknown as { first?: Element[] }).first
        const elements = first ?? [...document.querySelectorAll('main *')].filter(isOnScreen)
        ;(window as unknown as { first: Element[] }).first = elements
        return elements.map((element) => element.getBoundingClientRect().top)

        function isOnScreen(element: Element): boolean {
          const { top, height } = element.getBoundingClientRect()
          return height > 0 && top < innerHeight
        }
      })

    it.each(LANGUAGES)('do not shift when fonts load late, in %s', async (language) => {
      const { page, context } = await visitCalmly(browser, site, language, 'phone')
      let held: (() => void)[] = []
      await page.route('**/*.woff2', async (route) => {
        await new Promise<void>((resolve) => held.push(resolve))
        await route.continue()
      })
      for (const path of STATIC_PAGES) {
        await page.goto(site.url + path, { waitUntil: 'domcontentloaded' })
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
        const before = await offsets(page)
        expect(before.length, path).toBeGreaterThan(3)
        await expect.poll(() => held.length, { message: path }).toBeGreaterThan(0)
        const release = setInterval(() => {
          for (const free of held) free()
        }, 20)
        await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'))
        await page.evaluate(async () => void (await document.fonts.ready))
        clearInterval(release)
        held = []
        const after = await offsets(page)
        const moved = Math.max(...after.map((top, index) => Math.abs(top - (before[index] ?? 0))))
        expect(moved, path).toBeLessThanOrEqual(A_LINE)
      }
      await context.close()
    })
  })
})
