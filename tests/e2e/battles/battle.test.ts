// A battle in the arena: two players, one who is cut off in the middle and one who comes late see the same result.
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { BattleView } from '../../../src/protocol/battle.ts'
import { auditOnEachScreen, WITHOUT_SHELL } from '../../support/browsers/accessibility.ts'
import { launchBrowser, type RunningSite, SCREENS, startSite, visitCalmly } from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { CASE, CASE_PRICE, call, signIn, startingWith } from '../parts/player.ts'
import { createByCall } from './battle-calls.ts'

/** The number and the terms of a battle, a line each. */
const HEAD_PX = 48
/** The status of a battle on a phone: three lines. */
const STATUS_PX = 53

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

const en = textFor('en', 'battle')
const ru = textFor('ru', 'battle')
const parts = textFor('ru', 'battleParts')

/** Returns what each seat drew, paid and gets, in the order of these texts, once the show is over. */
async function resultsOn(page: Page, title: string): Promise<string[]> {
  const results = page.getByRole('region', { name: title })
  await results.waitFor()
  const sums = await results.locator('dl').allTextContents()
  return sums.map((text) => [...text.matchAll(/\$[\d,.]+/g)].join(' ')).sort()
}

it('is joined in the arena, and shows everyone the same result', async () => {
  const creator = await visitCalmly(browser, site)
  await signIn(creator.page, site, 0)
  const joiner = await visitCalmly(browser, site, 'ru', 'phone')
  await signIn(joiner.page, site, 1)
  const [cut, late] = [await visitCalmly(browser, site), await visitCalmly(browser, site, 'en', 'phone')]

  const { id, number } = await createByCall(creator.page, site, { rounds: [CASE, CASE], price: 2 * CASE_PRICE })
  const address = `${site.url}/battles/${id}`
  const [onDesk, onPhone] = [await watchShifts(creator.page), await watchShifts(joiner.page)]
  await Promise.all([creator, joiner, cut].map(({ page }) => page.goto(address)))
  await creator.page.getByRole('heading', { name: en('title', { number }) }).waitFor()
  expect(await auditOnEachScreen(creator.page, 'open', WITHOUT_SHELL)).toEqual([])
  await creator.page.setViewportSize(SCREENS.desktop)
  const beforeOnDesk = await onDesk()

  // Waits from here on: a busy machine may show the round late, and it lasts some seconds.
  const round = cut.page.getByText(en('status.round', { round: 1, rounds: 2 }))
  const roundShown = round.first().waitFor()
  const price = formatMoney(2 * CASE_PRICE)
  await joiner.page.getByRole('button', { name: ru('join', { price }) }).click()
  const dialog = joiner.page.getByRole('dialog', { name: parts('join.title') })
  await dialog.getByRole('button', { name: parts('join.action', { price }) }).click()
  await creator.page.getByText(en('status.locked')).first().waitFor({ state: 'attached' })

  // In the middle of the show one loses the network for longer than it lasts.
  await roundShown
  await cut.context.setOffline(true)
  const seen = await resultsOn(creator.page, en('result.title'))
  expect(seen).toHaveLength(2)
  expect(await resultsOn(joiner.page, ru('result.title'))).toEqual(seen)
  await cut.context.setOffline(false)
  expect(await resultsOn(cut.page, en('result.title'))).toEqual(seen)
  await late.page.goto(address)
  expect(await resultsOn(late.page, en('result.title'))).toEqual(seen)
  // From the first seat to the result.
  expect((await onDesk()) - beforeOnDesk).toBeLessThanOrEqual(SHIFT_MOST)
  expect(await auditOnEachScreen(creator.page, 'over', WITHOUT_SHELL)).toEqual([])

  const settled = async () => (await call<{ battle: BattleView }>(creator.page, site, `/battles/${id}`)).battle
  await expect.poll(async () => (await settled()).state).toBe('settled')
  expect(seen.join(' ')).toContain(formatMoney((await settled()).result?.pot ?? 0))
  expect(await onPhone()).toBeLessThanOrEqual(SHIFT_MOST)
  expect([...creator.errors, ...joiner.errors, ...late.errors]).toEqual([])
  await Promise.all([creator, joiner, cut, late].map(({ context }) => context.close()))
})

inLongRun(() => {
  it('is filled with bots by keyboard, whose focus stays on the page', async () => {
    const { page, context, errors } = await visitCalmly(browser, site)
    await signIn(page, site, 2)
    const { id } = await createByCall(page, site, { format: '1v1v1' })
    await page.goto(`${site.url}/battles/${id}`)
    const free = textFor('en', 'battleParts')('seat.free')
    const add = (slot: number) =>
      page.getByRole('article', { name: en('seatOf', { slot, name: free }) }).getByRole('button')
    await add(2).press('Enter')
    await expect.poll(() => add(3).evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    const status = page.locator('#battle-status')
    await expect.poll(() => status.evaluate((bar) => bar === document.activeElement)).toBe(true)
    expect(await resultsOn(page, en('result.title'))).toHaveLength(3)
    await page.getByRole('button', { name: startingWith('Rematch') }).press('Enter')
    await page.waitForURL((url) => url.pathname !== `/battles/${id}`)
    await add(2).waitFor()
    const fill = page.getByRole('button', { name: en('action.fill') })
    await fill.press('Enter')
    await expect.poll(() => status.evaluate((bar) => bar === document.activeElement)).toBe(true)
    for (const slot of [1, 2, 3]) {
      await page
        .getByRole('article', { name: new RegExp(`^${en('seatOf', { slot, name: `(?!${free}).+` })}$`) })
        .waitFor()
    }
    expect(errors).toEqual([])
    await context.close()
  })
})

// A player each: nobody has more than five open battles.
inLongRun(() => {
  it.each(LANGUAGES.map((language, place) => [language, 3 + place] as const))(
    'has a head of two lines on a phone, with the longest names, in %s',
    async (language, player) => {
      const { page, context } = await visitCalmly(browser, site, language, 'phone')
      await signIn(page, site, player)
      const longest = { format: '1v1v1v1v1v1', mode: 'rush', crazy: true, isPrivate: true } as const
      const { id, number } = await createByCall(page, site, longest)
      await page.goto(`${site.url}/battles/${id}`)
      const t = textFor(language, 'battle')
      await page.getByRole('button', { name: t('action.cancel') }).waitFor()
      const head = page.locator('main header', { has: page.getByRole('heading', { name: t('title', { number }) }) })
      const isCut = (): Promise<boolean> =>
        head.evaluate((shown) =>
          [...shown.querySelectorAll('span')].some(
            (part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1,
          ),
        )
      expect(await head.evaluate((shown) => shown.getBoundingClientRect().height)).toBeLessThanOrEqual(HEAD_PX)
      expect(await isCut()).toBe(false)
      // A public one has the longest words below its stage, and its line shares it with the button of emotes.
      const { id: open } = await createByCall(page, site, { format: '1v1v1v1v1v1' })
      await page.goto(`${site.url}/battles/${open}`)
      await page.getByRole('button', { name: t('action.cancel') }).waitFor()
      const bar = page.locator('#battle-status')
      expect(await bar.evaluate((shown) => shown.getBoundingClientRect().height)).toBeLessThanOrEqual(STATUS_PX)
      const seats = page.getByRole('article').getByRole('button', { name: t('bot') })
      expect(await seats.count()).toBe(5)
      for (const seat of await seats.all())
        expect(await seat.evaluate((button) => button.scrollWidth - button.clientWidth)).toBeLessThanOrEqual(0)
      await context.close()
    },
  )
})
