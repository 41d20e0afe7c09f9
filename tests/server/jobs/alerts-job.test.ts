// The job of alerts: a look that fails is a failure of the job, until a look succeeds, and what waits is sent all the same.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AlertsJob, createAlertsJob } from '../../../src/server/jobs/alerts.ts'

const SECOND_MS = 1_000

describe('the job of alerts', () => {
  let isBroken = false
  let sendings = 0
  let ends: unknown[]
  let job: AlertsJob

  beforeEach(() => {
    vi.useFakeTimers()
    isBroken = false
    sendings = 0
    ends = []
    let turn = 0
    job = createAlertsJob({
      look: async () => {
        if (isBroken) throw new Error('alerts.json is no JSON')
      },
      delivery: { sendDue: async () => ++sendings },
      // Every fifth run looks.
      lease: { acquire: async () => turn++ % 5 === 0 },
      log: { error: () => undefined },
    })
    job.watch({ planned: () => undefined, began: () => undefined, ended: (error) => void ends.push(error) })
    job.start()
  })

  afterEach(async () => {
    await job.stop()
    vi.useRealTimers()
  })

  it('fails in every run while what waits cannot be read, and sends what was written before', async () => {
    isBroken = true
    await vi.advanceTimersByTimeAsync(60 * SECOND_MS)
    expect(sendings).toBe(ends.length)
    expect(ends.length).toBeGreaterThan(20)
    expect(ends.every((error) => String(error).includes('alerts.json'))).toBe(true)
    isBroken = false
    await vi.advanceTimersByTimeAsync(20 * SECOND_MS)
    expect(ends.at(-1)).toBeUndefined()
  })

  it('fails no longer once another process looks', async () => {
    isBroken = true
    await vi.advanceTimersByTimeAsync(2 * SECOND_MS)
    expect(ends.at(-1)).toBeDefined()
    isBroken = false
    await vi.advanceTimersByTimeAsync(30 * SECOND_MS)
    expect(ends.at(-1)).toBeUndefined()
  })
})
