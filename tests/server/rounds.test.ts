// Rounds of a job: one at a time, none lost to a failure, none after the end.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRounds, type Rounds, type RoundsParts } from '../../src/server/jobs/rounds.ts'

const SECOND_MS = 1_000
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Rounds that end when the test says so, every second; those under way are counted. */
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

describe('rounds of a job', () => {
  let rounds: Rounds
  const faults: { fields: object; message: string }[] = []

  const start = (parts: Pick<RoundsParts, 'round'> & Partial<RoundsParts>): void => {
    const log = { error: (fields: object, message: string) => void faults.push({ fields, message }) }
    rounds = createRounds({ everyMs: SECOND_MS, failure: 'it failed', log, ...parts })
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

  it('stand still until they are started, and come one after another', async () => {
    const round = vi.fn(async () => undefined)
    rounds = createRounds({ round, everyMs: SECOND_MS, failure: '', log: { error: () => undefined } })
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

  it('do not overlap, however long one takes', async () => {
    const { begun, round, most } = heldRounds()
    start({ round })
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

  it('go on after one that failed, which the log knows', async () => {
    const fault = new Error('the database is away')
    const round = vi.fn(async () => undefined).mockRejectedValueOnce(fault)
    start({ round })
    await later(SECOND_MS)
    expect(faults).toEqual([{ fields: { err: fault }, message: 'it failed' }])
    await later(SECOND_MS)
    expect(round).toHaveBeenCalledTimes(2)
    expect(faults).toHaveLength(1)
  })

  it('wait as long as the last one answered, and after a failure as long as always', async () => {
    const round = vi
      .fn<() => Promise<number>>()
      .mockResolvedValueOnce(5 * SECOND_MS)
      .mockResolvedValueOnce(10)
      .mockRejectedValueOnce(new Error('no answer'))
      .mockResolvedValue(60 * SECOND_MS)
    start({ round, firstMs: 0 })
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

  it('are stopped when the one under way has ended, and none begins after it', async () => {
    const { begun, round } = heldRounds()
    start({ round })
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

  it('are stopped at once while none is under way', async () => {
    const round = vi.fn(async () => undefined)
    start({ round })
    await rounds.stop()
    await later(10 * SECOND_MS)
    expect(round).not.toHaveBeenCalled()
  })
})
