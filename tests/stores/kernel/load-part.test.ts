// Parts of the page that load late: slow after 5 s, given up after 120 s (specification, section 7).
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { $isOffline } from '../../../src/stores/kernel/connection.ts'
import { $partLoading, loadPart, PART_LIMIT_MS, PART_SLOW_MS, PartError } from '../../../src/stores/kernel/load-part.ts'

beforeEach(() => {
  vi.useFakeTimers()
  $partLoading.set('fine')
  $isOffline.set(false)
})

afterEach(() => vi.useRealTimers())

describe('a part that loads late', () => {
  it('has the limits of the specification', () => {
    expect(PART_LIMIT_MS).toBe(120_000)
    expect(PART_SLOW_MS).toBe(5_000)
  })

  it('is returned when it arrives, and was not slow before 5 seconds', async () => {
    const arrival = Promise.withResolvers<{ name: string }>()
    const part = loadPart(() => arrival.promise)
    await vi.advanceTimersByTimeAsync(PART_SLOW_MS - 1)
    expect($partLoading.get()).toBe('fine')
    arrival.resolve({ name: 'form' })
    expect(await part).toEqual({ name: 'form' })
    await vi.advanceTimersByTimeAsync(PART_LIMIT_MS)
    expect($partLoading.get()).toBe('fine')
  })

  it('is slow after 5 seconds, until every slow one has arrived', async () => {
    const one = Promise.withResolvers<object>()
    const other = Promise.withResolvers<object>()
    const parts = [loadPart(() => one.promise), loadPart(() => other.promise)]
    await vi.advanceTimersByTimeAsync(PART_SLOW_MS)
    expect($partLoading.get()).toBe('slow')
    one.resolve({})
    await vi.advanceTimersByTimeAsync(0)
    expect($partLoading.get()).toBe('slow')
    other.resolve({})
    await Promise.all(parts)
    expect($partLoading.get()).toBe('fine')
  })

  it('fails after 120 seconds', async () => {
    const part = loadPart(() => new Promise<object>(() => undefined))
    const failure = expect(part).rejects.toBeInstanceOf(PartError)
    await vi.advanceTimersByTimeAsync(PART_LIMIT_MS)
    await failure
    expect($partLoading.get()).toBe('failed')
  })

  it('fails with the cause when its file is missing, and stays failed while others load', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module')
    await expect(loadPart(() => Promise.reject(cause))).rejects.toMatchObject({ cause })
    const arrival = Promise.withResolvers<object>()
    const part = loadPart(() => arrival.promise)
    await vi.advanceTimersByTimeAsync(PART_SLOW_MS)
    arrival.resolve({})
    await part
    expect($partLoading.get()).toBe('failed')
  })

  it('waits without a network, neither slow nor failed, and is loaded when it is back', async () => {
    let loads = 0
    $isOffline.set(true)
    const part = loadPart(async () => ({ loads: ++loads }))
    await vi.advanceTimersByTimeAsync(2 * PART_LIMIT_MS)
    expect([loads, $partLoading.get()]).toEqual([0, 'fine'])
    $isOffline.set(false)
    expect(await part).toEqual({ loads: 1 })
  })

  it('that failed because the network went is loaded again when it is back', async () => {
    const [lost, arrival] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()]
    const loads = [lost, arrival]
    const part = loadPart(() => (loads.shift() ?? arrival).promise)
    $isOffline.set(true)
    lost.reject(new TypeError('Failed to fetch dynamically imported module'))
    await vi.advanceTimersByTimeAsync(0)
    expect([loads.length, $partLoading.get()]).toEqual([1, 'fine'])
    $isOffline.set(false)
    arrival.resolve({ name: 'form' })
    expect(await part).toEqual({ name: 'form' })
  })
})
