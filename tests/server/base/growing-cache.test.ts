// The cache that takes memory only for what it holds.
import { expect, it } from 'vitest'
import { growingCache } from '../../../src/server/base/growing-cache.ts'

it('drops the entry that was not used for the longest time when it is full', () => {
  const cache = growingCache<string, number>(2)
  cache.set('first', 1)
  cache.set('second', 2)
  cache.get('first')
  cache.set('third', 3)
  expect([...cache.keys()].toSorted()).toEqual(['first', 'third'])
})

it('drops an entry at the end of its lifetime', async () => {
  const cache = growingCache<string, number>(2, 5)
  cache.set('one', 1)
  await expect.poll(() => cache.get('one')).toBeUndefined()
})

it('reserves no lists for entries that it does not hold', () => {
  expect(growingCache<string, number>(100_000).max).toBe(0)
})
