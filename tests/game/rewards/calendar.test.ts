// The calendar: streaks over midnights, leap days, year ends and clock changes, and the reward of each day.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { addDays, dayAt, startOfDay } from '../../../src/game/base/site-time.ts'
import type { Item } from '../../../src/game/catalogue/catalogue.ts'
import { type Claim, calendarStreak, firstOfTen, isSuperDay, prizeOfDay } from '../../../src/game/rewards/calendar.ts'
import type { Calendar } from '../../../src/game/rewards/rewards.ts'

const HOUR_MS = 3_600_000
const ZONES = ['UTC', 'Europe/Kyiv', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata', 'America/Santiago']

const item = (id: string): Item => ({ id, priceCents: cents(100) }) as Item

const CALENDAR: Calendar = {
  days: Array.from({ length: 9 }, (_, place) => ({ kind: 'balance' as const, amount: cents(place + 1) })),
  supers: ['a', 'b', 'c'].map((id) => ({ kind: 'item' as const, item: item(id) })),
}

const day = fc.integer({ min: 0, max: 30_000 }).map((days) => addDays('2000-01-01', days))
const number = fc.integer({ min: 1, max: 100_000 })

describe('the reward of a day', () => {
  it('is the same on each of nine days of every ten, and a super prize on the tenth', () => {
    fc.assert(
      fc.property(number, (at) => {
        const prize = prizeOfDay(CALENDAR, at)
        expect(isSuperDay(at)).toBe(at % 10 === 0)
        if (at % 10 === 0) expect(prize).toEqual(CALENDAR.supers[(at / 10 - 1) % 3])
        else expect(prize).toEqual({ kind: 'balance', amount: at % 10 })
      }),
    )
  })

  it('has super prizes in order, and then from the first again', () => {
    const supers = [10, 20, 30, 40].map((at) => prizeOfDay(CALENDAR, at))
    expect(supers).toEqual([...CALENDAR.supers, CALENDAR.supers[0]])
  })

  it('belongs to the ten days that start after the last super prize', () => {
    expect([1, 9, 10, 11, 20, 21].map(firstOfTen)).toEqual([1, 1, 1, 11, 11, 21])
  })
})

describe('a streak of days', () => {
  it('starts with day 1', () => {
    expect(calendarStreak(null, '2026-11-21')).toEqual({ number: 1, isClaimed: false, ended: 0 })
  })

  it.each([
    ['the day before', '2026-11-20', '2026-11-21'],
    ['the last day of a month', '2026-11-30', '2026-12-01'],
    ['New Year’s Eve', '2026-12-31', '2027-01-01'],
    ['28 February of a common year', '2027-02-28', '2027-03-01'],
    ['28 February of a leap year', '2028-02-28', '2028-02-29'],
    ['29 February', '2028-02-29', '2028-03-01'],
    ['the day before a change to summer time', '2027-03-27', '2027-03-28'],
    ['the day of a change to winter time', '2027-10-31', '2027-11-01'],
  ])('continues after %s', (_what, last, today) => {
    expect(calendarStreak({ day: last, streak: 4 }, today)).toEqual({ number: 5, isClaimed: false, ended: 0 })
  })

  it.each([
    ['a day', '2026-11-19', '2026-11-21'],
    ['a leap day', '2028-02-28', '2028-03-01'],
    ['New Year’s Day', '2026-12-31', '2027-01-02'],
    ['a year', '2025-11-20', '2026-11-21'],
  ])('starts again after %s was missed, and reports its former length', (_what, last, today) => {
    expect(calendarStreak({ day: last, streak: 4 }, today)).toEqual({ number: 1, isClaimed: false, ended: 4 })
  })

  it('does not change once today is claimed, nor when the site’s clock was set back by a day', () => {
    for (const last of ['2026-11-21', '2026-11-22']) {
      expect(calendarStreak({ day: last, streak: 7 }, '2026-11-21')).toEqual({ number: 7, isClaimed: true, ended: 0 })
    }
  })

  it('counts the days up to today without a gap, whichever days were claimed', () => {
    fc.assert(
      fc.property(day, fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), (first, visits) => {
        let last: Claim | null = null
        let inARow = 0
        for (const [place, comes] of visits.entries()) {
          const today = addDays(first, place)
          const standing = calendarStreak(last, today)
          expect(standing).toMatchObject({ number: inARow + 1, isClaimed: false })
          inARow = comes ? inARow + 1 : 0
          if (comes) last = { day: today, streak: standing.number }
          if (comes) expect(calendarStreak(last, today)).toEqual({ number: inARow, isClaimed: true, ended: 0 })
        }
      }),
    )
  })

  it('never breaks for a player who claims at any hour of each day of the site’s zone, with clock changes or not', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        day,
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 2, maxLength: 40 }),
        (zone, first, hours) => {
          let last: Claim | null = null
          for (const [place, share] of hours.entries()) {
            const at = addDays(first, place)
            const [from, to] = [startOfDay(at, zone), startOfDay(addDays(at, 1), zone)]
            // Some zones have days of 23 hours and some of 25.
            expect(Math.abs(to - from - 24 * HOUR_MS)).toBeLessThanOrEqual(24 * HOUR_MS)
            const today = dayAt(Math.floor(from + (to - from) * share), zone)
            expect(calendarStreak(last, today)).toEqual({ number: place + 1, isClaimed: false, ended: 0 })
            last = { day: today, streak: place + 1 }
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
