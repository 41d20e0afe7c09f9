// What a tab shows when its player signs out or in in another one, or returns from Steam.
import { expect, it } from 'vitest'
import { textFor } from '../../../src/i18n/text.ts'
import { visitCalmly, waitForHydration } from '../../support/browsers/browser.ts'
import { inLongRun } from '../../support/runner/long-run.ts'
import { openForFile } from '../parts/file-site.ts'
import { signIn, signOut } from '../parts/player.ts'

const shell = textFor('en', 'shell')

const { site, browser } = await openForFile()

it('a sign-out in another tab removes the player from the page, and a sign-in there is noticed', async () => {
  const { page, context, errors } = await visitCalmly(browser, site)
  await signIn(page, site, 0)
  await page.goto(`${site.url}/dashboard`)
  const name = page.getByRole('heading', { name: 'nebula_fox' })
  await name.waitFor()
  await page.evaluate(() => sessionStorage.setItem('spacedrop:kept', 'typed'))

  const other = await context.newPage()
  await other.goto(`${site.url}/faq`)
  await waitForHydration(other)
  await signOut(other, 'en', 'desktop')
  await page
    .getByRole('banner')
    .getByRole('button', { name: shell('account.signIn') })
    .waitFor()
  await name.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => sessionStorage.getItem('spacedrop:kept'))).toBeNull()

  await signIn(other, site, 0)
  await other.reload()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await name.waitFor()
  expect(errors).toEqual([])
  await context.close()
})

inLongRun(() => {
  it('a sign-in that was cancelled at Steam can be started again', async () => {
    const { page, context, errors } = await visitCalmly(browser, site)
    const login = textFor('en', 'login')
    await page.goto(`${site.url}/faq`)
    await page
      .getByRole('banner')
      .getByRole('button', { name: shell('account.signIn') })
      .click()
    const dialog = page.getByRole('dialog', { name: login('title') })
    const submit = dialog.locator('button[type="submit"]')
    await submit.waitFor()
    for (const box of await dialog.getByRole('checkbox').all()) await box.check()
    // The page stays, as the back-forward cache keeps it.
    await page.route(
      (url) => url.pathname === '/api/auth/steam',
      (route) => route.fulfill({ status: 204 }),
    )
    await submit.click({ noWaitAfter: true })
    await expect.poll(() => submit.isDisabled()).toBe(true)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect.poll(() => submit.isEnabled()).toBe(true)
    expect(errors).toEqual([])
    await context.close()
  })
})
