import { mkdir } from 'node:fs/promises'
import { launchBrowser, startSite, visit } from '../support/browser.ts'
import { signIn } from '../e2e/player.ts'
await mkdir('/tmp/shots', { recursive: true })
const site = await startSite({ HOUSE_PLAYERS: 'on' })
const browser = await launchBrowser()
const errors: string[] = []
for (const [language, screen] of [['ru','desktop'],['uk','desktop'],['ru','phone']] as const) {
  const { page, context } = await visit(browser, site, language, screen)
  page.on('console', (m) => { if (m.type() === 'error') errors.push(`${language} ${screen} ${page.url()} ${m.text()}`) })
  await page.goto(`${site.url}/faq`); await signIn(page, language === 'uk' ? 1 : 0)
  for (const path of ['/upgrade','/contracts','/wheel','/missions','/calendar','/raffle','/free_case','/referral','/bonuses']) {
    await page.goto(site.url + path); await page.waitForTimeout(1500)
    await page.screenshot({ path: `/tmp/shots/${path.slice(1)}.${language}.${screen}.png` })
  }
  await context.close()
}
console.log(errors.join('\n') || 'no console errors')
await browser.close(); await site.stop()
