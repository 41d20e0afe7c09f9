import { launchBrowser, startSite, visit } from '../support/browser.ts'
import { CASE, openAndSkip, signIn } from '../e2e/player.ts'
const site = await startSite()
const browser = await launchBrowser()
for (const [i, screen] of (['desktop','phone'] as const).entries()) {
  const { page, context } = await visit(browser, site, 'ru', screen)
  page.on('console', (m) => { if (m.type() === 'error') console.log(screen, m.text()) })
  await page.goto(`${site.url}/case/${CASE}`); await signIn(page, i)
  await openAndSkip(page, 'ru', 1)
  await page.getByRole('button', { name: /Продать/ }).first().click()
  await page.locator('.Toastify__toast').first().waitFor()
  await page.waitForTimeout(600)
  await page.screenshot({ path: `/tmp/shots/toast.${screen}.png` })
  await page.goto(`${site.url}/user/1`); 
  const me = await page.evaluate(async () => { const c = (n: string) => new RegExp(`(?:^|; )${n}=([^;]*)`).exec(document.cookie)?.[1] ?? ''; return (await (await fetch('/api/user/get', { headers: { authorization: `Bearer ${c('token')}` } })).json()).user.id })
  await page.goto(`${site.url}/user/${me}`); await page.waitForTimeout(1500)
  await page.screenshot({ path: `/tmp/shots/profile.${screen}.png` })
  await context.close()
}
await browser.close(); await site.stop()
