// The search of the home screen in a real browser: by the name of a case in the reader's language and in English, and as typed in the
// other keyboard layout.
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Language } from '../../src/game/language.ts'
import { textFor } from '../../src/i18n/text.ts'
import { launchBrowser, type RunningSite, startSite, visitCalmly } from '../support/browser.ts'

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

const QUERIES: readonly (readonly [Language, readonly string[]])[] = [
  ['en', ['Green Aurora', 'aurora green', 'фгкщкф']],
  ['ru', ['зеленое сияние', 'Aurora', 'фгкщкф', 'ptktyjt cbzybt', 'ptk`yjt cbz', 'СИЯНИЕ']],
  ['uk', ['Зелене сяйво', 'aurora', 'фгкщкф', 'ptktyt czqdj']],
]

describe('the search of the home screen', () => {
  it.each(QUERIES)('finds a case in %s by each of %j', async (language, queries) => {
    const { page } = await visitCalmly(browser, site, language, 'desktop')
    await page.goto(`${site.url}/${language}`)
    const cards = page.locator('[data-category] a[data-case]').filter({ visible: true })
    const field = page.getByLabel(textFor(language, 'home')('search.label'))
    const all = await cards.count()
    expect(all).toBeGreaterThan(10)
    for (const query of queries) {
      await field.fill(query)
      await expect
        .poll(() => cards.evaluateAll((found) => found.map((card) => (card as HTMLElement).dataset.case)), {
          message: query,
        })
        .toEqual(['green-aurora'])
    }
    await field.fill('nothing-has-it')
    await page.locator('#case-nothing').waitFor()
    await field.fill('')
    await expect.poll(() => cards.count()).toBe(all)
    await page.context().close()
  })
})
