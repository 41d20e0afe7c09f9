// The opening that a sign-in returns to: what a tap wanted is resumed once, on the page that it was wanted for, and nothing else ever is.
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OPEN_COUNT } from '../../../src/game/base/economy.ts'
import { safeReturnPath } from '../../../src/islands/account/login/return-path.ts'
import { takeWantedOpening, wishOpening } from '../../../src/stores/games/wanted-opening.ts'

const SITE = 'https://spacedrop.example'
const ORION = { url: 'orion', price: 250 }
const MINUTE = 60_000

/** Opens the next page of the tab. */
function arrive(from: string, type = 'navigate'): void {
  vi.stubGlobal('document', { referrer: from })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])
}

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('location', { origin: SITE })
  vi.useFakeTimers({ toFake: ['Date'] })
  arrive(`${SITE}/auth/callback`)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Wants an opening by a tap; returns the query of the address that the sign-in returns to. */
const wish = (count = 3): string => new URL(wishOpening(ORION, count, '/case/orion'), SITE).search

it('resumes every number of openings, once, at an address that a sign-in follows', () => {
  for (let count: number = OPEN_COUNT.least; count <= OPEN_COUNT.most; count++) {
    const path = wishOpening(ORION, count, '/case/orion')
    expect(path).toBe(`/case/orion?open=${count}`)
    expect(safeReturnPath(path)).toBe(path)
    const { search } = new URL(path, SITE)
    expect(takeWantedOpening(ORION, search)).toBe(count)
    expect(takeWantedOpening(ORION, search)).toBeNull()
  }
})

it('resumes nothing that an address alone names', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer({ min: 1, max: 10 }).map(String)), (text) => {
      expect(takeWantedOpening(ORION, `?${new URLSearchParams({ open: text })}`)).toBeNull()
    }),
  )
})

it.each([
  ['of another case', { url: 'first-step', price: 250 }],
  ['at another price', { url: 'orion', price: 251 }],
])('resumes nothing on the page %s', (_, shown) => {
  const search = wish()
  expect(takeWantedOpening(shown, search)).toBeNull()
  expect(takeWantedOpening(ORION, search)).toBeNull()
})

it.each(['', '?open=10', '?open=03', '?open=3x', '?open='])('resumes no other number than was wanted: %j', (search) => {
  wish()
  expect(takeWantedOpening(ORION, search)).toBeNull()
})

it.each([0, 11, 1.5, -1])('resumes no number that cannot be opened: %d', (count) => {
  expect(takeWantedOpening(ORION, wish(count))).toBeNull()
})

it.each([
  ['a page of another site', 'https://evil.example/', 'navigate'],
  ['an address', '', 'navigate'],
  ['a reload', `${SITE}/auth/callback`, 'reload'],
  ['the history', `${SITE}/auth/callback`, 'back_forward'],
])('resumes nothing on a page that was opened by %s', (_, from, type) => {
  const search = wish()
  arrive(from, type)
  expect(takeWantedOpening(ORION, search)).toBeNull()
})

it('waits for a sign-in of 15 minutes', () => {
  const first = wish()
  vi.setSystemTime(Date.now() + 15 * MINUTE - 1)
  expect(takeWantedOpening(ORION, first)).toBe(3)
  const second = wish()
  vi.setSystemTime(Date.now() + 15 * MINUTE)
  expect(takeWantedOpening(ORION, second)).toBeNull()
})
