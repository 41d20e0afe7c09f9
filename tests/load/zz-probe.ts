import { formatMoney } from '../../src/i18n/format.ts'
import { textFor } from '../../src/i18n/text.ts'
import { balanceIs, CASE, CASE_PRICE, openAndSkip, signIn } from '../e2e/player.ts'
import { launchBrowser, startSite, visit } from '../support/browser.ts'
const what = process.argv[2]; const screen = (process.argv[3] ?? 'desktop') as 'desktop'|'phone'
const site = await startSite(); const browser = await launchBrowser()
const { page } = await visit(browser, site, 'en', screen)
await page.goto(`${site.url}/case/${CASE}`)
await signIn(page, 0); await balanceIs(page, 10000)
const told = async () => { await page.waitForFunction(() => document.querySelector('#main .unseen[aria-live="polite"]')?.textContent !== '', undefined, { polling: 250 }) }
await openAndSkip(page, 'en', 10); await told()
let press: () => Promise<void>
if (what === 'case') {
  const t = textFor('en', 'case'); await page.goto(`${site.url}/case/${CASE}`)
  await page.getByRole('radio', { name: '1', exact: true }).press('Space')
  press = async () => { await page.getByRole('button', { name: t('open', { price: formatMoney(CASE_PRICE) }) }).click(); await page.getByRole('button', { name: t('skip') }).waitFor() }
} else if (what === 'upgrade') {
  const t = textFor('en', 'upgrade'); await page.goto(`${site.url}/upgrade`)
  await page.locator('[role="listbox"] [role="option"]').first().waitFor()
  await page.getByRole('textbox', { name: t('mine.balance') }).fill('1')
  const targets = page.getByRole('radio', { name: t('targets.title'), exact: true })
  if (await targets.isVisible()) await targets.press('Space')
  await page.getByRole('button', { name: '×3', exact: true }).click()
  const go = page.getByRole('button', { name: t('go', { stake: formatMoney(100) }) }); await go.waitFor()
  press = () => go.click()
} else {
  const t = textFor('en', 'contract'); await page.goto(`${site.url}/contracts`)
  await page.locator('[role="listbox"] [role="option"]').first().waitFor()
  await page.getByRole('button', { name: t('tools.fill') }).click()
  const button = page.getByRole('region', { name: t('controls') }).getByRole('button', { name: /^Sign \d+ items/ })
  await button.and(page.locator(':enabled:not([aria-busy])')).waitFor()
  press = () => button.click()
}
const d = await page.context().newCDPSession(page)
const events: any[] = []
d.on('Tracing.dataCollected', ({ value }) => events.push(...value))
await d.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel','devtools.timeline','disabled-by-default-devtools.timeline','blink.user_timing','blink',...(process.env.INV ? ['disabled-by-default-devtools.timeline.invalidationTracking'] : []), ...(process.env.SEL ? ['disabled-by-default-blink.debug'] : [])] } })
await d.send('Emulation.setCPUThrottlingRate', { rate: 4 })
await page.evaluate(() => { const t0 = performance.now(); (window as any).added = []; new MutationObserver(rs => { for (const r of rs) for (const n of r.addedNodes) { const h = (n as any).outerHTML as string; if (/^<(link|style)/.test(h ?? '')) (window as any).added.push(`${((performance.now()-t0)/1000).toFixed(2)} ${h.slice(0,200)}`) } }).observe(document, { childList: true, subtree: true }) })
await press(); await page.evaluate(() => performance.mark('b')); await told()
await page.evaluate(() => new Promise(r => setTimeout(() => { performance.mark('e'); r(0) }, 1200)))
const done = new Promise<void>(r => d.once('Tracing.tracingComplete', () => r())); await d.send('Tracing.end'); await done
const b = events.find(e => e.name === 'b'), e = events.find(x => x.name === 'e')
const own = events.filter(x => x.pid === b.pid && x.tid === b.tid).sort((p, q) => p.ts - q.ts || (q.dur ?? 0) - (p.dur ?? 0))
let end = 0
const LIM = Number(process.env.LIM ?? 45)
for (const t of own.filter(x => x.ph === 'X' && /RunTask$/.test(x.name) && x.dur > LIM * 1000 && x.ts > b.ts - 500000 && x.ts < e.ts)) {
  if (t.ts < end) continue; end = t.ts + t.dur
  console.log(`\n=== ${(t.dur / 1000).toFixed(0)} ms at ${((t.ts - b.ts) / 1e6).toFixed(2)} s`)
  const stack: number[] = []
  for (const x of own) {
    if (x === t || x.ts < t.ts || x.ts > end) continue
    while (stack.length && stack.at(-1)! <= x.ts) stack.pop()
    if (x.ph === 'X') { stack.push(x.ts + x.dur); if (x.dur > 2500 || /Invalidat/.test(x.name)) console.log(' '.repeat(stack.length) + x.name, (x.dur / 1000).toFixed(1), JSON.stringify(x.args).slice(0, 300)) }
    else if (/Invalidat|ScheduleStyle/.test(x.name) && process.env.INV) console.log(' '.repeat(stack.length) + x.name, JSON.stringify(x.args).slice(0, 420))
  }
}
if (process.env.INV) {
  const seen = new Map<string, number>()
  for (const x of own) if (/Invalidat|ScheduleStyle/.test(x.name) && x.ts > b.ts && x.ts < e.ts) { const k = x.name + ' ' + (x.args?.data?.reason ?? '') + ' ' + (x.args?.data?.nodeName ?? ''); seen.set(k, (seen.get(k) ?? 0) + 1) }
  for (const [k, n] of [...seen].sort((p, q) => q[1] - p[1]).slice(0, 25)) console.log(n, k)
}
console.log(await page.evaluate(() => (window as any).added.join('\n')))
await browser.close(); await site.stop()
