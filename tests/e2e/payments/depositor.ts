// Depositing players for journeys: the site, and the parts of the form, found by their visible text.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Cookie, Locator, Page } from 'playwright'
import { expect } from 'vitest'
import type { Language } from '../../../src/game/base/language.ts'
import { cents } from '../../../src/game/base/money.ts'
import { type Currency, convert } from '../../../src/game/payments/deposit.ts'
import { formatCharge } from '../../../src/i18n/charge.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { openPglite } from '../../../src/server/db/pglite.ts'
import { createPromo } from '../../../src/server/services/payments/promo-codes.ts'
import {
  launchBrowser,
  type RunningSite,
  type ScreenName,
  startSite,
  visitCalmly,
} from '../../support/browsers/browser.ts'
import { copyMigrated } from '../../support/databases/migrated-pglite.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { signIn } from '../parts/player.ts'

/** A promo code that every player may use repeatedly, and its percentage. */
export const CODE = 'Comet10'
export const PERCENT = 10

/** The rates in data/rates.json. */
const RATES = { RUB: 1, USD: 90, UAH: 2.0927 }

/** The players of the sandbox. */
const PLAYERS = 6

export interface Depositor {
  readonly page: Page
  readonly errors: readonly string[]
  /** The balance in cents before any payment. */
  readonly balance: number
  close(): Promise<void>
}

export interface DepositSite {
  readonly site: RunningSite
  readonly browser: Browser
  /** A player at a page; the six are reused, so their data is read first. */
  depositor(path: string, language?: Language, screen?: ScreenName): Promise<Depositor>
  stop(): Promise<void>
}

/** A sandbox that knows the promo code, and a browser. */
export async function openDepositSite(): Promise<DepositSite> {
  const folder = await mkdtemp(join(tmpdir(), 'spacedrop-deposit-'))
  await copyMigrated(join(folder, 'pglite'))
  const db = await openPglite({ folder: join(folder, 'pglite'), onRetry: () => undefined })
  const limits = { usesMax: null, usesPerPlayer: 1000, startsAt: null, endsAt: null, steamLevel: 0, depositMin: 0 }
  await createPromo(db, { code: CODE.toLowerCase(), percent: PERCENT, ...limits }, OPERATOR)
  await db.close()
  const site = await startSite({ DATA_DIR: folder })
  const browser = await launchBrowser()
  /** Cookies by player: each signs in once. */
  const sessions = new Map<number, Cookie[]>()
  let turns = 0

  return {
    site,
    browser,
    depositor: async (path, language = 'en', screen = 'desktop') => {
      const { page, context, errors } = await visitCalmly(browser, site, language, screen)
      const player = turns++ % PLAYERS
      const session = sessions.get(player)
      if (session === undefined) {
        await signIn(page, site, player)
        sessions.set(
          player,
          (await context.cookies()).filter(({ name }) => name !== 'lang'),
        )
      } else await context.addCookies(session)
      await page.goto(site.url + path)
      const shown = await page.locator('header .price .unseen').first().textContent()
      return { page, errors, balance: Number(shown?.replace(/\D/g, '')), close: () => context.close() }
    },
    stop: async () => {
      await browser.close()
      await site.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Opens the dialog by the header's link; the page remembers a click before the shell has hydrated. */
export async function openDialog(page: Page, language: Language): Promise<Locator> {
  const name = textFor(language, 'shell')('account.deposit')
  await page.locator('header a[data-open="payment"]').click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('heading', { name: textFor(language, 'deposit')('title') }).waitFor()
  return dialog
}

/** Returns the button of a method or a coin. */
export const method = (form: Locator | Page, name: string): Locator => form.getByRole('button', { name, exact: false })

export const amount = (form: Locator | Page, language: Language = 'en'): Locator =>
  form.getByLabel(textFor(language, 'deposit')('amount.label'), { exact: true })

export const promo = (form: Locator | Page, language: Language = 'en'): Locator =>
  form.getByLabel(textFor(language, 'deposit')('promo.label'), { exact: true })

/** Returns the submit button by its type, because its text changes. */
export const order = (form: Locator | Page): Locator => form.locator('button[type="submit"]').first()

/** By keyboard: on a phone a toast may cover the option for a moment. */
export async function chooseCurrency(form: Locator | Page, currency: Currency): Promise<void> {
  const radio = form.getByRole('radio', { name: currency })
  await radio.press('Space')
  await expect.poll(() => radio.isChecked()).toBe(true)
}

/** Goes on to the payment page, and completes it there. */
export async function pay(page: Page, form: Locator | Page, outcome: string): Promise<void> {
  await order(form).click()
  await page.waitForURL(/sandbox\/payment/)
  await page.locator(`button[name="outcome"][value="${outcome}"]`).click()
  await page.waitForURL(/\/deposit\?order=/)
}

/** Returns the button's text for an amount in cents with a bonus. */
export const payWords = (language: Language, sum: number, percent: number, currency: Currency): string =>
  textFor(language, 'deposit')('submit.pay', {
    charge: formatCharge(convert(cents(sum), currency, RATES), currency),
    credit: formatMoney(sum + (sum * percent) / 100),
  })
