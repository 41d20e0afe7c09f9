// A periodic job: one run at a time, none lost by a failure, none after the end.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../../../src/server/base/periodic-job.ts'

const SECOND_MS = 1_000
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Runs that end when the test says so, every second; it counts the runs in progress. */
function heldRounds() {
  const begun: PromiseWithResolvers<void>[] = []
  let underWay = 0
  let most = 0
  const round = async (): Promise<void> => {
    const held = Promise.withResolvers<void>()
    begun.push(held)
    most = Math.max(most, ++underWay)
    await held.promise.finally(() => underWay--)
  }
  return { begun, round, most: () => most }
}

describe('a periodic job', () => {
  let rounds: PeriodicJob
  const faults: { fields: object; message: string }[] = []

  const start = (parts: Pick<PeriodicJobOptions, 'run'> & Partial<PeriodicJobOptions>): void => {
    const log = { error: (fields: object, message: string) => void faults.push({ fields, message }) }
    rounds = createPeriodicJob({ everyMs: SECOND_MS, failure: 'it failed', log, ...parts })
    rounds.start()
  }

  beforeEach(() => {
    vi.useFakeTimers()
    faults.length = 0
  })

  afterEach(async () => {
    await rounds.stop()
    vi.useRealTimers()
  })

  it('does not run until it is started, then runs one after another', async () => {
    const round = vi.fn(async () => undefined)
    rounds = createPeriodicJob({ run: round, everyMs: SECOND_MS, failure: '', log: { error: () => undefined } })
    await later(10 * SECOND_MS)
    expect(round).not.toHaveBeenCalled()
    rounds.start()
    await later(SECOND_MS - 1)
    expect(round).not.toHaveBeenCalled()
    await later(1)
    expect(round).toHaveBeenCalledTimes(1)
    await later(3 * SECOND_MS)
    expect(round).toHaveBeenCalledTimes(4)
  })

  it('logs a failure that repeats once a minute, with how often, and another one at once', async () => {
    let message = 'away'
    const run = async (): Promise<void> => {
      throw new Error(message)
    }
    start({ run })
    await later(30 * SECOND_MS)
    expect(faults).toHaveLength(1)
    message = 'full'
    await later(SECOND_MS)
    message = 'away'
    await later(61 * SECOND_MS)
    expect(faults.map(({ fields }) => fields)).toEqual([
      { err: new Error('away') },
      { err: new Error('full') },
      { err: new Error('away'), repeated: 58 },
    ])
  })

  it('does not overlap, however long a run takes', async () => {
    const { begun, round, most } = heldRounds()
    start({ run: round })
    await later(60 * SECOND_MS)
    expect(begun).toHaveLength(1)
    begun[0]?.resolve()
    await later(SECOND_MS - 1)
    expect(begun).toHaveLength(1)
    await later(1)
    expect(begun).toHaveLength(2)
    expect(most()).toBe(1)
    begun[1]?.resolve()
  })

  it('continues after a failed run, which is logged', async () => {
    const fault = new Error('the database is away')
    const round = vi.fn(async () => undefined).mockRejectedValueOnce(fault)
    start({ run: round })
    await later(SECOND_MS)
    expect(faults).toEqual([{ fields: { err: fault }, message: 'it failed' }])
    await later(SECOND_MS)
    expect(round).toHaveBeenCalledTimes(2)
    expect(faults).toHaveLength(1)
  })

  it('waits as long as the last run returned, and the default after a failure', async () => {
    const round = vi
      .fn<() => Promise<number>>()
      .mockResolvedValueOnce(5 * SECOND_MS)
      .mockResolvedValueOnce(10)
      .mockRejectedValueOnce(new Error('no answer'))
      .mockResolvedValue(60 * SECOND_MS)
    start({ run: round, firstMs: 0 })
    await later(0)
    expect(round).toHaveBeenCalledTimes(1)
    await later(5 * SECOND_MS - 1)
    expect(round).toHaveBeenCalledTimes(1)
    await later(1)
    expect(round).toHaveBeenCalledTimes(2)
    await later(10)
    expect(round).toHaveBeenCalledTimes(3)
    await later(SECOND_MS)
    expect(round).toHaveBeenCalledTimes(4)
  })

  it('runs earlier when it is asked to, and not later', async () => {
    const round = vi.fn(async () => undefined)
    start({ run: round, everyMs: 60 * SECOND_MS })
    rounds.runWithin(5 * SECOND_MS)
    rounds.runWithin(20 * SECOND_MS)
    await later(5 * SECOND_MS - 1)
    expect(round).not.toHaveBeenCalled()
    await later(1)
    expect(round).toHaveBeenCalledTimes(1)
    await later(59 * SECOND_MS)
    expect(round).toHaveBeenCalledTimes(1)
    await later(SECOND_MS)
    expect(round).toHaveBeenCalledTimes(2)
  })

  it('runs again soon when it was asked to during a run', async () => {
    const { begun, round, most } = heldRounds()
    start({ run: round, everyMs: 60 * SECOND_MS, firstMs: 0 })
    await later(0)
    rounds.runWithin(SECOND_MS)
    await later(10 * SECOND_MS)
    expect(begun).toHaveLength(1)
    begun[0]?.resolve()
    await later(0)
    expect(begun).toHaveLength(2)
    expect(most()).toBe(1)
    begun[1]?.resolve()
  })

  it('does not run before it is started, nor after it was stopped', async () => {
    const round = vi.fn(async () => undefined)
    rounds = createPeriodicJob({ run: round, everyMs: 60 * SECOND_MS, failure: '', log: { error: () => undefined } })
    rounds.runWithin(0)
    await later(SECOND_MS)
    expect(round).not.toHaveBeenCalled()
    rounds.start()
    await rounds.stop()
    rounds.runWithin(0)
    await later(120 * SECOND_MS)
    expect(round).not.toHaveBeenCalled()
  })

  it('is stopped when the current run has ended, and starts no other', async () => {
    const { begun, round } = heldRounds()
    start({ run: round })
    await later(SECOND_MS)
    let stopped = false
    const stopping = rounds.stop().then(() => {
      stopped = true
    })
    expect(rounds.isStopped()).toBe(true)
    await later(10 * SECOND_MS)
    expect(stopped).toBe(false)
    begun[0]?.resolve()
    await stopping
    await later(10 * SECOND_MS)
    expect(begun).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is stopped immediately between runs', async () => {
    const round = vi.fn(async () => undefined)
    start({ run: round })
    await rounds.stop()
    await later(10 * SECOND_MS)
    expect(round).not.toHaveBeenCalled()
  })

  it('keeps the least delay between two runs, whatever brings one forward', async () => {
    const round = vi.fn(async () => undefined)
    start({ run: round, firstMs: 0, leastMs: 250 })
    await later(0)
    expect(round).toHaveBeenCalledTimes(1)
    rounds.runWithin(0)
    await later(249)
    expect(round).toHaveBeenCalledTimes(1)
    await later(1)
    expect(round).toHaveBeenCalledTimes(2)
    await later(SECOND_MS - 1)
    rounds.runWithin(0)
    await later(0)
    expect(round).toHaveBeenCalledTimes(3)
  })
})
