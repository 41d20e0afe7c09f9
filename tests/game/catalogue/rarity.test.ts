import { describe, expect, it } from 'vitest'
import { RARITIES, RARITY_COLOURS, rarityLevel } from '../../../src/game/catalogue/rarity.ts'

describe('the level of a rarity', () => {
  it.each([
    ['consumer', 1],
    ['industrial', 1],
    ['mil-spec', 2],
    ['restricted', 3],
    ['classified', 4],
    ['covert', 5],
    ['contraband', 1],
  ] as const)('of %s is %d', (rarity, level) => {
    expect(rarityLevel({ rarity, star: false })).toBe(level)
  })

  it('is 6 for a star, with any quality', () => {
    for (const rarity of RARITIES) expect(rarityLevel({ rarity, star: true })).toBe(6)
  })

  it('is 6 for a covert knife, and its own for other knives', () => {
    expect(rarityLevel({ rarity: 'covert', star: false, knife: true })).toBe(6)
    expect(rarityLevel({ rarity: 'classified', star: false, knife: true })).toBe(4)
  })
})

it('every rarity has its own colour', () => {
  expect(new Set(RARITIES.map((rarity) => RARITY_COLOURS[rarity])).size).toBe(7)
})
