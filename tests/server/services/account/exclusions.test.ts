// Time-outs and self-exclusions: effective at once, for their full duration, and nobody lifts one.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../../src/game/payments/limits.ts'
import type { ExcludeBody } from '../../../../src/protocol/limits.ts'
import { createEvents } from '../../../../src/server/base/events.ts'
import { type Database, databaseFault } from '../../../../src/server/db/database.ts'
import { exclusions, orders } from '../../../../src/server/db/schema-payments.ts'
import { createProtection } from '../../../../src/server/services/account/protection.ts'
import { type OwnedDatabase, openScratch, SUITE_KINDS } from '../../../support/databases/databases.ts'
import { insertOrder, makePlayer, placeOrder, refusalOf } from '../../../support/players/deposits.ts'

const NOW = Date.UTC(2026, 10, 21, 12)

/** A query whose rows arrive late: they were read, and are returned once `afterwards` has ended. */
function late<Query extends object>(query: Query, afterwards: () => Promise<void>): Query {
  return new Proxy(query, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name !== 'then') return (...given: unknown[]) => late(value.apply(target, given), afterwards)
      return (done: (rows: unknown) => unknown, failed: (error: unknown) => unknown) =>
        (target as unknown as Promise<unknown>).then((rows) => afterwards().then(() => rows)).then(done, failed)
    },
  })
}

describe.each(SUITE_KINDS)('exclusions on %s', (kind) => {
  let db: OwnedDatabase
  let clock = NOW
  const now = () => clock
  const protection = () => createProtection({ db, events: createEvents(), now, timeZone: 'Europe/Kyiv' })
  const order = (playerId: number, amount: number) => placeOrder(db, { playerId, amount, at: new Date(clock) })

  beforeAll(async () => {
    db = await openScratch(kind)
  })

  afterAll(() => db.close())

  function newPlayer(): Promise<number> {
    clock = NOW
    return makePlayer(db)
  }

  const until = (days: number): number => NOW + days * DAY_MS
  const rowsOf = (playerId: number) => db.queries.$count(exclusions, eq(exclusions.playerId, playerId))

  it.each([
    [1, 'time-out', until(1)],
    [7, 'time-out', until(7)],
    [30, 'time-out', until(30)],
    [182, 'self-exclusion', until(182)],
    [365, 'self-exclusion', until(365)],
    ['forever', 'self-exclusion', null],
  ] as const)('of %s days refuse deposits at once, as a %s', async (days, kindOf, end) => {
    const playerId = await newPlayer()
    const exclusion = { kind: kindOf, until: end, words: null }
    expect(await protection().exclude(playerId, days)).toEqual(exclusion)
    expect((await protection().limitsOf(playerId)).exclusion).toEqual(exclusion)
    expect((await refusalOf(order(playerId, 100)))?.code).toBe('excluded')
    clock = (end ?? NOW + 100 * 365 * DAY_MS) - 1
    expect((await refusalOf(order(playerId, 100)))?.code).toBe('excluded')
    clock += 1
    expect((await refusalOf(order(playerId, 100)))?.code).toBe(end === null ? 'excluded' : undefined)
  })

  it('state their end', async () => {
    const playerId = await newPlayer()
    clock = Date.UTC(2026, 11, 31, 23, 59)
    await protection().exclude(playerId, 1)
    expect((await refusalOf(order(playerId, 100)))?.facts).toEqual({ until: '01.01.2027' })
    await protection().exclude(playerId, 'forever')
    expect((await refusalOf(order(playerId, 100)))?.facts).toEqual({ context: 'forever', until: '' })
  })

  it.each([
    [30, 7],
    [7, 7],
    [365, 30],
    ['forever', 365],
    ['forever', 'forever'],
  ] as const)('of %s days stay when one of %s days is requested', async (first, second) => {
    const playerId = await newPlayer()
    const standing = await protection().exclude(playerId, first)
    expect(await protection().exclude(playerId, second)).toEqual(standing)
    expect(await rowsOf(playerId)).toBe(1)
  })

  it('are extended by a longer one', async () => {
    const playerId = await newPlayer()
    await protection().exclude(playerId, 7)
    clock += DAY_MS
    expect(await protection().exclude(playerId, 7)).toEqual({ kind: 'time-out', until: until(8), words: null })
    expect(await protection().exclude(playerId, 'forever')).toEqual({
      kind: 'self-exclusion',
      until: null,
      words: null,
    })
    expect(await rowsOf(playerId)).toBe(3)
  })

  it('have the longest duration of parallel requests', async () => {
    const playerId = await newPlayer()
    const wishes: ExcludeBody['days'][] = [1, 365, 7, 30, 182, 1, 7, 365]
    await Promise.all(wishes.map((days) => protection().exclude(playerId, days)))
    expect((await protection().limitsOf(playerId)).exclusion).toEqual({
      kind: 'self-exclusion',
      until: until(365),
      words: null,
    })
  })

  it('cannot be changed or removed by the app', async () => {
    const playerId = await newPlayer()
    await protection().exclude(playerId, 1)
    const mine = eq(exclusions.playerId, playerId)
    for (const work of [
      db.queries
        .update(exclusions)
        .set({ until: new Date(0) })
        .where(mine),
      db.queries.delete(exclusions).where(mine),
    ]) {
      const error = await work.then(
        () => null,
        (reason: unknown) => reason,
      )
      expect(databaseFault(error)?.code).toBe('42501')
    }
  })

  describe('in the cache', () => {
    it('are known at once where they were added, and a second later elsewhere', async () => {
      const playerId = await newPlayer()
      const [here, elsewhere] = [protection(), protection()]
      expect(await here.exclusionOf(playerId)).toBeNull()
      expect(await elsewhere.exclusionOf(playerId)).toBeNull()
      const exclusion = await here.exclude(playerId, 1)
      expect(await here.exclusionOf(playerId)).toEqual(exclusion)
      clock += 1_000
      expect(await elsewhere.exclusionOf(playerId)).toEqual(exclusion)
    })

    it('end on time', async () => {
      const playerId = await newPlayer()
      const here = protection()
      const exclusion = await here.exclude(playerId, 1)
      clock = until(1) - 1
      expect(await here.exclusionOf(playerId)).toEqual(exclusion)
      clock = until(1)
      expect(await here.exclusionOf(playerId)).toBeNull()
    })

    it('are not hidden by a read from before they were added', async () => {
      const playerId = await newPlayer()
      const hasRead = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<void>()
      const slowly = late(db.queries, async () => {
        hasRead.resolve()
        await gate.promise
      })
      const slow: Database = { ...db, queries: slowly }
      const here = createProtection({ db: slow, events: createEvents(), now, timeZone: 'Europe/Kyiv' })
      const reading = here.exclusionOf(playerId)
      await hasRead.promise
      const exclusion = await here.exclude(playerId, 7)
      gate.resolve()
      expect(await reading).toEqual(exclusion)
      expect(await here.exclusionOf(playerId)).toEqual(exclusion)
    })
  })

  it('do not affect open orders', async () => {
    const playerId = await newPlayer()
    const id = await insertOrder(db.queries, { playerId })
    await protection().exclude(playerId, 'forever')
    expect(await db.queries.select({ state: orders.state }).from(orders).where(eq(orders.id, id))).toEqual([
      { state: 'created' },
    ])
  })
})
