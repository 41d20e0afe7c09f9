import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ContentView } from '../../../src/contract/case.ts'
import type { ItemView } from '../../../src/contract/common.ts'
import type { Rarity } from '../../../src/game/rarity.ts'
import {
  cardsDue,
  DEALT_AT_ONCE,
  planReel,
  REEL_CARDS,
  REEL_START,
  SPIN_MS,
  trackShift,
} from '../../../src/islands/case/reel.ts'
import { isRareMoment } from '../../../src/islands/ui/rare-moment.ts'
import { wayAt } from '../../../src/islands/ui/reel-motion.ts'
import { seededStream } from '../../game/chi-squared.ts'

function item(id: string, rarity: Rarity = 'mil-spec', star = false): ItemView {
  return {
    id,
    skin: id,
    model: 'ak47',
    weaponClass: 'rifle',
    rarity,
    star,
    stattrak: false,
    wear: 'FT',
    icon_url: null,
    market_hash_name: id,
    name: { en: id, ru: id, uk: id },
  }
}

function line(id: string, from: number, to: number): ContentView {
  return { item: item(id), price: 100, tickets: to - from + 1, from, to }
}

const contents = [line('knife', 1, 2500), line('rifle', 2501, 200_000), line('pistol', 200_001, 1_000_000)]
const chance = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))

describe('what lies on a reel', () => {
  test('the item that was won lies where the reel stops, whatever else is drawn', () => {
    fc.assert(
      fc.property(chance, fc.constantFrom('single' as const, 'lane' as const), (numbers, kind) => {
        const won = item('won')
        const plan = planReel({ item: won }, contents, REEL_CARDS[kind], () => numbers.next().value)
        expect(plan.cards[plan.winnerAt]).toBe(won)
        expect(plan.cards.filter((card) => card === won)).toHaveLength(1)
        expect(plan.cards.length - plan.winnerAt).toBeGreaterThan(3)
      }),
    )
  })

  test('the marker always rests on the winner, clear of its edges', () => {
    fc.assert(
      fc.property(chance, (numbers) => {
        const plan = planReel({ item: item('won') }, contents, REEL_CARDS.single, () => numbers.next().value)
        expect(Math.abs(plan.rest)).toBeLessThanOrEqual(0.4)
      }),
    )
  })

  test('the cards beside the winner follow the odds of the case: a knife of 0.25 % is not staged there', () => {
    const stream = seededStream(2)
    const numbers = (): number => stream() / 2 ** 32
    let knives = 0
    for (let run = 0; run < 4000; run++) {
      const plan = planReel({ item: item('won') }, contents, REEL_CARDS.lane, numbers)
      const beside = [plan.cards[plan.winnerAt - 1], plan.cards[plan.winnerAt + 1]]
      knives += beside.filter((card) => card?.id === 'knife').length
    }
    expect(knives).toBeLessThan(60)
  })

  test('the track is moved by its own length, so that a resize keeps the marker where it is', () => {
    const plan = planReel({ item: item('won') }, contents, { before: 5, after: 4 }, () => 0.5)
    expect(trackShift(plan, 0)).toBeCloseTo(-5)
    expect(trackShift(plan, plan.winnerAt, plan.rest)).toBeCloseTo(-55)
  })
})

describe('the long light', () => {
  test('is for covert and above', () => {
    expect(isRareMoment({ item: item('a', 'covert'), price: 5000 }, 100)).toBe(true)
    expect(isRareMoment({ item: item('a', 'restricted', true), price: 5000 }, 100)).toBe(true)
    expect(isRareMoment({ item: item('a', 'contraband'), price: 5000 }, 100)).toBe(true)
    expect(isRareMoment({ item: item('a', 'classified'), price: 5000 }, 100)).toBe(false)
  })

  test('is never for what is worth less than the case', () => {
    expect(isRareMoment({ item: item('a', 'covert'), price: 99 }, 100)).toBe(false)
  })
})

describe('dealing a reel', () => {
  /** Cards from the marker to the edge of a desk's reel, and what a page may be late. */
  const [aside, lateMs] = [4, 150]

  test.each(['single', 'lane'] as const)('a card of a %s reel is there before it comes into sight', (kind) => {
    const plan = planReel({ item: item('won') }, contents, REEL_CARDS[kind], Math.random)
    for (let ms = lateMs; ms <= SPIN_MS; ms += 10) {
      const marker = REEL_START + wayAt(ms / SPIN_MS) * (plan.winnerAt + plan.rest - REEL_START)
      const seen = Math.min(marker + aside, plan.cards.length - 1)
      expect(cardsDue(plan, ms - lateMs), `${ms} ms`).toBeGreaterThan(Math.floor(seen))
    }
  })

  test('asks for no card twice, and for no more than there are', () => {
    const plan = planReel({ item: item('won') }, contents, REEL_CARDS.single, Math.random)
    const due = Array.from({ length: SPIN_MS / 10 + 1 }, (_, step) => cardsDue(plan, step * 10))
    expect(due[0]).toBe(DEALT_AT_ONCE)
    expect(due).toEqual(due.toSorted((one, other) => one - other))
    expect(due.at(-1)).toBe(plan.cards.length)
  })
})
