// No seat is better than another: every draw of a few cents is enumerated with every outcome of its deciding rolls, and seats change
// places with one another.
import { beforeAll, describe, expect, it } from 'vitest'
import { BATTLE_FORMATS, type BattleResult, type BattleTerms, sidesOf } from '../../../src/game/battles/battle.ts'
import { byRun } from '../../support/runner/long-run.ts'
import { ALL_TERMS, everyOutcome, listsOf, nameOf } from './outcomes.ts'

const VALUES = [1, 2, 4]

/** Tells whether all seats but one have drawn the least. */
const isNearlyEven = (values: readonly (readonly number[])[]): boolean =>
  values.flat().filter((value) => value > 1).length <= 1

/**
 * All draws of a few rounds and values: of each round the cents by slot. Two rounds, but for six seats. A share goes by the sum alone, and
 * six seats have 720 orders of leftover cents: the short form has few draws of theirs.
 */
function drawsOf({ format, mode }: BattleTerms): number[][][] {
  const { seats } = BATTLE_FORMATS[format]
  const rounds = seats <= 5 ? 2 : 1
  const draws = listsOf(seats * rounds, seats * rounds <= 6 ? VALUES : VALUES.slice(0, 2)).map((list) =>
    Array.from({ length: rounds }, (_, round) => list.slice(round * seats, (round + 1) * seats)),
  )
  const isShort = byRun(mode === 'share' && seats === 6, false)
  return isShort ? draws.filter(isNearlyEven) : draws
}

/** Exchanges of two neighbours: of seats within a side, and of whole sides. All permutations that keep sides together consist of them. */
function exchangesOf({ format }: BattleTerms): number[][] {
  const sides = sidesOf(format)
  const { sideSize } = BATTLE_FORMATS[format]
  const slots = sides.flat()
  const swapped = (from: number, to: number, size: number): number[] =>
    slots.map((slot) => {
      if (slot >= from && slot < from + size) return slot - from + to
      return slot >= to && slot < to + size ? slot - to + from : slot
    })
  return [
    ...sides.slice(1).map(([first = 0]) => swapped(first - sideSize, first, sideSize)),
    ...sides.flatMap((side) => side.slice(1).map((slot) => swapped(slot - 1, slot, 1))),
  ]
}

/** Returns how often each slot gets which share, and wins. */
function chancesOf(outcomes: readonly BattleResult[], slot: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { shareCents, winners } of outcomes) {
    const key = `${shareCents[slot - 1]} ${winners.includes(slot)}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Battles of five and six seats have most of the draws: the long form has them. */
const TERMS = byRun(
  ALL_TERMS.filter(({ format }) => BATTLE_FORMATS[format].seats <= 4),
  ALL_TERMS,
)

describe.each(TERMS.map((terms) => [nameOf(terms), terms] as const))('%s', (_, terms) => {
  const draws = drawsOf(terms)
  const slots = sidesOf(terms.format).flat()
  /** Of each draw the chances by slot. */
  let chances: ReadonlyMap<string, readonly Map<string, number>[]>

  beforeAll(() => {
    chances = new Map(
      draws.map((values) => {
        const outcomes = everyOutcome(terms, values)
        return [JSON.stringify(values), slots.map((slot) => chancesOf(outcomes, slot))] as const
      }),
    )
  })

  it('gives seats that change places each the chances of the other', () => {
    for (const exchange of exchangesOf(terms)) {
      const differing = draws.filter((values) => {
        const there = values.map((round) => exchange.map((slot) => round[slot - 1] ?? 0))
        const [here, exchanged] = [chances.get(JSON.stringify(values)), chances.get(JSON.stringify(there))]
        return !slots.every((slot, at) => sameCounts(exchanged?.[at], here?.[(exchange[slot - 1] ?? 0) - 1]))
      })
      expect(differing).toEqual([])
    }
  })

  it('gives every seat the same over all draws', () => {
    const totals = slots.map((_slot, at) => {
      // Outcomes of a draw are equally likely, and draws are too, however many outcomes each has: shares are compared as exact fractions.
      const fractions = new Map<number, number>()
      for (const seats of chances.values()) {
        const counts = seats[at] ?? new Map<string, number>()
        const outcomes = [...counts.values()].reduce((total, count) => total + count, 0)
        const shared = [...counts].reduce((total, [key, count]) => total + Number.parseInt(key, 10) * count, 0)
        fractions.set(outcomes, (fractions.get(outcomes) ?? 0) + shared)
      }
      return [...fractions].toSorted(([one], [other]) => one - other)
    })
    for (const total of totals) expect(total).toEqual(totals[0])
  })
})

function sameCounts(one: Map<string, number> | undefined, other: Map<string, number> | undefined): boolean {
  if (one === undefined || other === undefined || one.size !== other.size) return false
  return [...one].every(([key, count]) => other.get(key) === count)
}
