// Batches: what they hold, and how far apart they are sent.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBatcher } from '../../../src/server/base/batcher.ts'

const EVERY_MS = 200

let sent: { atMs: number; pieces: readonly number[] }[]

let startedMs: number

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  startedMs = performance.now()
})

afterEach(() => vi.useRealTimers())

const createTestBatcher = () =>
  createBatcher<number>(
    EVERY_MS,
    (pieces) => void sent.push({ atMs: Math.round(performance.now() - startedMs), pieces }),
  )

describe('a batcher', () => {
  it('sends the first batch in the next tick, and the next one an interval later', () => {
    const batcher = createTestBatcher()
    batcher.add([1, 2])
    batcher.add([3])
    expect(sent).toEqual([])
    vi.advanceTimersByTime(1)
    expect(sent).toEqual([{ atMs: 1, pieces: [1, 2, 3] }])
    batcher.add([4])
    vi.advanceTimersByTime(EVERY_MS - 1)
    expect(sent).toHaveLength(1)
    batcher.add([5])
    vi.advanceTimersByTime(1)
    expect(sent.at(-1)).toEqual({ atMs: 1 + EVERY_MS, pieces: [4, 5] })
  })

  it('sends five batches a second at most, however much is added', () => {
    const batcher = createTestBatcher()
    for (let ms = 0; ms < 1_000; ms += 5) {
      batcher.add([ms])
      vi.advanceTimersByTime(5)
    }
    expect(sent).toHaveLength(5)
  })

  it('is ready for a next tick again after an interval without pieces', () => {
    const batcher = createTestBatcher()
    batcher.add([1])
    vi.advanceTimersByTime(1 + EVERY_MS)
    batcher.add([2])
    vi.advanceTimersByTime(1)
    expect(sent.map(({ atMs }) => atMs)).toEqual([1, 2 + EVERY_MS])
  })

  it('discards what is waiting when it stops', () => {
    const batcher = createTestBatcher()
    batcher.add([1])
    batcher.stop()
    vi.advanceTimersByTime(10 * EVERY_MS)
    expect(sent).toEqual([])
  })
})
