// The rules of battles, by properties: who gets what of what was drawn.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import {
  allowsCrazy,
  BATTLE_FORMAT_NAMES,
  BATTLE_FORMATS,
  BATTLE_MODES,
  type BattleMode,
  type BattleTerms,
  faultOfRounds,
  fundingLeft,
  isPart,
  partOfPrice,
  partOfShare,
  sidesOf,
} from '../../../src/game/battles/battle.ts'
import { ALL_TERMS, decideBy, everyOutcome, nameOf } from './outcomes.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Terms, values of up to six rounds for all their seats, and deciding rolls. */
const battles = fc.constantFrom(...ALL_TERMS).chain((terms) =>
  fc.record({
    terms: fc.constant(terms),
    values: fc.array(
      fc.array(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 10_000_000 })), {
        minLength: BATTLE_FORMATS[terms.format].seats,
        maxLength: BATTLE_FORMATS[terms.format].seats,
      }),
      { minLength: 1, maxLength: 6 },
    ),
    rolls: fc.array(fc.integer({ min: 1, max: 2 ** 40 }), { maxLength: 3 }),
  }),
)

const duel = (mode: BattleMode, crazy = false): BattleTerms => ({ format: '1v1', mode, crazy })

describe('formats', () => {
  it('have two to six seats, each in one side, neighbours together', () => {
    for (const format of BATTLE_FORMAT_NAMES) {
      const { seats, sideSize } = BATTLE_FORMATS[format]
      expect(seats >= 2 && seats <= 6).toBe(true)
      expect(sidesOf(format).flat()).toEqual(Array.from({ length: seats }, (_, place) => place + 1))
      for (const side of sidesOf(format)) expect(side).toHaveLength(sideSize)
    }
    expect(sidesOf('2v2')).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  it('can be inverted in every mode but share', () => {
    expect(BATTLE_MODES.filter((mode) => !allowsCrazy(mode))).toEqual(['share'])
  })
})

describe('the result of a battle', () => {
  it('gives out exactly what was drawn, to its winners alone, in parts that differ by a cent at most', () => {
    fc.assert(
      fc.property(battles, ({ terms, values, rolls }) => {
        const { result } = decideBy(terms, values, rolls)
        const { potCents, seatCents, shareCents, winners, givesItems } = result
        expect(potCents).toBe(sum(values.flat()))
        expect(sum(seatCents)).toBe(potCents)
        expect(sum(shareCents)).toBe(potCents)
        const won = winners.map((slot) => shareCents[slot - 1] ?? 0)
        expect(sum(won)).toBe(potCents)
        expect(Math.max(...won) - Math.min(...won)).toBeLessThanOrEqual(1)
        expect(givesItems).toBe(winners.length === 1)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is one side, or every seat of a shared battle', () => {
    fc.assert(
      fc.property(battles, ({ terms, values, rolls }) => {
        const { winners } = decideBy(terms, values, rolls).result
        const sides = sidesOf(terms.format)
        expect(terms.mode === 'share' ? [sides.flat()] : sides).toContainEqual(winners)
      }),
    )
  })

  it('draws only what its values leave open', () => {
    fc.assert(
      fc.property(battles, ({ terms, values, rolls }) => {
        const { deciding, sideScores, potCents, winners } = decideBy(terms, values, rolls).result
        const best = terms.crazy && terms.mode !== 'rush' ? Math.min(...sideScores) : Math.max(...sideScores)
        const tied = sideScores.filter((score) => score === best).length
        const isCompared = terms.mode !== 'share' && terms.mode !== 'jackpot'
        expect(deciding.tie !== null).toBe(isCompared && tied > 1)
        expect(deciding.jackpot !== null).toBe(terms.mode === 'jackpot')
        expect(deciding.cents !== null).toBe(potCents % winners.length > 0)
      }),
    )
  })
})

describe('modes', () => {
  it('normal: the highest sum wins, the lowest where it is inverted', () => {
    const values = [
      [5, 1],
      [1, 9],
    ]
    expect(decideBy(duel('normal'), values, []).result).toMatchObject({
      sideScores: [6, 10],
      winners: [2],
      shareCents: [0, 16],
      givesItems: true,
    })
    expect(decideBy(duel('normal', true), values, []).result).toMatchObject({ winners: [1], shareCents: [16, 0] })
  })

  it('terminal: the last round alone decides', () => {
    const values = [
      [900, 1],
      [3, 4],
    ]
    expect(decideBy(duel('terminal'), values, []).result).toMatchObject({ sideScores: [3, 4], winners: [2] })
    expect(decideBy(duel('terminal', true), values, []).result).toMatchObject({ winners: [1], shareCents: [908, 0] })
  })

  it('rush: a point a round to the best side, to all that tie, and the most points win', () => {
    const values = [
      [2, 1, 1],
      [1, 7, 7],
      [3, 3, 1],
      [4, 4, 4],
    ]
    const terms = { format: '1v1v1', mode: 'rush', crazy: false } as const
    expect(decideBy(terms, values, [2]).result).toMatchObject({
      sideScores: [3, 3, 2],
      deciding: { tie: 2 },
      winners: [2],
    })
    // Inverted: the lowest of each round gets the point, and still the most points win.
    expect(decideBy({ ...terms, crazy: true }, values, []).result).toMatchObject({
      sideScores: [2, 2, 3],
      deciding: { tie: null },
      winners: [3],
    })
  })

  it('jackpot: each cent of what a side drew wins once, and inverted each cent of what the others drew', () => {
    const terms = { format: '1v1v1', mode: 'jackpot', crazy: false } as const
    const winsOf = (crazy: boolean): number[] => {
      const outcomes = everyOutcome({ ...terms, crazy }, [[1, 2, 4]])
      return [1, 2, 3].map((slot) => outcomes.filter(({ winners }) => winners[0] === slot).length)
    }
    expect(winsOf(false)).toEqual([1, 2, 4])
    expect(winsOf(true)).toEqual([6, 5, 3])
  })

  it('share: leftover cents go to seats in a drawn order, each choice of seats as often as any other', () => {
    const terms = { format: '1v1v1v1v1v1', mode: 'share', crazy: false } as const
    for (const leftover of [1, 2, 3, 4, 5]) {
      const values = [[6 + leftover, 0, 0, 0, 0, 0]]
      const chosen = new Map<string, number>()
      let orders = 1
      for (let place = 0; place < leftover; place++) orders *= 6 - place
      for (let roll = 1; roll <= orders; roll++) {
        const { shareCents, deciding } = decideBy(terms, values, [roll]).result
        expect(deciding.cents).toBe(roll)
        expect(shareCents.reduce((sum, share) => sum + share, 0)).toBe(6 + leftover)
        const seats = shareCents.flatMap((share, seat) => (share === 2 ? [seat + 1] : [])).join()
        chosen.set(seats, (chosen.get(seats) ?? 0) + 1)
      }
      // All choices of so many seats out of six.
      expect(chosen.size).toBe([6, 15, 20, 15, 6][leftover - 1])
      expect(new Set(chosen.values()).size).toBe(1)
    }
  })

  it('share: every seat gets the same, and a drawn seat the first leftover cent', () => {
    const terms = { format: '2v2', mode: 'share', crazy: false } as const
    const values = [[1, 2, 3, 5]]
    expect(decideBy(terms, values, [4]).result).toMatchObject({
      winners: [1, 2, 3, 4],
      shareCents: [3, 3, 2, 3],
      deciding: { tie: null, jackpot: null, cents: 4 },
      givesItems: false,
    })
    // Three cents for four seats: 4 × 3 × 2 orders.
    expect(everyOutcome(terms, values)).toHaveLength(24)
  })

  it('teams: the sum of a side decides, and its seats split the pot', () => {
    const terms = { format: '3v3', mode: 'normal', crazy: false } as const
    const values = [[1, 1, 9, 8, 1, 1]]
    expect(decideBy(terms, values, []).result).toMatchObject({
      sideScores: [11, 10],
      winners: [1, 2, 3],
      shareCents: [7, 7, 7, 0, 0, 0],
      givesItems: false,
    })
  })

  it.each(ALL_TERMS.filter(({ mode }) => mode !== 'share').map((terms) => [nameOf(terms), terms] as const))(
    '%s: a tie gives every side the same chance',
    (_, terms) => {
      const { seats } = BATTLE_FORMATS[terms.format]
      const outcomes = everyOutcome(terms, [new Array<number>(seats).fill(1)])
      const wins = sidesOf(terms.format).map((side) => outcomes.filter(({ winners }) => winners[0] === side[0]).length)
      expect(new Set(wins).size).toBe(1)
      expect(wins[0]).toBeGreaterThan(0)
    },
  )
})

describe('the cases of a battle', () => {
  const faultOf = (counts: readonly number[]) =>
    faultOfRounds(counts.flatMap((count, at) => new Array<string>(count).fill(`case-${at}`)))

  it('are one to fifty, at most ten of one', () => {
    expect(faultOf([])).toBe('rounds-few')
    expect(faultOf([1])).toBeNull()
    expect(faultOf([10, 10, 10, 10, 10])).toBeNull()
    expect(faultOf([10, 10, 10, 10, 10, 1])).toBe('rounds-many')
    expect(faultOf([11, 1])).toBe('case-repeated')
  })
})

describe('a part of a seat', () => {
  it('is 10, 20, … 100 percent', () => {
    const parts = Array.from({ length: 200 }, (_, percent) => percent - 20).filter(isPart)
    expect(parts).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    for (const percent of [15, 10.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(isPart(percent)).toBe(false)
  })

  it('pays up to a cent more and gets up to a cent less than its exact part, and a whole seat neither', () => {
    const amounts = fc.integer({ min: 0, max: 10 ** 12 }).map(cents)
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 10 }), (amount, tens) => {
        const percent = tens * 10
        const [paid, got] = [partOfPrice(amount, percent), partOfShare(amount, percent)]
        expect(paid * 100 - amount * percent >= 0 && paid * 100 - amount * percent < 100).toBe(true)
        expect(amount * percent - got * 100 >= 0 && amount * percent - got * 100 < 100).toBe(true)
      }),
    )
    expect([partOfPrice(cents(333), 100), partOfShare(cents(333), 100)]).toEqual([333, 333])
  })

  it('of others is paid up to fifty dollars a day', () => {
    expect([0, 4_999, 5_000, 9_000].map((paid) => fundingLeft(cents(paid)))).toEqual([5_000, 1, 0, 0])
  })
})
