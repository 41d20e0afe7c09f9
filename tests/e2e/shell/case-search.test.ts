// The search of the home screen in a real browser: by the name of a case and by what is in it, in every language and keyboard layout,
// in another order, among favourites, without JavaScript, and with answers that are late, in the wrong order or missing.
import type { Page, Request, Route } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { CategoryView } from '../../../src/protocol/case.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'
import { call, signIn } from '../parts/player.ts'

const { site, browser } = await openForFile()

const QUERIES: readonly (readonly [Language, readonly string[]])[] = [
  ['en', ['Green Aurora', 'aurora green', 'фгкщкф']],
  ['ru', ['зеленое сияние', 'Aurora', 'фгкщкф', 'ptktyjt cbzybt', 'ptk`yjt cbz', 'СИЯНИЕ']],
  ['uk', ['Зелене сяйво', 'aurora', 'фгкщкф', 'ptktyt czqdj']],
]

const shownCards = (page: Page) => page.locator('[data-category] a[data-case]').filter({ visible: true })

/** The urls of the visible cases, in their order on the screen. */
const shownCases = (page: Page): Promise<string[]> =>
  shownCards(page).evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.case ?? ''))

/** The prices of the visible cases, in cents. */
const shownPrices = (page: Page): Promise<number[]> =>
  shownCards(page).evaluateAll((cards) =>
    cards.map((card) => Math.round(100 * Number(card.querySelector('.price')?.textContent.replace(/[$,]/g, '')))),
  )

const fieldOf = (page: Page, language: Language = 'en') => page.getByLabel(textFor(language, 'home')('search.label'))

/** Collects the texts of the searches that a page asks the server for. */
function watchSearches(page: Page): string[] {
  const texts: string[] = []
  page.on('request', (request) => {
    const text = new URL(request.url()).searchParams.get('q')
    if (request.resourceType() === 'fetch' && text !== null) texts.push(text)
  })
  return texts
}

/** The heart of a case, a checkbox. */
const heartOf = (page: Page, url: string) => page.locator(`[name="favourite"][value="${url}"]`)

/** Waits until the page knows the favourites of its player, and what they opened. */
async function ownCasesAreKnown(page: Page): Promise<void> {
  await page.locator('#own-cases[data-own="none"]').waitFor({ state: 'attached' })
}

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

inLongRun(() => {
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
      const said = textFor(language, 'home')('contain', { count: urls.length, what })
      await page.locator('#case-found').getByText(said).waitFor()
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
      expect(await page.locator('#case-found').textContent()).toContain(
        t('contain', { count: urls.length, what: 'AWP' }),
      )
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

    it.each(['/en', '/en?sort=dear', '/en?q=aurora'])(
      'leaves the page as it came when it starts at %s',
      async (path) => {
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
      },
    )

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
})

describe('the search of the home screen', () => {
  it('asks once for what was typed fast, and stays in its field', async () => {
    const { page, context, errors } = await visitCalmly(browser, site)
    await page.goto(`${site.url}/en`)
    const searches = watchSearches(page)
    await page.locator('#case-found').evaluate((line) => line.setAttribute('data-original', ''))
    await page.keyboard.press('/')
    await expect.poll(() => fieldOf(page).evaluate((field) => field === document.activeElement)).toBe(true)
    // Letter by letter within one task: faster than any pause, however busy the machine is.
    await page.evaluate(
      (letters) => {
        for (const letter of letters) document.execCommand('insertText', false, letter)
      },
      [...'green aurora'],
    )
    await expect.poll(() => shownCases(page)).toEqual(['green-aurora'])
    expect(searches).toEqual(['green aurora'])
    expect(new URL(page.url()).search).toBe('?q=green+aurora')
    expect(await fieldOf(page).evaluate((field) => field === document.activeElement)).toBe(true)
    // A new live region would not be announced.
    expect(await page.locator('#case-found[data-original][aria-live="polite"]').textContent()).not.toBe('')
    expect(errors).toEqual([])
    await context.close()
  })

  inLongRun(() => {
    it('shows the last search when an earlier one is answered after it', async () => {
      const { page, context, errors } = await visitCalmly(browser, site)
      await page.goto(`${site.url}/en`)
      const isEarly = (request: Request): boolean => request.url().endsWith('/case-results?q=awp')
      const ended = Promise.race([
        page.waitForEvent('requestfinished', isEarly),
        page.waitForEvent('requestfailed', isEarly),
      ])
      const early = Promise.withResolvers<Route>()
      await page.route('**/case-results?q=awp', (route) => early.resolve(route))
      await fieldOf(page).fill('awp')
      const route = await early.promise
      await fieldOf(page).fill('aurora')
      await expect.poll(() => shownCases(page)).toEqual(['green-aurora'])
      // The page may have given it up.
      await route.continue().catch(() => undefined)
      await ended
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      expect(await shownCases(page)).toEqual(['green-aurora'])
      expect(new URL(page.url()).search).toBe('?q=aurora')
      expect(await page.locator('#case-failed').isVisible()).toBe(false)
      expect(errors).toEqual([])
      await context.close()
    })
  })

  it.each([
    ['no network', (route: Route) => route.abort('internetdisconnected')],
    ['a busy server', (route: Route) => route.fulfill({ status: 503, body: 'busy' })],
  ] as const)('keeps what it shows with %s, says so, and can be repeated', async (_fault, answer) => {
    const { page, context } = await visitCalmly(browser, site)
    await page.goto(`${site.url}/en`)
    const all = await shownCases(page)
    const failure = page.locator('#case-failed')
    expect(await failure.isVisible()).toBe(false)
    await page.route('**/case-results?q=aurora', answer)
    await fieldOf(page).fill('aurora')
    await failure.waitFor()
    expect(await failure.getAttribute('role')).toBe('alert')
    expect(await shownCases(page)).toEqual(all)
    expect(new URL(page.url()).search).toBe('')
    await page.unroute('**/case-results?q=aurora')
    await failure.getByRole('button').click()
    await expect.poll(() => shownCases(page)).toEqual(['green-aurora'])
    expect(await failure.isVisible()).toBe(false)
    await context.close()
  })

  inLongRun(() => {
    it('is there when the reader comes back from a case, and starts anew without its query', async () => {
      const { page, context, errors } = await visitCalmly(browser, site)
      await page.goto(`${site.url}/en`)
      await fieldOf(page).fill('aurora')
      await expect.poll(() => shownCases(page)).toEqual(['green-aurora'])
      await shownCards(page).first().click()
      await page.waitForURL('**/case/green-aurora')
      await page.goBack()
      await page.waitForURL('**/en?q=aurora')
      await expect.poll(() => shownCases(page)).toEqual(['green-aurora'])
      expect(await fieldOf(page).inputValue()).toBe('aurora')
      await page.goto(`${site.url}/en?q=nothing-has-it`)
      await page.getByRole('link', { name: textFor('en', 'home')('nothing.action') }).click()
      await expect.poll(() => shownCards(page).count()).toBeGreaterThan(10)
      expect(errors).toEqual([])
      await context.close()
    })
  })

  inLongRun(() => {
    it.each(['?sort=sideways&price=9', '?mine=../etc.%00.ORION', '?q=%F0%9F%98%80%00&q=b', `?q=${'x'.repeat(500)}`])(
      'shows a page and no error at %s',
      async (query) => {
        const { page, context, errors } = await visitCalmly(browser, site)
        const answer = await page.goto(`${site.url}/en${query}`)
        expect(answer?.status()).toBe(200)
        await page.locator('[data-case], .nothing').first().waitFor()
        expect(errors).toEqual([])
        await context.close()
      },
    )
  })
})

describe('favourites', () => {
  inLongRun(() => {
    it('ask a guest to sign in', async () => {
      const { page } = await visitCalmly(browser, site)
      await page.goto(`${site.url}/en`)
      await heartOf(page, 'first-step').click()
      await page.getByRole('dialog').waitFor()
      expect(await heartOf(page, 'first-step').isChecked()).toBe(false)
      await page.context().close()
    })
  })

  it('are kept for the player on another device, on the home page and the page of the case', async () => {
    const first = await visitCalmly(browser, site)
    await signIn(first.page, site, 3)
    await first.page.goto(`${site.url}/en`)
    await ownCasesAreKnown(first.page)
    const stored = first.page.waitForResponse((response) => response.url().endsWith('/favourite'))
    await heartOf(first.page, 'orion').click()
    await stored
    await first.context.close()

    const { page, context, errors } = await visitCalmly(browser, site, 'ru', 'phone')
    await signIn(page, site, 3)
    await page.goto(`${site.url}/ru/case/orion`)
    const heart = heartOf(page, 'orion')
    await expect.poll(() => heart.isChecked()).toBe(true)
    await page.goto(`${site.url}/ru`)
    await expect.poll(() => heart.isChecked()).toBe(true)
    const t = textFor('ru', 'home')
    // A tap that takes the focus from the field moves nothing under the finger.
    await fieldOf(page, 'ru').tap()
    await page
      .locator('label')
      .filter({ has: page.locator('[name="price"][value="under-2"]') })
      .tap()
    await page.waitForURL(/price=under-2/)
    await page.goto(`${site.url}/ru`)
    await expect.poll(() => heart.isChecked()).toBe(true)
    await page.getByRole('checkbox', { name: t('mine') }).check()
    await expect.poll(() => shownCases(page)).toEqual(['orion'])
    await heart.click()
    await page.getByText(t('favourites.title')).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  inLongRun(() => {
    it('are shown and changed in a list that a search has replaced, by the keyboard too', async () => {
      const { page, context, errors } = await visitCalmly(browser, site)
      await signIn(page, site, 4)
      await page.goto(`${site.url}/en`)
      await ownCasesAreKnown(page)
      const stored = (): Promise<unknown> => page.waitForResponse((response) => response.url().endsWith('/favourite'))
      await Promise.all([stored(), heartOf(page, 'orion').click()])
      await fieldOf(page).fill('aurora')
      await expect.poll(() => shownCases(page)).toEqual(['green-aurora'])
      expect(await heartOf(page, 'green-aurora').isChecked()).toBe(false)
      await heartOf(page, 'green-aurora').focus()
      await Promise.all([stored(), page.keyboard.press('Space')])
      await fieldOf(page).fill('')
      await expect.poll(() => shownCards(page).count()).toBeGreaterThan(10)
      for (const url of ['orion', 'green-aurora']) expect(await heartOf(page, url).isChecked()).toBe(true)

      // The newest first, and in the order that is chosen.
      const mine = page.getByRole('checkbox', { name: textFor('en', 'home')('mine') })
      await mine.check()
      await expect.poll(() => shownCases(page)).toEqual(['green-aurora', 'orion'])
      expect(new URL(page.url()).search).toBe('')
      await shownCards(page).first().click()
      await page.waitForURL('**/case/green-aurora')
      await page.goBack()
      await page.waitForURL('**/en')
      await expect.poll(() => shownCases(page)).toEqual(['green-aurora', 'orion'])
      await heartOf(page, 'orion').focus()
      await Promise.all([stored(), page.keyboard.press('Space')])
      await expect.poll(() => shownCases(page)).toEqual(['green-aurora'])
      expect(await mine.evaluate((box) => box === document.activeElement)).toBe(true)
      expect(errors).toEqual([])
      await context.close()
    })
  })

  inLongRun(() => {
    it('are taken back, with a message, where they cannot be stored', async () => {
      const { page, context } = await visitCalmly(browser, site)
      await signIn(page, site, 5)
      await page.goto(`${site.url}/en`)
      await ownCasesAreKnown(page)
      await page.route('**/favourite', (route) => route.abort())
      await heartOf(page, 'orion').click()
      await page.getByText(textFor('en', 'home')('card.favouriteFailed')).waitFor()
      expect(await heartOf(page, 'orion').isChecked()).toBe(false)
      await context.close()
    })
  })
})
