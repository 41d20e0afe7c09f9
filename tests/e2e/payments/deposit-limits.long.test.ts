// Deposit protection, as the deposit form offers and shows it: in a real browser, on its own site, because the limits
// stay.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { textFor } from '../../../src/i18n/text.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { openForFile } from '../parts/file-site.ts'
import { signIn } from '../parts/player.ts'
import { amount, method, order, pay } from './depositor.ts'

const t = textFor('en', 'deposit')
const replies = textFor('en', 'replies')

const { site, browser } = await openForFile()

/** Makes the same call as the stores, from the page itself, with the session's tokens. */
function callFrom(page: Page, path: string, body: object): Promise<void> {
  return page.evaluate(
    async ([to, json]) => {
      const cookie = (name: string): string =>
        decodeURIComponent(new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? '')
      const response = await fetch(`/api${to}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${cookie('token')}`,
          'content-type': 'application/json',
          'x-xsrf-token': cookie('XSRF-TOKEN'),
          'idempotency-key': crypto.randomUUID(),
        },
        body: json,
      })
      if (!response.ok) throw new Error(await response.text())
    },
    [path, JSON.stringify(body)] as const,
  )
}

async function newPlayer(player: number): Promise<{ page: Page; close: () => Promise<void> }> {
  const { page, context } = await visitCalmly(browser, site)
  await signIn(page, site, player)
  await page.goto(`${site.url}/deposit`)
  await method(page, 'Visa').waitFor()
  return { page, close: () => context.close() }
}

describe('deposit protection', () => {
  it('is offered before the first deposit, and applies afterwards', async () => {
    const { page, close } = await newPlayer(0)
    await page.getByText(t('limits.offer')).click()
    await page.getByRole('button', { name: t('limits.save') }).click()
    await page.getByText(t('limits.missing')).waitFor()
    await page.getByRole('button', { name: t('limits.example', { amount: '$25' }) }).click()
    await expect.poll(() => page.getByLabel(t('limits.field.week')).inputValue()).toBe('80')
    await page.getByLabel(t('limits.field.day')).fill('8')
    await page.getByRole('button', { name: t('limits.save') }).click()
    await page.getByText(t('limits.left.day', { left: '$8.00', amount: '$8.00' })).waitFor()
    await method(page, 'Visa').click()
    await amount(page).fill('10')
    await page.getByText(t('amount.aboveLimit', { left: '$8.00' })).waitFor()
    await order(page).click()
    await page.getByText(replies('refusal.limit-reached', { left: '$8.00' })).waitFor()
    await amount(page).fill('5')
    await pay(page, page, 'pay')
    await page.getByRole('button', { name: t('returned.again') }).click()
    await page.getByText(t('limits.left.day', { left: '$3.00', amount: '$8.00' })).waitFor()
    await close()
  })

  it('replaces the form when deposits are closed', async () => {
    const { page, close } = await newPlayer(1)
    await callFrom(page, '/limits/self-exclude', { days: 'forever' })
    await page.reload()
    await page.getByRole('heading', { name: t('excluded.title') }).waitFor()
    await page.getByText(t('excluded.forever')).waitFor()
    await expect.poll(() => order(page).count()).toBe(0)
    await close()
  })
})
