import { beforeEach, describe, expect, it } from 'vitest'
import { watchLoading } from '../../../src/islands/shell/loading-watch.ts'
import { $isOffline } from '../../../src/stores/kernel/connection.ts'
import { $partLoading, PART_LIMIT_MS } from '../../../src/stores/kernel/load-part.ts'

/** The part of a document that the watch uses. */
class Page extends EventTarget {
  readonly defaultView = new EventTarget()
  waiting = true
  querySelector(): object | null {
    return this.waiting ? {} : null
  }
}

beforeEach(() => {
  $partLoading.set('fine')
  $isOffline.set(false)
})

function watched(): { page: Page; states: string[]; offers: () => number; passLimit: () => void } {
  const page = new Page()
  const states: string[] = []
  let limit = (): void => undefined
  watchLoading(
    page as unknown as Document,
    (state) => states.push(state),
    (call, delayMs) => {
      expect(delayMs).toBe(PART_LIMIT_MS)
      limit = call
    },
  )
  return { page, states, offers: () => states.filter((state) => state === 'failed').length, passLimit: () => limit() }
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
    expect(PART_LIMIT_MS).toBe(120_000)
  })

  it('says that a late part is slow until it is there, and offers to retry when it is not', () => {
    const { states } = watched()
    $partLoading.set('slow')
    $partLoading.set('fine')
    $partLoading.set('failed')
    expect(states).toEqual(['slow', 'fine', 'failed'])
  })

  it('offers nothing when everything has loaded', () => {
    const { page, offers, passLimit } = watched()
    page.waiting = false
    passLimit()
    expect(offers()).toBe(0)
  })

  it('says that there is no network instead, and starts what failed meanwhile when it is back', () => {
    const { page, states } = watched()
    let starts = 0
    class Island extends EventTarget {
      start(): void {
        starts++
      }
    }
    const island = new Island()
    $isOffline.set(true)
    const failure = new Event('astro:hydration-error')
    Object.defineProperty(failure, 'target', { value: island })
    page.dispatchEvent(failure)
    page.defaultView.dispatchEvent(new Event('vite:preloadError'))
    expect([states, starts]).toEqual([['offline'], 0])
    $isOffline.set(false)
    expect([states, starts]).toEqual([['offline', 'fine'], 1])
  })
})
