// Leaving a page while its calls run: browsers cancel them, and nothing is logged.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadSettings } from '../../../src/stores/account/settings.ts'
import { $partLoading, loadPart } from '../../../src/stores/kernel/load-part.ts'
import { LEAVING_MS } from '../../../src/stores/kernel/page-leave.ts'
import { loadStatistics } from '../../../src/stores/live/statistics.ts'
import { openServerFixture } from '../server-fixture.ts'

const page = new EventTarget()
let startMs = 0
let listeners: number
let cancel: (fault: unknown) => void

const { wire: server, logged } = openServerFixture({})

beforeEach(() => {
  startMs += 1_000_000
  vi.setSystemTime(startMs)
  const call = Promise.withResolvers<Response>()
  cancel = call.reject
  server.on('/api/live/statistic', () => call.promise)
  listeners = 0
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    listeners++
    page.addEventListener(type, listener)
  })
  vi.stubGlobal('removeEventListener', (type: string, listener: () => void) => {
    listeners--
    page.removeEventListener(type, listener)
  })
})

afterEach(async () => {
  // Ends the calls that wait for the page to be left.
  await vi.advanceTimersByTimeAsync(2 * LEAVING_MS)
})

describe('a call that the browser cancels', () => {
  it('is not logged while the page is being left', async () => {
    void loadStatistics()
    page.dispatchEvent(new Event('beforeunload'))
    cancel(new TypeError('NetworkError when attempting to fetch resource.'))
    await vi.advanceTimersByTimeAsync(LEAVING_MS - 1)
    expect(logged).toEqual([])
  })

  it('is logged after all when the page was not left: the link was a file', async () => {
    const reading = loadStatistics()
    page.dispatchEvent(new Event('beforeunload'))
    cancel(new TypeError('Failed to fetch'))
    await vi.advanceTimersByTimeAsync(LEAVING_MS)
    await reading
    expect(logged).toHaveLength(1)
  })

  it('is logged at once on a page that stays, also some time after it was about to be left', async () => {
    const reading = loadStatistics()
    page.dispatchEvent(new Event('beforeunload'))
    await vi.advanceTimersByTimeAsync(LEAVING_MS)
    cancel(new TypeError('Failed to fetch'))
    await reading
    expect(logged).toHaveLength(1)
  })

  it('does not make the page offer to reload when it loads a part', async () => {
    $partLoading.set('fine')
    const part = Promise.withResolvers<object>()
    loadPart(() => part.promise).catch(() => undefined)
    page.dispatchEvent(new Event('beforeunload'))
    part.reject(new TypeError('error loading dynamically imported module'))
    await vi.advanceTimersByTimeAsync(LEAVING_MS - 1)
    expect($partLoading.get()).not.toBe('failed')
  })
})

it('a page without calls listens to nothing', async () => {
  const reading = loadStatistics()
  expect(listeners).toBe(1)
  void loadSettings()
  expect(listeners).toBe(1)
  cancel(new TypeError('Failed to fetch'))
  await reading
  await vi.advanceTimersByTimeAsync(0)
  expect(listeners).toBe(0)
})
