// Raffles: periods on any clock, rotating prizes, the list of entries, the draw.
import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DRAW_MARGIN_MS, drawRound, QUICKNET, roundTime } from '../../../src/game/fairness/beacon.ts'
import type { Hmac } from '../../../src/game/fairness/fairness.ts'
import {
  depositSince,
  drawRaffle,
  dueSpans,
  entriesText,
  rafflePrize,
  raffleSpan,
  readEntries,
} from '../../../src/game/rewards/raffle.ts'
import { RAFFLE_KINDS, type RaffleKind } from '../../../src/game/rewards/rewards.ts'

const HOUR = 3_600_000
const at = (text: string): number => Date.parse(text)
const text = (ms: number): string => new Date(ms).toISOString()
const ZONES = ['UTC', 'Europe/Kyiv', 'America/New_York', 'Asia/Kolkata', 'Pacific/Chatham'] as const

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex')
const hmacOf =
  (key: string): Hmac =>
  (message) =>
    createHmac('sha256', key).update(message).digest()

const moments = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') })
const kinds = fc.constantFrom(...RAFFLE_KINDS)

describe('periods', () => {
  it('contain their moment and follow one another without a gap, in every zone', () => {
    fc.assert(
      fc.property(kinds, moments, fc.constantFrom(...ZONES), (kind, now, zone) => {
        const span = raffleSpan(kind, now, zone)
        expect(span.fromMs <= now && now < span.toMs).toBe(true)
        expect(raffleSpan(kind, span.toMs - 1, zone)).toEqual(span)
        expect(raffleSpan(kind, span.toMs, zone).fromMs).toBe(span.toMs)
      }),
    )
  })

  it.each([
    ['daily', 'Europe/Kyiv', '2027-03-28T10:00:00Z', 23],
    ['daily', 'Europe/Kyiv', '2026-10-25T10:00:00Z', 25],
    ['daily', 'UTC', '2028-02-29T10:00:00Z', 24],
    ['weekly', 'Europe/Kyiv', '2027-03-28T10:00:00Z', 7 * 24 - 1],
    ['weekly', 'America/New_York', '2026-11-01T10:00:00Z', 7 * 24 + 1],
    ['hourly', 'Europe/Kyiv', '2027-03-28T00:59:59Z', 1],
  ] as const)('%s in %s at %s last %d hours', (kind, zone, now, hours) => {
    const { fromMs, toMs } = raffleSpan(kind, at(now), zone)
    expect((toMs - fromMs) / HOUR).toBe(hours)
  })

  it('of weeks end on Monday at midnight of the zone', () => {
    expect(text(raffleSpan('weekly', at('2026-11-22T23:59:59Z'), 'UTC').toMs)).toBe('2026-11-23T00:00:00.000Z')
    expect(text(raffleSpan('weekly', at('2026-11-22T21:59:59Z'), 'Europe/Kyiv').toMs)).toBe('2026-11-22T22:00:00.000Z')
  })
})

describe('the due periods', () => {
  const due = (kind: RaffleKind, last: string | null, now: string, zone = 'UTC'): string[] =>
    dueSpans(kind, last === null ? null : at(last), at(now), zone).map(({ fromMs }) => text(fromMs))

  it('are the current period where there was none, and none while one is open', () => {
    expect(due('hourly', null, '2026-11-21T12:34:56Z')).toEqual(['2026-11-21T12:00:00.000Z'])
    expect(due('hourly', '2026-11-21T13:00:00Z', '2026-11-21T12:59:59Z')).toEqual([])
    expect(due('hourly', '2026-11-21T13:00:00Z', '2026-11-21T13:00:00Z')).toEqual(['2026-11-21T13:00:00.000Z'])
  })

  it('are every missed hour, the oldest first', () => {
    expect(due('hourly', '2026-11-21T10:00:00Z', '2026-11-21T12:00:01Z')).toEqual([
      '2026-11-21T10:00:00.000Z',
      '2026-11-21T11:00:00.000Z',
      '2026-11-21T12:00:00.000Z',
    ])
  })

  it('are limited after a year, and end with the current one', () => {
    const spans = dueSpans('hourly', at('2025-11-21T10:00:00Z'), at('2026-11-21T12:00:01Z'), 'UTC')
    expect(spans).toHaveLength(200)
    expect(text(spans.at(-1)?.fromMs ?? 0)).toBe('2026-11-21T12:00:00.000Z')
  })

  it('have no gap and no overlap when the operator changes the time zone', () => {
    // The last day of Kyiv ended at 22:00, which is five in the afternoon in New York.
    const [span] = dueSpans('daily', at('2026-11-21T22:00:00Z'), at('2026-11-21T22:00:05Z'), 'America/New_York')
    expect(text(span?.fromMs ?? 0)).toBe('2026-11-21T22:00:00.000Z')
    expect(text(span?.toMs ?? 0)).toBe('2026-11-22T05:00:00.000Z')
  })

  it('are contiguous from any moment to any later one', () => {
    fc.assert(
      fc.property(
        kinds,
        moments,
        fc.integer({ min: 0, max: 90 * 24 }),
        fc.constantFrom(...ZONES),
        (kind, now, hours, zone) => {
          const last = raffleSpan(kind, now, zone).toMs
          const spans = dueSpans(kind, last, now + hours * HOUR, zone)
          let end = spans.length === 200 ? (spans[0]?.fromMs ?? last) : last
          for (const { fromMs, toMs } of spans) {
            expect(fromMs).toBe(end)
            end = toMs
          }
          expect(end).toBeGreaterThan(now + hours * HOUR)
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('prizes', () => {
  it('rotate by one each period, over daylight saving, weeks and years', () => {
    for (const kind of RAFFLE_KINDS) {
      for (const zone of ZONES) {
        let span = raffleSpan(kind, at('2027-10-30T12:00:00Z'), zone)
        const prizes = [0, 1, 2, 3, 4]
        for (let turn = 0; turn < 60; turn++) {
          const next = raffleSpan(kind, span.toMs, zone)
          expect(rafflePrize(kind, next, prizes)).toBe((rafflePrize(kind, span, prizes) + 1) % prizes.length)
          span = next
        }
      }
    }
  })

  it('are required', () => {
    expect(() => rafflePrize('daily', raffleSpan('daily', 0, 'UTC'), [])).toThrow(RangeError)
  })
})

describe('deposits', () => {
  it('count for an hour, a day of 24 hours, and seven of them', () => {
    const now = at('2027-03-28T12:00:00Z')
    expect(text(depositSince('hourly', now))).toBe('2027-03-28T11:00:00.000Z')
    expect(text(depositSince('daily', now))).toBe('2027-03-27T12:00:00.000Z')
    expect(text(depositSince('weekly', now))).toBe('2027-03-21T12:00:00.000Z')
  })
})

describe('the list of entries', () => {
  const raffle = { id: '0199a5a0-0000-7000-8000-000000000001', number: 7 }

  it('has a stable text', () => {
    expect(entriesText(raffle, [1000, 1002])).toBe(
      '{"raffle":"0199a5a0-0000-7000-8000-000000000001","number":7,"players":[1000,1002]}',
    )
    expect(sha256(entriesText(raffle, [1000, 1002]))).toBe(
      '1a4c47123a714dfe9ac05d366a685129f50a849a0cb739bfcd596d8b616e6b6b',
    )
  })

  it('is parsed back, and no other text is accepted', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1000, max: 2_147_483_647 }), { maxLength: 50 }), (ids) => {
        const players = ids.toSorted((one, other) => one - other)
        expect(readEntries(entriesText(raffle, players), raffle)).toEqual(players)
      }),
    )
    const right = entriesText(raffle, [1000, 1002])
    const others = [
      entriesText(raffle, [1002, 1000]),
      entriesText(raffle, [1000, 1000]),
      entriesText({ ...raffle, number: 8 }, [1000, 1002]),
      `${right} `,
      right.replace(',1002', ', 1002'),
      right.replace('1002', '01002'),
      right.replace('1002', '-1002'),
      '',
      '{}',
    ]
    for (const other of others) expect(readEntries(other, raffle)).toBeNull()
  })
})

describe('the draw', () => {
  const key = '00'.repeat(32)
  const frozen = (number: number, players: number[]) => ({
    number,
    entries: players.length,
    entriesHash: sha256(entriesText({ id: '0199a5a0-0000-7000-8000-000000000001', number }, players)),
  })

  it('returns these stable places', () => {
    const players = Array.from({ length: 1_000 }, (_, place) => 1000 + place)
    expect([1, 2, 3].map((number) => drawRaffle(hmacOf(key), frozen(number, players)))).toEqual([256, 312, 931])
  })

  it('gives the only player the only place', () => {
    expect(drawRaffle(hmacOf(key), frozen(1, [1000]))).toBe(1)
  })

  it('is in the list, and depends on the key, the list and the number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(), (entries, number) => {
        const roll = drawRaffle(hmacOf(key), { number, entries, entriesHash: sha256(String(entries)) })
        expect(roll >= 1 && roll <= entries).toBe(true)
      }),
    )
    const players = Array.from({ length: 10_000 }, (_, place) => 1000 + place)
    const rolls = [
      drawRaffle(hmacOf(key), frozen(1, players)),
      drawRaffle(hmacOf('01'.repeat(32)), frozen(1, players)),
      drawRaffle(hmacOf(key), frozen(2, players)),
      drawRaffle(hmacOf(key), frozen(1, players.slice(1))),
    ]
    expect(new Set(rolls).size).toBe(4)
  })
})

describe('the round of the beacon', () => {
  it('is the first one a margin after the end, and is published within a period of it', () => {
    fc.assert(
      fc.property(
        moments.filter((ms) => ms > QUICKNET.genesisS * 1000),
        (closesAt) => {
          const round = drawRound(QUICKNET, closesAt)
          expect(roundTime(QUICKNET, round)).toBeGreaterThanOrEqual(closesAt + DRAW_MARGIN_MS)
          expect(roundTime(QUICKNET, round - 1)).toBeLessThan(closesAt + DRAW_MARGIN_MS)
        },
      ),
    )
  })

  it('counts from the genesis of the chain', () => {
    expect(roundTime(QUICKNET, 1)).toBe(1_692_803_367_000)
    expect(roundTime(QUICKNET, 1000)).toBe(1_692_806_364_000)
    expect(drawRound(QUICKNET, 0)).toBe(1)
  })
})
