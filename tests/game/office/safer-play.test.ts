// Signals of safer play: what applies, what never does, and that thresholds and windows are kept, for any history of play.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../src/game/base/site-time.ts'
import {
  DEFAULT_SAFER_PLAY,
  daysRead,
  isNightHour,
  isRaise,
  type PlayDay,
  SIGNAL_KINDS,
  type SignalKind,
  signalsOf,
} from '../../../src/game/office/safer-play.ts'

const LAST = '2026-11-28'
const HOUR_MS = 3_600_000
const { rules } = DEFAULT_SAFER_PLAY

const dayOf = (ago: number, changes: Partial<PlayDay> = {}): PlayDay => ({
  day: addDays(LAST, -ago),
  deposits: 0,
  deposited: 0,
  staked: 0,
  result: 0,
  nightMs: 0,
  limitsRaised: 0,
  withdrawalsCancelled: 0,
  ...changes,
})

const kindsOf = (days: readonly PlayDay[], lastDay = LAST): SignalKind[] =>
  signalsOf(days, lastDay, DEFAULT_SAFER_PLAY).map(({ kind }) => kind)

const amounts = fc.integer({ min: 0, max: 200_000 })
const dayContents = fc.record({
  deposits: fc.integer({ min: 0, max: 8 }),
  deposited: amounts,
  staked: amounts,
  result: fc.integer({ min: -200_000, max: 200_000 }),
  nightMs: fc.integer({ min: 0, max: 6 * HOUR_MS }),
  limitsRaised: fc.integer({ min: 0, max: 3 }),
  withdrawalsCancelled: fc.integer({ min: 0, max: 3 }),
})
const anyDays = fc
  .uniqueArray(fc.integer({ min: 0, max: 45 }), { maxLength: 45 })
  .chain((agos) => fc.tuple(...agos.map((ago) => dayContents.map((contents) => dayOf(ago, contents)))))

describe('signals of safer play', () => {
  it('see deposits that rise after losses, with the numbers', () => {
    const days = [
      dayOf(6, { deposits: 1, deposited: 2_000, staked: 2_000, result: -2_000 }),
      dayOf(4, { deposits: 2, deposited: 5_000, staked: 5_000, result: -5_000 }),
      dayOf(1, { deposits: 1, deposited: 9_000, staked: 9_000, result: -4_000 }),
    ]
    expect(signalsOf(days, LAST, DEFAULT_SAFER_PLAY)).toEqual([
      {
        kind: 'chasing',
        numbers: { rises: 2, lost: 11_000, deposited: 16_000, first: 2_000, last: 9_000, windowDays: 14 },
      },
    ])
    const won = days.map((day) => ({ ...day, result: 1_000 }))
    expect(kindsOf(won)).toEqual([])
    const falling = [9_000, 5_000, 2_000].map((deposited, at) => ({ ...dayOf(6 - at, days[at]), deposited }))
    expect(kindsOf(falling.map((day, at) => ({ ...day, day: addDays(LAST, at - 6) })))).toEqual([])
  })

  it('see many deposits on one day at a loss, nights, raised limits and withdrawals that were taken back', () => {
    expect(kindsOf([dayOf(0, { deposits: 4, deposited: 8_000, result: -5_000 })])).toEqual(['many-deposits'])
    expect(kindsOf([dayOf(0, { deposits: 4, deposited: 8_000, result: -4_999 })])).toEqual([])
    expect(kindsOf([0, 1, 2].map((ago) => dayOf(ago, { nightMs: 2 * HOUR_MS })))).toEqual(['nights'])
    expect(kindsOf([0, 1, 2].map((ago) => dayOf(ago, { nightMs: 2 * HOUR_MS - 1 })))).toEqual([])
    expect(kindsOf([dayOf(29, { limitsRaised: 1 }), dayOf(0, { limitsRaised: 1 })])).toEqual(['limits-raised'])
    const back = dayOf(3, { withdrawalsCancelled: 3 })
    expect(kindsOf([back])).toEqual([])
    expect(kindsOf([back, dayOf(4, { staked: 100 })])).toEqual([])
    expect(kindsOf([back, dayOf(2, { staked: 100 })])).toEqual(['withdrawals-cancelled'])
  })

  it('are none of a player who did nothing, and never of one who wins each day and sleeps', () => {
    expect(kindsOf([])).toEqual([])
    fc.assert(
      fc.property(anyDays, (days) => {
        const calm = days.map((day) => ({
          ...day,
          result: Math.abs(day.result),
          nightMs: 0,
          limitsRaised: 0,
          withdrawalsCancelled: 0,
        }))
        expect(kindsOf(calm)).toEqual([])
      }),
    )
  })

  it('rest on numbers that reach every threshold, and look at their windows alone', () => {
    fc.assert(
      fc.property(anyDays, (days) => {
        for (const { kind, numbers } of signalsOf(days, LAST, DEFAULT_SAFER_PLAY)) {
          const { windowDays, ...thresholds } = rules[kind]
          for (const [name, least] of Object.entries(thresholds)) expect(numbers[name]).toBeGreaterThanOrEqual(least)
          const within = days.filter(({ day }) => day > addDays(LAST, -windowDays))
          expect(signalsOf(within, LAST, DEFAULT_SAFER_PLAY)).toContainEqual({ kind, numbers })
        }
      }),
    )
  })

  it('do not depend on the order of days, and none disappears when its threshold is lower', () => {
    fc.assert(
      fc.property(anyDays, fc.constantFrom(...SIGNAL_KINDS), (days, kind) => {
        expect(signalsOf(days.toReversed(), LAST, DEFAULT_SAFER_PLAY)).toEqual(
          signalsOf(days, LAST, DEFAULT_SAFER_PLAY),
        )
        const lower = Object.fromEntries(
          Object.entries(rules[kind]).map(([name, value]) => [name, name === 'windowDays' ? value : value / 2]),
        )
        const easier = { ...DEFAULT_SAFER_PLAY, rules: { ...rules, [kind]: lower } }
        const before = kindsOf(days)
        expect(signalsOf(days, LAST, easier).map((signal) => signal.kind)).toEqual(expect.arrayContaining(before))
      }),
    )
  })

  it('read as many days as the longest window, and know the hours of a night across midnight', () => {
    expect(daysRead(DEFAULT_SAFER_PLAY)).toBe(30)
    expect([23, 0, 5, 6].map((hour) => isNightHour(hour, { from: 0, to: 6 }))).toEqual([false, true, true, false])
    expect([21, 22, 0, 5, 6].map((hour) => isNightHour(hour, { from: 22, to: 6 }))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })

  it('know a raised limit: more than before, or none any more', () => {
    expect([isRaise(null, 100), isRaise(100, 100), isRaise(100, 50)]).toEqual([false, false, false])
    expect([isRaise(100, 101), isRaise(100, null)]).toEqual([true, true])
  })
})
