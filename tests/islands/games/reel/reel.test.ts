import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { progressAt, speedAt } from '../../../../src/islands/games/parts/reel-motion.ts'
import {
  cardsAtOnce,
  cardsDue,
  IN_SIGHT,
  LANE_STOPS,
  laneDurations,
  planReel,
  REEL_CARDS,
  REEL_START,
  SETTLE,
  SPIN_MS,
  trackShift,
  trackTransforms,
  unansweredDurations,
  waitingTime,
} from '../../../../src/islands/games/reel/reel.ts'
import { placesByValue } from '../../../../src/islands/games/reel/values.ts'
import { isRareWin } from '../../../../src/islands/ui/motion/rare-win.ts'
import { seededStream } from '../../../game/fairness/chi-squared.ts'
import { contents, item } from './sample-contents.ts'

const chance = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))

describe('the cards of a reel', () => {
  test('leave one place empty, where the reel stops', () => {
    fc.assert(
      fc.property(chance, fc.constantFrom('single' as const, 'lane' as const), (numbers, kind) => {
        const plan = planReel(contents, REEL_CARDS[kind], () => numbers.next().value)
        expect(plan.cards[plan.winnerAt]).toBeNull()
        expect(plan.cards.filter((card) => card === null)).toHaveLength(1)
        expect(plan.cards.length - plan.winnerAt).toBeGreaterThan(3)
      }),
    )
  })

  test('always stop with the marker on the winner, away from its edges', () => {
    fc.assert(
      fc.property(chance, (numbers) => {
        const plan = planReel(contents, REEL_CARDS.single, () => numbers.next().value)
        expect(Math.abs(plan.rest)).toBeLessThanOrEqual(0.4)
      }),
    )
  })

  test('next to the winner follow the odds of the case: a knife of 0.25 % is not placed there', () => {
    const stream = seededStream(2)
    const numbers = (): number => stream() / 2 ** 32
    let knives = 0
    for (let run = 0; run < 4000; run++) {
      const plan = planReel(contents, REEL_CARDS.lane, numbers)
      const beside = [plan.cards[plan.winnerAt - 1], plan.cards[plan.winnerAt + 1]]
      knives += beside.filter((card) => card?.id === 'knife').length
    }
    expect(knives).toBeLessThan(60)
  })

  test('move by the track’s own length, so that a resize keeps the marker in place', () => {
    const plan = planReel(contents, { before: 5, after: 4 }, () => 0.5)
    expect(trackShift(plan, 0)).toBeCloseTo(-5)
    expect(trackShift(plan, plan.winnerAt, plan.rest)).toBeCloseTo(-55)
  })
})

describe('the long glow', () => {
  test('is for covert and above', () => {
    expect(isRareWin({ item: item('a', 'covert'), price: 5000 }, 100)).toBe(true)
    expect(isRareWin({ item: item('a', 'restricted', true), price: 5000 }, 100)).toBe(true)
    expect(isRareWin({ item: item('a', 'contraband'), price: 5000 }, 100)).toBe(true)
    expect(isRareWin({ item: item('a', 'classified'), price: 5000 }, 100)).toBe(false)
  })

  test('is never for a prize below the price of the case', () => {
    expect(isRareWin({ item: item('a', 'covert'), price: 99 }, 100)).toBe(false)
  })
})

describe('several lanes', () => {
  const prices = fc.array(fc.record({ price: fc.integer({ min: 1, max: 1_000_000 }) }), { minLength: 2, maxLength: 10 })

  test('stop one after the other, the most expensive drop last', () => {
    fc.assert(
      fc.property(prices, (drops) => {
        const durations = laneDurations(drops)
        expect(new Set(durations).size).toBe(drops.length)
        const last = durations.indexOf(Math.max(...durations))
        expect(drops[last]?.price).toBe(Math.max(...drops.map(({ price }) => price)))
        const others = durations.filter((_, lane) => lane !== last)
        expect(others).toEqual(others.toSorted((one, other) => one - other))
      }),
    )
  })

  test('have stopped within two seconds of the first stop, the best after a pause', () => {
    fc.assert(
      fc.property(prices, (drops) => {
        const stops = laneDurations(drops).toSorted((one, other) => one - other)
        const gaps = stops.slice(1).map((stop, place) => stop - (stops[place] ?? 0))
        expect((stops.at(-1) ?? 0) - (stops[0] ?? 0)).toBeLessThanOrEqual(LANE_STOPS.spanMs)
        expect(gaps.at(-1)).toBeCloseTo(Math.max(...gaps))
        expect(Math.min(...gaps)).toBeGreaterThan(100)
      }),
    )
    expect(LANE_STOPS.spanMs).toBe(2000)
  })

  test('are sorted by value in the result, equal ones in the order of their rolls', () => {
    fc.assert(
      fc.property(prices, (drops) => {
        const places = placesByValue(drops)
        expect(places.toSorted((one, other) => one - other)).toEqual([...drops.keys()])
        for (const [rank, place] of places.entries()) {
          const next = places[rank + 1]
          if (next === undefined) continue
          const [price, nextPrice] = [drops[place]?.price ?? 0, drops[next]?.price ?? 0]
          expect(price > nextPrice || (price === nextPrice && place < next)).toBe(true)
        }
      }),
    )
  })

  test('a single reel runs for six seconds', () => {
    expect(laneDurations([{ price: 5 }])).toEqual([SPIN_MS])
  })
})

describe('the end of a reel', () => {
  test('settles by six pixels, and exactly at the place of the plan', () => {
    fc.assert(
      fc.property(chance, fc.constantFrom('X' as const, 'Y' as const), (numbers, axis) => {
        const plan = planReel(contents, REEL_CARDS.single, () => numbers.next().value)
        const [, furthest, rest] = trackTransforms(plan, axis)
        const shift = trackShift(plan, plan.winnerAt, plan.rest)
        expect(rest).toBe(`translate${axis}(calc(${shift}% - 0px))`)
        expect(furthest).toBe(`translate${axis}(calc(${shift}% - ${SETTLE.px}px))`)
      }),
    )
    expect(SETTLE.px).toBe(6)
  })

  test('passes more than a card in its last second and a half', () => {
    const cards = REEL_CARDS.single.before - REEL_START
    expect((1 - progressAt((SPIN_MS - 1500) / SPIN_MS)) * cards).toBeGreaterThan(1)
  })
})

describe('a reel without an answer', () => {
  const plans = fc
    .tuple(fc.constantFrom('single' as const, 'lane' as const), fc.double({ min: -0.4, max: 0.4, noNaN: true }))
    .map(([kind, rest]) => ({ winnerAt: REEL_CARDS[kind].before, rest, cards: REEL_CARDS[kind] }))
  const times = fc.double({ min: 0, max: 1, noNaN: true })
  const cardAt = ({ winnerAt, rest }: { winnerAt: number; rest: number }, time: number): number =>
    REEL_START + progressAt(time) * (winnerAt + rest - REEL_START)

  test('goes back by whole cards, to where it is fast and the empty place is out of sight', () => {
    fc.assert(
      fc.property(plans, times, (plan, time) => {
        const next = waitingTime(plan, time)
        const moved = cardAt(plan, time) - cardAt(plan, next)
        expect(moved).toBeCloseTo(Math.round(moved), 6)
        expect(cardAt(plan, next) + IN_SIGHT.desktop).toBeLessThan(plan.winnerAt)
        if (next !== time) expect(speedAt(next)).toBeGreaterThan(0.6)
      }),
    )
  })

  test('starts as always, and does not go back before it has to', () => {
    fc.assert(
      fc.property(plans, times, (plan, time) => {
        if (progressAt(time) < 0.4) expect(waitingTime(plan, time)).toBe(time)
      }),
    )
  })

  test('runs in all lanes as long as the first of them takes', () => {
    expect(unansweredDurations(1)).toEqual([SPIN_MS])
    expect(new Set(unansweredDurations(10))).toEqual(
      new Set([Math.min(...laneDurations([{ price: 2 }, { price: 1 }]))]),
    )
  })
})

describe('mounting a reel', () => {
  /** Visible cards by the style sheet, and the allowed delay of a page. */
  const seen = { desktop: 7, phone: 2.2, lane: 5 } as const
  const lateMs = 150

  const durations = { single: SPIN_MS, lane: Math.min(...laneDurations([{ price: 2 }, { price: 1 }])) } as const
  const screens = ['desktop', 'phone', 'lane'] as const
  /** A plan whose winner rests furthest beyond the marker: its last cards become visible first. */
  const planOn = (screen: (typeof screens)[number]) => {
    const kind = screen === 'lane' ? 'lane' : 'single'
    return { plan: planReel(contents, REEL_CARDS[kind], () => 0.999_999), durationMs: durations[kind] }
  }

  test.each(screens)('adds a card before it becomes visible on a %s', (screen) => {
    const { plan, durationMs } = planOn(screen)
    for (let ms = lateMs; ms <= durationMs; ms += 10) {
      const marker = REEL_START + 0.5 + progressAt(ms / durationMs) * (plan.winnerAt + plan.rest - REEL_START)
      const last = Math.min(marker + seen[screen] / 2, plan.cards.length - 1)
      expect(cardsDue(plan, ms - lateMs, IN_SIGHT[screen], durationMs), `${ms} ms`).toBeGreaterThan(Math.floor(last))
    }
  })

  test.each(screens)('renders at once all cards that are visible before it starts on a %s', (screen) => {
    const { first, end } = cardsAtOnce(IN_SIGHT[screen])
    expect(first).toBeLessThanOrEqual(Math.max(0, Math.floor(REEL_START + 0.5 - seen[screen] / 2)))
    expect(first).toBeGreaterThanOrEqual(0)
    expect(end).toBeGreaterThan(Math.floor(REEL_START + 0.5 + seen[screen] / 2))
  })

  test.each(screens)('dims at rest all cards that are visible beside the winner on a %s', (screen) => {
    // The marker rests on the middle 80 % of the winner.
    expect(IN_SIGHT[screen]).toBeGreaterThan(seen[screen] / 2 + 0.4 - 0.5)
  })

  test.each(screens)('adds each card once, and no more than exist, on a %s', (screen) => {
    const { plan, durationMs } = planOn(screen)
    const times = Array.from({ length: durationMs / 10 + 1 }, (_, step) => step * 10)
    const due = times.map((ms) => cardsDue(plan, ms, IN_SIGHT[screen], durationMs))
    expect(due[0]).toBeLessThanOrEqual(cardsAtOnce(IN_SIGHT[screen]).end)
    expect(due).toEqual(due.toSorted((one, other) => one - other))
    expect(due.at(-1)).toBeGreaterThan(Math.min(plan.winnerAt + IN_SIGHT[screen], plan.cards.length - 1))
    expect(due.at(-1)).toBeLessThanOrEqual(plan.cards.length)
  })
})
