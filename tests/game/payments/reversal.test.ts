// The rules of refunds and disputes by properties: shares add up, late reports change nothing, the dearest items go first.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { disputeAfter, itemsToSell, returnedOf, shareOf, stateOfPaid } from '../../../src/game/payments/reversal.ts'

const amount = fc.integer({ min: 1, max: 1_000_000 })
const charge = fc.integer({ min: 1, max: 200_000_000 })

describe('the share of a refund', () => {
  it('of parts adds up to the share of their sum, and all of it to the whole amount', () => {
    fc.assert(
      fc.property(amount, charge, fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (credited, whole, parts) => {
        const sums = [...parts.map((part) => Math.floor(part * whole)).toSorted((a, b) => a - b), whole]
        let taken = 0
        for (const sum of sums) {
          const share = shareOf(cents(credited), sum, whole)
          expect(share).toBeGreaterThanOrEqual(taken)
          expect(Math.abs(share - (credited * sum) / whole)).toBeLessThanOrEqual(0.5)
          taken = share
        }
        expect(taken).toBe(credited)
      }),
    )
  })

  it('is never more than the charge, whatever was refunded and lost', () => {
    const dispute = fc.record({ state: fc.constantFrom('open', 'won', 'lost'), minor: charge })
    fc.assert(
      fc.property(charge, charge, fc.array(dispute), (whole, refunded, disputes) => {
        const returned = returnedOf({ charge: whole, refunded, disputes })
        expect(returned).toBeLessThanOrEqual(whole)
        expect(returned).toBeGreaterThanOrEqual(Math.min(whole, refunded))
      }),
    )
  })
})

describe('a dispute', () => {
  it('has the state of its newest report, in whatever order and how often they arrive', () => {
    const states = ['open', 'won', 'lost'] as const
    const report = fc.record({ state: fc.constantFrom(...states), atMs: fc.integer({ min: 0, max: 1_000_000 }) })
    const reports = fc.uniqueArray(report, { minLength: 1, selector: ({ atMs }) => atMs })
    const order = reports.chain((one) =>
      fc.tuple(fc.constant(one), fc.shuffledSubarray([...one, ...one], { minLength: one.length * 2 })),
    )
    fc.assert(
      fc.property(order, ([sent, arrived]) => {
        const newest = sent.toSorted((a, b) => b.atMs - a.atMs)[0]
        let known: Parameters<typeof disputeAfter>[0]
        for (const { state, atMs } of arrived) {
          known = { state: disputeAfter(known, state, atMs), saidAtMs: Math.max(known?.saidAtMs ?? 0, atMs) }
        }
        expect(known?.state).toBe(newest?.state)
      }),
    )
  })

  it('stays lost while the shop appeals, and is open again when the bank does', () => {
    expect(disputeAfter({ state: 'lost', saidAtMs: 1 }, 'appealed', 2)).toBe('lost')
    expect(disputeAfter({ state: 'won', saidAtMs: 1 }, 'appealed', 2)).toBe('open')
    expect(disputeAfter({ state: 'lost', saidAtMs: 1 }, 'won', 2)).toBe('won')
  })

  it('that closes counts before an open one of the same moment', () => {
    expect(disputeAfter({ state: 'open', saidAtMs: 1 }, 'lost', 1)).toBe('lost')
    expect(disputeAfter({ state: 'lost', saidAtMs: 1 }, 'open', 1)).toBe('lost')
  })
})

describe('the state of a paid order', () => {
  const won = { state: 'won', minor: 100 } as const
  it.each([
    ['paid', 0, []],
    ['won', 0, [won]],
    ['partly_refunded', 1, [won]],
    ['refunded', 100, [won]],
    ['lost', 100, [{ state: 'lost', minor: 1 }]],
    [
      'disputed',
      100,
      [
        { state: 'lost', minor: 100 },
        { state: 'open', minor: 1 },
      ],
    ],
  ] as const)('is %s', (state, refunded, disputes) => {
    expect(stateOfPaid({ charge: 100, refunded, disputes })).toBe(state)
  })
})

describe('the items that are sold', () => {
  const item = fc.record({ id: fc.uuid(), price: fc.integer({ min: 1, max: 500 }).map(cents) })
  it('cover what is missing with the most expensive ones, the newest among equals, and one fewer would not do', () => {
    fc.assert(
      fc.property(fc.uniqueArray(item, { selector: ({ id }) => id }), amount, (owned, missing) => {
        const sold = itemsToSell(owned, cents(missing))
        const worth = sold.reduce((sum, { price }) => sum + price, 0)
        if (sold.length < owned.length) expect(worth).toBeGreaterThanOrEqual(missing)
        expect(worth - (sold.at(-1)?.price ?? 0)).toBeLessThan(missing)
        const ids = new Set(sold.map(({ id }) => id))
        for (const kept of owned.filter(({ id }) => !ids.has(id))) {
          for (const one of sold) {
            expect(one.price > kept.price || (one.price === kept.price && one.id > kept.id)).toBe(true)
          }
        }
      }),
    )
  })
})
