// The lobby of battles and making one, with the real server: two players find each other, and what each of them sees on the way.
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Language } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { auditOnEachScreen, WITHOUT_SHELL } from '../../support/browsers/accessibility.ts'
import {
  blockLiveEvents,
  launchBrowser,
  type RunningSite,
  SCREENS,
  startSite,
  type Visitor,
  visitCalmly,
} from '../../support/browsers/browser.ts'
import { fieldsWithoutBorder } from '../../support/browsers/forced-colors.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { SCRIPT_GOALS, weigh } from '../../support/browsers/weight.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { balanceIs, CASE, CASE_PRICE, PAGE_JOURNEYS, signIn, startingWith } from '../parts/player.ts'
import { createByCall, joinByCall } from './battle-calls.ts'

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

async function player(place: number, language: Language = 'en', screen: 'phone' | 'desktop' = 'desktop') {
  const visitor = await visitCalmly(browser, site, language, screen)
  await signIn(visitor.page, site, place)
  return visitor
}

const close = (...visitors: readonly Visitor[]) => Promise.all(visitors.map(({ context }) => context.close()))

/** The battle of a number in the lobby, in any of its states. */
const rowOf = (page: Page, language: Language, number: number): Locator =>
  page.getByRole('article', { name: new RegExp(`${textFor(language, 'battles')('number', { number })}$`) })

const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

describe.each(PAGE_JOURNEYS)('a battle in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'battles')
  const words = textFor(language, 'battleNew')
  const parts = textFor(language, 'battleParts')
  const price = formatMoney(2 * CASE_PRICE)

  it('is made from cases that are found, and joined by a player who sees it appear', async () => {
    const [creator, joiner] = [await player(place, language, screen), await player(place + 2, language, screen)]
    await joiner.page.goto(`${site.url}/battles`)
    await joiner.page.getByRole('heading', { name: t('heading.open') }).waitFor({ state: 'attached' })
    await joiner.page.locator('main [aria-busy="false"]').first().waitFor({ state: 'attached' })

    const { page } = creator
    await page.goto(`${site.url}/battles/new`)
    await page.getByRole('searchbox').fill('orion')
    const add = page.getByRole('button', {
      name: startingWith(words('cases.add', { name: '|', price: '', count: 0 }).split('|')[0] ?? ''),
    })
    await add.first().press('Enter')
    await add.first().press('Enter')
    await page.getByText(words('rounds.count', { count: 2, most: 50 })).waitFor()
    await page.getByRole('radio', { name: parts('modes.rush.name') }).press('Space')
    await page.getByRole('switch', { name: words('fast.label') }).press('Space')
    await page.getByRole('button', { name: words('create', { price }) }).click()
    await page.waitForURL(/\/battles\/[0-9a-f-]{36}$/)
    await balanceIs(page, 10_000 - 2 * CASE_PRICE)
    const id = idIn(page)

    const row = joiner.page.locator(`article:has(a[href="/battles/${id}"])`)
    await row.getByRole('button', { name: t('join', { price }) }).click()
    const dialog = joiner.page.getByRole('dialog', { name: parts('join.title') })
    await dialog.getByText(parts('modes.rush.text')).waitFor()
    await dialog.getByRole('slider').press('Home')
    await dialog.getByText(formatMoney(9_950), { exact: true }).waitFor()
    await dialog.getByRole('button', { name: parts('join.action', { price: formatMoney(50) }) }).click()
    await joiner.page.waitForURL(`${site.url}/battles/${id}`)
    await balanceIs(joiner.page, 9_950)
    expect([...creator.errors, ...joiner.errors]).toEqual([])
    await close(creator, joiner)
  })
})

inLongRun(() => {
  describe('the lobby', () => {
    const t = textFor('en', 'battles')
    let creator: Visitor
    let joiner: Visitor

    beforeAll(async () => {
      creator = await player(4)
      joiner = await player(5)
    })

    afterAll(() => close(creator, joiner))

    it('moves a battle from tab to tab as it is played, without reloading and without a shift', async () => {
      const guests = await Promise.all(
        (['open', 'running', 'ended'] as const).map(async (tab) => {
          const visitor = await visitCalmly(browser, site)
          const shifts = await watchShifts(visitor.page)
          await visitor.page.goto(`${site.url}/battles?tab=${tab}`)
          await visitor.page.locator('main section[aria-busy="false"]').waitFor()
          return { ...visitor, shifts }
        }),
      )
      const [open, running, ended] = guests.map(({ page }) => page) as [Page, Page, Page]
      const battle = await createByCall(creator.page, site)
      const { number } = battle
      await rowOf(open, 'en', number).waitFor()
      await joinByCall(joiner.page, site, battle, 2)
      await rowOf(open, 'en', number).waitFor({ state: 'detached' })
      await rowOf(running, 'en', number).waitFor()
      const over = rowOf(ended, 'en', number)
      await over.waitFor()
      await rowOf(running, 'en', number).waitFor({ state: 'detached' })
      await over.getByRole('link', { name: t('replay') }).waitFor()
      await open.getByRole('heading', { name: t('empty.last') }).waitFor()
      expect(await over.getByText(t('winner'), { exact: true }).count()).toBe(1)
      for (const { shifts, errors } of guests) {
        expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)
        expect(errors).toEqual([])
      }
      await over.getByRole('link', { name: t('replay') }).click()
      await ended.getByRole('button', { name: textFor('en', 'battle')('replay.end') }).waitFor()
      await close(...guests)
    })

    it('shows what its address names, and keeps the address', async () => {
      const cheap = await createByCall(creator.page, site)
      const crazy = await createByCall(creator.page, site, { crazy: true, rounds: [CASE, CASE], price: 2 * CASE_PRICE })
      const { page, context } = await visitCalmly(browser, site)
      await page.goto(`${site.url}/battles?price=5-25&mode=crazy`)
      await rowOf(page, 'en', crazy.number).waitFor()
      expect(await rowOf(page, 'en', cheap.number).count()).toBe(0)
      await page.getByRole('radio', { name: t('prices.under', { to: '$5' }) }).press('Space')
      await page.getByRole('button', { name: t('empty.all') }).click()
      await rowOf(page, 'en', cheap.number).waitFor()
      await page.getByRole('combobox', { name: t('sort.label') }).selectOption('price-down')
      expect(new URL(page.url()).search).toBe('?sort=price-down')
      await page.reload()
      const first = page.getByRole('article').first()
      await first.waitFor()
      expect(await first.textContent()).toContain(formatMoney(2 * CASE_PRICE))
      await context.close()
    })

    it('asks guests to sign in, and players for no second seat', async () => {
      const battle = await createByCall(creator.page, site, { format: '1v1v1' })
      const guest = await visitCalmly(browser, site)
      await guest.page.goto(`${site.url}/battles`)
      const row = rowOf(guest.page, 'en', battle.number)
      await row.getByRole('button', { name: t('joinSeat', { slot: 3, price: formatMoney(CASE_PRICE) }) }).press('Enter')
      await guest.page.getByRole('dialog', { name: textFor('en', 'login')('title') }).waitFor()
      await creator.page.goto(`${site.url}/battles`)
      const own = rowOf(creator.page, 'en', battle.number)
      await own.getByRole('link', { name: t('own') }).waitFor()
      expect(await own.getByRole('button').count()).toBe(0)
      await guest.context.close()
    })

    it('says what to do when it cannot be read, and reads it again', async () => {
      const { page, context } = await visitCalmly(browser, site)
      // The connection would have the lobby read again by itself.
      await blockLiveEvents(page)
      await page.route('**/api/battles?*', (route) => route.abort())
      await page.goto(`${site.url}/battles`)
      await page.getByText(t('failed.title')).waitFor()
      await page.unroute('**/api/battles?*')
      await page.getByRole('button', { name: textFor('en', 'common')('actions.retry') }).click()
      await page.getByText(t('failed.title')).waitFor({ state: 'detached' })
      await page.locator('main section[aria-busy="false"]').waitFor()
      await context.close()
    })

    it('has no accessibility fault, also in forced colours, and opens and closes its dialog by keyboard', async () => {
      const { page } = joiner
      await page.goto(`${site.url}/battles`)
      await page.getByRole('article').first().waitFor()
      expect(await auditOnEachScreen(page, 'the lobby', WITHOUT_SHELL)).toEqual([])
      await page.setViewportSize(SCREENS.desktop)
      const join = page.getByRole('button', { name: startingWith('Join ·') }).first()
      await join.press('Enter')
      const dialog = page.getByRole('dialog', { name: textFor('en', 'battleParts')('join.title') })
      await dialog.waitFor()
      expect(await auditOnEachScreen(page, 'the dialog', 'dialog[open]')).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      expect(await join.evaluate((button) => button === document.activeElement)).toBe(true)
      expect(await fieldsWithoutBorder(page)).toEqual([])
      await page.emulateMedia({ forcedColors: 'none' })
    })
  })

  describe('making a battle', () => {
    const words = textFor('en', 'battleNew')
    const parts = textFor('en', 'battleParts')

    it('keeps the draft of a guest who signs in', async () => {
      const { page, context } = await visitCalmly(browser, site)
      await page.goto(`${site.url}/battles/new`)
      await page
        .getByRole('button', { name: startingWith('Add ') })
        .first()
        .press('Enter')
      await page.getByRole('button', { name: startingWith('Create battle') }).click()
      await page.getByRole('dialog', { name: textFor('en', 'login')('title') }).waitFor()
      await signIn(page, site, 0)
      await page.goto(`${site.url}/battles/new`)
      await page.getByText(words('rounds.count', { count: 1, most: 50 })).waitFor()
      await context.close()
    })

    it('plays a battle again by its address, and has it in the histories of its players', async () => {
      const [one, other] = [await player(2), await player(3)]
      const rounds = [CASE, CASE, CASE]
      const battle = await createByCall(one.page, site, { mode: 'jackpot', crazy: true, rounds, price: 3 * CASE_PRICE })
      await joinByCall(other.page, site, battle, 2)
      await other.page.goto(`${site.url}/battles/new?from=${battle.id}`)
      await other.page.getByText(words('rounds.count', { count: 3, most: 50 })).waitFor()
      expect(await other.page.getByRole('radio', { name: parts('modes.jackpot.name') }).isChecked()).toBe(true)
      expect(await other.page.getByRole('switch', { name: parts('crazy') }).isChecked()).toBe(true)

      await other.page.goto(`${site.url}/dashboard?tab=battles`)
      await other.page.locator(`main a[href="/battles/${battle.id}"]`).waitFor()
      const id = battle.seats[0]?.user?.id
      await other.page.goto(`${site.url}/user/${id}`)
      await other.page.getByRole('heading', { name: parts('history.title') }).scrollIntoViewIfNeeded()
      await other.page.locator(`main a[href="/battles/${battle.id}"]`).waitFor()
      expect([...one.errors, ...other.errors]).toEqual([])
      await close(one, other)
    })

    it.each(['desktop', 'phone'] as const)(
      'has its price and its button in view at every place of a %s',
      async (screen) => {
        const { page, context } = await player(1, 'en', screen)
        await page.goto(`${site.url}/battles/new`)
        const bar = page.getByRole('region', { name: words('bar') })
        const button = bar.getByRole('button')
        const isOnTop = (): Promise<boolean> =>
          button.evaluate((element) => {
            const { left, top, width, height } = element.getBoundingClientRect()
            return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
          })
        for (const where of [0, 0.3, 0.6, 0.9]) {
          await page.evaluate((part) => scrollTo(0, part * (document.body.scrollHeight - innerHeight)), where)
          expect(await isOnTop(), `${where} of the page`).toBe(true)
        }
        await context.close()
      },
    )

    it('has no accessibility fault with cases chosen, and fields that forced colours show', async () => {
      const { page, context } = await player(1)
      await page.goto(`${site.url}/battles/new`)
      await page
        .getByRole('button', { name: startingWith('Add ') })
        .first()
        .press('Enter')
      await page.getByRole('switch', { name: words('private.label') }).press('Space')
      await page.getByRole('slider', { name: words('fund.label') }).waitFor()
      expect(await auditOnEachScreen(page, 'making a battle', WITHOUT_SHELL)).toEqual([])
      expect(await fieldsWithoutBorder(page)).toEqual([])
      await context.close()
    })
  })

  it.each(['/battles', '/battles/new'])('all scripts of %s weigh at most 150 KB', async (path) => {
    const { scripts, byScript } = await weigh(browser, site, path)
    expect(scripts, JSON.stringify([...byScript])).toBeLessThanOrEqual(SCRIPT_GOALS.screen)
  })
})
