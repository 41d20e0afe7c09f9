// A page whose network is gone and comes back: it says so once, covers no button, and recovers by itself.
import type { Locator } from 'playwright'
import { describe, expect, it } from 'vitest'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { openForFile } from '../parts/file-site.ts'
import { CASE, CASE_PRICE, PAGE_JOURNEYS, proofLink, signIn, startingWith } from '../parts/player.ts'

const { site, browser } = await openForFile()

/** Tells whether a press on the middle of an element reaches it. */
function isUncovered(button: Locator): Promise<boolean> {
  return button.evaluate((pressed) => {
    const { left, top, width, height } = pressed.getBoundingClientRect()
    return pressed.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
}

describe.each(PAGE_JOURNEYS)('without a network in %s on a %s', (language, screen, place) => {
  const t = textFor(language, 'case')
  const common = textFor(language, 'common')
  const open = t('open', { price: formatMoney(CASE_PRICE) })

  it('a page with a result says so once, covers no button, and sells as soon as the network is back', async () => {
    const { page, context } = await visitCalmly(browser, site, language, screen)
    await signIn(page, site, place)
    await page.goto(`${site.url}/case/${CASE}`)
    await page.getByRole('button', { name: open }).press('Enter')
    const stage = page.locator('#main')
    const sell = stage.getByRole('button', { name: startingWith(t('result.sell', { price: '' })) })
    const keep = stage.getByRole('button', { name: common('actions.keep') })
    await sell.and(page.locator(':enabled')).waitFor()

    await context.setOffline(true)
    const status = page.getByRole('alert').filter({ hasText: common('noConnection') })
    await status.waitFor()
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/items/sell'))
    await sell.press('Enter')
    await refused
    await expect.poll(() => sell.isEnabled()).toBe(true)
    expect(await page.getByRole('alert').filter({ visible: true }).count()).toBe(1)
    expect(await page.getByText(common('errors.notLoaded')).filter({ visible: true }).count()).toBe(0)
    for (const button of [sell, keep]) expect(await isUncovered(button)).toBe(true)

    await context.setOffline(false)
    await status.waitFor({ state: 'hidden' })
    // The part that shows messages could not be loaded before.
    await page.getByText(common('errors.sellFailed')).waitFor()
    await sell.press('Enter')
    await stage.getByText(t('result.sold'), { exact: true }).waitFor()
    await context.close()
  })

  it('an opening without an answer gets it as soon as the network is back', async () => {
    const { page, context } = await visitCalmly(browser, site, language, screen)
    await signIn(page, site, place)
    await page.goto(`${site.url}/case/${CASE}`)
    await page.getByRole('button', { name: open }).and(page.locator(':enabled')).waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: open }).press('Enter')
    await page.getByText(t('offline.title')).first().waitFor()
    await context.setOffline(false)
    await proofLink(page, language).waitFor()
    await context.close()
  })
})
