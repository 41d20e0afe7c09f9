// The static pages as readers and search engines meet them: links to one answer, structured data, the links between languages.
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/game/language.ts'
import { launchBrowser, type RunningSite, startSite, visitCalmly } from '../support/browser.ts'
import { watchShifts } from '../support/layout-shift.ts'
import { STATIC_PAGES } from '../support/pages.ts'

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

/** Visits an address in a browser without JavaScript. */
async function read(path: string, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(site.url + path)
  await look(page)
  await context.close()
}

describe('without JavaScript', () => {
  it.each(LANGUAGES)('a link to an answer opens it and shows its question, in %s', async (language) => {
    await read(`/${language}/faq#trade-protection`, async (page) => {
      const answer = page.locator('#trade-protection')
      await answer.waitFor()
      const question = await page.locator('summary').filter({ visible: true }).all()
      const boxes = await Promise.all(question.map((summary) => summary.boundingBox()))
      const top = (await answer.boundingBox())?.y ?? 0
      // The question ends where the answer begins, below the header that stays in place.
      expect(boxes.some((box) => box !== null && Math.abs(box.y + box.height - top) < 2 && box.y >= 60)).toBe(true)
    })
  })

  it('a question opens and closes, and carries a link of its own', async () => {
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

  it.each(LANGUAGES)('the cardholder agreement is where the sign-in looks for it, in %s', async (language) => {
    await read(`/${language}/terms-of-use#cardholder`, async (page) => {
      // Below the header that stays in place, whenever the typefaces come; near the top of what is left.
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

describe('for search engines', () => {
  it.each(LANGUAGES)('every question of the page is in its structured data, in %s', async (language) => {
    const { page, context, errors } = await visitCalmly(browser, site)
    await page.goto(`${site.url}/${language}/faq`)
    const shown = await page.locator('main summary h3').allTextContents()
    const json = await page.locator('head script[type="application/ld+json"]').textContent()
    const { mainEntity } = JSON.parse(json ?? '{}') as {
      mainEntity: { name: string; acceptedAnswer: { text: string } }[]
    }
    expect(mainEntity.map(({ name }) => name)).toEqual(shown)
    expect(mainEntity.every(({ acceptedAnswer: { text } }) => text.length > 40 && !/[<{]/.test(text))).toBe(true)
    expect(errors).toEqual([])
    await context.close()
  })

  it.each(STATIC_PAGES)('%s has a title and a description of its own in each language', async (path) => {
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
    }
    expect(said.size).toBe(2 * LANGUAGES.length)
    await context.close()
  })
})

describe('on a slow line', () => {
  /** Until the type is there a paragraph may have a row more or less; whatever is no paragraph stays. */
  const A_ROW = 0.05

  it.each(LANGUAGES)('nothing jumps when the type comes late, in %s', async (language) => {
    const { page, context } = await visitCalmly(browser, site, language, 'phone')
    const shifts = await watchShifts(page)
    await page.route('**/*.woff2', async (route) => {
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      await route.continue()
    })
    for (const path of STATIC_PAGES) {
      await page.goto(site.url + path, { waitUntil: 'commit' })
      await page.evaluate(async () => void (await document.fonts.ready))
      await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'))
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      expect(await shifts(), path).toBeLessThanOrEqual(A_ROW)
    }
    await context.close()
  })
})
