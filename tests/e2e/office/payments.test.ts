// The room Payments in Chromium: finance refunds an order after its preview, and answers a dispute with the file of evidence before its deadline.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { PaymentReply } from '../../../src/protocol/payment.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'
import { call, signIn } from '../parts/player.ts'
import { addColleague, signInAsOwner } from './team.ts'

const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port) })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Places an order and chooses what becomes of it at the sandbox's provider; returns its id. */
async function placed(page: Page, playerId: number, outcome: string): Promise<string> {
  const { paymentMethods } = await call<PaymentReply>(page, site, '/payment/get?currency=USD')
  const [method] = paymentMethods
  const asked = { method_name: method?.name, sum: 25, promocode: '', user_id: playerId }
  const path = String(method?.apiUrl).replace(/^\/api/, '')
  const { order } = await call<{ order: { id: string; url: string } }>(page, site, path, asked)
  await page.goto(order.url)
  await page.locator(`button[value="${outcome}"]`).click()
  return order.id
}

describe('the room Payments', () => {
  it('lets finance refund an order, and answer a dispute with evidence before its deadline', async () => {
    const { page, context: own } = await visitCalmly(browser, site)
    await signIn(page, site, 0)
    const { user } = await call<{ user: { id: number } }>(page, site, '/user/get')
    const paid = await placed(page, user.id, 'pay')
    const disputed = await placed(page, user.id, 'dispute')
    await own.close()

    const owner = await visitCalmly(browser, site)
    await signInAsOwner(owner.page, office)
    const colleague = await addColleague({ browser, site, office }, owner.page, { name: 'Finn', role: 'finance' })
    await owner.context.close()
    const { page: finance, context, errors } = colleague
    // What is no id of an order is no part of the address.
    await finance.goto(`${office}/payments?order=nothing`)
    await finance.getByRole('row').nth(1).waitFor()
    expect(await finance.getByRole('region', { name: 'Order', exact: true }).count()).toBe(0)
    await finance.goto(`${office}/payments?order=${paid}`)
    const panel = finance.getByRole('region', { name: 'Order', exact: true })
    await panel.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = finance.getByRole('dialog', { name: 'Refund an order' })
    await dialog.getByText('Goes back to the payer').waitFor()
    await dialog.getByText('Balance after').waitFor()
    await dialog.getByLabel('Reason').fill('Charged twice by the bank')
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
    await finance.getByRole('status').filter({ hasText: 'Order refunded.' }).waitFor()
    await panel.getByText('Refunded', { exact: true }).first().waitFor()
    // The focus is at the button again, which is spent: its reason does not cover the outcome.
    const spent = panel.getByRole('button', { name: 'Refund', exact: true })
    await expect.poll(() => spent.getAttribute('aria-disabled')).toBe('true')
    expect(await finance.getByRole('tooltip').count()).toBe(0)
    await spent.hover()
    await finance.getByRole('tooltip').getByText('Only a paid order can be refunded.').waitFor()

    await finance.getByRole('link', { name: 'Disputes', exact: true }).click()
    await finance.getByRole('row').filter({ hasText: 'fraudulent' }).getByRole('link').first().click()
    await finance.waitForURL((url) => url.searchParams.get('order') === disputed)
    expect(await brokenRules(finance)).toEqual([])
    const download = finance.waitForEvent('download')
    await button(finance, 'Download the evidence').click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file).toContain(`dp_${disputed}`)
    expect(file).toContain('Confirmations')
    await button(finance, 'Note the answer').click()
    const answer = finance.getByRole('dialog', { name: 'Note the answer' })
    await answer.getByLabel('What you sent').fill('Sent the file of evidence')
    await answer.getByRole('button', { name: 'Note the answer' }).click()
    await panel.getByText('Answered', { exact: true }).waitFor()
    await panel.getByText('Sent the file of evidence').first().waitFor()
    await context.close()
    expect(errors).toEqual([])
  })
})
