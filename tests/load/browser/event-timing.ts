// How long the taps and keys of a page take until they are handled and until the next frame, by the browser's own Event Timing.
import type { Page } from 'playwright'

/** The shortest duration that Chromium reports, in ms. */
export const LEAST_MS = 16

/** An interaction; times in milliseconds. */
export interface Timing {
  /** From the input until its first handler runs. */
  readonly delayMs: number
  /** In the handlers. */
  readonly processingMs: number
  /** From the last handler until the next frame is shown. */
  readonly presentationMs: number
}

/** What the recorder keeps of an entry. */
interface Recorded {
  readonly interactionId: number
  readonly delayMs: number
  readonly processingMs: number
  readonly durationMs: number
}

/** Runs in each page before its scripts: records its interactions, and hands those of a page that is left to the next one. */
function recordTimings(): void {
  // An empty page has no storage.
  if (location.protocol === 'about:') return
  const key = 'bench:interactions'
  const recorded: Recorded[] = JSON.parse(sessionStorage.getItem(key) ?? '[]')
  sessionStorage.removeItem(key)
  Object.assign(window, { recordedInteractions: recorded })
  const record = (entries: PerformanceEntryList): void => {
    for (const entry of entries as PerformanceEventTiming[]) {
      if (entry.interactionId === 0) continue
      recorded.push({
        interactionId: entry.interactionId,
        delayMs: entry.processingStart - entry.startTime,
        processingMs: entry.processingEnd - entry.processingStart,
        durationMs: entry.duration,
      })
    }
  }
  const observer = new PerformanceObserver((list) => record(list.getEntries()))
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  observer.observe({ type: 'first-input', buffered: true })
  addEventListener('pagehide', () => {
    record(observer.takeRecords())
    sessionStorage.setItem(key, JSON.stringify(recorded))
  })
}

/** Records the interactions of all pages that this one opens afterwards. */
export async function recordInteractions(page: Page): Promise<void> {
  await page.addInitScript(recordTimings)
}

/** Returns the events that were recorded since the last call. */
function takeRecorded(page: Page): Promise<Recorded[]> {
  return page.evaluate(() => (Reflect.get(window, 'recordedInteractions') as Recorded[]).splice(0))
}

/** Forgets what was recorded so far. */
export async function forgetInteractions(page: Page): Promise<void> {
  await takeRecorded(page)
}

/**
 * Returns the interactions since the last call. Of the events of one, like `pointerdown` and `click`, it is the one that was handled last
 * after its input; its presentation is what the longest event has besides.
 */
export async function takeInteractions(page: Page): Promise<readonly Timing[]> {
  const events = await takeRecorded(page)
  return Array.from(Map.groupBy(events, ({ interactionId }) => interactionId).values(), (group) => {
    const handledMs = ({ delayMs, processingMs }: Recorded): number => delayMs + processingMs
    const last = group.reduce((one, other) => (handledMs(other) > handledMs(one) ? other : one))
    const durationMs = Math.max(...group.map((event) => event.durationMs))
    const { delayMs, processingMs } = last
    // Durations are rounded to 8 ms.
    return { delayMs, processingMs, presentationMs: Math.max(0, durationMs - handledMs(last)) }
  })
}
