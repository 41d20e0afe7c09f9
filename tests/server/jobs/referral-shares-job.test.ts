// The job that pays referrers: one instance a day, and a run that fails is followed by others.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReferralSharesJob } from '../../../src/server/jobs/referral-shares.ts'

const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

it('pays once for all instances while their lease lasts, and goes on after a failure', async () => {
  const free = [true, false, true]
  const acquired: [string, number][] = []
  const lease = {
    acquire: async (name: string, everyMs: number): Promise<boolean> => {
      acquired.push([name, everyMs])
      return free.shift() ?? false
    },
  }
  const payDue = vi.fn().mockRejectedValueOnce(new Error('no database')).mockResolvedValue(2)
  const log = { info: vi.fn(), error: vi.fn() }
  const job = createReferralSharesJob({ shares: { payDue }, lease, log })
  job.start()
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
  expect(log.error).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(payDue).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(payDue).toHaveBeenCalledTimes(2)
  expect(log.info).toHaveBeenCalledWith({ shares: 2 }, 'referrers were paid their shares')
  await job.stop()
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect(new Set(acquired.map((each) => each.join()))).toEqual(new Set([`referral-shares,${1_440 * MINUTE_MS}`]))
  expect(payDue).toHaveBeenCalledTimes(2)
})
