// The wheel in a real browser: spun for free and for money, at rest below the pointer on the rolled sector, over midnight, and when
// things go wrong.
import type { Browser, Page, Response } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PrizeView } from '../../src/contract/prize.ts'
import type { SpinReply, WheelReply } from '../../src/contract/wheel.ts'
import { LANGUAGES, type Language } from '../../src/game/language.ts'
import { sectorArcs } from '../../src/game/wheel.ts'
import { formatCount, formatMoney } from '../../src/i18n/format.ts'
import { textFor } from '../../src/i18n/text.ts'
import { brokenRules } from '../support/accessibility.ts'
import {
  keepSilent,
  launchBrowser,
  type RunningSite,
  type ScreenName,
  startSite,
  type Visitor,
  visit,
  visitCalmly,
} from '../support/browser.ts'
import { SHIFT_MOST, watchShifts } from '../support/layout-shift.ts'
import { SCRIPT_GOALS, weigh } from '../support/weight.ts'
import { ask, balanceIs, beginning, signIn } from './player.ts'

const START = 10_000
type Spun = Extract<SpinReply, { success: true }>

let site: RunningSite
/** How long a site takes to start on this machine. */
let startMs: number
let browser: Browser

beforeAll(async () => {
  const begunMs = performance.now()
  site = await startSite()
  startMs = performance.now() - begunMs
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
})

/** A signed-in player on the wheel. */
async function player(
  language: Language,
  screen: ScreenName,
  place: number,
  { come = visitCalmly, from = site } = {},
): Promise<Visitor> {
  const visitor = await come(browser, from, language, screen)
  await signIn(visitor.page, from, place)
  await visitor.page.goto(`${from.url}/wheel`)
  return visitor
}

const stage = (page: Page) => page.locator('[data-stage]')

async function quick(page: Page, language: Language): Promise<void> {
  const button = page.getByRole('button', { name: textFor(language, 'wheel')('quick'), exact: true })
  await button.press('Space')
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
}

const isSpin = (response: Response): boolean => response.url().endsWith('/api/wheel/spin')

/** Presses a button that spins, and answers what the server said. */
async function spin(page: Page, name: string): Promise<Spun> {
  // Until it is known what a spin costs there is nothing to press.
  const button = page.getByRole('button', { name, exact: true }).and(page.locator(':enabled'))
  const [response] = await Promise.all([page.waitForResponse(isSpin), button.press('Enter')])
  const reply = (await response.json()) as SpinReply
  if (!reply.success) throw new Error(reply.message)
  return reply
}

/** The angle of the wheel that stands below the pointer. */
async function angleBelowPointer(page: Page): Promise<number> {
  const turn = await page.locator('[data-rotor]').evaluate((rotor) => {
    const { a, b } = new DOMMatrix(getComputedStyle(rotor).transform)
    return (Math.atan2(b, a) * 180) / Math.PI
  })
  return (((-turn % 360) + 360) % 360) % 360
}

async function expectOnSector(page: Page, { sector }: Spun): Promise<void> {
  const { sectors } = await ask<WheelReply>(page, '/wheel')
  const arc = sectorArcs(sectors)[sector]
  const angle = await angleBelowPointer(page)
  expect(angle).toBeGreaterThan(arc?.from ?? 360)
  expect(angle).toBeLessThan(arc?.to ?? 0)
}

/** What the screen says of a result. */
async function expectTold(page: Page, language: Language, { prize, roll, id }: Spun): Promise<void> {
  const t = textFor(language, 'wheel')
  await expect.poll(() => stage(page).getAttribute('data-stage')).toBe('result')
  await stage(page)
    .getByText(t('result.ticket', { roll: formatCount(roll, language) }))
    .waitFor()
  const proof = stage(page).getByRole('link', { name: t('result.proof') })
  expect(await proof.getAttribute('href')).toBe(`/fairness?roll=${id}`)
  if (prize.kind === 'nothing') await stage(page).getByText(t('result.nothing')).waitFor()
  else
    await stage(page)
      .getByText(formatMoney(worthOf(prize)))
      .first()
      .waitFor()
}

function worthOf(prize: PrizeView): number {
  if (prize.kind === 'nothing') return 0
  return prize.kind === 'balance' ? prize.amount : prize.price
}

const amountOf = ({ prize }: Spun): number => (prize.kind === 'balance' ? prize.amount : 0)

const JOURNEYS = LANGUAGES.flatMap((language) =>
  (['phone', 'desktop'] as const).map((screen): [Language, ScreenName] => [language, screen]),
).map(([language, screen], place): [Language, ScreenName, number] => [language, screen, place])

describe.each(JOURNEYS)('in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'wheel')

  it('is spun for free and then for money; balance, history and proof agree with what it shows', async () => {
    const { page, context, errors } = await visitCalmly(browser, site, language, screen)
    const shifts = await watchShifts(page)
    await page.goto(`${site.url}/wheel`)
    await page.getByRole('table').getByText(t('prize.nothing')).first().waitFor()
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MOST)
    await page.getByRole('button', { name: t('free.button'), exact: true }).press('Enter')
    await page.getByRole('dialog', { name: textFor(language, 'login')('title') }).waitFor()

    await signIn(page, site, place)
    await page.goto(`${site.url}/wheel`)
    await quick(page, language)
    const free = await spin(page, t('free.button'))
    await expectTold(page, language, free)
    await expectOnSector(page, free)
    await balanceIs(page, START + amountOf(free))
    await page.getByText(t('free.next')).waitFor()
    await page.getByRole('timer').first().waitFor()

    const price = formatMoney(100)
    const paid = await spin(page, t('paid.button', { price }))
    await expectTold(page, language, paid)
    await expectOnSector(page, paid)
    await balanceIs(page, START + amountOf(free) + amountOf(paid) - 100)
    await page.getByRole('radio', { name: t('spins.mine'), exact: true }).press('Space')
    const own = page.getByRole('region', { name: t('spins.title') }).getByRole('listitem')
    await expect.poll(() => own.count()).toBe(2)
    await own.first().getByText(t('spins.paid')).waitFor()
    await own.last().getByText(t('spins.free')).waitFor()
    expect(await brokenRules(page, 'main')).toEqual([])

    await page.goto(`${site.url}/fairness?roll=${paid.id}`)
    await page.getByText(textFor(language, 'fairness')('verdict.secret')).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})

it('turns until it rests on the rolled sector, and shows the result at one tap before', async () => {
  const { page, context, errors } = await player('en', 'desktop', 0, { come: visit })
  const t = textFor('en', 'wheel')
  const name = t('paid.button', { price: formatMoney(100) })
  await page.getByRole('button', { name, exact: true }).waitFor()
  const { user } = await ask<{ user: { balance: number } }>(page, '/user/get')
  const first = await spin(page, name)
  await expect.poll(() => stage(page).getAttribute('data-stage')).toBe('spinning')
  // What it brought waits until it has stopped.
  await balanceIs(page, user.balance)
  await expect.poll(() => stage(page).getAttribute('data-stage'), { timeout: 15_000 }).toBe('result')
  await expectOnSector(page, first)
  await balanceIs(page, first.balance)

  const second = await spin(page, name)
  await page.getByRole('button', { name: t('skip'), exact: true }).press('Enter')
  await expectTold(page, 'en', second)
  await expectOnSector(page, second)
  const third = await spin(page, name)
  await expect.poll(() => stage(page).getAttribute('data-stage')).toBe('spinning')
  await page.keyboard.press('Escape')
  await expectTold(page, 'en', third)
  expect(errors).toEqual([])
  await context.close()
})

it('shows the result at once to who wants less motion', async () => {
  const { page, context } = await player('en', 'phone', 1, { come: visit })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const t = textFor('en', 'wheel')
  const spun = await spin(page, t('paid.button', { price: formatMoney(100) }))
  await expectTold(page, 'en', spun)
  await expectOnSector(page, spun)
  await context.close()
})

it('has the next free spin as soon as the day of the site begins, without a reload, and though it asked too early', async () => {
  // The midnight before the clocks go forward. A machine that starts slowly needs longer for the spin before it too.
  const midnight = Date.parse('2027-03-27T22:00:00Z')
  const aheadMs = 12_000 + 4 * startMs
  const clock = new Date(midnight - aheadMs).toISOString()
  const near = await startSite({ CLOCK: clock, TIME_ZONE: 'Europe/Kyiv' })
  const { page, context } = await player('en', 'phone', 0, { from: near })
  const t = textFor('en', 'wheel')
  const name = t('free.button')
  expect((await ask<WheelReply>(page, '/wheel')).own?.free).toBe(true)
  await quick(page, 'en')
  await spin(page, name)
  const before = await ask<WheelReply>(page, '/wheel')
  expect(before).toMatchObject({ nextDay: midnight, own: { free: false } })
  await page.route('**/api/wheel', (route) => route.fulfill({ json: before }), { times: 1 })
  const again = page.getByRole('button', { name, exact: true })
  await expect.poll(() => again.isVisible(), { timeout: aheadMs + 20_000 }).toBe(true)
  await spin(page, name)
  const after = await ask<WheelReply>(page, '/wheel')
  expect(after).toMatchObject({ nextDay: midnight + 23 * 3_600_000, own: { free: false } })
  await context.close()
  await near.stop()
})

it('leads to a deposit where the balance is too little', async () => {
  const { page, context } = await player('en', 'desktop', 3)
  const t = textFor('en', 'wheel')
  await page.route('**/api/user/get', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, user: { ...body.user, balance: 40 } } })
  })
  await keepSilent(page)
  await page.goto(`${site.url}/wheel`)
  const topUp = page.getByRole('link', { name: t('short.action', { missing: formatMoney(60) }) })
  await topUp.press('Enter')
  await page.getByRole('dialog', { name: textFor('en', 'shell')('account.deposit') }).waitFor()
  await context.close()
})

it('says that there is no connection, and asks again under the same key', async () => {
  const { page, context } = await player('en', 'desktop', 4)
  const t = textFor('en', 'wheel')
  await quick(page, 'en')
  const keys = new Set<string | undefined>()
  await page.route('**/api/wheel/spin', (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    return route.abort()
  })
  await page.getByRole('button', { name: beginning(t('paid.button', { price: formatMoney(100) })) }).press('Enter')
  await page.getByText(t('offline.title')).waitFor()
  await page.unroute('**/api/wheel/spin')
  page.on('request', (request) => {
    if (request.url().endsWith('/api/wheel/spin')) keys.add(request.headers()['idempotency-key'])
  })
  const spun = await spin(page, t('offline.action'))
  await expectTold(page, 'en', spun)
  expect(keys.size).toBe(1)

  await page.route('**/api/wheel', (route) => route.abort())
  await keepSilent(page)
  await page.goto(`${site.url}/wheel`)
  await page.getByText(t('failed')).waitFor()
  await page.unroute('**/api/wheel')
  await stage(page)
    .getByRole('button', { name: textFor('en', 'common')('actions.retry') })
    .press('Enter')
  await page.getByRole('table').getByText(t('prize.nothing')).first().waitFor()
  await context.close()
})

it('keeps what asks again under the thumb of a phone, with the words for it in sight', async () => {
  const { page, context } = await player('uk', 'phone', 4)
  const t = textFor('uk', 'wheel')
  const free = page.getByRole('button', { name: t('free.button'), exact: true })
  const paid = page.getByRole('button', { name: t('paid.button', { price: formatMoney(100) }), exact: true })
  await page.route('**/api/wheel/spin', (route) => route.abort())
  // By key: a press with the pointer would scroll the button to where nothing lies over it.
  await free.or(paid).and(page.locator(':enabled')).press('Enter')
  const again = page.getByRole('button', { name: t('offline.action') })
  const later = page.getByRole('button', { name: t('offline.later') })
  // The lower edge of what is pressed last, against the bar at the foot of the screen.
  const room = (): Promise<number> =>
    later.evaluate((pressed) => {
      const bar = Number.parseFloat(getComputedStyle(document.body).paddingBlockEnd)
      return innerHeight - bar - pressed.getBoundingClientRect().bottom
    })
  await expect.poll(room).toBeGreaterThan(0)
  await expect.poll(() => again.evaluate((pressed) => pressed.getBoundingClientRect().top)).toBeGreaterThan(0)
  expect(await page.getByText(t('offline.text')).isVisible()).toBe(true)
  await context.close()
})

it('loads no more script than a page of its kind may', async () => {
  const { scripts, byScript } = await weigh(browser, site, '/wheel')
  expect(scripts, JSON.stringify([...byScript])).toBeLessThanOrEqual(SCRIPT_GOALS.case)
})

it.each(LANGUAGES)('reads without JavaScript in %s', async (language) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: language })
  const page = await context.newPage()
  await page.goto(`${site.url}/${language}/wheel`)
  const t = textFor(language, 'wheel')
  for (const words of [t('noScript'), t('how.free')]) {
    await expect.poll(() => page.getByText(words).isVisible()).toBe(true)
  }
  await expect.poll(() => page.getByRole('button', { name: t('free.button') }).count()).toBe(0)
  await context.close()
})
