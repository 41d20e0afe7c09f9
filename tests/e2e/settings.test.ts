// The settings menu: the volume by keyboard, heard at once, kept for the next page; vibration where the device has it.
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textFor } from '../../src/i18n/text.ts'
import { launchBrowser, type RunningSite, startSite, visitCalmly } from '../support/browser.ts'

const t = textFor('en', 'shell')

let site: RunningSite
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
})

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
})
