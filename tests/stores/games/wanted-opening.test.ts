// The opening that a sign-in returns to: what was wanted is read back, and nothing else is.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { OPEN_COUNT } from '../../../src/game/economy.ts'
import { safeReturnPath } from '../../../src/islands/login/return-path.ts'
import { countWanted, wantedOpening } from '../../../src/stores/games/wanted-opening.ts'

const PAGE = 'https://spacedrop.example/case/orion'

it('reads back every number of openings, from an address that a sign-in follows', () => {
  for (let count: number = OPEN_COUNT.least; count <= OPEN_COUNT.most; count++) {
    const path = wantedOpening('/case/orion', count)
    expect(safeReturnPath(path)).toBe(path)
    expect(countWanted(new URL(path, PAGE).search)).toBe(count)
  }
})

it('reads no other number from any query', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String)), (text) => {
      const count = countWanted(`?${new URLSearchParams({ open: text })}`)
      const isNumber = /^\d{1,2}$/.test(text) && Number(text) >= OPEN_COUNT.least && Number(text) <= OPEN_COUNT.most
      expect(count).toBe(isNumber ? Number(text) : null)
    }),
  )
  expect(countWanted('')).toBeNull()
})
