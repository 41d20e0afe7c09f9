// The row of the cases that the player opened last is no empty block of the home page.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startOwnRow } from '../../../src/islands/home/own-row.ts'
import { $ownCases } from '../../../src/stores/home/own-cases.ts'

const opened = [{ url: 'orion', image: 'orion.svg', price: 250, name: { en: 'Orion', ru: 'Орион', uk: 'Оріон' } }]
const stored = new Map<string, string>()
let dataset: Record<string, string>

beforeEach(() => {
  dataset = {}
  stored.clear()
  $ownCases.set(null)
  vi.stubGlobal('localStorage', { setItem: (key: string, text: string) => stored.set(key, text) })
  startOwnRow({ getElementById: () => ({ dataset }) } as unknown as Document)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the row of the own cases', () => {
  it('is hidden until they are known, and where there are none', () => {
    expect(dataset).toEqual({})
    $ownCases.set({ favourites: [], opened: [] })
    expect(dataset.own).toBe('none')
  })

  it('is shown where there is one, and remembered for the next visit', () => {
    $ownCases.set({ favourites: [], opened })
    expect(dataset.own).toBe('some')
    expect([...stored.values()]).toEqual(['some'])
  })
})
