// Deposit limits apply: to the cent, to the millisecond, and for any number of parallel orders.
import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, WINDOW_DAYS } from '../../../../src/game/payments/limits.ts'
import { LIMIT_WINDOWS, type LimitsBody } from '../../../../src/protocol/limits.ts'
import { createEvents } from '../../../../src/server/base/events.ts'
import { RefusalError } from '../../../../src/server/base/refusal.ts'
import { queryRows } from '../../../../src/server/db/database.ts'
import { players } from '../../../../src/server/db/schema.ts'
import { limitChanges, orders } from '../../../../src/server/db/schema-payments.ts'
import { createProtection } from '../../../../src/server/services/account/protection.ts'
import { type OwnedDatabase, openScratch, SUITE_KINDS } from '../../../support/databases/databases.ts'
import { makePlayer, moveOrder, placeOrder, refusalOf } from '../../../support/players/deposits.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const HOUR_MS = 3_600_000

describe.each(SUITE_KINDS)('deposit limits on %s', (kind) => {
  let db: OwnedDatabase
  let clock = NOW
  const now = () => clock
  const protection = () => createProtection({ db, events: createEvents(), now, timeZone: 'Europe/Kyiv' })

  beforeAll(async () => {
    db = await openScratch(kind)
  })

  afterAll(() => db.close())

  async function limitedPlayer(limits: LimitsBody): Promise<number> {
    clock = NOW
    const playerId = await makePlayer(db)
    await protection().setLimits(playerId, limits)
    return playerId
  }

  const order = (playerId: number, amount: number) => placeOrder(db, { playerId, amount, at: new Date(clock) })
  const pay = (id: string) => moveOrder(db, id, { state: 'paid', paidAt: new Date(clock) })

  /** The remaining amount that the refusal of an excessive order reports. */
  async function left(playerId: number): Promise<number | undefined> {
    const refusal = await refusalOf(order(playerId, 100_000_000))
    expect(refusal?.code).toBe('limit-reached')
    return refusal?.amounts.left
  }

  it('are off until one is set', async () => {
    const playerId = await makePlayer(db)
    expect(await protection().limitsOf(playerId)).toEqual({
      limits: LIMIT_WINDOWS.map((window) => ({ window, amount: null, used: 0, pending: null })),
      exclusion: null,
    })
    await order(playerId, 1_000_000)
  })

  it('allow exactly their amount, and not a cent more', async () => {
    const playerId = await limitedPlayer({ day: 5000 })
    expect((await refusalOf(order(playerId, 5001)))?.amounts).toEqual({ left: 5000 })
    await order(playerId, 4000)
    expect((await refusalOf(order(playerId, 1001)))?.amounts).toEqual({ left: 1000 })
    await order(playerId, 1000)
    expect(await left(playerId)).toBe(0)
  })

  it.each(LIMIT_WINDOWS)('apply the tightest: the one of a %s', async (tight) => {
    const playerId = await limitedPlayer({ day: 9000, week: 9000, month: 9000, [tight]: 500 })
    expect(await left(playerId)).toBe(500)
  })

  it.each(LIMIT_WINDOWS)('of a %s are free again when the window has passed since the payment', async (window) => {
    const playerId = await limitedPlayer({ [window]: 5000 })
    const id = await order(playerId, 5000)
    clock += 40 * 60_000
    await pay(id)
    clock += WINDOW_DAYS[window] * DAY_MS - 1
    expect(await left(playerId)).toBe(0)
    clock += 1
    expect(await left(playerId)).toBe(5000)
  })

  it('count a late payment from the day of the payment', async () => {
    const playerId = await limitedPlayer({ day: 5000 })
    const late = await order(playerId, 3000)
    clock += HOUR_MS
    await moveOrder(db, late, { state: 'expired' })
    expect(await left(playerId)).toBe(5000)
    clock += 30 * HOUR_MS
    await order(playerId, 4000)
    await pay(late)
    expect(await left(playerId)).toBe(0)
    expect((await protection().limitsOf(playerId)).limits[0]).toMatchObject({ amount: 5000, used: 7000 })
    clock += 23 * HOUR_MS
    expect(await left(playerId)).toBe(0)
  })

  it('count an open order of any age, because it may be paid at any moment', async () => {
    const playerId = await limitedPlayer({ day: 5000 })
    await order(playerId, 3000)
    clock += 5 * DAY_MS
    expect(await left(playerId)).toBe(2000)
  })

  it.each(['expired', 'failed'] as const)('are free again when an order has %s', async (state) => {
    const playerId = await limitedPlayer({ day: 5000 })
    await moveOrder(db, await order(playerId, 5000), { state })
    expect(await left(playerId)).toBe(5000)
  })

  it('are not free again after a refund', async () => {
    const playerId = await limitedPlayer({ day: 5000 })
    const id = await order(playerId, 5000)
    await pay(id)
    await moveOrder(db, id, { state: 'refunded', refundedAt: new Date(clock) })
    expect(await left(playerId)).toBe(0)
  })

  it('are free again when an order was refunded before it was paid', async () => {
    const playerId = await limitedPlayer({ day: 5000 })
    await moveOrder(db, await order(playerId, 5000), { state: 'refunded', refundedAt: new Date(clock) })
    expect(await left(playerId)).toBe(5000)
  })

  it('do not count deposits of other players', async () => {
    const playerId = await limitedPlayer({ day: 5000 })
    await order(await makePlayer(db), 5000)
    expect(await left(playerId)).toBe(5000)
  })

  it('delay a raise by 24 hours', async () => {
    const playerId = await limitedPlayer({ day: 5000, week: 6000 })
    const { limits } = await protection().setLimits(playerId, { day: 9000, week: null })
    expect(limits).toEqual([
      { window: 'day', amount: 5000, used: 0, pending: { amount: 9000, at: NOW + DAY_MS } },
      { window: 'week', amount: 6000, used: 0, pending: { amount: null, at: NOW + DAY_MS } },
      { window: 'month', amount: null, used: 0, pending: null },
    ])
    clock = NOW + DAY_MS - 1
    expect(await left(playerId)).toBe(5000)
    clock = NOW + DAY_MS
    expect(await left(playerId)).toBe(9000)
    expect((await protection().limitsOf(playerId)).limits.slice(0, 2)).toEqual([
      { window: 'day', amount: 9000, used: 0, pending: null },
      { window: 'week', amount: null, used: 0, pending: null },
    ])
  })

  it('apply at once when they are lowered, even below the current usage', async () => {
    const playerId = await limitedPlayer({ day: 5000 })
    await order(playerId, 4000)
    await protection().setLimits(playerId, { day: 9000 })
    const { limits } = await protection().setLimits(playerId, { day: 1000 })
    expect(limits[0]).toEqual({ window: 'day', amount: 1000, used: 4000, pending: null })
    expect(await left(playerId)).toBe(0)
    clock += 2 * DAY_MS
    expect((await protection().limitsOf(playerId)).limits[0]).toMatchObject({ amount: 1000, pending: null })
  })

  it('keep a row of each window, day and direction, which says what came of it', async () => {
    const playerId = await limitedPlayer({ day: 5000, week: 20_000 })
    const set = async (body: LimitsBody): Promise<void> => {
      clock += 1_000
      await protection().setLimits(playerId, body)
    }
    const rows = async () => {
      const all = await db.queries
        .select()
        .from(limitChanges)
        .where(eq(limitChanges.playerId, playerId))
        .orderBy(limitChanges.id)
      return all.map(({ window, before, after }) => ({ window, before, after }))
    }
    for (let amount = 4_999; amount > 4_900; amount--) await set({ day: amount })
    expect((await protection().limitsOf(playerId)).limits[0]).toMatchObject({ amount: 4_901 })
    const week = { window: 'week', before: null, after: 20_000 }
    expect(await rows()).toEqual([week, { window: 'day', before: null, after: 4_901 }])
    for (let amount = 6_000; amount < 6_050; amount++) await set({ day: amount })
    const raise = { window: 'day', before: 4_901, after: 6_049 }
    expect(await rows()).toEqual([week, { window: 'day', before: null, after: 4_901 }, raise])
    // The newest is the last one: what was lowered after a raise.
    await set({ day: 1_000 })
    expect(await rows()).toEqual([week, raise, { window: 'day', before: null, after: 1_000 }])
    // A raise stays one.
    await set({ day: 2_000 })
    expect(await rows()).toMatchObject([week, { after: 1_000 }, { window: 'day', before: 1_000, after: 2_000 }])
    clock += DAY_MS + 2_000
    await set({ day: 500 })
    expect((await rows()).at(-1)).toEqual({ window: 'day', before: 2_000, after: 500 })
    expect(await rows()).toHaveLength(4)
  })

  it('do not change where they are not named', async () => {
    const playerId = await limitedPlayer({ day: 5000, month: 8000 })
    await protection().setLimits(playerId, { month: 9000 })
    const { limits } = await protection().setLimits(playerId, { week: 7000 })
    expect(limits).toMatchObject([
      { amount: 5000, pending: null },
      { amount: 7000, pending: null },
      { amount: 8000, pending: { amount: 9000 } },
    ])
  })

  it('never allow a window to exceed them, whenever orders are made, paid and left to expire', async () => {
    const event = fc.record({
      afterMs: fc.integer({ min: 0, max: 10 * HOUR_MS }),
      amount: fc.integer({ min: 1, max: 3000 }),
      // Within the lifetime of an order, or never.
      paidAfterMs: fc.option(fc.integer({ min: 0, max: HOUR_MS }), { nil: null }),
    })
    const bounds = { day: 4000, week: 9000, month: 12_000 }
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
        const playerId = await limitedPlayer(bounds)
        const paid: { atMs: number; amount: number }[] = []
        const open: { id: string; endsMs: number; amount: number; pays: boolean }[] = []
        const endUntil = async (untilMs: number): Promise<void> => {
          for (const one of open.splice(0).sort((a, b) => a.endsMs - b.endsMs)) {
            if (one.endsMs > untilMs) {
              open.push(one)
              continue
            }
            const paidAt = new Date(one.endsMs)
            await moveOrder(db, one.id, one.pays ? { state: 'paid', paidAt } : { state: 'expired' })
            if (one.pays) paid.push({ atMs: one.endsMs, amount: one.amount })
          }
        }
        for (const { afterMs, amount, paidAfterMs } of events) {
          clock += afterMs
          await endUntil(clock)
          const id = await order(playerId, amount).catch((error: unknown) => {
            if (error instanceof RefusalError) return null
            throw error
          })
          const endsMs = clock + (paidAfterMs ?? HOUR_MS)
          if (id !== null) open.push({ id, endsMs, amount, pays: paidAfterMs !== null })
        }
        await endUntil(Number.POSITIVE_INFINITY)
        for (const window of LIMIT_WINDOWS) {
          for (const { atMs } of paid) {
            const within = paid.filter((one) => one.atMs <= atMs && one.atMs > atMs - WINDOW_DAYS[window] * DAY_MS)
            expect(within.reduce((sum, one) => sum + one.amount, 0)).toBeLessThanOrEqual(bounds[window])
          }
        }
      }),
      { numRuns: 20 },
    )
  })

  describe('under parallel orders', () => {
    const reserved = async (playerId: number): Promise<number> => {
      const [row] = await db.queries
        .select({ sum: sql<string>`coalesce(sum(${orders.amount}), 0)` })
        .from(orders)
        .where(and(eq(orders.playerId, playerId), eq(orders.state, 'created')))
      return Number(row?.sum)
    }

    it('never allow a cent more', async () => {
      const playerId = await limitedPlayer({ day: 10_000, week: 20_000 })
      const refusals = await Promise.all(Array.from({ length: 100 }, () => refusalOf(order(playerId, 330))))
      expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(30)
      expect(new Set(refusals.map((refusal) => refusal?.code))).toEqual(new Set([undefined, 'limit-reached']))
      expect(await reserved(playerId)).toBe(9900)
    })

    it('never allow a cent more with different amounts', async () => {
      const playerId = await limitedPlayer({ month: 10_000 })
      await Promise.all(Array.from({ length: 100 }, (_, at) => refusalOf(order(playerId, 101 + at))))
      const sum = await reserved(playerId)
      expect(sum).toBeLessThanOrEqual(10_000)
      // The last refused amount exceeded the rest, so the rest is less than the largest amount.
      expect(sum).toBeGreaterThan(10_000 - 200)
    })

    it('end at the lowest of several values that are set at once', async () => {
      for (let round = 0; round < 20; round++) {
        const playerId = await limitedPlayer({ day: 5000 })
        const wishes = [9000, 1000, 7000, null]
        await Promise.all(wishes.map((day) => protection().setLimits(playerId, { day })))
        expect((await protection().limitsOf(playerId)).limits[0]?.amount).toBe(1000)
      }
    })

    if (kind === 'postgres') {
      const isWaitedForLock = async (): Promise<boolean> => {
        const waiting = `select 1 from pg_locks where not granted and pid in
          (select pid from pg_stat_activity where datname = current_database())`
        const rows = await queryRows<object>(db.queries, waiting)
        return rows.length > 0
      }

      it.each([
        ['an exclusion', (playerId: number) => protection().exclude(playerId, 1)],
        ['a lower limit', (playerId: number) => protection().setLimits(playerId, { day: 100 })],
      ])('wait with %s until an order in progress is stored', async (_what, change) => {
        const playerId = await limitedPlayer({ day: 5000 })
        const gate = Promise.withResolvers<void>()
        const locked = Promise.withResolvers<void>()
        const ordering = db.transaction(async (tx) => {
          await tx.select().from(players).where(eq(players.id, playerId)).for('no key update')
          locked.resolve()
          await gate.promise
        })
        await locked.promise
        let isChanged = false
        const changing = change(playerId).then(() => {
          isChanged = true
        })
        while (!isChanged && !(await isWaitedForLock()));
        gate.resolve()
        expect(isChanged).toBe(false)
        await Promise.all([ordering, changing])
      })
    }

    it('apply a limit that is lowered meanwhile', async () => {
      const playerId = await limitedPlayer({ day: 10_000 })
      const half = () => Array.from({ length: 25 }, () => refusalOf(order(playerId, 100)))
      const before = half()
      const lowering = protection().setLimits(playerId, { day: 1000 })
      const after = half()
      const { limits } = await lowering
      const usedThen = limits[0]?.used ?? 0
      await Promise.all([...before, ...after])
      expect(await reserved(playerId)).toBe(Math.max(usedThen, 1000))
    })
  })
})
