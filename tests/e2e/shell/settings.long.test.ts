// The settings menu: the volume by keyboard, heard at once, kept for the next page; vibration where the device has it.
import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { visit, visitCalmly, waitForHydration } from '../../support/browsers/browser.ts'
import { openForFile } from '../parts/file-site.ts'
import { signIn, skipMotion, startingWith } from '../parts/player.ts'

const t = textFor('en', 'shell')

const { site, browser } = await openForFile()

/** Opens the menu and waits until its switches work. */
async function openSettings(page: Page) {
  await page.getByRole('button', { name: t('settings.title') }).click()
  await page.waitForFunction(() => document.querySelector('[popover]:popover-open astro-island[ssr]') === null)
  const menu = page.locator('[popover]:popover-open')
  return {
    volume: menu.getByRole('slider', { name: t('settings.volume') }),
    sound: menu.getByRole('switch', { name: t('settings.sound') }),
    vibration: menu.getByRole('switch', { name: t('settings.haptics') }),
  }
}

describe('the volume', () => {
  it('is set by keyboard, heard at once, kept for the next page, and disabled while sound is off', async () => {
    const { page, context, errors } = await visitCalmly(browser, site)
    const sounds: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/sounds/')) sounds.push(request.url())
    })
    await page.goto(`${site.url}/faq`)
    const before = await openSettings(page)
    expect(await before.volume.getAttribute('aria-valuetext')).toBe('30%')
    expect(sounds).toEqual([])
    await before.volume.press('ArrowRight')
    await expect.poll(() => before.volume.getAttribute('aria-valuetext')).toBe('35%')
    await expect.poll(() => sounds).toEqual([`${site.url}/sounds/good.wav`])
    await before.volume.press('End')
    await page.reload()
    const after = await openSettings(page)
    await expect.poll(() => after.volume.getAttribute('aria-valuetext')).toBe('100%')
    await after.sound.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => after.volume.isDisabled()).toBe(true)
    expect(errors).toEqual([])
    await context.close()
  })
})

describe('vibration', () => {
  it('is not offered on a desktop, whose browser has the function without a motor', async () => {
    const { page, context } = await visitCalmly(browser, site)
    await page.goto(`${site.url}/faq`)
    const { volume, vibration } = await openSettings(page)
    await volume.waitFor()
    expect(await vibration.count()).toBe(0)
    await context.close()
  })

  it('is felt on a phone as the pointer lands and with a win, until it is switched off', async () => {
    const { page, context, errors } = await visit(browser, site, 'en', 'phone')
    // The motor of the phone: keeps what it was told.
    await page.addInitScript(() => {
      const vibrate = (pattern: VibratePattern): boolean => {
        const felt = document.documentElement.dataset.felt ?? ''
        document.documentElement.dataset.felt = `${felt}${[pattern].flat().join(' ')};`
        return true
      }
      Object.defineProperty(navigator, 'vibrate', { value: vibrate })
    })
    const felt = async (): Promise<readonly string[]> =>
      ((await page.locator('html').getAttribute('data-felt')) ?? '').split(';').slice(0, -1)
    await signIn(page, site, 0)
    await page.goto(`${site.url}/upgrade`)
    await stakeOneDollar(page)
    await upgradeButton(page).click()
    await expect.poll(felt).toContain(LANDING)
    while (!(await isWon(page))) await upgradeAgain(page, { skips: true })
    await expect.poll(felt).toContain(WIN)

    await page.getByRole('button', { name: t('nav.menu') }).click()
    const { vibration } = await openSettings(page)
    await vibration.press('Space')
    await expect.poll(() => vibration.isChecked()).toBe(false)
    await page.reload()
    await waitForHydration(page)
    await stakeOneDollar(page)
    await upgradeButton(page).click()
    // Runs to its end, and is won at last.
    while (!(await isWon(page))) await upgradeAgain(page, { skips: false })
    expect(await felt()).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })
})

const upgrade = textFor('en', 'upgrade')

/** What a phone feels, in ms: vibration, pause, vibration. */
const LANDING = '18'
const WIN = '20 60 40'

const upgradeButton = (page: Page): Locator =>
  page.getByRole('button', { name: startingWith(upgrade('go', { stake: '' })) })

/** Stakes a dollar of the balance with a chance of 75 %. */
async function stakeOneDollar(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: startingWith(upgrade('mine.balance')) }).fill('1')
  await page.getByRole('radio', { name: upgrade('targets.title'), exact: true }).press('Space')
  await page.getByRole('button', { name: '75%', exact: true }).click()
  await upgradeButton(page).waitFor()
}

const proofOf = (page: Page): Locator =>
  page.locator('#main').getByRole('link', { name: upgrade('result.proof'), exact: true })

/** Waits for the result of an upgrade; returns whether it was won. */
async function isWon(page: Page): Promise<boolean> {
  await proofOf(page).waitFor()
  return (await page.locator('[data-stage]').getAttribute('data-won')) !== null
}

/** Plays the same upgrade again, and waits for its result. */
async function upgradeAgain(page: Page, { skips }: { readonly skips: boolean }): Promise<void> {
  const before = await proofOf(page).getAttribute('href')
  await page.getByRole('button', { name: upgrade('result.again', { stake: formatMoney(100) }) }).click()
  if (skips) await skipMotion(page.getByRole('button', { name: upgrade('skip'), exact: true }), proofOf(page))
  await expect.poll(() => proofOf(page).getAttribute('href')).not.toBe(before)
}
