// Which jobs have not run in time.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type InstanceSign,
  instanceState,
  type JobState,
  judgeJob,
  judgeNightly,
  LOST_SHOWN_MS,
  SILENT_MS,
} from '../../../src/game/office/job-health.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NOW = Date.UTC(2026, 10, 28, 12)

const state = (change: Partial<JobState>): JobState => ({
  job: 'raffles',
  everyMs: 3_000,
  runningSince: null,
  endedAt: NOW - 1_000,
  nextAt: NOW + 2_000,
  failures: 0,
  failingSince: null,
  error: null,
  ...change,
})

describe('the health of a job', () => {
  it('is fine while it runs in time, at any delay', () => {
    const inTime = fc.record({
      everyMs: fc.integer({ min: 500, max: HOUR_MS }),
      leftMs: fc.integer({ min: 0, max: HOUR_MS }),
    })
    fc.assert(
      fc.property(
        inTime,
        ({ everyMs, leftMs }) => judgeJob(state({ everyMs, nextAt: NOW + leftMs }), NOW).health === 'fine',
      ),
    )
  })

  it('is late a minute after the next run was to begin, and not before', () => {
    expect(judgeJob(state({ nextAt: NOW - MINUTE_MS }), NOW).health).toBe('fine')
    expect(judgeJob(state({ nextAt: NOW - MINUTE_MS - 1 }), NOW).health).toBe('late')
  })

  it('is stuck where a run does not end; the work of the night may take hours', () => {
    const running = { runningSince: NOW - HOUR_MS, nextAt: null }
    expect(judgeJob(state(running), NOW).health).toBe('stuck')
    expect(judgeJob(state({ ...running, job: 'nightly' }), NOW).health).toBe('fine')
    expect(judgeJob(state({ ...running, job: 'nightly', runningSince: NOW - 13 * HOUR_MS }), NOW).health).toBe('stuck')
  })

  it('is failing at the third failure in a row after a minute, and at the first of a job that seldom runs', () => {
    const failing = (failures: number, ms: number, everyMs = 3_000) =>
      judgeJob(state({ failures, failingSince: NOW - ms, everyMs }), NOW)
    expect(failing(2, HOUR_MS).health).toBe('fine')
    expect(failing(20, MINUTE_MS - 1).health).toBe('fine')
    expect(failing(3, MINUTE_MS)).toEqual({ health: 'failing', sinceMs: NOW - MINUTE_MS })
    expect(failing(1, 0, 10 * MINUTE_MS).health).toBe('failing')
  })

  it('says since when it is not fine', () => {
    const nextAt = NOW - HOUR_MS
    expect(judgeJob(state({ nextAt }), NOW).sinceMs).toBe(nextAt)
    expect(judgeJob(state({ runningSince: nextAt, nextAt: null }), NOW).sinceMs).toBe(nextAt)
    expect(judgeJob(state({}), NOW).sinceMs).toBeNull()
    const endedAt = NOW - 27 * HOUR_MS
    const at = { sinceMs: 0, nowMs: NOW }
    expect(judgeNightly({ endedAt, failed: false }, at).sinceMs).toBe(NOW - 3 * HOUR_MS)
    expect(judgeNightly({ endedAt, failed: true }, at).sinceMs).toBe(endedAt)
  })

  it('of the night is late after 26 hours, counted from the first start where no run is stored', () => {
    const at = { sinceMs: NOW - 90 * HOUR_MS, nowMs: NOW }
    expect(judgeNightly({ endedAt: NOW - 25 * HOUR_MS, failed: false }, at).health).toBe('fine')
    expect(judgeNightly({ endedAt: NOW - 27 * HOUR_MS, failed: false }, at).health).toBe('late')
    expect(judgeNightly({ endedAt: NOW, failed: true }, at).health).toBe('failing')
    expect(judgeNightly(null, at).health).toBe('late')
    expect(judgeNightly(null, { ...at, sinceMs: NOW - HOUR_MS }).health).toBe('fine')
  })
})

describe('the state of a process', () => {
  const sign = (change: Partial<InstanceSign>): InstanceSign => ({
    host: 'shop1',
    startedAt: NOW - HOUR_MS,
    seenAt: NOW,
    endedAt: null,
    ...change,
  })

  it('is lost once it fell silent without a word, for a day', () => {
    const silent = sign({ seenAt: NOW - SILENT_MS - 1 })
    expect(instanceState(sign({ seenAt: NOW - SILENT_MS }), [], NOW)).toBe('running')
    expect(instanceState(silent, [silent], NOW)).toBe('lost')
    expect(instanceState(sign({ seenAt: NOW - LOST_SHOWN_MS - 1 }), [], NOW)).toBe('replaced')
  })

  it('is replaced once another began on its host, and not by one of another host', () => {
    const silent = sign({ seenAt: NOW - 10 * MINUTE_MS })
    expect(instanceState(silent, [silent, sign({ startedAt: NOW - 9 * MINUTE_MS })], NOW)).toBe('replaced')
    const elsewhere = sign({ host: 'shop2', startedAt: NOW - 9 * MINUTE_MS })
    expect(instanceState(silent, [silent, elsewhere], NOW)).toBe('lost')
  })

  it('is ended where it said so', () => {
    expect(instanceState(sign({ endedAt: NOW - HOUR_MS }), [], NOW)).toBe('ended')
  })
})
