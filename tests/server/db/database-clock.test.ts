// The clock of the database: the site goes by it whatever the machine's says, and says so when they differ.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, queryRows } from '../../../src/server/db/database.ts'
import { openDatabaseClock } from '../../../src/server/db/database-clock.ts'
import { DATABASE_KINDS, openScratch } from '../../support/databases/databases.ts'

const DAY_MS = 86_400_000

const databaseMs = async ({ queries }: Database): Promise<number> => {
  const [row] = await queryRows<{ ms: string }>(queries, 'select extract(epoch from clock_timestamp()) * 1000 as ms')
  return Number(row?.ms)
}

it('PGlite has the clock of the machine', async () => {
  const db = await openScratch('pglite')
  const clock = await openDatabaseClock({ db, log: { warn: () => undefined }, machineNow: () => 42 })
  expect([clock.now(), clock.aheadMs(), clock.isWrong()]).toEqual([42, 0, false])
  await db.close()
})

describe.runIf(DATABASE_KINDS.includes('postgres'))('on PostgreSQL', () => {
  let db: Database
  beforeAll(async () => {
    db = await openScratch('postgres')
  })
  afterAll(() => db.close())

  it.each([
    ['40 days ahead', 40 * DAY_MS, true],
    ['31 seconds behind', -31_000, true],
    ['29 seconds ahead', 29_000, false],
    ['right', 0, false],
  ])('a machine whose clock is %s has the time of the database', async (_, wrongMs, isWrong) => {
    const lines: unknown[] = []
    const log = { warn: (fields: object) => void lines.push(fields) }
    const clock = await openDatabaseClock({ db, log, machineNow: () => Date.now() + wrongMs })
    const before = await databaseMs(db)
    const now = clock.now()
    const after = await databaseMs(db)
    expect(now).toBeGreaterThan(before - 1_000)
    expect(now).toBeLessThan(after + 1_000)
    expect(Math.abs(clock.aheadMs() - wrongMs)).toBeLessThan(1_000)
    expect(clock.isWrong()).toBe(isWrong)
    const differenceSeconds = Math.abs(wrongMs) / 1000
    expect(lines).toEqual(wrongMs === 0 ? [] : [{ differenceSeconds }])
  })

  it('a change of the machine while the site runs is logged once, and moves nothing', async () => {
    const lines: unknown[] = []
    let wrongMs = 0
    const log = { warn: (fields: object) => void lines.push(fields) }
    const clock = await openDatabaseClock({ db, log, machineNow: () => Date.now() + wrongMs })
    wrongMs = DAY_MS
    expect(Math.abs(clock.now() - (await databaseMs(db)))).toBeLessThan(1_000)
    await clock.sync()
    await clock.sync()
    expect(lines).toEqual([{ differenceSeconds: 86_400 }])
    expect(clock.isWrong()).toBe(true)
    wrongMs = 0
    await clock.sync()
    expect(clock.isWrong()).toBe(false)
  })
})
