// Turns of jobs: one of many instances has it, on both databases.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTurns, TurnTaken } from '../../src/server/jobs/turns.ts'
import { DATABASE_KINDS, type OwnedDatabase, openScratch } from '../support/databases.ts'

const MINUTE_MS = 60_000

describe.each(DATABASE_KINDS)('turns on %s', (kind) => {
  let db: OwnedDatabase
  let nowMs = Date.now()
  beforeAll(async () => {
    db = await openScratch(kind)
  })
  afterAll(() => db.close())
  const instance = () => createTurns({ db, now: () => nowMs })

  it('gives one of twenty instances the turn, and one the next', async () => {
    const instances = Array.from({ length: 20 }, instance)
    for (let turn = 0; turn < 3; turn++) {
      const taken = await Promise.all(instances.map(({ take }) => take('counting', MINUTE_MS)))
      expect(taken.filter(Boolean)).toHaveLength(1)
      nowMs += MINUTE_MS - 1
      expect(await instance().take('counting', MINUTE_MS)).toBe(false)
      nowMs += 1
    }
  })

  it('knows each job by its name', async () => {
    expect(await instance().take('one', MINUTE_MS)).toBe(true)
    expect(await instance().take('another', MINUTE_MS)).toBe(true)
  })

  it('lets nobody work at the same time, and gives the turn back after a failure too', async () => {
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
      [false, true, false].map((fails) => instance().alone('choosing', span, () => work(fails))),
    )
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(most).toBe(1)
  })

  it('gives up waiting, and takes over from a holder that died', async () => {
    const span = { leaseMs: MINUTE_MS, waitMs: 0 }
    expect(await instance().take('selling', MINUTE_MS)).toBe(true)
    await expect(instance().alone('selling', span, async () => 1)).rejects.toThrow(TurnTaken)
    nowMs += MINUTE_MS
    expect(await instance().alone('selling', span, async () => 2)).toBe(2)
  })

  it('leaves a turn alone that ran out and went to somebody else', async () => {
    const span = { leaseMs: MINUTE_MS, waitMs: 0 }
    await instance().alone('late', span, async () => {
      nowMs += MINUTE_MS
      expect(await instance().take('late', MINUTE_MS)).toBe(true)
    })
    expect(await instance().take('late', MINUTE_MS)).toBe(false)
  })
})
