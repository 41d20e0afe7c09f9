// What players do on the contracts page: the table, its results and the signature, found by the visible text.
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { CONTRACT_ITEMS } from '../../../src/game/base/economy.ts'
import type { Language } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { startingWith } from '../parts/player.ts'

/** The labels of the page in a language. */
export function parts(page: Page, language: Language) {
  const t = textFor(language, 'contract')
  const bar = page.getByRole('region', { name: t('controls') })
  const table = page.getByRole('region', { name: t('stage') })
  return {
    t,
    table,
    proof: table.getByRole('link', { name: t('result.proof') }),
    fill: page.getByRole('button', { name: t('tools.fill') }),
    /** The one primary button. */
    main: bar.locator('button').last(),
    placed: page.getByRole('button', {
      name: startingWith(t('slot.take', { item: '', price: '' }).replace(/[ ,]+$/, '')),
    }),
    /** On a phone they are mounted before they are visible. */
    rows: page.locator('section[aria-labelledby="contract-results"] li[data-rarity]'),
    bar,
  }
}

/** Fills the table and waits for its results. */
export async function fill(page: Page, language: Language): Promise<void> {
  await parts(page, language).fill.click()
  await filled(page, language)
}

export async function filled(page: Page, language: Language): Promise<void> {
  const { main, placed, rows } = parts(page, language)
  await expect.poll(() => placed.count()).toBe(CONTRACT_ITEMS.most)
  await rows.first().waitFor({ state: 'attached' })
  await expect.poll(() => main.getAttribute('aria-busy')).toBeNull()
  await expect.poll(() => main.isEnabled()).toBe(true)
}

/** The state of the signature: none, held, short or signed. */
export const signatureOf = (page: Page): Promise<string | null> =>
  page.locator('[data-table]').locator('..').getAttribute('data-signature')

/** Holds the main button until the signature is drawn. */
export async function signByHand(page: Page, main: Locator): Promise<void> {
  await main.hover()
  await page.mouse.down()
  await expect.poll(() => signatureOf(page)).not.toBe('held')
  await page.mouse.up()
}

interface Row {
  readonly name: string
  readonly price: string
  readonly from: number
  readonly to: number
  readonly isDrawn: boolean
}

/** Returns the table of results as a player reads it. */
export async function readRows(rows: Locator): Promise<Row[]> {
  const texts = await rows.evaluateAll((lines) =>
    lines.map((line) => ({
      name: line.querySelector('span:nth-of-type(2) > span')?.firstChild?.textContent ?? '',
      odds: Array.from(line.querySelectorAll('dd'), (cell) => cell.textContent ?? ''),
      isDrawn: line.hasAttribute('data-drawn'),
    })),
  )
  return texts.map(({ name, odds: [price = '', , tickets = ''], isDrawn }) => {
    const [from = 0, to = from] = tickets.split('–').map((number) => Number(number.replace(/\D/g, '')))
    return { name, price, from, to, isDrawn }
  })
}
