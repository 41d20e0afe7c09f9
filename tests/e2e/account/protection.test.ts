// Player protection as players use it: a limit, a time-out with its confirmation, the refusal elsewhere, the reminder;
// and the page as text.
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { type ScreenName, visit, visitCalmly, waitForHydration } from '../../support/browsers/browser.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'
import { CASE, CASE_PRICE, openAndSkip, PAGE_JOURNEYS, signIn, startingWith } from '../parts/player.ts'

const { site, browser } = await openForFile()

/** A player who has just signed in, on the page of a path. */
async function player(language: Language, screen: ScreenName, number: number, path: string, come = visitCalmly) {
  const visitor = await come(browser, site, language, screen)
  await signIn(visitor.page, site, number)
  await visitor.page.goto(site.url + path)
  return visitor
}

inLongRun(() => {
  describe('the page without JavaScript', () => {
    it.each(LANGUAGES)('explains in %s each tool and the warning signs, and lists help', async (language) => {
      const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
      const page = await context.newPage()
      await page.goto(`${site.url}/${language}/protection`)
      const t = textFor(language, 'protection')
      for (const id of ['limits', 'reminder', 'time-out', 'self-exclusion', 'signs', 'help', 'children']) {
        await expect.poll(() => page.locator(`h2#${id}`).isVisible(), { message: id }).toBe(true)
      }
      await expect.poll(() => page.locator('#help ~ ul a[href^="https://"]').count()).toBe(6)
      await expect.poll(() => page.getByText(t('noScript')).filter({ visible: true }).count()).toBe(4)
      await expect.poll(() => page.locator('main :is(button, input)').filter({ visible: true }).count()).toBe(0)
      await expect
        .poll(() => page.locator('footer a[href="/protection"]').textContent())
        .toContain(textFor(language, 'shell')('nav.protection'))
      await context.close()
    })
  })

  describe('a guest', () => {
    it('is asked to sign in when they use a tool, and gets there from the deposit page', async () => {
      const { page, context, errors } = await visitCalmly(browser, site, 'uk', 'phone')
      const t = textFor('uk', 'protection')
      await page.goto(`${site.url}/protection`)
      await page.getByText(t('status.guest')).waitFor()
      const login = page.getByRole('dialog', { name: textFor('uk', 'login')('title') })
      for (const name of [t('timeOut.ask'), t('exclusion.ask'), textFor('uk', 'deposit')('limits.save')]) {
        await page.getByRole('button', { name, exact: true }).click()
        await login.waitFor()
        await page.keyboard.press('Escape')
        await login.waitFor({ state: 'hidden' })
      }
      expect(errors).toEqual([])
      await context.close()
    })
  })
})

describe.each(PAGE_JOURNEYS)('a player, in %s on a %s', (language, screen, number) => {
  const t = textFor(language, 'protection')
  const deposit = textFor(language, 'deposit')
  const replies = textFor(language, 'replies')

  it('limits deposits, takes a time-out, and is refused from then on', async () => {
    const { page, context, errors } = await player(language, screen, number, '/protection')
    await page.getByText(t('status.open')).waitFor()

    const field = page.getByLabel(deposit('limits.field.day'))
    const save = page.getByRole('button', { name: deposit('limits.save') })
    await field.fill('20')
    await save.click()
    await page.getByText(deposit('limits.left.day', { left: '$20.00', amount: '$20.00' })).waitFor()
    await field.fill('50')
    await save.click()
    const keep = page.getByRole('button', { name: t('limits.keep', { amount: '$20.00' }) })
    await keep.click()
    await keep.waitFor({ state: 'detached' })
    await expect.poll(() => field.inputValue()).toBe('20')

    // By keyboard only, and not at the first attempt.
    const ask = page.getByRole('button', { name: t('timeOut.ask') })
    const dialog = page.getByRole('dialog', { name: t('confirm.title.1') })
    await ask.press('Enter')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByText(t('status.open')).count()).toBe(1)
    await ask.press('Enter')
    for (const words of [t('confirm.closes.text'), t('confirm.stays.text'), t('confirm.final')]) {
      await expect.poll(() => dialog.getByText(words).isVisible()).toBe(true)
    }

    // Another page of the player updates while it is open.
    const other = await context.newPage()
    await other.goto(`${site.url}/deposit`)
    await other.getByRole('form', { name: deposit('title') }).waitFor()
    await dialog.getByRole('button', { name: t('confirm.close.1') }).press('Enter')
    await page
      .locator('main [data-closed]')
      .getByText(startingWith(t('status.until', { date: '' }).replace(/\.$/, '')))
      .waitFor()
    await other.getByRole('heading', { name: deposit('excluded.title') }).waitFor()
    await other.close()

    await page.goto(`${site.url}/case/${CASE}`)
    const open = textFor(language, 'case')('open', { price: formatMoney(CASE_PRICE) })
    await page.getByRole('button', { name: open }).click()
    await page
      .getByText(startingWith(replies('refusal.excluded', { price: '', until: '' }).split('.')[0] ?? ''))
      .first()
      .waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})

inLongRun(() => {
  describe('a self-exclusion', () => {
    it('needs a confirmation first, and leaves no choice when it is permanent', async () => {
      const { page, context, errors } = await player('ru', 'phone', 3, '/protection')
      const t = textFor('ru', 'protection')
      await page.getByText(t('status.open')).waitFor()
      await page.getByRole('radio', { name: t('days.forever') }).press('Space')
      await page.getByRole('button', { name: t('exclusion.ask') }).click()
      const dialog = page.getByRole('dialog', { name: t('confirm.title.forever') })
      const close = dialog.getByRole('button', { name: t('confirm.close.forever') })
      await expect.poll(() => close.isDisabled()).toBe(true)
      await dialog.getByRole('checkbox').check()
      await close.click()
      await page.locator('main [data-closed]').getByText(t('status.forever')).waitFor()
      await expect.poll(() => page.getByText(t('covered')).count()).toBe(2)
      expect(errors).toEqual([])
      await context.close()
    })
  })

  describe('the reminder', () => {
    it('appears at its interval with time and result, stays until it is answered, and links to the time-outs', async () => {
      const { page, context, errors } = await player('en', 'desktop', 4, '/protection', visit)
      const t = textFor('en', 'protection')
      await page.getByText(t('status.open')).waitFor()
      await page.getByRole('radio', { name: t('reminder.15') }).press('Space')
      await page.getByText(textFor('en', 'replies')('realityKept')).waitFor()

      await page.clock.install()
      await page.goto(`${site.url}/case/${CASE}`)
      await openAndSkip(page, 'en', 1)
      await page.clock.fastForward('15:00')
      const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: t('check.goOn') }) })
      await dialog.waitFor()
      await expect
        .poll(() => dialog.getByRole('heading').textContent())
        .toMatch(startingWith(t('check.minutes', { hours: 0, minutes: 1 }).split('1')[0] ?? ''))
      await expect.poll(() => dialog.locator('dd').first().textContent()).toBe(formatMoney(CASE_PRICE))
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.mouse.click(4, 4)
      await expect.poll(() => dialog.isVisible()).toBe(true)
      expect(await brokenRules(page)).toEqual([])

      // Another page shows the reminder too.
      await page.goto(`${site.url}/faq`)
      await dialog.getByRole('button', { name: t('check.goOn') }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.clock.fastForward('15:00')
      await dialog.getByRole('link', { name: t('check.break') }).click()
      await page.waitForURL(/\/protection#time-out$/)
      await waitForHydration(page)
      await page.getByText(t('status.open')).waitFor()
      await page.getByRole('radio', { name: t('reminder.off') }).press('Space')
      await page.getByText(textFor('en', 'replies')('realityOff')).waitFor()
      expect(errors).toEqual([])
      await context.close()
    })
  })
})
