// What players do on the upgrade page: lists, choices and the result, found by the visible text.
import type { Browser, Locator, Page } from 'playwright'
import { expect } from 'vitest'
import type { Language } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { ItemsReply } from '../../../src/protocol/inventory.ts'
import { type RunningSite, type ScreenName, type Visitor, visitCalmly } from '../../support/browsers/browser.ts'
import { balanceIs, CASE_PRICE, call, openByCall, signIn, startingWith } from '../parts/player.ts'

const START = 10_000
const ITEMS = 10

/** The balance of a player who has opened ten cases. */
export const BALANCE = START - ITEMS * CASE_PRICE

export const mine = (page: Page, language: Language): Locator =>
  page.getByRole('listbox', { name: textFor(language, 'inventory')('mine') })

export const targets = (page: Page, language: Language): Locator =>
  page.getByRole('listbox', { name: textFor(language, 'upgrade')('targets.title') })

export const amountField = (page: Page, language: Language): Locator =>
  page.getByRole('textbox', { name: startingWith(textFor(language, 'upgrade')('mine.balance')) })

/** On a phone the lists are tabs. */
export async function turnTo(
  page: Page,
  language: Language,
  screen: ScreenName,
  list: 'mine' | 'targets',
): Promise<void> {
  if (screen !== 'phone') return
  const name = textFor(language, 'upgrade')(`${list}.title`)
  const radio = page.getByRole('radio', { name, exact: true })
  // Elements at the bottom of the screen may cover it.
  await radio.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => radio.isChecked()).toBe(true)
}

/** Selects a target by one of the quick choices and waits until the main button is ready. */
export async function pick(page: Page, language: Language, screen: ScreenName, choice: string): Promise<Locator> {
  await turnTo(page, language, screen, 'targets')
  await page.getByRole('button', { name: choice, exact: true }).click()
  const go = page.getByRole('button', { name: startingWith(textFor(language, 'upgrade')('go', { stake: '' })) })
  await go.waitFor()
  return go
}

/** Waits for a result; returns whether it was won, and the id of its roll. */
export async function resultOf(page: Page, language: Language): Promise<{ won: boolean; roll: string }> {
  const proof = textFor(language, 'upgrade')('result.proof')
  const link = page.locator('#main').getByRole('link', { name: proof, exact: true })
  await link.waitFor()
  const won = (await page.locator('[data-stage]').getAttribute('data-won')) !== null
  return { won, roll: (await link.getAttribute('href'))?.split('roll=')[1] ?? '' }
}

export async function quick(page: Page, language: Language): Promise<void> {
  const button = page.getByRole('button', { name: textFor(language, 'upgrade')('quickRun'), exact: true })
  await button.click()
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
}

/** A player with ten more items, on the upgrade page. */
export async function visitUpgrade(
  browser: Browser,
  site: RunningSite,
  language: Language,
  screen: ScreenName,
  place: number,
  come = visitCalmly,
): Promise<Visitor> {
  const visitor = await come(browser, site, language, screen)
  const { page } = visitor
  await signIn(page, site, place)
  const isNew = (await call<ItemsReply>(page, site, '/user/items')).items.length === 0
  if (isNew) await openByCall(page, site, ITEMS)
  await page.goto(`${site.url}/upgrade`)
  if (isNew) await balanceIs(page, BALANCE)
  await mine(page, language).getByRole('option').first().waitFor()
  return visitor
}
