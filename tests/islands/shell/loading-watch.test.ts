import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchLoading } from '../../../src/islands/shell/loading-watch.ts'
import { $isOffline } from '../../../src/stores/kernel/connection.ts'
import { $partLoading, PART_LIMIT_MS, PART_SLOW_MS } from '../../../src/stores/kernel/load-part.ts'

/** The part of a document that the watch uses. */
class Page extends EventTarget {
  readonly defaultView = new EventTarget()
  waiting = true
  querySelector(): object | null {
    return this.waiting ? {} : null
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  $partLoading.set('fine')
  $isOffline.set(false)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

interface Watched {
  readonly page: Page
  readonly states: string[]
  offers(): number
  /** Hydrates the last island. */
  hydrate(): void
}

function watched(): Watched {
  const page = new Page()
  const states: string[] = []
  watchLoading(page as unknown as Document, (state) => states.push(state))
  return {
    page,
    states,
    offers: () => states.filter((state) => state === 'failed').length,
    hydrate() {
      page.waiting = false
      page.dispatchEvent(new Event('astro:hydrate'))
    },
  }
}

const passLimit = (): Promise<unknown> => vi.advanceTimersByTimeAsync(PART_LIMIT_MS)

describe('a page with loading parts', () => {
  it('offers to retry when a part fails', () => {
    const { page, offers } = watched()
    page.dispatchEvent(new Event('astro:hydration-error'))
    expect(offers()).toBe(1)
  })

  it('offers it once for several failures', async () => {
    const { page, offers } = watched()
    page.defaultView.dispatchEvent(new Event('vite:preloadError'))
    page.dispatchEvent(new Event('astro:hydration-error'))
    await passLimit()
    expect(offers()).toBe(1)
  })

  it('offers it after 120 seconds while an island is still loading', async () => {
    const { offers } = watched()
    expect(offers()).toBe(0)
    await passLimit()
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

  it('says that an island is slow until it is hydrated, and offers nothing then', async () => {
    const { states, hydrate } = watched()
    await vi.advanceTimersByTimeAsync(PART_SLOW_MS)
    expect(states).toEqual(['slow'])
    hydrate()
    await passLimit()
    expect(states).toEqual(['slow', 'fine'])
  })

  it('says nothing when everything is hydrated in time', async () => {
    const { states, hydrate } = watched()
    hydrate()
    await passLimit()
    expect(states).toEqual([])
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
