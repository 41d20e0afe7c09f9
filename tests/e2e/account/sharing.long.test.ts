// Sharing in a real browser: a result's dialog, page and pictures as its player and a stranger see them, and the overlay of a stream.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { RollsReply } from '../../../src/protocol/account.ts'
import type { ShareReply } from '../../../src/protocol/sharing.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { moveClock } from '../../support/sites/site-clock.ts'
import { openForFile } from '../parts/file-site.ts'
import { CASE, CASE_PRICE, call, openByCall, PAGE_JOURNEYS, proofLink, signIn, startingWith } from '../parts/player.ts'

const START = '2027-03-01T12:00:00Z'

const { site, browser } = await openForFile({ CLOCK: START })

/** Returns the path of the published result of the newest roll. */
async function publish(page: Page): Promise<string> {
  const { rolls } = await call<RollsReply>(page, site, '/user/rolls')
  const reply = await call<ShareReply>(page, site, '/share', { roll: rolls[0]?.id })
  if (!reply.success) throw new Error(reply.message)
  return reply.path
}

/** Runs in the page: stands in for the share sheet of a device, and notes what it is given. */
function recordShares(): void {
  const share = async ({ url, files }: ShareData): Promise<void> => {
    const names = files?.map(({ name, type, size }) => (size > 0 ? `${name} ${type}` : 'empty'))
    document.documentElement.dataset.given = JSON.stringify({ url, files: names })
  }
  Object.defineProperties(navigator, { share: { value: share }, canShare: { value: () => true } })
}

describe.each(PAGE_JOURNEYS)('a result in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'sharing')

  it('is shared from the game, seen by a stranger, and taken back', async () => {
    const { page, context, errors } = await visitCalmly(browser, site, language, screen)
    await context.addInitScript(recordShares)
    await signIn(page, site, place)
    await page.goto(`${site.url}/case/${CASE}`)
    const price = formatMoney(CASE_PRICE)
    await page.getByRole('button', { name: startingWith(textFor(language, 'case')('open', { price })) }).click()
    await proofLink(page, language).waitFor()
    await page.getByRole('button', { name: textFor(language, 'common')('actions.share') }).click()
    const dialog = page.getByRole('dialog', { name: t('dialog.title') })
    const link = dialog.getByRole('textbox')
    await dialog.locator('[data-state="shown"] img').waitFor()
    await dialog.getByRole('radio', { name: t('dialog.tall') }).press('Space')
    await dialog.locator('[data-shape="tall"][data-state="shown"] img').waitFor()
    expect(await brokenRules(page, 'dialog[open]')).toEqual([])
    const address = await link.inputValue()
    expect(address).toMatch(new RegExp(`^${site.url}/win/[\\w-]{22}$`))

    // The file is read first; until it is, the link alone is handed to the device.
    const given = async (): Promise<unknown> => {
      await dialog.getByRole('button', { name: t('dialog.send') }).click()
      return page.evaluate(() => JSON.parse(document.documentElement.dataset.given ?? '{}'))
    }
    await expect.poll(given).toEqual({ url: address, files: ['spacedrop.jpg image/jpeg'] })

    const stranger = await visitCalmly(browser, site, language, screen)
    await stranger.page.goto(address)
    await stranger.page.getByRole('link', { name: t('page.open') }).waitFor()
    await stranger.page.getByText(t('page.playNote')).waitFor()
    expect(await brokenRules(stranger.page, 'main')).toEqual([])
    const picture = await stranger.page.getAttribute('meta[property="og:image"]', 'content')
    expect(picture).toBe(`${address}/${language}-wide.jpg`)
    expect((await stranger.context.request.get(picture ?? '')).headers()['content-type']).toBe('image/jpeg')
    await stranger.page
      .getByRole('main')
      .getByRole('link', { name: t('page.proof') })
      .click()
    await stranger.page.waitForURL(/\/fairness\?roll=/)

    await dialog.getByRole('button', { name: t('dialog.end') }).click()
    await dialog.waitFor({ state: 'hidden' })
    // Pages of what changes at any time are cached for five seconds.
    await expect.poll(async () => (await stranger.context.request.get(address)).status()).toBe(404)
    expect(errors).toEqual([])
    expect(stranger.errors).toEqual([])
    await stranger.context.close()
    await context.close()
  })
})

inLongRun(() => {
  it.each(LANGUAGES)('the page of a result names its item, win and cost to messengers in %s', async (language) => {
    const { page, context } = await visitCalmly(browser, site, language)
    await signIn(page, site, 2)
    await openByCall(page, site, 1)
    const path = await publish(page)
    await page.goto(`${site.url}${path}`)
    const t = textFor(language, 'sharing')
    const description = await page.getAttribute('meta[property="og:description"]', 'content')
    expect(description).toContain(t('playMoney'))
    expect(description).toContain('$2.50')
    expect(await page.getAttribute('meta[name="robots"]', 'content')).toBe('noindex')
    await context.close()
  })

  it('the overlay is made in the settings, is transparent, and shows a drop without a reload', async () => {
    const t = textFor('en', 'sharing')
    const { page, context, errors } = await visitCalmly(browser, site)
    await page.clock.install({ time: START })
    await signIn(page, site, 3)
    await page.goto(`${site.url}/dashboard?tab=settings`)
    await page.getByRole('button', { name: t('settings.make') }).click()
    const address = await page.getByRole('textbox', { name: t('settings.link') }).inputValue()

    // No cookies, as in a streaming program.
    const scene = await browser.newContext({ viewport: { width: 480, height: 640 } })
    const overlay = await scene.newPage()
    const faults: string[] = []
    overlay.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
    await overlay.goto(`${address}?drops=3&lang=ru`)
    await overlay.getByText(textFor('ru', 'sharing')('overlay.none')).waitFor()
    await overlay.getByText(textFor('ru', 'sharing')('overlay.playMoney')).waitFor()
    const corner = await overlay.evaluate(() =>
      [document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor),
    )
    expect(corner).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)'])
    await openByCall(page, site, 5)
    await moveClock(page, site, '2027-03-01T13:00:00Z')
    await expect.poll(() => overlay.locator('[data-drop]').count()).toBe(3)
    await overlay.getByText('$12.50').waitFor()
    expect(await scene.cookies()).toEqual([])

    await page.getByRole('button', { name: t('settings.end') }).click()
    await page.getByRole('button', { name: t('settings.make') }).waitFor()
    await overlay.locator('main:empty').waitFor({ state: 'attached' })
    await expect.poll(async () => (await scene.request.get(address)).status()).toBe(404)
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
    expect(errors).toEqual([])
    await scene.close()
    await context.close()
  })
})
