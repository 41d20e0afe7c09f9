// Letters in Chromium: a player writes from a withdrawal that waits, with a picture; the office answers; the player is told and reads it.
import type { Page } from 'playwright'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { partnerOf } from '../../../src/game/withdrawal/trade-link.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { STAND_IN_PLAYERS } from '../../../src/server/steam/stand-in-players.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { visitCalmly, waitForHydration } from '../../support/browsers/browser.ts'
import { targetsBelow44 } from '../../support/browsers/targets.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'
import { ask, itemsOf, openByCall, signIn } from '../parts/player.ts'

const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port) })

/** A player whose withdrawal waits: the shop has none in stock. */
async function waitWithWithdrawal(page: Page, player: number): Promise<void> {
  await signIn(page, site, player)
  await openByCall(page, site, 1)
  const partner = partnerOf(STAND_IN_PLAYERS[player]?.steamid ?? '')
  const { request } = page.context()
  await request.post(`${site.url}/sandbox/trade/stock`, { form: { partner, stock: 'none' }, maxRedirects: 0 })
  await page.goto(`${site.url}/dashboard?tab=withdrawals`)
  const tradeLink = `https://steamcommunity.com/tradeoffer/new/?partner=${partner}&token=abcdEFGH`
  expect(await ask(page, '/user/trade-link', { tradeLink })).toMatchObject({ success: true })
  const [item] = await itemsOf(page)
  expect(await ask(page, '/user/items/withdraw', { ids: [item?.id] })).toMatchObject({ success: true })
}

const picture = async () => ({
  name: 'screen.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 400, height: 300, channels: 3, background: '#7fb3ff' } })
    .png()
    .toBuffer(),
})

describe('a letter', () => {
  it('goes from a withdrawal that waits to the office and back, with a picture', async () => {
    const t = textFor('uk', 'letters')
    const { page, context, errors } = await visitCalmly(browser, site, 'uk', 'phone')
    await waitWithWithdrawal(page, 0)

    // Written from the withdrawal; what is typed is there after the page was left.
    await page.getByRole('link', { name: /^Написати про це/ }).click()
    await page.getByRole('heading', { name: t('compose.withdrawal') }).waitFor()
    const field = page.getByLabel(t('text.label'))
    await field.fill('Коли предмет буде на складі?')
    await page.locator('input[type="file"]').setInputFiles(await picture())
    await page.getByRole('button', { name: t('pictures.remove', { number: 1 }) }).waitFor()
    await page.reload()
    await waitForHydration(page)
    expect(await field.inputValue()).toBe('Коли предмет буде на складі?')
    await page.getByRole('button', { name: t('pictures.remove', { number: 1 }) }).waitFor()
    expect(await brokenRules(page, 'main')).toEqual([])

    // A file that is no picture is refused in words, and the text stays.
    await page.locator('input[type="file"]').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    })
    await page.getByText(textFor('uk', 'replies')('refusal.picture-kind')).waitFor()
    await page.getByRole('button', { name: t('send'), exact: true }).click()
    await page.getByText(t('state.waiting')).waitFor()
    expect(await field.inputValue()).toBe('')
    await page.getByRole('button', { name: t('pictures.enlarge', { number: 1 }) }).click()
    await page
      .getByRole('dialog', { name: t('pictures.picture', { number: 1 }) })
      .getByRole('img')
      .waitFor()
    await page.keyboard.press('Escape')
    expect(await brokenRules(page, 'main')).toEqual([])

    // The office counts it, shows it with the picture, and answers.
    const staff = await visitCalmly(browser, site)
    await staff.page.goto(`${office}/letters`)
    await staff.page.getByRole('button', { name: 'Sign in as the owner' }).click()
    await staff.page.getByRole('link', { name: /^Letters 1/ }).waitFor()
    await staff.page.getByRole('table').getByRole('link').click()
    const panel = staff.page.getByRole('region', { name: /^Letter of/ })
    await panel.getByText('Коли предмет буде на складі?').waitFor()
    await panel.getByRole('button', { name: 'Open picture 1' }).click()
    const large = staff.page.getByRole('dialog', { name: 'Picture 1' }).getByRole('img')
    await expect.poll(() => large.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(400)
    await staff.page.keyboard.press('Escape')
    expect(await brokenRules(staff.page)).toEqual([])
    await panel.getByLabel('Answer').fill('Tomorrow.\nThank you for waiting.')
    const file = panel.locator('input[type="file"]')
    await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await panel.getByText('Choose a JPEG, PNG or WebP picture.').waitFor()
    await file.setInputFiles(await picture())
    await panel.getByRole('button', { name: 'Remove picture 1' }).waitFor()
    expect(await brokenRules(staff.page)).toEqual([])
    await panel.getByRole('button', { name: 'Answer', exact: true }).click()
    await expect.poll(() => panel.getByLabel('Answer').inputValue()).toBe('')
    await staff.page.getByText('No letter waits').waitFor()

    // The player is told in their language, and reads it where they are.
    const told = textFor('uk', 'replies')('notice.letterAnswered.title')
    await page.locator('.Toastify__toast').getByText(told).first().waitFor()
    await page.getByText('Thank you for waiting.').waitFor()
    await page.getByText(t('state.answered')).waitFor()
    const answer = page.getByRole('listitem').filter({ hasText: 'Thank you for waiting.' })
    await answer.getByRole('button', { name: t('pictures.enlarge', { number: 1 }) }).click()
    const sent = page.getByRole('dialog', { name: t('pictures.picture', { number: 1 }) }).getByRole('img')
    await expect.poll(() => sent.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(400)
    await page.keyboard.press('Escape')
    await page.goto(`${site.url}/dashboard?tab=withdrawals`)
    await page.getByRole('link', { name: /Відповісти про виведення/ }).click()
    await page.getByText('Thank you for waiting.').waitFor()

    // Closed with a decision. Alone in the team nobody else could decide an appeal: none is offered.
    await panel.getByRole('button', { name: 'Close', exact: true }).last().click()
    const dialog = staff.page.getByRole('dialog', { name: 'Close' })
    await dialog.getByLabel('Decision').fill('It is on its way.')
    await dialog.getByRole('button', { name: 'Close with this message' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('It is on its way.').waitFor()
    await page.getByRole('main').getByText(t('closed'), { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: t('appeal.open') }).count()).toBe(0)
    await page.getByRole('link', { name: t('back') }).click()
    await page
      .getByRole('list', { name: t('list') })
      .getByRole('listitem')
      .first()
      .waitFor()
    expect(await brokenRules(page, 'main')).toEqual([])

    // The file that is no picture.
    expect(staff.errors).toEqual([expect.stringMatching(/409.*\/pictures\)/)])
    expect(errors).toEqual([])
    await staff.context.close()
    await context.close()
  })

  it('is closed by its player, who says that it is settled, after a question', async () => {
    const t = textFor('ru', 'letters')
    const { page, context, errors } = await visitCalmly(browser, site, 'ru', 'phone')
    await signIn(page, site, 2)
    await page.goto(`${site.url}/dashboard?tab=letters`)
    await page.getByRole('link', { name: t('new') }).click()
    await page.getByLabel(t('text.label')).fill('Где мой предмет?')
    await page.getByRole('button', { name: t('send'), exact: true }).click()
    await page.getByText(t('state.waiting')).waitFor()
    await page.getByRole('button', { name: t('settle.open') }).click()
    await page.getByText(t('settle.text')).waitFor()
    expect(await brokenRules(page, 'main')).toEqual([])
    expect(await targetsBelow44(page)).toEqual([])
    await page.getByRole('button', { name: t('settle.cancel') }).click()
    await page.getByRole('button', { name: t('settle.open') }).click()
    await page.getByRole('button', { name: t('settle.do') }).click()
    await page.getByRole('main').getByText(t('closed'), { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: t('appeal.open') }).count()).toBe(0)
    expect(await page.getByLabel(t('text.label')).count()).toBe(0)
    expect(await brokenRules(page, 'main')).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })

  it('is reached from the contacts page, which needs no script', async () => {
    const { page, context } = await visitCalmly(browser, site)
    await signIn(page, site, 1)
    await page.goto(`${site.url}/contacts`)
    await page.getByRole('main').getByRole('link', { name: 'Write to us in your dashboard' }).click()
    await page.getByRole('heading', { name: textFor('en', 'letters')('compose.player') }).waitFor()
    await context.close()
  })
})
