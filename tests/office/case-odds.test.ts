// Tickets of a case while it is edited: they always can be made a million, and a price gives the return that was asked for.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CASE_TICKETS } from '../../src/game/base/economy.ts'
import { ticketSum } from '../../src/game/cases/case.ts'
import {
  distributeRest,
  percentText,
  priceFor,
  spreadByPrice,
  ticketsOfPercent,
  ticketsOfText,
} from '../../src/office/session/items/odds.ts'
import type { TicketLine } from '../../src/office/session/items/returns.ts'
import { returnOf } from '../../src/office/session/items/returns.ts'

const lines = fc
  .array(fc.integer({ min: 1, max: CASE_TICKETS }), { minLength: 1, maxLength: 40 })
  .map((tickets) => tickets.map((count, at): TicketLine => ({ item: `item-${at}`, tickets: count })))

const priceOf = (item: string): number => (Number(item.split('-')[1]) + 1) * 37

describe('the rest of a million tickets', () => {
  it('is distributed in proportion, and each item keeps a ticket', () => {
    fc.assert(
      fc.property(lines, (entries) => {
        const whole = distributeRest(entries, null) ?? []
        expect(ticketSum(whole)).toBe(CASE_TICKETS)
        expect(whole.every(({ tickets }) => tickets >= 1)).toBe(true)
        expect(whole.map(({ item }) => item)).toEqual(entries.map(({ item }) => item))
        for (const [at, { tickets }] of entries.entries()) {
          for (const [other, line] of entries.entries())
            if (tickets > line.tickets)
              expect(whole[at]?.tickets).toBeGreaterThanOrEqual((whole[other]?.tickets ?? 0) - 1)
        }
      }),
    )
  })

  it('goes to one item, unless it would be left without a ticket', () => {
    const entries = [
      { item: 'a', tickets: 400_000 },
      { item: 'b', tickets: 500_000 },
    ]
    expect(distributeRest(entries, 'a')?.[0]?.tickets).toBe(500_000)
    expect(distributeRest([...entries, { item: 'c', tickets: 100_001 }], 'c')?.[2]?.tickets).toBe(100_000)
    expect(
      distributeRest([...entries, { item: 'c', tickets: 1_000 }, { item: 'd', tickets: 500_000 }], 'c'),
    ).toBeUndefined()
    expect(distributeRest(entries, 'unknown')).toBeUndefined()
    expect(distributeRest([], null)).toBeUndefined()
  })

  it('is spread so that half the price has twice the tickets', () => {
    fc.assert(
      fc.property(lines, (entries) => {
        const spread = spreadByPrice(entries, priceOf) ?? []
        expect(ticketSum(spread)).toBe(CASE_TICKETS)
        for (const [at, line] of spread.entries())
          expect(line.tickets).toBeGreaterThanOrEqual((spread[at + 1]?.tickets ?? 0) - 1)
      }),
    )
  })
})

describe('a price', () => {
  it('returns what was asked for, to the nearest cent', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 80, max: 95 }), (entries, percent) => {
        const whole = distributeRest(entries, null) ?? []
        const price = priceFor(whole, percent / 100, priceOf) ?? 0
        const mean = (returnOf({ price, entries: whole }, priceOf) ?? 0) * price
        expect(Math.abs(mean / (percent / 100) - price)).toBeLessThanOrEqual(0.5 + 1e-9)
      }),
    )
  })

  it('is not told before all tickets are distributed, and of items without one', () => {
    expect(priceFor([{ item: 'item-1', tickets: 5 }], 0.9, priceOf)).toBeNull()
    expect(priceFor([{ item: 'item-1', tickets: CASE_TICKETS }], 0.9, () => undefined)).toBeNull()
    expect(returnOf({ price: 100, entries: [] }, priceOf)).toBeNull()
  })
})

describe('a typed share', () => {
  it('is read as it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: CASE_TICKETS }), (tickets) => {
        expect(ticketsOfPercent(percentText(tickets))).toBe(tickets)
        expect(ticketsOfText(String(tickets))).toBe(tickets)
      }),
    )
    expect(ticketsOfPercent('12,5')).toBe(125_000)
    expect(ticketsOfText('1 000 000')).toBe(CASE_TICKETS)
    for (const text of ['', '0', '-1', '100.1', '0.00001', 'x']) expect(ticketsOfPercent(text)).toBeUndefined()
    for (const text of ['', '0', '1000001', '1e3']) expect(ticketsOfText(text)).toBeUndefined()
  })
})
