// The live strip in a real browser: taps on a phone, the keyboard, drops that cannot be shown, and what a page asks the server.
import type { BrowserContextOptions, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { textFor } from '../../../src/i18n/text.ts'
import type { Profile } from '../../../src/protocol/account.ts'
import type { LiveDrop } from '../../../src/protocol/live.ts'
import { redline } from '../../stores/sample-item.ts'
import { waitForHydration } from '../../support/browsers/browser.ts'
import { sampleName } from '../../support/players/sample-name.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'
import { signIn } from '../parts/player.ts'

const { site, browser } = await openForFile()

const drop: LiveDrop = {
  id: '0199a2f0-0000-7000-8000-000000000001',
  type: 'case',
  price: 1000,
  item: redline,
  case: { url: 'orion', image: 'orion.svg', name: sampleName('Orion') },
  proof: '/fairness?roll=0199a2f0-0000-7000-8000-000000000001',
  user: { id: 7, username: 'Vega', avatar: '', lvl: 12 },
  created_at: 0,
}

async function openWith(drops: readonly unknown[], options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.route('**/api/live', (route) => route.fulfill({ json: { all: drops, best: [] } }))
  await page.goto(`${site.url}/en/faq`)
  await page.locator('.live li:not([data-placeholder])').first().waitFor()
  return page
}

it('the drops of a page have their places in the row, newest first', async () => {
  const drops = Array.from({ length: 10 }, (_, at) => ({ ...drop, id: `0199a2f0-0000-7000-8000-00000000000${at}` }))
  const page = await openWith(drops, { viewport: { width: 390, height: 844 } })
  const places = await page
    .locator('.live li:not([data-placeholder])')
    .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).style.getPropertyValue('--place')))
  expect(places).toEqual([...drops.keys()].map(String))
  await page.context().close()
})

describe('a drop', () => {
  it('on a phone shows its player and proof on the first tap, and opens its case on the second', async () => {
    const page = await openWith([drop], { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const source = page.locator('.live a[href="/case/orion"]')
    const proof = page.locator('.live a[href^="/fairness"]')
    const player = page.locator('.live a[href="/user/7"]')
    const opacity = (): Promise<string> =>
      proof.evaluate((link) => getComputedStyle(link.parentElement?.parentElement ?? link).opacity)
    expect(await opacity()).toBe('0')
    await source.tap({ position: { x: 60, y: 40 } })
    await expect.poll(opacity).toBe('1')
    expect(new URL(page.url()).pathname).toBe('/en/faq')
    for (const link of [proof, player]) await link.tap({ trial: true })
    await source.tap({ position: { x: 60, y: 40 } })
    await page.waitForURL('**/case/orion')
    await page.context().close()
  })

  it('shows them by the keyboard when it has the focus, and opens its case by Enter', async () => {
    const page = await openWith([drop], {})
    await page.locator('.live a[href="/case/orion"]').focus()
    const focused = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.getAttribute('href') ?? '')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe(drop.proof)
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('/user/7')
    await page.locator('.live a[href="/case/orion"]').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/case/orion')
    await page.context().close()
  })

  it('that cannot be shown leaves the others', async () => {
    const broken = { ...drop, id: 'broken', case: { ...drop.case, url: '\ud800' } }
    const page = await openWith([broken, drop], {})
    expect(await page.locator('.live li').count()).toBe(1)
    await page.context().close()
  })
})

inLongRun(() => {
  it('the two tabs of live drops are one target for a thumb: a tap on either shows the other one', async () => {
    const page = await openWith([drop], { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await waitForHydration(page)
    const tabs = page.locator('[data-tab]')
    const current = (): Promise<string | null> => page.locator('[data-tab]:disabled').getAttribute('data-tab')
    for (const tab of await tabs.all()) {
      const box = await tab.boundingBox()
      const before = await current()
      await page.touchscreen.tap((box?.x ?? 0) + 10, (box?.y ?? 0) + (box?.height ?? 0) / 2)
      await expect.poll(current).not.toBe(before)
    }
    await page.context().close()
  })

  describe('the player of a drop', () => {
    const profile: Profile = {
      id: 7,
      username: 'Vega',
      avatar: '',
      lvl: 12,
      joined_at: 0,
      best: { ...drop, price: 77_700 },
      totals: [],
      badges: [],
      recent: [
        drop,
        drop,
        { ...drop, case: { url: 'first-step', image: 'first-step.svg', name: sampleName('First Step') } },
      ],
    }
    const nameOf = textFor('en', 'live')('profile', { name: 'Vega', level: 12 })
    const peekOf = (page: Page) => page.getByRole('complementary', { name: nameOf })

    async function openWithPlayer(shown: Profile, options: BrowserContextOptions): Promise<Page> {
      const page = await openWith(
        [drop, { ...drop, id: 'hidden', user: { ...drop.user, id: null, username: null } }],
        options,
      )
      await page.route('**/api/user/7', (route) => route.fulfill({ json: { success: true, profile: shown } }))
      return page
    }

    it('is on the card, and below it on hover with level, best drop and each recent case once', async () => {
      const page = await openWithPlayer(profile, {})
      const card = page.locator('.live li[data-player]')
      for (const text of ['Vega', 'Orion', '$10.00']) expect(await card.getByText(text).first().isVisible()).toBe(true)
      await card.hover()
      await peekOf(page).getByText('$777.00').waitFor()
      await peekOf(page).getByText('Level 12').waitFor()
      const links = peekOf(page).getByRole('link')
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
        '/user/7',
        '/case/orion',
        '/case/first-step',
      ])
      // The pointer may move to it, and leaves it by Escape.
      await links.first().hover()
      await page.keyboard.press('Escape')
      await expect.poll(() => peekOf(page).count()).toBe(0)
      await page.context().close()
    })

    it('appears by the first tap on a phone, within the screen, and leads to the profile', async () => {
      const page = await openWithPlayer(profile, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      })
      await page
        .locator('.live a[href="/case/orion"]')
        .first()
        .tap({ position: { x: 60, y: 40 } })
      await peekOf(page).waitFor()
      const { x = -1, width = 0 } = (await peekOf(page).boundingBox()) ?? {}
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(390)
      await peekOf(page).getByRole('link', { name: 'Vega' }).tap()
      await page.waitForURL('**/user/7')
      await page.context().close()
    })

    it('who is hidden stays so: a hidden drop asks nothing, and a player who hid meanwhile is not shown', async () => {
      const hidden: Profile = { ...profile, username: null, avatar: null, joined_at: null, best: null, recent: [] }
      const page = await openWithPlayer(hidden, {})
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      const answer = page.waitForResponse('**/api/user/7')
      await page.locator('.live li:not([data-player])').hover()
      await page.locator('.live li[data-player]').hover()
      await answer
      await page.waitForLoadState('networkidle')
      expect(await page.locator('[class*="_peek_"]').count()).toBe(0)
      expect(asked.filter((path) => path.startsWith('/api/user/'))).toEqual(['/api/user/7'])
      await page.context().close()
    })
  })

  describe('a page', () => {
    it('asks once who the user is and which drops there are', async () => {
      const context = await browser.newContext()
      const page = await context.newPage()
      await signIn(page, site, 0)
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      const connected = page.waitForEvent('websocket')
      await page.goto(`${site.url}/en/faq`)
      const socket = await connected
      // The server says at once how many are online.
      await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('online'))
      await page.waitForLoadState('networkidle')
      expect(asked.filter((path) => path === '/api/user/get')).toHaveLength(1)
      expect(asked.filter((path) => path === '/api/live')).toHaveLength(1)
      await context.close()
    })
  })
})
