import { describe, expect, it } from 'vitest'
import { LOADING_LIMIT_MS, watchLoading } from '../../../src/islands/shell/loading-watch.ts'

/** The part of a document that the watch uses. */
class Page extends EventTarget {
  readonly defaultView = new EventTarget()
  waiting = true
  querySelector(): object | null {
    return this.waiting ? {} : null
  }
}

function watched(): { page: Page; offers: () => number; passLimit: () => void } {
  const page = new Page()
  let count = 0
  let limit = (): void => undefined
  watchLoading(
    page as unknown as Document,
    () => count++,
    (call, delayMs) => {
      expect(delayMs).toBe(LOADING_LIMIT_MS)
      limit = call
    },
  )
  return { page, offers: () => count, passLimit: () => limit() }
}

describe('a page with loading parts', () => {
  it('offers to retry when a part fails', () => {
    const { page, offers } = watched()
    page.dispatchEvent(new Event('astro:hydration-error'))
    expect(offers()).toBe(1)
  })

  it('offers it once for several failures', () => {
    const { page, offers, passLimit } = watched()
    page.defaultView.dispatchEvent(new Event('vite:preloadError'))
    page.dispatchEvent(new Event('astro:hydration-error'))
    passLimit()
    expect(offers()).toBe(1)
  })

  it('offers it after 120 seconds while a part is still loading', () => {
    const { offers, passLimit } = watched()
    expect(offers()).toBe(0)
    passLimit()
    expect(offers()).toBe(1)
    expect(LOADING_LIMIT_MS).toBe(120_000)
  })

  it('offers nothing when everything has loaded', () => {
    const { page, offers, passLimit } = watched()
    page.waiting = false
    passLimit()
    expect(offers()).toBe(0)
  })
})
