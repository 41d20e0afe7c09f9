// Common actions of players in journeys and benchmarks, found by the visible text.
import { randomUUID } from 'node:crypto'
import type { APIResponse, Locator, Page } from 'playwright'
import type { Language } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { OpenReply } from '../../../src/protocol/case.ts'
import type { ItemsReply, OwnedItem } from '../../../src/protocol/inventory.ts'
import type { PaymentReply } from '../../../src/protocol/payment.ts'
import type { UserReply } from '../../../src/protocol/user.ts'
import { STAND_IN_PLAYERS } from '../../../src/server/steam/stand-in-players.ts'
import { TOKEN_COOKIE } from '../../../src/stores/kernel/token-cookie.ts'
import { type RunningSite, type ScreenName, waitForHydration } from '../../support/browsers/browser.ts'
import { drawClientSeed } from '../../support/players/client-seed.ts'
import { byRun } from '../../support/runner/long-run.ts'

/** The language and the screen of a journey, and which of the six players of the sandbox it signs in. */
type JourneySetting = readonly [Language, ScreenName, number]

const ON_A_DESKTOP: JourneySetting = ['en', 'desktop', 0]
/** In the language with the longest words. */
const ON_A_PHONE: JourneySetting = ['ru', 'phone', 1]

/** The settings of the journey of a visitor, the one that the short form of the tests makes on a desktop too. */
export const JOURNEYS: readonly JourneySetting[] = [ON_A_DESKTOP, ON_A_PHONE]

/**
 * The settings of all other journeys: the short form of the tests makes them on the phone only, the long form on both screens. The sweep
 * (`pages-of-a-*.test.ts`) covers all pages in all languages and on both screens.
 */
export const PAGE_JOURNEYS: readonly JourneySetting[] = byRun([ON_A_PHONE], JOURNEYS)

/** The case that journeys open, and its price in cents. */
export const CASE = 'orion'
export const CASE_PRICE = 250

/** How long the site stores the token of a sign-in. */
const TOKEN_SECONDS = 30 * 86_400

/** Calls the API as the player of a browser, without an open page. */
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
 * Signs in as one of the stand-in's six players, for the pages that are opened afterwards. A new player has $100. The
 * browser makes the calls of the dialog, of the stand-in's form and of the callback without rendering them, which takes
 * a tenth of the time; `signInByDialog` is for the journeys about the sign-in.
 */
export async function signIn(page: Page, site: RunningSite, player: number): Promise<void> {
  const context = page.context()
  const { request } = context
  const origin = site.url
  const headed = async (asked: Promise<APIResponse>): Promise<URL> =>
    new URL((await asked).headers().location ?? '', origin)

  // Every visitor gets the CSRF cookie.
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
  const expires = Math.floor(Date.now() / 1000) + TOKEN_SECONDS
  await context.addCookies([{ name: TOKEN_COOKIE, value: token, url: origin, expires }])
}

/** Opens cases by the call only, for journeys that start with a prize; `openAndSkip` is for those about the opening. */
export async function openByCall(page: Page, site: RunningSite, count: number): Promise<void> {
  const { user } = await call<UserReply>(page, site, '/user/get')
  // No page of the player was opened, which would supply it.
  if (user.unseeded !== null)
    await call(page, site, '/fairness/client-seed', { commit: user.unseeded, clientSeed: drawClientSeed() })
  const reply = await call<OpenReply>(page, site, `/case/${CASE}/open`, { count, demo: false })
  if (!reply.success) throw new Error(reply.message)
}

/** Signs in from a case page by the dialog and Steam's stand-in, toggling the boxes on the way. */
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
  await waitForHydration(page)
}

/** Waits until the header shows a balance. */
export async function balanceIs(page: Page, cents: number): Promise<void> {
  await page.getByText(formatMoney(cents), { exact: true }).first().waitFor()
}

/** Opens the case on the page and skips the reel. */
export async function openAndSkip(page: Page, language: Language, count: number): Promise<void> {
  const t = textFor(language, 'case')
  // By key: at the bottom of a phone's screen something may cover it.
  await page.getByRole('radio', { name: String(count), exact: true }).press('Space')
  const price = formatMoney(count * CASE_PRICE)
  await page
    .getByRole('button', { name: new RegExp(`${escaped(t('open', { price }))}|${escaped(t('again', { price }))}`) })
    .click()
  await skipMotion(page.getByRole('button', { name: t('skip') }), proofLink(page, language))
}

/**
 * Skips a motion by its button. On a busy machine the motion may end before the button is clicked: then only waits for
 * the result. A click by the pointer is tested in three engines.
 */
export async function skipMotion(button: Locator, result: Locator): Promise<void> {
  await button.or(result.first()).first().waitFor()
  await button.evaluateAll((buttons: HTMLElement[]) => buttons[0]?.click())
}

/** The link to the proof of the result on the page. Other players' live drops have links with the same text. */
export function proofLink(page: Page, language: Language): Locator {
  const t = textFor(language, 'case')
  return page.getByRole('region', { name: t('stage') }).getByRole('link', { name: t('result.proof') })
}

/** Returns a text as a part of a regular expression. Playwright sees every space of a name as a plain one. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\$]/g, '\\$&').replaceAll(/\s/g, '\\s')

/** A name that starts with this text; the price behind it is random. */
export const startingWith = (words: string): RegExp => new RegExp(`^${escaped(words.trim())}`)

/** Signs out: on a phone from the side menu. */
export async function signOut(page: Page, language: Language, screen: ScreenName): Promise<void> {
  const shell = textFor(language, 'shell')
  if (screen === 'phone') await page.getByRole('button', { name: shell('nav.menu') }).click()
  const place = page.locator(screen === 'phone' ? '#side-menu' : 'header')
  // The header of a phone has no space for it.
  if (screen === 'phone')
    await page.locator('header [aria-busy] button:has(use[href$="#logout"])').waitFor({ state: 'hidden' })
  await place.getByRole('button', { name: shell('account.logout') }).click()
}

/**
 * Deposits an amount in dollars by the calls of the form and of the payment page, without rendering either; the money
 * arrives a moment later.
 */
export async function depositByCall(page: Page, site: RunningSite, sum: number): Promise<void> {
  const { user } = await call<Extract<UserReply, { success: true }>>(page, site, '/user/get')
  const { paymentMethods } = await call<PaymentReply>(page, site, '/payment/get?currency=USD')
  const [method] = paymentMethods
  if (typeof method?.apiUrl !== 'string') throw new Error('There is no way to pay')
  const order = { method_name: method.name, sum, promocode: '', user_id: user.id }
  const { url } = await call<{ url: string }>(page, site, method.apiUrl.replace(/^\/api/, ''), order)
  const token = new URL(url).searchParams.get('token') ?? ''
  const paid = await page
    .context()
    .request.post(`${site.url}/sandbox/payment/outcome`, { form: { token, outcome: 'pay' }, maxRedirects: 0 })
  if (paid.status() !== 303) throw new Error(await paid.text())
}

/** Calls the API as the player of a page. */
export function ask<Reply>(page: Page, path: string, body?: object, key: string = randomUUID()): Promise<Reply> {
  return page.evaluate(
    async ([to, sent, id]) => {
      const cookie = (name: string): string => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? ''
      const headers = {
        authorization: `Bearer ${cookie('token')}`,
        'x-xsrf-token': decodeURIComponent(cookie('XSRF-TOKEN')),
        'idempotency-key': id,
        'content-type': 'application/json',
      }
      const init = sent === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(sent) }
      return (await fetch(`/api${to}`, init)).json()
    },
    [path, body, key] as const,
  ) as Promise<Reply>
}

/** Returns the first page of the player's inventory. */
export async function itemsOf(page: Page): Promise<OwnedItem[]> {
  return (await ask<ItemsReply>(page, '/user/items')).items
}

/** Shares the result that the page shows, closes the dialog, and returns the link. */
export async function sharedLink(page: Page, language: Language): Promise<string> {
  await page.getByRole('button', { name: textFor(language, 'common')('actions.share') }).click()
  const dialog = page.getByRole('dialog', { name: textFor(language, 'sharing')('dialog.title') })
  const link = await dialog.getByRole('textbox').inputValue()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  return link
}

/** Tells whether something at the bottom of a phone's screen leaves the bottom bar free. */
export async function isAboveBar(page: Page, shown: Locator): Promise<boolean> {
  const [over, bar] = [await shown.boundingBox(), await page.locator('nav.bar').boundingBox()]
  return over !== null && bar !== null && over.y + over.height <= bar.y
}

/** Waits until all messages have slid in. They are at the top right, below the header with the balance; returns what is below them. */
export async function coveredByMessages(page: Page, below: string): Promise<readonly string[]> {
  const messages = page.locator('.Toastify__toast')
  await messages.first().waitFor()
  const places = await messages.evaluateAll((all) =>
    Promise.all(
      all.map(async (shown) => {
        await Promise.all(shown.getAnimations().map(({ finished }) => finished))
        const { top, bottom, left, right } = shown.getBoundingClientRect()
        return { top, bottom, left, right }
      }),
    ),
  )
  return page.evaluate(
    ([boxes, selector]) => {
      const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
      const outside = boxes
        .filter(({ top, bottom, right }) => top < header || bottom > innerHeight / 2 || right < innerWidth * 0.8)
        .map((box) => `A message at ${JSON.stringify(box)}`)
      const covered = [...document.querySelectorAll(selector)].filter((element) => {
        const { top, bottom, left, right } = element.getBoundingClientRect()
        return boxes.some((box) => top < box.bottom && bottom > box.top && left < box.right && right > box.left)
      })
      return [...outside, ...covered.map(({ outerHTML }) => outerHTML.slice(0, 120))]
    },
    [places, below] as const,
  )
}
