// The dialog of changed terms in Chromium: at the next visit, not over the terms themselves, and gone once they are agreed to.
import { expect, it } from 'vitest'
import { readReleaseFiles } from '../../../src/server/shop/shop-files.ts'
import { brokenRules } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { openForFile } from '../parts/file-site.ts'
import { signIn } from '../parts/player.ts'

const TERMS = 'pages/terms-of-use/en.md'

const { site, browser } = await openForFile()

it('asks a player once, who reads them first', async () => {
  const { page, context, errors } = await visitCalmly(browser, site)
  await signIn(page, site, 0)
  const files = await readReleaseFiles()
  await site.publish({ [TERMS]: `${files[TERMS]}\nA new paragraph.\n` })
  await page.goto(`${site.url}/upgrade`)
  const dialog = page.getByRole('dialog', { name: 'The terms have changed' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  expect(await dialog.isVisible()).toBe(true)
  expect(await brokenRules(page)).toEqual([])

  const [terms] = await Promise.all([context.waitForEvent('page'), dialog.getByRole('link').click()])
  await terms.getByText('A new paragraph.').waitFor()
  await terms.locator('[data-user="authorised"], .balance, header').first().waitFor()
  expect(await terms.getByRole('dialog', { name: 'The terms have changed' }).count()).toBe(0)
  await terms.close()

  await dialog.getByRole('button', { name: 'I agree' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('main').waitFor()
  await page.waitForLoadState('networkidle')
  expect(await dialog.count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})
