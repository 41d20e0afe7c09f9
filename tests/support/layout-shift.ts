// The unexpected layout shifts of a page as a layout-shift score.
import type { Page } from 'playwright'

/** The limit for layout shifts while a page loads. */
export const SHIFT_MOST = 0.02

/** Sums the layout shifts of each page from now on; those after an input do not count. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number }
    seen.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) seen.shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shift: number }).shift)
}
