// The live strip in a real browser: taps on a phone, the keyboard, drops that cannot be shown, and what a page asks the server.
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textFor } from '../../src/i18n/text.ts'
import type { LiveDrop } from '../../src/protocol/live.ts'
import { redline } from '../stores/sample-item.ts'
import { launchBrowser, type RunningSite, startSite } from '../support/browser.ts'
import { sampleName } from '../support/sample-name.ts'
import { signIn } from './player.ts'

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

describe('a dialog whose form does not load', () => {
  it('says so inside the dialog, with a button that loads the page again', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const files = /\/js\/LoginForm\..*\.js$/
    await page.route(files, (route) => route.abort())
    await page.goto(`${site.url}/en/faq`)
    await page
      .getByRole('button', { name: textFor('en', 'shell')('account.signIn') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const t = textFor('en', 'common')
    await dialog.getByText(t('errors.notLoaded')).waitFor()
    await page.unroute(files)
    await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: t('actions.retry') }).click()])
    await page
      .getByRole('button', { name: textFor('en', 'shell')('account.signIn') })
      .first()
      .click()
    await dialog.getByRole('checkbox').first().waitFor()
    await context.close()
  })
})
