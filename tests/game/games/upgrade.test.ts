import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { returnToPlayer, ticketRanges, ticketSum } from '../../../src/game/cases/case.ts'
import { ROLL_RANGE } from '../../../src/game/fairness/fairness.ts'
import {
  multiplierOf,
  quoteUpgrade,
  ROLL_SIDES,
  stakeSum,
  type UpgradeOffer,
  upgradeEntries,
  upgradeResult,
  upgradeText,
  winningRange,
  worthOfStake,
} from '../../../src/game/games/upgrade.ts'
import { targetPrices } from '../../../src/game/games/upgrade-targets.ts'
import { asCents } from '../prices/prices.ts'

const balanceOf = (amount: number) => ({ itemsCents: [], balanceCents: cents(amount) })

const quote = (stake: number, target: number) => quoteUpgrade(balanceOf(stake), cents(target))

/** From a cent to ten billion dollars, log-uniform. */
const amount = fc.integer({ min: 0, max: 39 }).chain((bits) => fc.integer({ min: 2 ** bits, max: 2 ** (bits + 1) }))

/** Any possible offer: a stake and one of its allowed prices. */
const offers = amount.chain((stake) => {
  const { leastCents, mostCents } = targetPrices(cents(stake))
  const anywhere = fc.integer({ min: leastCents, max: mostCents })
  const targets = fc.oneof(anywhere, fc.integer({ min: leastCents, max: Math.min(mostCents, leastCents * 4) }))
  return fc.oneof(fc.constantFrom(leastCents, mostCents), targets).map((target) => offerOf(stake, target))
})

function offerOf(stake: number, target: number): UpgradeOffer {
  const quoted = quote(stake, target)
  if (!quoted.ok) throw new Error(`${stake} against ${target}: ${quoted.fault}`)
  return quoted.offer
}

const target = { id: 'awp-asiimov.ft', priceCents: cents(13_500) }

describe('the stake', () => {
  it('is the sum of its items and the balance part', () => {
    expect(stakeSum({ itemsCents: asCents([199, 1]), balanceCents: cents(50) })).toBe(250)
    expect(stakeSum(balanceOf(0))).toBe(0)
  })

  it('is whole cents and never negative', () => {
    expect(() => stakeSum({ itemsCents: asCents([500]), balanceCents: cents(-100) })).toThrow(RangeError)
  })

  it('is one to six items, balance, or both', () => {
    const six = asCents([10, 20, 30, 40, 50, 60])
    const stakes = [
      balanceOf(100),
      { itemsCents: asCents([100]), balanceCents: cents(0) },
      { itemsCents: six, balanceCents: cents(1) },
      { itemsCents: [...six, cents(1)], balanceCents: cents(0) },
      balanceOf(0),
    ]
    const answers = stakes.map((stake) => quoteUpgrade(stake, cents(1000)))
    expect(answers.map((answer) => (answer.ok ? answer.offer.stakeCents : answer.fault))).toEqual([
      100,
      100,
      211,
      'stake-items',
      'stake-empty',
    ])
  })
})

describe('the chance', () => {
  it.each([
    [1000, 2000, 460_000],
    [1000, 10_000, 92_000],
    [250, 13_500, 17_037],
    [3, 7, 394_285],
  ])('of %d cents against %d is %d tickets', (stake, price, tickets) => {
    expect(quote(stake, price)).toEqual({ ok: true, offer: { stakeCents: stake, targetCents: price, tickets } })
  })

  it('is at most 75 % and at least 0.1 %', () => {
    fc.assert(
      fc.property(offers, ({ tickets }) => {
        expect(tickets).toBeGreaterThanOrEqual(1000)
        expect(tickets).toBeLessThanOrEqual(750_000)
      }),
    )
  })

  it('returns 1 − edge of the stake for each edge, at most a ticket less and never more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000 }), fc.integer({ min: 500, max: 3_000 }), (stake, edge) => {
        const target = cents(stake * 2)
        const quoted = quoteUpgrade(balanceOf(stake), target, edge)
        if (!quoted.ok) throw new Error(quoted.fault)
        const promised = BigInt(stake) * BigInt(10_000 - edge) * 100n
        const won = BigInt(target) * BigInt(quoted.offer.tickets)
        expect(won <= promised && promised - won < BigInt(target)).toBe(true)
      }),
    )
  })

  it('returns 92 % of the stake, at most a ticket less and never more', () => {
    fc.assert(
      fc.property(offers, ({ stakeCents, targetCents, tickets }) => {
        const promised = BigInt(stakeCents) * 920_000n
        const won = BigInt(targetCents) * BigInt(tickets)
        expect(worthOfStake(stakeCents)).toBe(promised)
        expect(won <= promised && promised - won < BigInt(targetCents)).toBe(true)
      }),
    )
  })

  it('depends only on the stake, not on its parts', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 6 }), fc.nat(10_000), (items, balance) => {
        const total = items.reduce((sum, price) => sum + price, balance)
        const together = quoteUpgrade({ itemsCents: asCents(items), balanceCents: cents(balance) }, cents(30_000))
        expect(together).toEqual(quote(total, 30_000))
      }),
    )
  })

  it.each([
    [1000, 999, 'target-cheap'],
    [1000, 1000, 'target-cheap'],
    [1000, 1001, 'chance-high'],
    [1000, 1226, 'chance-high'],
    [1000, 1227, 749_796],
    [1000, 920_000, 1000],
    [1000, 920_001, 'chance-low'],
    [1, 2, 460_000],
    [1, 920, 1000],
    [1, 921, 'chance-low'],
  ])('of %d cents against %d: %s', (stake, price, expected) => {
    const answer = quote(stake, price)
    expect(answer.ok ? answer.offer.tickets : answer.fault).toBe(expected)
  })
})

describe('an offer', () => {
  const returnOf = ({ stakeCents, targetCents, tickets }: UpgradeOffer): number =>
    returnToPlayer({ priceCents: stakeCents, entries: [{ item: { id: '', priceCents: targetCents }, tickets }] })

  it('wins that many times the stake, and returns 92 % of it in the long run', () => {
    const offer = offerOf(1000, 2500)
    expect(multiplierOf(offer)).toBe(2.5)
    expect(returnOf(offer)).toBe(0.92)
    expect(returnOf(offerOf(1, 3))).toBeCloseTo(0.92 - 2e-6, 9)
  })
})

describe('under and over', () => {
  it('win with equally many tickets, mirrored', () => {
    fc.assert(
      fc.property(offers, fc.integer({ min: 1, max: ROLL_RANGE }), ({ tickets }, roll) => {
        const { from, to } = winningRange(tickets, 'over')
        expect(winningRange(tickets, 'under')).toEqual({ from: ROLL_RANGE + 1 - to, to: ROLL_RANGE + 1 - from })
        expect(upgradeResult(target, tickets, 'under', roll)).toBe(
          upgradeResult(target, tickets, 'over', ROLL_RANGE + 1 - roll),
        )
      }),
    )
  })

  it('win inside their range, at both ends, and nowhere else', () => {
    fc.assert(
      fc.property(offers, fc.constantFrom(...ROLL_SIDES), fc.nat(ROLL_RANGE - 1), ({ tickets }, side, nat) => {
        const { from, to } = winningRange(tickets, side)
        expect(to - from + 1).toBe(tickets)
        for (const roll of [from - 1, from, to, to + 1, nat + 1].filter((one) => one >= 1 && one <= ROLL_RANGE)) {
          expect(upgradeResult(target, tickets, side, roll)).toBe(from <= roll && roll <= to ? target : null)
        }
      }),
    )
  })

  it('divide all tickets between the target and nothing', () => {
    fc.assert(
      fc.property(offers, fc.constantFrom(...ROLL_SIDES), ({ tickets }, side) => {
        const entries = upgradeEntries(target, tickets, side)
        const at = side === 'under' ? 0 : 1
        expect(ticketSum(entries)).toBe(ROLL_RANGE)
        expect(entries.map(({ item }) => item)).toEqual(side === 'under' ? [target, null] : [null, target])
        expect(ticketRanges(entries)[at]).toEqual(winningRange(tickets, side))
      }),
    )
  })

  it.each([0, -1, 1.5, ROLL_RANGE + 1, Number.NaN])('reject the roll %d', (roll) => {
    for (const side of ROLL_SIDES) expect(() => upgradeResult(target, 500_000, side, roll)).toThrow(RangeError)
  })
})

describe('the odds of an upgrade', () => {
  it('have a stable text', () => {
    const offer = offerOf(2500, 13_500)
    expect(upgradeText(offer, target.id, 'under')).toBe(
      '{"upgrade":{"target":"awp-asiimov.ft","roll":"under"},"price":2500,"tickets":1000000,"entries":[' +
        '{"item":"awp-asiimov.ft","price":13500,"tickets":170370},{"item":null,"price":0,"tickets":829630}]}',
    )
    expect(upgradeText(offer, target.id, 'over')).toBe(
      '{"upgrade":{"target":"awp-asiimov.ft","roll":"over"},"price":2500,"tickets":1000000,"entries":[' +
        '{"item":null,"price":0,"tickets":829630},{"item":"awp-asiimov.ft","price":13500,"tickets":170370}]}',
    )
  })
})
