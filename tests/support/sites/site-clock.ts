// Moves the time of a sandbox that was started with CLOCK, and of a page that shows it, so that no test waits for an
// hour or a midnight.
import type { Page } from 'playwright'
import { settingsSchema } from '../../../src/protocol/settings.ts'
import type { RunningSite } from '../browsers/browser.ts'

/**
 * Moves site and page forward to a time, e.g. '2027-03-28T01:00:00Z'. The page's clock has to be installed before it
 * opens the site (`page.clock.install()`).
 */
export async function moveClock(page: Page, { url }: RunningSite, to: string): Promise<void> {
  const { now } = settingsSchema.parse(await (await fetch(`${url}/api/settings`)).json())
  const moved = await fetch(`${url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: to }),
  })
  if (!moved.ok) throw new Error(`The clock stays: ${await moved.text()}`)
  // A script that is being loaded would have taken too long at once.
  if (page.url().startsWith(url)) await page.waitForLoadState('networkidle')
  await page.clock.fastForward(Date.parse(to) - now)
}
