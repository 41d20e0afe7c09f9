// The room Promo codes in Chromium: content makes a batch of a thousand codes, a player uses one at a deposit, and the office shows who and
// what it brought.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { brokenRules, elementsBeyond } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'
import { signIn } from '../parts/player.ts'
import { amount, chooseCurrency, method, openDialog, order, pay, promo } from '../payments/depositor.ts'
import { addColleague, signInAsOwner } from './team.ts'

const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port) })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('a batch of promo codes', () => {
  it('is made by content, used by a player, and shows what it brought', async () => {
    const owner = await visitCalmly(browser, site)
    await signInAsOwner(owner.page, office)
    const { page, context, errors } = await addColleague({ browser, site, office }, owner.page, {
      name: 'Kateryna',
      role: 'content',
    })
    await page.goto(`${office}/promo`)
    await button(page, 'New code').click()
    const dialog = page.getByRole('dialog', { name: 'New promo code' })
    await dialog.getByLabel('What to create').selectOption('batch')
    await dialog.getByLabel('Codes begin with').fill('Stream')
    expect(await dialog.getByLabel('Codes', { exact: true }).inputValue()).toBe('1000')
    await dialog.getByLabel('Gives').selectOption('sum')
    await dialog.getByLabel('Sum in dollars').fill('5')
    await dialog.getByText('A bonus chaser would get 500% of a deposit to play with, more than 10%.').first().waitFor()
    expect(await brokenRules(page)).toEqual([])
    await dialog.getByLabel('Least deposit in dollars').fill('50')
    await expect.poll(() => dialog.getByText('A bonus chaser').count()).toBe(0)
    await dialog.getByRole('button', { name: 'New code' }).click()

    const panel = page.getByRole('region', { name: /· stream$/ })
    await panel.getByText('1,000', { exact: true }).first().waitFor()
    expect(new URL(page.url()).searchParams.get('tab')).toBe('batches')
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download the codes').click()])
    const stream = await file.createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    const lines = Buffer.concat(chunks).toString('utf8').trim().split('\r\n')
    expect([file.suggestedFilename(), lines.length]).toEqual(['codes-1.csv', 1001])
    const code = lines[500]?.split(',')[0] ?? ''

    const player = await visitCalmly(browser, site)
    await signIn(player.page, site, 0)
    await player.page.goto(site.url)
    const form = await openDialog(player.page, 'en')
    await chooseCurrency(form, 'USD')
    await method(form, 'Visa').first().click()
    await promo(form).fill(code.toUpperCase())
    await amount(form).fill('60')
    await form.getByText('To your balance with a $5.00 bonus').waitFor()
    expect(await order(form).textContent()).toContain('$65.00')
    await pay(player.page, form, 'pay')
    await player.context.close()

    await page.reload()
    const uses = panel.getByRole('region', { name: 'Who used it' }).first()
    await uses.getByText(code).first().waitFor()
    const brought = panel.getByRole('region', { name: 'What it brought' })
    await expect.poll(() => brought.textContent()).toContain('$60.00')
    expect(await brought.textContent()).toContain('$5.00')
    await uses.getByRole('link', { name: code, exact: true }).click()
    await page.getByRole('region', { name: code, exact: true }).waitFor()
    expect(await brokenRules(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await elementsBeyond(page)).toEqual([])
    await button(page, 'End the code').click()
    await page.getByText('Ended: it can’t be used again.').waitFor()
    await context.close()
    await owner.context.close()
    expect([...errors, ...owner.errors, ...player.errors]).toEqual([])
  })
})

inLongRun(() => {
  describe('a code that opens a case', () => {
    it('is made by content, opened by a player on the bonuses page, and shown with what it gave', async () => {
      const { page, context, errors } = await visitCalmly(browser, site)
      await signInAsOwner(page, office)
      await page.goto(`${office}/promo`)
      await button(page, 'New code').click()
      const dialog = page.getByRole('dialog', { name: 'New promo code' })
      await dialog.getByLabel('Code', { exact: true }).fill('Gift-Case')
      await dialog.getByLabel('Gives').selectOption('case')
      await dialog.getByLabel('Find a case').fill('first step')
      await dialog.getByRole('radio', { name: /^First Step/ }).check()
      expect(await brokenRules(page)).toEqual([])
      await dialog.getByRole('button', { name: 'New code' }).click()
      const panel = page.getByRole('region', { name: 'gift-case', exact: true })
      await panel.getByText('Opens “First Step”').waitFor()

      const player = await visitCalmly(browser, site)
      await signIn(player.page, site, 2)
      await player.page.goto(`${site.url}/dashboard?tab=settings`)
      await player.page.getByLabel('Your code').fill('GIFT-CASE')
      await player.page.getByText('This code opens “First Step” for free').waitFor()
      await player.page.getByRole('link', { name: 'Open on the Bonuses page' }).click()
      await player.page.getByText('This code opens “First Step” for free').waitFor()
      expect(await brokenRules(player.page)).toEqual([])
      await button(player.page, 'Open for free').click()
      await player.page.getByText(/The case of your promo code gave you/).waitFor()
      await player.page.getByText('You’ve already used this promo code.').waitFor()
      await player.context.close()

      await page.reload()
      const uses = panel.getByRole('region', { name: 'Who used it' })
      await uses.getByRole('link', { name: 'Тиха Орбіта' }).waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await elementsBeyond(page)).toEqual([])
      await context.close()
      expect([...errors, ...player.errors]).toEqual([])
    })
  })
})

inLongRun(() => {
  describe('a share of a partner’s own', () => {
    it('is agreed on the partner’s page, read by the partner, and ended by a press', async () => {
      const partner = await visitCalmly(browser, site)
      await signIn(partner.page, site, 3)
      await partner.page.goto(`${site.url}/referral`)
      await partner.page.getByText('Silver: your share is 10%.').waitFor()

      const { page, context, errors } = await visitCalmly(browser, site)
      await signInAsOwner(page, office)
      await page.goto(`${office}/promo?tab=partners`)
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByText('None: the tier counts.').waitFor()
      await button(page, 'Agree on a share').click()
      const dialog = page.getByRole('dialog', { name: 'Own share' })
      await dialog.getByLabel('Percent of house edge').fill('20')
      await dialog.getByText('Paid in the last 30 days').waitFor()
      await dialog.getByText('The site’s rules allow 20% at most.').waitFor()
      await dialog.getByLabel('Last day').fill('2099-12-31')
      await dialog.getByLabel('Reason').fill('Streams daily')
      expect(await brokenRules(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Agree on a share' }).click()
      await page.getByText('20% (by agreement)').waitFor()
      await partner.page.getByText('You get 20% of the expected house edge').filter({ visible: true }).waitFor()
      await page.getByRole('definition').getByText('Streams daily').waitFor()
      expect(await brokenRules(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await elementsBeyond(page)).toEqual([])

      await partner.page.reload()
      await partner.page.getByText(/^Your share: 20%, by agreement, until .*2100/).waitFor()
      expect(await brokenRules(partner.page)).toEqual([])
      await button(page, 'Change the share').click()
      expect(await dialog.getByLabel('Percent of house edge').inputValue()).toBe('20')
      expect(await dialog.getByLabel('Last day').inputValue()).toBe('2099-12-31')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await button(page, 'End the share').click()
      await page.getByText('Ended: the tier counts again.').waitFor()
      await page.getByText('None: the tier counts.').waitFor()
      await partner.page.getByText('Your share by agreement has ended.').filter({ visible: true }).waitFor()
      await partner.page.reload()
      await partner.page.getByText('Silver: your share is 10%.').waitFor()
      expect(await partner.page.getByText(/^Your share: .*by agreement/).count()).toBe(0)
      await partner.context.close()
      await context.close()
      expect([...errors, ...partner.errors]).toEqual([])
    })
  })
})
