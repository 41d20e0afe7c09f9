// The room Switches in Chromium: the owner switches the wheel off for an hour, players read why, and it is switched on again.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { settingsSchema } from '../../../src/protocol/settings.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'
import { signIn } from '../parts/player.ts'

const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port) })

/** Returns how much is off, as players are told: the site knows within a second. */
async function countOff(): Promise<number> {
  const { off } = settingsSchema.parse(await (await fetch(`${site.url}/api/settings`)).json())
  return off.length
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('a part that staff switch off', () => {
  it('is off for an hour with words that players read, and is switched on again', async () => {
    const { page: owner, context, errors } = await visitCalmly(browser, site)
    await owner.goto(office)
    await button(owner, 'Sign in as the owner').click()
    await owner.getByRole('link', { name: 'Switches', exact: true }).click()
    await owner.getByRole('link', { name: 'Wheel', exact: true }).click()
    const panel = owner.getByRole('region', { name: 'Wheel', exact: true })
    expect(await panel.getByRole('region', { name: 'While it is off' }).textContent()).toContain('can’t be spun')
    await panel.getByRole('button', { name: 'Switch off' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Wheel' })
    await dialog.getByLabel('Ready-made text').selectOption({ index: 1 })
    const words = textFor('en', 'replies')('switch.fault')
    expect(await dialog.getByLabel('Players read: English').inputValue()).toBe(words)
    expect(await dialog.getByLabel('For how long').locator('option:checked').textContent()).toBe('1 hour')
    await dialog.getByLabel('Reason').fill('Sector 3 is drawn wrong')
    await dialog.getByRole('button', { name: 'Switch off' }).click()
    await button(owner, 'Switch on').waitFor()
    expect(await owner.getByRole('row', { name: /^Wheel/ }).textContent()).toContain(words)
    expect(await brokenRules(owner)).toEqual([])

    await expect.poll(countOff).toBe(1)
    for (const language of LANGUAGES) {
      const shell = textFor(language, 'shell')
      const { page, context: own } = await visitCalmly(browser, site, language, language === 'en' ? 'desktop' : 'phone')
      await signIn(page, site, LANGUAGES.indexOf(language))
      await page.goto(`${site.url}/wheel`)
      const notice = page.getByRole('status').filter({ hasText: shell('off.wheel') })
      await notice.waitFor()
      expect(await notice.textContent()).toContain(textFor(language, 'replies')('switch.fault'))
      expect(await notice.textContent()).toContain('UTC')
      // The words once, and nothing that promises a spin.
      await button(page, shell('off.button')).waitFor()
      expect(await button(page, shell('off.button')).isDisabled()).toBe(true)
      expect(await page.getByText(textFor(language, 'replies')('switch.fault')).count()).toBe(1)
      const promise = textFor(language, 'wheel')('free.title')
      expect(await page.locator('main').getByText(promise, { exact: true }).count()).toBe(0)
      expect(await brokenRules(page)).toEqual([])
      await page.goto(`${site.url}/upgrade`)
      await page.locator('header section[aria-busy="false"]').first().waitFor()
      expect(await page.getByText(shell('off.wheel')).count()).toBe(0)
      await own.close()
    }

    await button(owner, 'Switch on').click()
    const again = owner.getByRole('dialog', { name: 'Wheel' })
    await again.getByLabel('Reason').fill('Drawn right again')
    await again.getByRole('button', { name: 'Switch on' }).click()
    await button(owner, 'Switch off').waitFor()
    await owner.getByRole('heading', { name: 'Off before' }).waitFor()
    await expect.poll(countOff).toBe(0)
    const { page, context: own } = await visitCalmly(browser, site)
    await signIn(page, site, 0)
    await page.goto(`${site.url}/wheel`)
    await expect.poll(() => button(page, textFor('en', 'wheel')('free.button')).isEnabled()).toBe(true)
    expect(await page.getByText(textFor('en', 'shell')('off.wheel')).count()).toBe(0)
    await own.close()
    await context.close()
    expect(errors).toEqual([])
  })
})
