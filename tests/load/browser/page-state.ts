// When a page has come to rest, and when a game on it is over, asked so that the question takes little of the page's own thread.
import type { Page } from 'playwright'

/** A player looks at the page for longer before the click. */
const REST_MS = 700

/** Waits until nothing has been fetched for a while, so that pictures of a list do not load during the measurement. */
export async function atRest(page: Page): Promise<void> {
  const fetched = (): Promise<number> => page.evaluate(() => performance.getEntriesByType('resource').length)
  for (let before = -1, now = await fetched(); now !== before; now = await fetched()) {
    before = now
    await page.waitForTimeout(REST_MS)
  }
}

/**
 * Waits until the page announces the result, as for screen readers. Polls rarely and only one element: a search by role
 * runs on the page's own thread, and would be measured too.
 */
export async function told(page: Page): Promise<void> {
  const isTold = (): boolean => document.querySelector('#main .unseen[aria-live="polite"]')?.textContent !== ''
  await page.waitForFunction(isTold, undefined, { polling: 250 })
}
