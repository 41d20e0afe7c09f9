// The keys that go from one live drop to another.
import { expect, it } from 'vitest'
import { nextCard } from '../../../src/islands/live/roving-cards.ts'

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 9, 9],
  ['ArrowLeft', 1, 0],
  ['ArrowLeft', 0, 0],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['Tab', 5, null],
  ['Enter', 5, null],
] as const)('%s on card %d goes to %s', (key, place, next) => {
  expect(nextCard(key, place, 10)).toBe(next)
})
