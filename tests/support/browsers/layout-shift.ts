// The unexpected layout shifts of a page as a layout-shift score.
import type { Page } from 'playwright'

/** The limit for layout shifts while a page loads. */
export const SHIFT_MOST = 0.02

interface Shifts {
  score: number
  /** What moved, and from where to where, in CSS pixels. */
  readonly moved: string[]
}

interface ShiftEntry extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly {
    readonly node: Node | null
    previousRect: DOMRectReadOnly
    currentRect: DOMRectReadOnly
  }[]
}

/** Runs in the page: sums the layout shifts that no input caused. */
function collectShifts(): void {
  const seen: Shifts = { score: 0, moved: [] }
  Object.assign(window, { shifts: seen })
  const place = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join(' ')
  const name = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement
    return element ? `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}` : 'an element'
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as ShiftEntry[]) {
      if (entry.hadRecentInput) continue
      seen.score += entry.value
      // Nothing is named whose element has been removed since.
      const from = entry.sources.map(
        ({ node, previousRect, currentRect }) => `${name(node)}: ${place(previousRect)} → ${place(currentRect)}`,
      )
      seen.moved.push(
        `${entry.value.toFixed(4)} at ${Math.round(entry.startTime)} ms: ${from.join('; ') || 'what is gone'}`,
      )
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/**
 * Sums the layout shifts of each page from now on; those after an input do not count. Where they are above the limit, prints what
 * moved.
 */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(collectShifts)
  return async () => {
    const { score, moved } = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
    if (score > SHIFT_MOST) console.error(`Moved on ${page.url()}:\n  ${moved.join('\n  ')}`)
    return score
  }
}
