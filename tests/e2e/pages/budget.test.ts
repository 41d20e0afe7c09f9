// Size budgets of pages, as a real browser receives them.
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { languageCookieValue } from '../../../src/i18n/language.ts'
import { waitForHydration } from '../../support/browsers/browser.ts'
import { CONTROL_PAGES, PAGES, TEXT_PAGES } from '../../support/browsers/pages.ts'
import { CASE_PAGE, FONT_GOALS, HTML_GOAL, SCRIPT_GOALS, weigh } from '../../support/browsers/weight.ts'
import { byRun, inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'

const { site, browser } = await openForFile()

describe('the HTML', () => {
  it.each(PAGES)('of %s weighs at most 30 KB', async (path) => {
    for (const language of byRun<readonly Language[]>(['ru'], LANGUAGES)) {
      const response = await fetch(`${site.url}${path}`, {
        headers: { 'accept-encoding': 'br', cookie: `lang=${languageCookieValue(language)}` },
      })
      expect(response.headers.get('content-encoding')).toBe('br')
      expect(response.headers.get('content-language')).toBe(language)
      const bytes = Number(response.headers.get('content-length'))
      expect(bytes, language).toBeGreaterThan(0)
      expect(bytes, language).toBeLessThanOrEqual(HTML_GOAL)
    }
  })
})

describe('all scripts together', () => {
  it.each(byRun(TEXT_PAGES.slice(0, 1), TEXT_PAGES))('of %s weigh at most 112 KB', async (path) => {
    const { scripts, byScript } = await weigh(browser, site, path)
    expect(byScript.size).toBeGreaterThan(0)
    expect(scripts, JSON.stringify([...byScript])).toBeLessThanOrEqual(SCRIPT_GOALS.static)
  })

  it('of a case page weigh at most 138 KB', async () => {
    const { scripts, byScript } = await weigh(browser, site, CASE_PAGE)
    expect(byScript.size).toBeGreaterThan(0)
    expect(scripts, JSON.stringify([...byScript])).toBeLessThanOrEqual(SCRIPT_GOALS.case)
  })

  it.each(byRun<readonly string[]>([], CONTROL_PAGES))('of %s weigh at most 160 KB', async (path) => {
    const { scripts, byScript } = await weigh(browser, site, path)
    expect(byScript.size).toBeGreaterThan(0)
    expect(scripts, JSON.stringify([...byScript])).toBeLessThanOrEqual(SCRIPT_GOALS.screen)
  })
})

inLongRun(() => {
  describe('the first formatter of Intl', () => {
    /** Runs in the page: counts what takes Chromium 15 to 23 ms of the main thread at its first use. */
    function countFormatters(): void {
      const made: string[] = []
      for (const name of ['NumberFormat', 'DateTimeFormat', 'Collator'] as const) {
        const original = Intl[name] as new (...args: unknown[]) => object
        const watched = new Proxy(original, {
          construct(target, args) {
            made.push(name)
            return new target(...args)
          },
        })
        Object.defineProperty(Intl, name, { value: watched })
      }
      Object.assign(window, { madeFormatters: made })
    }

    it.each(['/faq', CASE_PAGE, '/en', '/ru', '/uk'])('is not needed while %s loads', async (path) => {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.addInitScript(countFormatters)
      await page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' })
      await waitForHydration(page)
      const made = (): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'madeFormatters'))
      expect(await made()).toEqual([])
      await page.evaluate(() => new Intl.NumberFormat('en'))
      expect(await made()).toEqual(['NumberFormat'])
      await context.close()
    })
  })

  describe('all fonts together', () => {
    it.each(['/en/faq', '/en'])('of %s weigh at most 40 KB', async (path) => {
      const { fonts } = await weigh(browser, site, path)
      expect(fonts).toBeGreaterThan(0)
      expect(fonts).toBeLessThanOrEqual(FONT_GOALS.latin)
    })

    it.each(['/ru/faq', '/uk/faq', '/ru', '/uk'])('of %s weigh at most 70 KB', async (path) => {
      const { fonts } = await weigh(browser, site, path)
      expect(fonts).toBeGreaterThan(FONT_GOALS.latin)
      expect(fonts).toBeLessThanOrEqual(FONT_GOALS.cyrillic)
    })
  })
})
