// What a player does again and again in journeys and benchmarks, found by the words that the page shows.
import { randomUUID } from 'node:crypto'
import type { APIResponse, Locator, Page } from 'playwright'
import type { OpenReply } from '../../src/contract/case.ts'
import type { ItemsReply, OwnedItem } from '../../src/contract/inventory.ts'
import type { Language } from '../../src/game/language.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { textFor } from '../../src/i18n/text.ts'
import { STAND_IN_PLAYERS } from '../../src/server/steam/stand-in-players.ts'
import { TOKEN_COOKIE } from '../../src/stores/user.ts'
import { alive, type RunningSite, type ScreenName } from '../support/browser.ts'

/** The case that journeys open, and its price in cents. */
export const CASE = 'orion'
export const CASE_PRICE = 250

/** Asks the API as the player of a browser, of whom no page need be open. */
export async function call<Reply>(page: Page, { url }: RunningSite, path: string, data?: object): Promise<Reply> {
  const context = page.context()
  const cookies = new Map((await context.cookies(url)).map(({ name, value }) => [name, value]))
  const headers = {
    origin: url,
    authorization: `Bearer ${cookies.get(TOKEN_COOKIE) ?? ''}`,
    'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
    'idempotency-key': randomUUID(),
  }
  const method = data === undefined ? 'GET' : 'POST'
  return (await context.request.fetch(`${url}/api${path}`, { method, data, headers })).json() as Promise<Reply>
}

/**
 * Signs in as one of the stand-in's six players, whom the pages that are opened from then on know. A new one has $100. The browser
 * makes the calls of the dialog, of the stand-in's form and of the callback without drawing them, which takes a tenth of the time;
 * `signInByDialog` is for the journeys that are about it.
 */
export async function signIn(page: Page, site: RunningSite, player: number): Promise<void> {
  const context = page.context()
  const { request } = context
  const origin = site.url
  const headed = async (asked: Promise<APIResponse>): Promise<URL> =>
    new URL((await asked).headers().location ?? '', origin)

  // Whoever comes gets the cookie that calls are checked by.
  await request.get(`${origin}/api/settings`)
  const question = await headed(request.get(`${origin}/api/auth/steam?terms=1&adult=1`, { maxRedirects: 0 }))
  const form = {
    'openid.return_to': question.searchParams.get('openid.return_to') ?? '',
    'openid.realm': origin,
    player: STAND_IN_PLAYERS[player]?.steamid ?? '',
  }
  const answer = await headed(request.post(`${origin}/sandbox/steam/openid/choose`, { form, maxRedirects: 0 }))
  const callback = await headed(request.get(answer.href, { maxRedirects: 0 }))
  const code = new URLSearchParams(callback.hash.slice(1)).get('code')
  const { token } = await call<{ token: string }>(page, site, '/auth/token', { code })
  await context.addCookies([{ name: TOKEN_COOKIE, value: token, url: origin }])
}

/** Opens cases by the call alone, for journeys that begin with what they bring; `openAndSkip` is for those that are about it. */
export async function openUnseen(page: Page, site: RunningSite, count: number): Promise<void> {
  const reply = await call<OpenReply>(page, site, `/case/${CASE}/open`, { count, demo: false })
  if (!reply.success) throw new Error(reply.message)
}

/** Signs in from a case page by the dialog and Steam's stand-in, trying the boxes on the way. */
export async function signInByDialog(page: Page, language: Language, player: number): Promise<void> {
  const shell = textFor(language, 'shell')
  const login = textFor(language, 'login')
  await page
    .getByRole('button', { name: shell('account.signIn') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: login('title') })
  const submit = dialog.getByRole('button', { name: login('submit') })
  const [terms, adult] = [dialog.getByRole('checkbox').nth(0), dialog.getByRole('checkbox').nth(1)]
  const [open, closed] = [submit.and(page.locator(':enabled')), submit.and(page.locator(':disabled'))]
  await closed.waitFor()
  await terms.check()
  await closed.waitFor()
  await adult.check()
  await open.waitFor()
  await terms.uncheck()
  await closed.waitFor()
  await terms.check()
  await submit.click()
  await page.waitForURL(/sandbox\/steam/)
  await page.locator('button[name="player"]').nth(player).click()
  await page.waitForURL((url) => url.pathname.startsWith('/case/'))
  await alive(page)
}

/** Waits until the header shows a balance. */
export async function balanceIs(page: Page, cents: number): Promise<void> {
  await page.getByText(formatMoney(cents), { exact: true }).first().waitFor()
}

/** Opens the case on the page and ends the reel. */
export async function openAndSkip(page: Page, language: Language, count: number): Promise<void> {
  const t = textFor(language, 'case')
  // By key: at the foot of a phone's screen something may lie over it.
  await page.getByRole('radio', { name: String(count), exact: true }).press('Space')
  const price = formatMoney(count * CASE_PRICE)
  await page
    .getByRole('button', { name: new RegExp(`${escaped(t('open', { price }))}|${escaped(t('again', { price }))}`) })
    .click()
  await page.getByRole('button', { name: t('skip') }).click()
}

/** The way to the proof of what the case on the page gave. Drops of others in the strip lead to theirs by the same words. */
export function proofLink(page: Page, language: Language): Locator {
  const t = textFor(language, 'case')
  return page.getByRole('region', { name: t('stage') }).getByRole('link', { name: t('result.proof') })
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\$]/g, '\\$&')

/** A name that begins with these words; the price behind them is chance. */
export const beginning = (words: string): RegExp => new RegExp(`^${escaped(words.trim())}`)

/** Signs out: on a phone from the side menu. */
export async function signOut(page: Page, language: Language, screen: ScreenName): Promise<void> {
  const shell = textFor(language, 'shell')
  if (screen === 'phone') await page.getByRole('button', { name: shell('nav.menu') }).click()
  const place = page.locator(screen === 'phone' ? '#side-menu' : 'header')
  // The header of a phone has no room for it.
  if (screen === 'phone')
    await page.locator('header [aria-busy] button:has(use[href$="#logout"])').waitFor({ state: 'hidden' })
  await place.getByRole('button', { name: shell('account.logout') }).click()
}

/** Asks the API as the player of a page. */
export function ask<Reply>(page: Page, path: string, body?: object): Promise<Reply> {
  return page.evaluate(
    async ([to, sent]) => {
      const cookie = (name: string): string => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? ''
      const headers = {
        authorization: `Bearer ${cookie('token')}`,
        'x-xsrf-token': decodeURIComponent(cookie('XSRF-TOKEN')),
        'idempotency-key': crypto.randomUUID(),
        'content-type': 'application/json',
      }
      const init = sent === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(sent) }
      return (await fetch(`/api${to}`, init)).json()
    },
    [path, body] as const,
  ) as Promise<Reply>
}

/** What the player of a page owns, its first page. */
export async function itemsOf(page: Page): Promise<OwnedItem[]> {
  return (await ask<ItemsReply>(page, '/user/items')).items
}
