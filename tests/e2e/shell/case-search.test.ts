// The search of the home screen in a real browser: what is typed, answers that are late, in the wrong order or missing, the way back, and
// favourites.
import type { Page, Request, Route } from 'playwright'
import { describe, expect, it } from 'vitest'
import { textFor } from '../../../src/i18n/text.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'
import { signIn } from '../parts/player.ts'
import { fieldOf, shownCards, shownCases } from './home-cases.ts'

const { site, browser } = await openForFile()

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
