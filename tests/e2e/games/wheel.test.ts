// The wheel in a real browser: spun for free and for money, at rest below the pointer on the rolled sector, over
// midnight, and after errors.
import type { Page, Response } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { sectorArcs } from '../../../src/game/rewards/wheel.ts'
import { formatCount, formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { PrizeView } from '../../../src/protocol/prize.ts'
import type { SpinReply, WheelReply } from '../../../src/protocol/wheel.ts'
import {
  blockLiveEvents,
  type ScreenName,
  startSite,
  type Visitor,
  visit,
  visitCalmly,
} from '../../support/browsers/browser.ts'
import { SHIFT_MOST, watchShifts } from '../../support/browsers/layout-shift.ts'
import { SCRIPT_GOALS, weigh } from '../../support/browsers/weight.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { moveClock } from '../../support/sites/site-clock.ts'
import { openForFile } from '../parts/file-site.ts'
import { ask, balanceIs, PAGE_JOURNEYS, signIn, startingWith } from '../parts/player.ts'

const START = 10_000
type Spun = Extract<SpinReply, { success: true }>

const { site, browser } = await openForFile()

/** A signed-in player on the wheel. */
async function player(language: Language, screen: ScreenName, place: number, come = visitCalmly): Promise<Visitor> {
  const visitor = await come(browser, site, language, screen)
  await signIn(visitor.page, site, place)
  await visitor.page.goto(`${site.url}/wheel`)
  return visitor
}

const stage = (page: Page) => page.locator('[data-stage]')

async function quick(page: Page, language: Language): Promise<void> {
  const button = page.getByRole('button', { name: textFor(language, 'wheel')('quick'), exact: true })
  await button.press('Space')
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
}

const isSpin = (response: Response): boolean => response.url().endsWith('/api/wheel/spin')

/** Presses a spin button, and returns the server's response. */
async function spin(page: Page, name: string): Promise<Spun> {
  // Until the price of a spin is loaded there is no button.
  const button = page.getByRole('button', { name, exact: true }).and(page.locator(':enabled'))
  const answer = page.waitForResponse(isSpin)
  let hasAsked = false
  page.once('request', () => {
    hasAsked = true
  })
  // The moment after a result ignores presses (islands/ui/motion/animation-end.ts).
  const press = async (): Promise<boolean> => {
    if (!hasAsked) await button.press('Enter')
    return hasAsked
  }
  await expect.poll(press, { interval: 200 }).toBe(true)
  const reply = (await (await answer).json()) as SpinReply
  if (!reply.success) throw new Error(reply.message)
  return reply
}

/** Returns the angle of the wheel below the pointer. */
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

/** Returns the text of a result. */
async function expectAnnounced(page: Page, language: Language, { prize, roll, id }: Spun): Promise<void> {
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

describe.each(PAGE_JOURNEYS)('the wheel in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'wheel')

  it('spins for free and then for money; balance, history and proof agree with the result', async () => {
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
    await expectAnnounced(page, language, free)
    await expectOnSector(page, free)
    await balanceIs(page, START + amountOf(free))
    await page.getByText(t('free.next')).waitFor()
    await page.getByRole('timer').first().waitFor()

    const price = formatMoney(100)
    const paid = await spin(page, t('paid.button', { price }))
    await expectAnnounced(page, language, paid)
    await expectOnSector(page, paid)
    await balanceIs(page, START + amountOf(free) + amountOf(paid) - 100)
    await page.getByRole('radio', { name: t('spins.mine'), exact: true }).press('Space')
    const own = page.getByRole('region', { name: t('spins.title') }).getByRole('listitem')
    await expect.poll(() => own.count()).toBe(2)
    await own.first().getByText(t('spins.paid')).waitFor()
    await own.last().getByText(t('spins.free')).waitFor()

    await page.goto(`${site.url}/fairness?roll=${paid.id}`)
    await page.getByText(textFor(language, 'fairness')('verdict.secret')).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})

inLongRun(() => {
  it('the wheel turns until it rests on the rolled sector, and a tap skips to the result', async () => {
    const { page, context, errors } = await player('en', 'desktop', 0, visit)
    const t = textFor('en', 'wheel')
    const name = t('paid.button', { price: formatMoney(100) })
    await page.getByRole('button', { name, exact: true }).waitFor()
    const { user } = await ask<{ user: { balance: number } }>(page, '/user/get')
    const first = await spin(page, name)
    await expect.poll(() => stage(page).getAttribute('data-stage')).toBe('playing')
    // The price is paid at the tap; the prize stays hidden until it has stopped.
    await balanceIs(page, user.balance - 100)
    await expect.poll(() => stage(page).getAttribute('data-stage')).toBe('result')
    await expectOnSector(page, first)
    await balanceIs(page, first.balance)

    const second = await spin(page, name)
    await page.getByRole('button', { name: t('skip'), exact: true }).press('Enter')
    await expectAnnounced(page, 'en', second)
    await expectOnSector(page, second)
    const third = await spin(page, name)
    await expect.poll(() => stage(page).getAttribute('data-stage')).toBe('playing')
    await page.keyboard.press('Escape')
    await expectAnnounced(page, 'en', third)
    expect(errors).toEqual([])
    await context.close()
  })

  it('the wheel shows the result at once with reduced motion', async () => {
    const { page, context } = await player('en', 'phone', 1, visit)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const t = textFor('en', 'wheel')
    const spun = await spin(page, t('paid.button', { price: formatMoney(100) }))
    await expectAnnounced(page, 'en', spun)
    await expectOnSector(page, spun)
    await context.close()
  })

  it.each(LANGUAGES)(
    'the wheel shows an amount inside its hub on a phone, with the ways to verify and share it, in %s',
    async (language) => {
      const { page, context } = await player(language, 'phone', 2)
      await page.route('**/api/wheel/spin', async (route) => {
        const response = await route.fetch()
        const reply = (await response.json()) as Spun
        await route.fulfill({ response, json: { ...reply, prize: { kind: 'balance', amount: 200 }, drop: null } })
      })
      const t = textFor(language, 'wheel')
      const free = page.getByRole('button', { name: t('free.button'), exact: true })
      const paid = page.getByRole('button', { name: t('paid.button', { price: formatMoney(100) }), exact: true })
      await free.or(paid).and(page.locator(':enabled')).press('Enter')
      const result = stage(page).locator('[data-kind="balance"]')
      await result.getByRole('link', { name: t('result.proof') }).waitFor()
      await result.getByRole('button', { name: startingWith(textFor(language, 'common')('actions.share')) }).waitFor()
      const outside = (): Promise<(string | null)[]> =>
        result.evaluate((shown) => {
          const hub = shown.parentElement?.getBoundingClientRect() ?? new DOMRect()
          return [...shown.querySelectorAll(':scope > *, a, button')]
            .map((part) => ({ words: part.textContent, ...part.getBoundingClientRect().toJSON() }))
            .filter(
              ({ top, bottom, left, right }) =>
                top < hub.top || bottom > hub.bottom || left < hub.left || right > hub.right,
            )
            .map(({ words }) => words)
        })
      // The result grows out of its sector.
      await expect.poll(outside).toEqual([])
      await context.close()
    },
  )

  it('the wheel offers the next free spin when the day of the site begins, without a reload, even after an early request', async () => {
    // The midnight before the clocks go forward.
    const midnight = '2027-03-27T22:00:00Z'
    const midnightMs = Date.parse(midnight)
    const near = await startSite({ CLOCK: '2027-03-27T12:00:00Z', TIME_ZONE: 'Europe/Kyiv' })
    const { page, context } = await visitCalmly(browser, near, 'en', 'phone')
    await page.clock.install()
    await blockLiveEvents(page)
    await signIn(page, near, 0)
    await page.goto(`${near.url}/wheel`)
    const t = textFor('en', 'wheel')
    const name = t('free.button')
    expect((await ask<WheelReply>(page, '/wheel')).own?.free).toBe(true)
    await quick(page, 'en')
    await spin(page, name)
    const before = await ask<WheelReply>(page, '/wheel')
    expect(before).toMatchObject({ nextDay: midnightMs, own: { free: false } })
    await page.route('**/api/wheel', (route) => route.fulfill({ json: before }), { times: 1 })
    await moveClock(page, near, midnight)
    const again = page.getByRole('button', { name, exact: true })
    await again.waitFor()
    await spin(page, name)
    const after = await ask<WheelReply>(page, '/wheel')
    expect(after).toMatchObject({ nextDay: midnightMs + 23 * 3_600_000, own: { free: false } })
    await context.close()
    await near.stop()
  })

  it('the wheel links to a deposit when the balance is too low', async () => {
    const { page, context } = await player('en', 'desktop', 0)
    const t = textFor('en', 'wheel')
    await page.route('**/api/user/get', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      await route.fulfill({ response, json: { ...body, user: { ...body.user, balance: 40 } } })
    })
    await blockLiveEvents(page)
    await page.goto(`${site.url}/wheel`)
    const topUp = page.getByRole('link', { name: t('short.action', { missing: formatMoney(60) }) })
    await topUp.press('Enter')
    await page.getByRole('dialog', { name: textFor('en', 'shell')('account.deposit') }).waitFor()
    await context.close()
  })

  it('the wheel says that there is no connection, and retries with the same key', async () => {
    const { page, context } = await player('en', 'desktop', 0)
    const t = textFor('en', 'wheel')
    await quick(page, 'en')
    const keys = new Set<string | undefined>()
    await page.route('**/api/wheel/spin', (route) => {
      keys.add(route.request().headers()['idempotency-key'])
      return route.abort()
    })
    await page.getByRole('button', { name: startingWith(t('paid.button', { price: formatMoney(100) })) }).press('Enter')
    await page.getByText(t('offline.title')).waitFor()
    await page.unroute('**/api/wheel/spin')
    page.on('request', (request) => {
      if (request.url().endsWith('/api/wheel/spin')) keys.add(request.headers()['idempotency-key'])
    })
    const spun = await spin(page, t('offline.action'))
    await expectAnnounced(page, 'en', spun)
    expect(keys.size).toBe(1)

    await page.route('**/api/wheel', (route) => route.abort())
    await blockLiveEvents(page)
    await page.goto(`${site.url}/wheel`)
    await page.getByText(t('failed')).waitFor()
    await page.unroute('**/api/wheel')
    await stage(page)
      .getByRole('button', { name: textFor('en', 'common')('actions.retry') })
      .press('Enter')
    await page.getByRole('table').getByText(t('prize.nothing')).first().waitFor()
    await context.close()
  })

  it('the wheel keeps the retry button reachable on a phone, with its text visible', async () => {
    const { page, context } = await player('uk', 'phone', 4)
    const t = textFor('uk', 'wheel')
    const free = page.getByRole('button', { name: t('free.button'), exact: true })
    const paid = page.getByRole('button', { name: t('paid.button', { price: formatMoney(100) }), exact: true })
    await page.route('**/api/wheel/spin', (route) => route.abort())
    // By key: a click would scroll the button to where nothing covers it.
    await free.or(paid).and(page.locator(':enabled')).press('Enter')
    const again = page.getByRole('button', { name: t('offline.action') })
    const later = page.getByRole('button', { name: t('offline.later') })
    // The lower edge of the last button, compared with the bar at the bottom of the screen.
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

  it('the wheel loads no more scripts than its kind of page may', async () => {
    const { scripts, byScript } = await weigh(browser, site, '/wheel')
    expect(scripts, JSON.stringify([...byScript])).toBeLessThanOrEqual(SCRIPT_GOALS.screen)
  })

  it.each(LANGUAGES)('the wheel can be read without JavaScript in %s', async (language) => {
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
})
