// Promo codes: who may use one and when, and that the last use goes to one order only, for any number of requests.
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cents } from '../../../../src/game/base/money.ts'
import { promoName } from '../../../../src/game/office/promo.ts'
import { exclusions, orders } from '../../../../src/server/db/schema-payments.ts'
import { createPromoCodes, mayUsePromo } from '../../../../src/server/services/payments/promo.ts'
import {
  batchCodes,
  createBatchIn,
  createPromo,
  endBatchIn,
  endPromo,
  listPromos,
  type NewPromo,
} from '../../../../src/server/services/payments/promo-codes.ts'

import { GIFTS } from '../../../game/rewards/gift-rules.ts'
import { type OwnedDatabase, openScratch, raceRounds, SUITE_KINDS } from '../../../support/databases/databases.ts'
import { OPERATOR } from '../../../support/office/operator.ts'
import {
  makePlayer,
  makePlayers,
  makePromo,
  moveOrder,
  placeOrder,
  refusalOf,
} from '../../../support/players/deposits.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const HOUR_MS = 3_600_000
const later = (ms: number): Date => new Date(NOW.getTime() + ms)

/** 'granted', or the code of the refusal. */
async function outcome(work: Promise<unknown>): Promise<string> {
  return (await refusalOf(work))?.code ?? 'granted'
}

function tally(outcomes: readonly string[]): Record<string, number> {
  return Object.fromEntries([...new Set(outcomes)].sort().map((one) => [one, outcomes.filter((o) => o === one).length]))
}

describe('the name of a code', () => {
  it.each([
    ['SUMMER', 'summer'],
    ['  Summer-10_b ', 'summer-10_b'],
    ['ЛІТО', 'літо'],
    ['и\u0306од', 'йод'],
    ['a'.repeat(40), 'a'.repeat(40)],
    ['a'.repeat(41), null],
    ['two words', null],
    ['', null],
    ['   ', null],
    ['a\u0000b', null],
    ["a'; drop", null],
    ['50%', null],
    ['\u202eabc', null],
  ])('%j is stored as %j', (typed, name) => {
    expect(promoName(typed)).toBe(name)
  })
})

describe.each(SUITE_KINDS)('promo codes on %s', (kind) => {
  let db: OwnedDatabase
  let number = 0
  const promo = (wish: Partial<NewPromo> = {}) => {
    const code = `code-${++number}`
    return makePromo(db, { code, ...wish }).then((id) => ({ id, code }))
  }
  const approve = (playerId: number, code: string, at = NOW) =>
    createPromoCodes({
      db,
      otherPercent: async () => 0,
      gifts: () => GIFTS,
      now: () => at.getTime(),
      opens: () => Promise.reject(new Error('No code here opens a case')),
    }).approve(playerId, code)

  beforeAll(async () => {
    db = await openScratch(kind)
  })

  afterAll(() => db.close())

  it('grant a fixed sum from the least deposit on that the caps allow, and never a part of it', async () => {
    const { code } = await promo({ percent: 0, sum: 500, usesPerPlayer: 9 })
    const playerId = await makePlayer(db)
    expect(await approve(playerId, code)).toMatchObject({ percent: 0, sum: 500, least: 5000, isKept: false })
    const refusal = await refusalOf(placeOrder(db, { playerId, code, amount: 4999, at: NOW }))
    expect([refusal?.code, refusal?.amounts]).toEqual(['promo-deposit', { least: 5000 }])
    const id = await placeOrder(db, { playerId, code, amount: 5000, at: NOW })
    const [order] = await db.queries.select().from(orders).where(eq(orders.id, id))
    expect(order).toMatchObject({ bonus: 500, bonusPercent: 0, bonusSum: 500 })
  })

  it('are refused by the database with two bonuses, or with none', async () => {
    await expect(promo({ percent: 5, sum: 500 })).rejects.toThrow()
    await expect(promo({ percent: 0, sum: 0 })).rejects.toThrow()
  })

  it('of a batch are used once each, for any number of requests at once', async () => {
    const terms = { percent: 10, startsAt: null, endsAt: null, steamLevel: 0, depositMin: 0 }
    const id = await db.transaction((tx) => createBatchIn(tx, { ...terms, prefix: 'race', count: 1500 }, OPERATOR))
    const codes = (await batchCodes(db.queries, id)).map(({ code }) => code)
    expect([codes.length, new Set(codes).size]).toEqual([1500, 1500])
    expect(codes.every((code) => /^race-[2-9a-hjkmnp-z]{10}$/.test(code))).toBe(true)
    for (const code of codes.slice(0, raceRounds(kind, 3))) {
      const playerIds = await makePlayers(db, 8)
      const outcomes = await Promise.all(
        playerIds.map((playerId) => outcome(placeOrder(db, { playerId, code, amount: 1000, at: NOW }))),
      )
      expect(tally(outcomes)).toEqual({ granted: 1, 'promo-used-up': 7 })
    }
    expect(await db.transaction((tx) => endBatchIn(tx, id, { by: OPERATOR, at: NOW }))).toBe(true)
    expect(await db.transaction((tx) => endBatchIn(tx, id, { by: OPERATOR, at: NOW }))).toBe(false)
    const playerId = await makePlayer(db)
    expect(await outcome(placeOrder(db, { playerId, code: codes[1499] ?? '', at: NOW }))).toBe('promo-ended')
  })

  it('grant their percentage, for any capitalisation and spacing', async () => {
    const { code } = await promo({ percent: 8 })
    const playerId = await makePlayer(db)
    expect(await approve(playerId, ` ${code.toUpperCase()} `)).toEqual({
      percent: 8,
      sum: 0,
      least: 0,
      held: null,
      opens: null,
      isKept: false,
    })
    const id = await placeOrder(db, { playerId, code: code.toUpperCase(), amount: 1030, at: NOW })
    const [order] = await db.queries.select().from(orders).where(eq(orders.id, id))
    expect(order).toMatchObject({ bonusPercent: 8, bonus: 82 })
  })

  it.each(['nothing-like-it', 'two words', 'a\u0000b', 'a'.repeat(500)])(
    'are refused when they do not exist: %j',
    async (code) => {
      const playerId = await makePlayer(db)
      expect(await outcome(approve(playerId, code))).toBe('promo-unknown')
      expect(await outcome(placeOrder(db, { playerId, code, at: NOW }))).toBe('promo-unknown')
    },
  )

  it('are valid from their start until their end, to the millisecond', async () => {
    const { code } = await promo({ startsAt: NOW, endsAt: later(HOUR_MS) })
    const playerId = await makePlayer(db)
    expect(await outcome(approve(playerId, code, later(-1)))).toBe('promo-ended')
    expect(await outcome(approve(playerId, code, NOW))).toBe('granted')
    expect(await outcome(approve(playerId, code, later(HOUR_MS - 1)))).toBe('granted')
    expect(await outcome(approve(playerId, code, later(HOUR_MS)))).toBe('promo-ended')
    expect(await outcome(placeOrder(db, { playerId, code, at: later(-1) }))).toBe('promo-ended')
    expect(await outcome(placeOrder(db, { playerId, code, at: later(HOUR_MS) }))).toBe('promo-ended')
    expect(await outcome(placeOrder(db, { playerId, code, at: later(HOUR_MS - 1) }))).toBe('granted')
  })

  it('are no longer valid once the operator ends them', async () => {
    const { code } = await promo()
    const playerId = await makePlayer(db)
    expect(await endPromo(db, code, NOW, OPERATOR)).toBe('ended')
    expect(await outcome(approve(playerId, code))).toBe('promo-ended')
    expect(await outcome(placeOrder(db, { playerId, code, at: NOW }))).toBe('promo-ended')
    expect(await endPromo(db, code, NOW, OPERATOR)).toBe('ended-before')
    expect(await endPromo(db, 'no-such-code', NOW, OPERATOR)).toBe('unknown')
  })

  it('can be used once per player, or as often as configured', async () => {
    const once = await promo()
    const thrice = await promo({ usesPerPlayer: 3 })
    const [one = 0, two = 0] = await makePlayers(db, 2)
    const outcomes = async (playerId: number, code: string) => {
      const approved = await outcome(approve(playerId, code))
      const placed = placeOrder(db, { playerId, code, at: NOW })
      const ordered = await outcome(placed)
      if (ordered === 'granted') await moveOrder(db, await placed, { state: 'paid', paidAt: NOW })
      return [approved, ordered]
    }
    expect(await outcomes(one, once.code)).toEqual(['granted', 'granted'])
    expect(await outcomes(one, once.code)).toEqual(['promo-used', 'promo-used'])
    expect(await outcomes(two, once.code)).toEqual(['granted', 'granted'])
    for (let use = 0; use < 3; use++) expect(await outcomes(one, thrice.code)).toEqual(['granted', 'granted'])
    expect(await outcomes(one, thrice.code)).toEqual(['promo-used', 'promo-used'])
  })

  it('are held by the open orders of a player together: one use, for the one that is paid first', async () => {
    const { id: promoId, code } = await promo({ usesMax: 2, usesPerPlayer: 2 })
    const [one = 0, two = 0, three = 0] = await makePlayers(db, 3)
    const [first = ''] = await Promise.all(
      Array.from({ length: 3 }, () => placeOrder(db, { playerId: one, code, at: NOW })),
    )
    const other = await placeOrder(db, { playerId: two, code, at: NOW })
    expect(await refusalOf(approve(three, code))).toMatchObject({ code: 'promo-used-up', facts: { context: 'held' } })
    const mayUse = (playerId: number, orderId: string, isHolding: boolean) =>
      db.transaction((tx) => mayUsePromo(tx, { promoId, playerId, orderId, isHolding }))
    expect([await mayUse(one, first, true), await mayUse(two, other, true)]).toEqual([true, true])
    await moveOrder(db, first, { state: 'paid', paidAt: NOW })
    // The player may use it twice, but the second use is held by another player.
    expect(await outcome(approve(one, code))).toBe('promo-used-up')
    await moveOrder(db, other, { state: 'cancelled' })
    expect(await outcome(approve(one, code))).toBe('granted')
  })

  it('are used by orders that are open or paid, and free again when one ends unpaid or is refunded', async () => {
    const { code } = await promo({ usesMax: 2 })
    const [one = 0, two = 0, three = 0] = await makePlayers(db, 3)
    const paid = await placeOrder(db, { playerId: one, code, at: NOW })
    await moveOrder(db, paid, { state: 'paid', paidAt: NOW })
    const open = await placeOrder(db, { playerId: two, code, at: NOW })
    expect(await outcome(approve(three, code))).toBe('promo-used-up')
    expect(await outcome(placeOrder(db, { playerId: three, code, at: NOW }))).toBe('promo-used-up')
    for (const state of ['expired', 'failed', 'cancelled', 'refunded'] as const) {
      await moveOrder(db, open, { state })
      expect(await outcome(approve(two, code)), state).toBe('granted')
      expect(await outcome(approve(three, code)), state).toBe('granted')
      const taken = await placeOrder(db, { playerId: three, code, at: NOW })
      expect(await outcome(approve(two, code)), state).toBe('promo-used-up')
      await moveOrder(db, taken, { state })
    }
    expect(await outcome(approve(one, code))).toBe('promo-used')
  })

  it.each([
    [0, null, 'granted'],
    [0, 0, 'granted'],
    [1, null, 'promo-level'],
    [1, 0, 'promo-level'],
    [1, 1, 'granted'],
    [5, 4, 'promo-level'],
    [5, 5, 'granted'],
  ])('of Steam level %d are, to a player of level %s, %s', async (steamLevel, level, wanted) => {
    const { code } = await promo({ steamLevel })
    const playerId = await makePlayer(db, level)
    expect(await outcome(approve(playerId, code))).toBe(wanted)
    expect(await outcome(placeOrder(db, { playerId, code, at: NOW }))).toBe(wanted)
  })

  it('name the required level and deposit', async () => {
    const { code } = await promo({ steamLevel: 7, depositMin: cents(2000) })
    const [low = 0] = await makePlayers(db, 1, 6)
    const high = await makePlayer(db, 7)
    expect(await refusalOf(approve(low, code))).toMatchObject({ code: 'promo-level', facts: { level: 7 } })
    expect(await refusalOf(approve(high, code))).toBeUndefined()
    expect(await refusalOf(placeOrder(db, { playerId: high, code, amount: 1999, at: NOW }))).toMatchObject({
      code: 'promo-deposit',
      amounts: { least: 2000 },
    })
    expect(await refusalOf(placeOrder(db, { playerId: high, code, amount: 2000, at: NOW }))).toBeUndefined()
  })

  it('are refused to self-excluded players', async () => {
    const { code } = await promo()
    const playerId = await makePlayer(db)
    await db.queries.insert(exclusions).values({ playerId, kind: 'time-out', at: NOW, until: later(HOUR_MS) })
    expect(await outcome(approve(playerId, code))).toBe('excluded')
    expect(await outcome(placeOrder(db, { playerId, code, at: NOW }))).toBe('excluded')
    expect(await outcome(approve(playerId, code, later(HOUR_MS)))).toBe('granted')
  })

  describe('for a late payment', () => {
    const retake = (promoId: number, playerId: number, orderId: string) =>
      db.transaction((tx) => mayUsePromo(tx, { promoId, playerId, orderId, isHolding: false }))

    it('are granted when the use is still free, even after the code has ended', async () => {
      const { id, code } = await promo({ usesMax: 1, endsAt: later(1) })
      const playerId = await makePlayer(db)
      const orderId = await placeOrder(db, { playerId, code, at: NOW })
      await moveOrder(db, orderId, { state: 'expired' })
      await endPromo(db, code, NOW, OPERATOR)
      expect(await retake(id, playerId, orderId)).toBe(true)
      // On a second request, the order's own use does not count against it.
      await moveOrder(db, orderId, { state: 'paid', paidAt: NOW })
      expect(await retake(id, playerId, orderId)).toBe(true)
    })

    it('are refused when another player holds the use, or another order of the player has used it', async () => {
      const last = await promo({ usesMax: 1 })
      const own = await promo()
      const [one = 0, two = 0] = await makePlayers(db, 2)
      const lost = await placeOrder(db, { playerId: one, code: last.code, at: NOW })
      await moveOrder(db, lost, { state: 'failed' })
      await placeOrder(db, { playerId: two, code: last.code, at: NOW })
      expect(await retake(last.id, one, lost)).toBe(false)
      const first = await placeOrder(db, { playerId: one, code: own.code, at: NOW })
      await moveOrder(db, first, { state: 'expired' })
      const second = await placeOrder(db, { playerId: one, code: own.code, at: NOW })
      expect(await retake(own.id, one, first)).toBe(true)
      await moveOrder(db, second, { state: 'paid', paidAt: NOW })
      expect(await retake(own.id, one, first)).toBe(false)
    })
  })

  describe('requested in parallel', () => {
    const together = 4
    const codes = together * raceRounds(kind, 25)

    it(`are granted ${codes} times when ${codes} codes have one use left and 50 players want each`, async () => {
      const playerIds = await makePlayers(db, 50)
      const outcomes: string[] = []
      const ids: number[] = []
      for (let done = 0; done < codes; done += together) {
        const some = await Promise.all(Array.from({ length: together }, () => promo({ usesMax: 1 })))
        ids.push(...some.map(({ id }) => id))
        const wishes = playerIds.flatMap((playerId) => some.map(({ code }) => ({ playerId, code, at: NOW })))
        outcomes.push(...(await Promise.all(wishes.map((wish) => outcome(placeOrder(db, wish))))))
      }
      expect(tally(outcomes)).toEqual({ granted: codes, 'promo-used-up': codes * 49 })
      for (const id of ids) {
        expect(await db.queries.select({ uses: count() }).from(orders).where(eq(orders.promoId, id))).toEqual([
          { uses: 1 },
        ])
      }
    })

    it('are granted once when a late payment wants the last use too', async () => {
      const playerIds = await makePlayers(db, 20)
      const [late = 0, ...others] = playerIds
      const rounds = raceRounds(kind, 20)
      for (let round = 0; round < rounds; round++) {
        const { id: promoId, code } = await promo({ usesMax: 1 })
        const orderId = await placeOrder(db, { playerId: late, code, at: NOW })
        await moveOrder(db, orderId, { state: 'expired' })
        const paying = db.transaction(async (tx) => {
          const granted = await mayUsePromo(tx, { promoId, playerId: late, orderId, isHolding: false })
          await tx
            .update(orders)
            .set({ state: 'paid', paidAt: NOW, promoId: granted ? promoId : null })
            .where(eq(orders.id, orderId))
          return granted ? 'granted' : 'promo-used-up'
        })
        const ordering = others.map((playerId) => outcome(placeOrder(db, { playerId, code, at: NOW })))
        const outcomes = await Promise.all([...ordering.slice(0, 3), paying, ...ordering.slice(3)])
        expect(tally(outcomes)).toEqual({ granted: 1, 'promo-used-up': 19 })
      }
    })
  })

  describe('for the operator', () => {
    const wish = {
      percent: 10,
      usesMax: null,
      usesPerPlayer: 1,
      startsAt: null,
      endsAt: null,
      steamLevel: 0,
      depositMin: 0,
    }

    it('have unique names, including ended ones', async () => {
      expect(await createPromo(db, { ...wish, code: 'unique' }, OPERATOR)).toBe(true)
      expect(await createPromo(db, { ...wish, code: 'unique', percent: 20 }, OPERATOR)).toBe(false)
      await endPromo(db, 'unique', NOW, OPERATOR)
      expect(await createPromo(db, { ...wish, code: 'unique' }, OPERATOR)).toBe(false)
    })

    it('are listed with their uses and with their cost', async () => {
      const { id, code } = await promo({ percent: 10 })
      const unused = await promo()
      const playerIds = await makePlayers(db, 5)
      const states = ['paid', 'paid', 'created', 'expired', 'refunded'] as const
      for (const [at, state] of states.entries()) {
        const orderId = await placeOrder(db, { playerId: playerIds[at] ?? 0, amount: 1000 * (at + 1), code, at: NOW })
        const paid = state === 'paid' || state === 'refunded' ? { paidAt: NOW } : {}
        await moveOrder(db, orderId, {
          state,
          ...paid,
          ...(state === 'refunded' ? { refundedMinor: 1000 * (at + 1) } : {}),
        })
      }
      const listed = await listPromos(db)
      expect(listed.find((one) => one.id === id)).toMatchObject({ code, paid: 2, open: 1, cost: 300 })
      expect(listed.find((one) => one.id === unused.id)).toMatchObject({ paid: 0, open: 0, cost: 0, endedAt: null })
      expect(listed.map((one) => one.id)).toEqual(listed.map((one) => one.id).toSorted((a, b) => a - b))
    })
  })
})
