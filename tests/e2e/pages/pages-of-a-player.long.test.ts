// Pages in the states that a player can reach, in every language and on both screens: no axe violation, nothing wider
// than the screen, and texts in the right language. The states are reached by calls; the journeys reach them through
// the pages.
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTRACT_ITEMS, SOCIAL_BONUS } from '../../../src/game/base/economy.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { CalendarReply } from '../../../src/protocol/calendar.ts'
import type { OpenReply } from '../../../src/protocol/case.ts'
import type { RollReply } from '../../../src/protocol/fairness.ts'
import type { ReferralReply } from '../../../src/protocol/referral.ts'
import { auditOnEachScreen, brokenRules } from '../../support/browsers/accessibility.ts'
import { SCREENS, type Visitor, visitCalmly } from '../../support/browsers/browser.ts'
import { openForFile } from '../parts/file-site.ts'
import { CASE, call, depositByCall, openByCall, signIn, startingWith } from '../parts/player.ts'
import { method, openDialog } from '../payments/depositor.ts'

const { site, browser } = await openForFile({ SOCIAL_TELEGRAM: 'https://telegram.example/spacedrop' })

describe.each(LANGUAGES)('accessibility in %s', (language) => {
  const place = LANGUAGES.indexOf(language)
  let player: Visitor
  let page: Page

  beforeAll(async () => {
    player = await visitCalmly(browser, site, language)
    page = player.page
    await signIn(page, site, place)
  })

  afterAll(async () => {
    expect(player.errors).toEqual([])
    await player.context.close()
  })

  const goTo = (path: string): Promise<unknown> => page.goto(site.url + path)

  const text = (words: string): Locator => page.locator('main').getByText(words).filter({ visible: true }).first()

  it('of the calendar with a day to claim, and after the claim', async () => {
    const t = textFor(language, 'calendar')
    await goTo('/calendar')
    await page.getByRole('button', { name: t('claim', { number: 1 }) }).waitFor()
    const wrong = await auditOnEachScreen(page, 'to claim', 'main')
    const { today } = await call<CalendarReply>(page, site, '/calendar')
    expect(await call(page, site, '/calendar/claim', { day: today })).toMatchObject({ success: true })
    await goTo('/calendar')
    await text(t('claimed')).waitFor()
    await page
      .getByText(t('oneDay', { number: 1, prize: '$0.05', state: t('state.claimed') }))
      .waitFor({ state: 'attached' })
    expect([...wrong, ...(await auditOnEachScreen(page, 'claimed', 'main'))]).toEqual([])
  })

  it('of free cases before a deposit', async () => {
    const name = { en: 'Spark', ru: 'Искра', uk: 'Іскра' }[language]
    await goTo('/free_case')
    await text(textFor(language, 'freeCase')('status.locked', { name, missing: '$5.00' })).waitFor()
    expect(await auditOnEachScreen(page, 'locked', 'main')).toEqual([])
  })

  it('of the bonuses after the social bonus', async () => {
    expect(await call(page, site, '/bonuses/social', { opened: ['telegram'] })).toMatchObject({ success: true })
    await goTo('/bonuses')
    await text(textFor(language, 'bonuses')('social.claimed', { amount: formatMoney(SOCIAL_BONUS) })).waitFor()
    expect(await auditOnEachScreen(page, 'claimed', 'main')).toEqual([])
  })

  it('of the wheel with the player’s spins', async () => {
    const t = textFor(language, 'wheel')
    for (const body of [
      { free: true, price: 0 },
      { free: false, price: 100 },
    ]) {
      expect(await call(page, site, '/wheel/spin', body)).toMatchObject({ success: true })
    }
    await goTo('/wheel')
    await text(t('free.next')).waitFor()
    await page.getByRole('radio', { name: t('spins.mine'), exact: true }).press('Space')
    const own = page.getByRole('region', { name: t('spins.title') }).getByRole('listitem')
    await expect.poll(() => own.count()).toBe(2)
    await own.first().getByText(t('spins.paid')).waitFor()
    await own.last().getByText(t('spins.free')).waitFor()
    expect(await auditOnEachScreen(page, 'spun', 'main')).toEqual([])
  })

  it('of missions with a reward to claim', async () => {
    await call<OpenReply>(page, site, '/case/first-step/open', { count: 10, demo: false })
    await goTo('/missions')
    const card = page.locator('#mission-open-10')
    await card.getByText(textFor(language, 'missions')('progress', { done: '10', count: '10' })).waitFor()
    await card.getByRole('button', { name: textFor(language, 'missions')('claim') }).waitFor()
    const marked = page.locator('nav a[href="/missions"][data-claim]').first()
    await marked.waitFor({ state: 'attached' })
    expect(await marked.textContent()).toContain(textFor(language, 'marks')('claim'))
    expect(await auditOnEachScreen(page, 'to claim')).toEqual([])
  })

  it('of contracts with a full table, and with a result', async () => {
    const t = textFor(language, 'contract')
    await openByCall(page, site, CONTRACT_ITEMS.most)
    await goTo('/contracts')
    const sign = page
      .getByRole('region', { name: t('controls') })
      .locator('button')
      .last()
    await page.getByRole('button', { name: t('tools.fill') }).click()
    const dock = page.getByRole('button', {
      name: startingWith(t('slot.take', { item: '', price: '' }).replace(/[ ,]+$/, '')),
    })
    await expect.poll(() => dock.count()).toBe(CONTRACT_ITEMS.most)
    await expect.poll(() => sign.isEnabled()).toBe(true)
    const wrong = await auditOnEachScreen(page, 'filled')
    await page.setViewportSize(SCREENS.phone)
    await page.getByRole('radio').nth(1).press('Space')
    wrong.push(...(await brokenRules(page)).map((rule) => `results on a phone: ${rule}`))
    await sign.click()
    await page
      .getByRole('region', { name: t('stage') })
      .getByRole('link', { name: t('result.proof') })
      .waitFor()
    expect([...wrong, ...(await auditOnEachScreen(page, 'signed'))]).toEqual([])
  })

  it('of the deposit page and the dialog', async () => {
    await goTo('/deposit')
    await method(page, 'Visa').waitFor()
    const wrong = await auditOnEachScreen(page, 'page')
    await page.setViewportSize(SCREENS.desktop)
    await goTo('/faq')
    const form = await openDialog(page, language)
    await method(form, 'Visa').waitFor()
    expect([...wrong, ...(await auditOnEachScreen(page, 'dialog'))]).toEqual([])
  })

  it('of the referral page of a player whose friend has deposited', async () => {
    const { own } = await call<ReferralReply>(page, site, '/referral')
    const friend = await visitCalmly(browser, site, language)
    await signIn(friend.page, site, LANGUAGES.length + place)
    expect(await call(friend.page, site, '/referral/code', { code: own?.code })).toMatchObject({ success: true })
    await depositByCall(friend.page, site, 20)
    await expect.poll(async () => (await call<ReferralReply>(page, site, '/referral')).own?.deposited).toBe(2000)
    await friend.context.close()
    await goTo('/referral')
    const rows = page.locator('tbody tr:has(a[href^="/user/"])')
    await expect.poll(() => rows.count()).toBe(1)
    expect(await rows.first().textContent()).toContain('$20.00')
    expect(await auditOnEachScreen(page, 'deposited', 'main')).toEqual([])
  })

  it('of the fairness page with a roll, and with pasted values', async () => {
    const t = textFor(language, 'fairness')
    const opened = await call<OpenReply>(page, site, `/case/${CASE}/open`, { count: 1, demo: false })
    if (!opened.success) throw new Error(opened.message)
    const id = opened.drops[0]?.id ?? ''
    const { roll } = await call<RollReply>(page, site, `/fairness/roll/${id}`)
    await goTo(`/fairness?roll=${id}`)
    await text(t('verdict.secret')).waitFor()
    const wrong = await auditOnEachScreen(page, 'a roll', 'main')
    await page.getByRole('radio', { name: t('ways.values'), exact: true }).press('Space')
    await page.getByLabel(t('value.serverSeed'), { exact: true }).fill('1'.repeat(64))
    await page.getByLabel(t('value.clientSeed'), { exact: true }).fill('client')
    await page.getByLabel(t('value.nonce'), { exact: true }).fill('1')
    await page.getByLabel(t('value.odds')).fill(roll.odds)
    await page.getByRole('button', { name: t('value.action') }).click()
    await page
      .getByRole('status')
      .filter({ hasText: t('outcome.title') })
      .waitFor()
    expect([...wrong, ...(await auditOnEachScreen(page, 'values', 'main'))]).toEqual([])
  })

  // The last one: games and deposits are closed from then on.
  it('of protection with the confirmation of a time-out, and after it', async () => {
    const t = textFor(language, 'protection')
    await page.setViewportSize(SCREENS.desktop)
    await goTo('/protection')
    await text(t('status.open')).waitFor()
    await page.getByRole('button', { name: t('timeOut.ask') }).press('Enter')
    const dialog = page.getByRole('dialog', { name: t('confirm.title.1') })
    for (const words of [t('confirm.closes.text'), t('confirm.stays.text'), t('confirm.final')]) {
      await dialog.getByText(words).waitFor()
    }
    const wrong = await auditOnEachScreen(page, 'question')
    await dialog.getByRole('button', { name: t('confirm.close.1') }).press('Enter')
    await page
      .locator('main [data-closed]')
      .getByText(startingWith(t('status.until', { date: '' }).replace(/\.$/, '')))
      .waitFor()
    expect([...wrong, ...(await auditOnEachScreen(page, 'closed'))]).toEqual([])
  })
})
