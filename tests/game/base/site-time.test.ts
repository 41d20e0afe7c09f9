// Days, nights and weeks over midnight, 02:00, daylight saving, leap days and the ends of months and years, in zones of
// all kinds.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayAt,
  dayOf,
  hourOf,
  isTimeZone,
  nightOf,
  startOfDay,
  weekOf,
} from '../../../src/game/base/site-time.ts'

const HOUR_MS = 3_600_000
const at = (iso: string): number => Date.parse(iso)

/** Far east and far west, half hours, changes at 02:00, at 03:00, at midnight and by half an hour, and none. */
const ZONES = [
  'UTC',
  'Europe/Kyiv',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Asia/Beirut',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Africa/Cairo',
] as const

const moments = fc.integer({ min: at('2000-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') })

describe('a day', () => {
  it.each([
    ['UTC', '2026-11-21T23:59:59.999Z', '2026-11-21'],
    ['UTC', '2026-11-22T00:00:00.000Z', '2026-11-22'],
    ['Europe/Kyiv', '2026-11-21T21:59:59.999Z', '2026-11-21'],
    ['Europe/Kyiv', '2026-11-21T22:00:00.000Z', '2026-11-22'],
    ['Europe/Kyiv', '2028-02-28T22:00:00.000Z', '2028-02-29'],
    ['Europe/Kyiv', '2027-02-28T22:00:00.000Z', '2027-03-01'],
    ['America/New_York', '2027-01-01T04:59:59.999Z', '2026-12-31'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00.000Z', '2027-01-01'],
  ])('in %s at %s is %s', (zone, moment, day) => {
    expect(dayAt(at(moment), zone)).toBe(day)
  })

  it.each([
    ['Europe/Kyiv', '2027-03-28', 23],
    ['Europe/Kyiv', '2027-10-31', 25],
    ['America/New_York', '2027-03-14', 23],
    ['America/New_York', '2027-11-07', 25],
    ['Australia/Lord_Howe', '2027-10-03', 23.5],
    ['Australia/Lord_Howe', '2027-04-04', 24.5],
    ['Asia/Kolkata', '2027-03-28', 24],
  ])('in %s, the %s, has %d hours', (zone, day, hours) => {
    const { fromMs, toMs } = dayOf(startOfDay(day, zone) + HOUR_MS, zone)
    expect((toMs - fromMs) / HOUR_MS).toBe(hours)
  })

  it('starts after the skipped hour where midnight does not exist', () => {
    // Clocks in Beirut go from 00:00 to 01:00.
    const from = startOfDay('2027-03-28', 'Asia/Beirut')
    expect(new Date(from).toISOString()).toBe('2027-03-27T22:00:00.000Z')
    expect(dayAt(from - 1, 'Asia/Beirut')).toBe('2027-03-27')
    expect(dayAt(from, 'Asia/Beirut')).toBe('2027-03-28')
  })
})

describe('a night', () => {
  it.each([
    ['UTC', '2026-11-21T01:59:59.999Z', '2026-11-20'],
    ['UTC', '2026-11-21T02:00:00.000Z', '2026-11-21'],
    ['Europe/Kyiv', '2026-11-20T23:59:59.999Z', '2026-11-20'],
    ['Europe/Kyiv', '2026-11-21T00:00:00.000Z', '2026-11-21'],
    ['America/New_York', '2026-11-21T06:59:59.999Z', '2026-11-20'],
  ])('in %s at %s is that of %s', (zone, moment, day) => {
    expect(nightOf(at(moment), zone).day).toBe(day)
  })

  it('starts after the skipped hour where 02:00 does not exist, and lasts 23 hours before it', () => {
    const night = nightOf(at('2027-03-28T05:00:00Z'), 'Europe/Berlin')
    expect(new Date(night.fromMs).toISOString()).toBe('2027-03-28T01:00:00.000Z')
    expect((night.toMs - night.fromMs) / HOUR_MS).toBe(23)
  })

  it('starts at the first 02:00 where it occurs twice, and happens once', () => {
    const night = nightOf(at('2027-10-31T05:00:00Z'), 'Europe/Berlin')
    expect(new Date(night.fromMs).toISOString()).toBe('2027-10-31T00:00:00.000Z')
    expect(nightOf(at('2027-10-31T01:00:00Z'), 'Europe/Berlin')).toEqual(night)
    expect((night.toMs - night.fromMs) / HOUR_MS).toBe(25)
  })
})

describe('a week', () => {
  it.each([
    ['UTC', '2026-11-22T23:59:59.999Z', '2026-11-16'],
    ['UTC', '2026-11-23T00:00:00.000Z', '2026-11-23'],
    ['Europe/Kyiv', '2026-11-22T22:00:00.000Z', '2026-11-23'],
    ['UTC', '2027-01-01T12:00:00.000Z', '2026-12-28'],
    ['UTC', '2028-02-29T12:00:00.000Z', '2028-02-28'],
  ])('in %s at %s began on %s', (zone, moment, day) => {
    expect(weekOf(at(moment), zone).day).toBe(day)
  })
})

describe('every period', () => {
  it.each(ZONES)('in %s contains its moment, and the next starts where it ends', (zone) => {
    fc.assert(
      fc.property(moments, (moment) => {
        for (const spanOf of [dayOf, nightOf, weekOf, hourOf]) {
          const span = spanOf(moment, zone)
          expect(span.fromMs).toBeLessThanOrEqual(moment)
          expect(span.toMs).toBeGreaterThan(moment)
          expect(spanOf(span.toMs - 1, zone)).toEqual(span)
          const next = spanOf(span.toMs, zone)
          expect(next.fromMs).toBe(span.toMs)
          expect(spanOf(span.fromMs - 1, zone).toMs).toBe(span.fromMs)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('of days and nights is followed by that of the next day', () => {
    fc.assert(
      fc.property(moments, fc.constantFrom(...ZONES), (moment, zone) => {
        for (const spanOf of [dayOf, nightOf]) {
          const { day, toMs } = spanOf(moment, zone)
          expect(spanOf(toMs, zone).day).toBe(addDays(day, 1))
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('a zone', () => {
  it('is known by its name or refused', () => {
    expect(['UTC', 'Europe/Kyiv', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false])
  })
})
