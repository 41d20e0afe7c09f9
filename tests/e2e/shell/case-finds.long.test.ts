// What the search of the home screen finds in a real browser: by the name of a case and by what is in it, in every language and keyboard layout,
// in another order, and without JavaScript.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { CategoryView } from '../../../src/protocol/case.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { openForFile } from '../parts/file-site.ts'
import { call } from '../parts/player.ts'
import { fieldOf, shownCards, shownCases } from './home-cases.ts'

const { site, browser } = await openForFile()

const QUERIES: readonly (readonly [Language, readonly string[]])[] = [
  ['en', ['Green Aurora', 'aurora green', 'фгкщкф']],
  ['ru', ['зеленое сияние', 'Aurora', 'фгкщкф', 'ptktyjt cbzybt', 'ptk`yjt cbz', 'СИЯНИЕ']],
  ['uk', ['Зелене сяйво', 'aurora', 'фгкщкф', 'ptktyt czqdj']],
]

/** The prices of the visible cases, in cents. */
const shownPrices = (page: Page): Promise<number[]> =>
  shownCards(page).evaluateAll((cards) =>
    cards.map((card) => Math.round(100 * Number(card.querySelector('.price')?.textContent.replace(/[$,]/g, '')))),
  )

/** Asks the API which cases have an AWP. */
async function casesWithAwp(page: Page): Promise<string[]> {
  const { categories } = await call<{ categories: CategoryView[] }>(page, site, '/cases')
  const urls = categories.flatMap(({ cases }) => cases.map(({ url }) => url))
  const all = await Promise.all(
    urls.map(async (url) => {
      const reply = await call<{ case: { contents: { item: { model: string } }[] } }>(page, site, `/case/${url}`)
      return reply.case.contents.some(({ item }) => item.model === 'awp') ? [url] : []
    }),
  )
  return all.flat()
}

describe('the finds of the home screen', () => {
  it.each(QUERIES)('finds a case in %s by each of %j', async (language, queries) => {
    const { page } = await visitCalmly(browser, site, language, 'desktop')
    await page.goto(`${site.url}/${language}`)
    const cards = shownCards(page)
    const field = page.getByLabel(textFor(language, 'home')('search.label'))
    const all = await shownCases(page)
    expect(all.length).toBeGreaterThan(10)
    for (const query of queries) {
      await field.fill(query)
      await expect.poll(() => shownCases(page), { message: query }).toEqual(['green-aurora'])
    }
    await field.fill('nothing-has-it')
    await page.locator('#case-nothing').waitFor()
    await page.getByRole('link', { name: textFor(language, 'home')('nothing.action') }).click()
    await expect.poll(() => shownCases(page)).toEqual(all)
    expect(await cards.count()).toBe(all.length)
    await page.context().close()
  })

  it.each(LANGUAGES)('says in %s how many cases it found, in every plural form', async (language) => {
    const { page, context, errors } = await visitCalmly(browser, site, language)
    await page.goto(`${site.url}/${language}`)
    const forms = new Set<string>()
    for (const text of ['step', 'dust', 'venus transit', '']) {
      await fieldOf(page, language).fill(text)
      // Without a text: of a price.
      if (text === '') await page.locator('[name="price"][value="under-2"]').check()
      await page.waitForURL(({ searchParams }) => (searchParams.get('q') ?? '') === text && searchParams.size > 0)
      const count = await shownCards(page).count()
      forms.add(new Intl.PluralRules(language).select(count))
      expect(await page.locator('#case-found').textContent()).toContain(textFor(language, 'home')('found', { count }))
    }
    expect([...forms].toSorted()).toEqual(language === 'en' ? ['one', 'other'] : ['few', 'many', 'one'])
    expect(errors).toEqual([])
    await context.close()
  })

  it.each([
    ['en', 'awp', 'AWP'],
    ['ru', 'слон', 'AWP'],
    ['uk', 'фцз', 'АВП'],
  ] as const)('finds in %s what contains %j, and shows it on each case', async (language, text, what) => {
    const { page, errors } = await visitCalmly(browser, site, language, 'phone')
    await page.goto(`${site.url}/${language}`)
    await fieldOf(page, language).fill(text)
    const urls = await casesWithAwp(page)
    const announcement = textFor(language, 'home')('contain', { count: urls.length, what })
    await page.locator('#case-found').getByText(announcement).waitFor()
    expect(new Set(await shownCases(page))).toEqual(new Set(urls))
    expect(await page.locator('[data-match]').filter({ visible: true }).count()).toBe(urls.length)
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('orders all cases by price, keeps that in the address, and puts them back', async () => {
    const { page } = await visitCalmly(browser, site)
    await page.goto(`${site.url}/en`)
    const all = await shownCases(page)
    const order = page.getByLabel(textFor('en', 'home')('sort.label'))
    await order.selectOption('dear')
    await page.waitForURL('**/en?sort=dear')
    const prices = await shownPrices(page)
    expect(prices).toHaveLength(all.length)
    expect(prices).toEqual(prices.toSorted((one, other) => other - one))
    await order.selectOption(textFor('en', 'home')('sort.category'))
    await page.waitForURL('**/en')
    expect(await shownCases(page)).toEqual(all)
    await page.context().close()
  })

  it('needs no script: the server finds, orders and says the same', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${site.url}/en`)
    const t = textFor('en', 'home')
    await page.getByLabel(t('search.label')).fill('awp')
    await page.getByLabel(t('sort.label')).selectOption('cheap')
    await page.getByRole('button', { name: t('search.action'), exact: true }).click()
    await page.waitForURL(/q=awp/)
    const urls = await casesWithAwp(page)
    expect(await page.locator('#case-found').textContent()).toContain(t('contain', { count: urls.length, what: 'AWP' }))
    expect(new Set(await shownCases(page))).toEqual(new Set(urls))
    const prices = await shownPrices(page)
    expect(prices).toEqual(prices.toSorted((one, other) => one - other))
    expect(await page.getByLabel(t('search.label')).inputValue()).toBe('awp')
    await page.goto(`${site.url}/en?q=nothing-has-it`)
    expect(await page.getByText(t('nothing.title')).isVisible()).toBe(true)
    // What was typed is text everywhere.
    const typed = '"><script>document.title=1</script>'
    await page.goto(`${site.url}/en?q=${encodeURIComponent(typed)}`)
    expect(await page.getByLabel(t('search.label')).inputValue()).toBe(typed)
    expect(await page.content()).not.toContain('<script>document.title')
    await context.close()
  })

  it.each(['/en', '/en?sort=dear', '/en?q=aurora'])('leaves the page as it came when it starts at %s', async (path) => {
    const { page, context } = await visitCalmly(browser, site)
    await page.addInitScript(() => {
      const removed: string[] = []
      Object.assign(window, { removed })
      new MutationObserver((records) => {
        for (const { removedNodes } of records)
          for (const node of removedNodes)
            if (node instanceof HTMLElement && node.querySelector('[data-case]')) removed.push(node.outerHTML)
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(`${site.url}${path}`)
    expect(await shownCards(page).count()).toBeGreaterThan(0)
    expect(await page.evaluate(() => (window as unknown as { removed: string[] }).removed)).toEqual([])
    await context.close()
  })

  it('begins in the browser where the server left off', async () => {
    const { page } = await visitCalmly(browser, site)
    await page.goto(`${site.url}/en?q=aurora`)
    await expect.poll(() => shownCases(page)).toEqual(['green-aurora'])
    await page.getByLabel(textFor('en', 'home')('search.label')).fill('')
    await expect.poll(() => shownCards(page).count()).toBeGreaterThan(10)
    await page.goto(`${site.url}/en`)
    const all = await shownCases(page)
    await page.goto(`${site.url}/en?sort=dear`)
    await page.getByLabel(textFor('en', 'home')('sort.label')).selectOption(textFor('en', 'home')('sort.category'))
    await expect.poll(() => shownCases(page)).toEqual(all)
    await page.context().close()
  })
})
