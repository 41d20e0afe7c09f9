// Job leases: one of many instances holds it, on both databases.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createJobLease, LeaseTaken } from '../../../src/server/db/job-lease.ts'
import { jobLeases } from '../../../src/server/db/schema-operations.ts'
import { DATABASE_KINDS, type OwnedDatabase, openScratch } from '../../support/databases/databases.ts'

const MINUTE_MS = 60_000

describe.each(DATABASE_KINDS)('leases on %s', (kind) => {
  let db: OwnedDatabase
  let nowMs = Date.now()
  beforeAll(async () => {
    db = await openScratch(kind)
  })
  afterAll(() => db.close())
  const instance = () => createJobLease({ db, now: () => nowMs })
  /** Waits for a renewal, which runs on a connection of its own. */
  async function renewedUntil(name: string, endMs: number): Promise<void> {
    for (;;) {
      const [lease] = await db.queries.select().from(jobLeases).where(eq(jobLeases.name, name))
      if (lease?.nextAt.getTime() === endMs) return
    }
  }

  it('give one of twenty instances the lease, and one the next', async () => {
    const instances = Array.from({ length: 20 }, instance)
    for (let turn = 0; turn < 3; turn++) {
      const taken = await Promise.all(instances.map(({ acquire: take }) => take('counting', MINUTE_MS)))
      expect(taken.filter(Boolean)).toHaveLength(1)
      nowMs += MINUTE_MS - 1
      expect(await instance().acquire('counting', MINUTE_MS)).toBe(false)
      nowMs += 1
    }
  })

  it('are separate for each job name', async () => {
    expect(await instance().acquire('one', MINUTE_MS)).toBe(true)
    expect(await instance().acquire('another', MINUTE_MS)).toBe(true)
  })

  it('exclude parallel work, and are released after a failure too', async () => {
    const span = { leaseMs: MINUTE_MS, waitMs: MINUTE_MS }
    let working = 0
    let most = 0
    const work = async (fails: boolean): Promise<void> => {
      most = Math.max(most, ++working)
      await new Promise((resolve) => setImmediate(resolve))
      working--
      if (fails) throw new Error('broken')
    }
    const done = await Promise.allSettled(
      [false, true, false].map((fails) => instance().runExclusively('choosing', span, () => work(fails))),
    )
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(most).toBe(1)
  })

  it('time out while waiting, and are taken over from a dead holder', async () => {
    const span = { leaseMs: MINUTE_MS, waitMs: 0 }
    expect(await instance().acquire('selling', MINUTE_MS)).toBe(true)
    await expect(instance().runExclusively('selling', span, async () => 1)).rejects.toThrow(LeaseTaken)
    nowMs += MINUTE_MS
    expect(await instance().runExclusively('selling', span, async () => 2)).toBe(2)
  })

  it('that expired and were taken over are not released', async () => {
    const span = { leaseMs: MINUTE_MS, waitMs: 0 }
    await instance().runExclusively('late', span, async () => {
      nowMs += MINUTE_MS
      expect(await instance().acquire('late', MINUTE_MS)).toBe(true)
    })
    expect(await instance().acquire('late', MINUTE_MS)).toBe(false)
  })

  it('are held for as long as the work runs, however long that is', async () => {
    const span = { leaseMs: MINUTE_MS, waitMs: 0 }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      await instance().runExclusively('queueing', span, async () => {
        for (let quarter = 0; quarter < 12; quarter++) {
          nowMs += MINUTE_MS / 4
          await vi.advanceTimersByTimeAsync(MINUTE_MS / 4)
          await renewedUntil('queueing', nowMs + MINUTE_MS)
          expect(await instance().acquire('queueing', MINUTE_MS)).toBe(false)
        }
      })
      expect(await instance().acquire('queueing', MINUTE_MS)).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  it('tell work that it lost them, before it does what cannot be undone', async () => {
    const span = { leaseMs: MINUTE_MS, waitMs: 0 }
    const paused = instance().runExclusively('paused', span, async (assertHeld) => {
      await assertHeld()
      nowMs += MINUTE_MS
      expect(await instance().acquire('paused', MINUTE_MS)).toBe(true)
      await assertHeld()
    })
    await expect(paused).rejects.toThrow(LeaseTaken)
  })
})
