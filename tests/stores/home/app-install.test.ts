// When a browser offers to install the app.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const DAY = (day: number): Date => new Date(2026, 10, day, 12)
let stored: Record<string, string>

/** Loads the store over what a browser has stored. */
async function open(before: Record<string, string> = {}) {
  vi.resetModules()
  stored = { ...before }
  const { setPersistentEngine } = await import('@nanostores/persistent')
  setPersistentEngine(stored, { addEventListener: () => undefined, removeEventListener: () => undefined })
  return import('../../../src/stores/home/app-install.ts')
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.resetModules())

describe('the app is offered', () => {
  it('on the third day with a visit, however many pages a day has, and on every later one', async () => {
    const { countVisit } = await open()
    const offers = [1, 1, 1, 2, 2, 9, 9, 10].map((day) => countVisit(DAY(day)))
    expect(offers).toEqual([false, false, false, false, false, true, true, true])
  })

  it('by what an earlier page has stored', async () => {
    const { countVisit } = await open({ 'spacedrop:visits': '2 2026-11-03' })
    expect(countVisit(DAY(3))).toBe(false)
    expect(countVisit(DAY(4))).toBe(true)
    expect(stored['spacedrop:visits']).toBe('3 2026-11-04')
  })

  it('never again once it was declined', async () => {
    const { countVisit, stopOfferingApp } = await open({ 'spacedrop:visits': '3 2026-11-03' })
    expect(countVisit(DAY(3))).toBe(true)
    stopOfferingApp()
    expect([3, 4, 30].map((day) => countVisit(DAY(day)))).toEqual([false, false, false])
    expect(stored['spacedrop:visits']).toBe('never')
  })

  it.each(['', '0 2026-11-03', '99 2026-11-03', '<b>', '3', 'null'])(
    'as at a first visit where %j is stored',
    async (text) => {
      const { countVisit } = await open({ 'spacedrop:visits': text })
      expect([1, 2, 3].map((day) => countVisit(DAY(day)))).toEqual([false, false, true])
    },
  )
})
