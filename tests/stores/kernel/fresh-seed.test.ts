// The client seed after a seed was revealed.
import { describe, expect, it } from 'vitest'
import { CLIENT_SEED, RANDOM_CLIENT_SEED } from '../../../src/game/fairness/fairness.ts'
import { freshSeed, nextSeed } from '../../../src/stores/kernel/fresh-seed.ts'

describe('the client seed of the next pair', () => {
  it('is another random one where the last was drawn', () => {
    const [drawn, next] = [freshSeed(), nextSeed('0123456789abcdef')]
    for (const seed of [drawn, next]) {
      expect(seed).toMatch(CLIENT_SEED)
      expect(seed).toMatch(RANDOM_CLIENT_SEED)
    }
    expect(next).not.toBe('0123456789abcdef')
    expect(nextSeed(drawn)).not.toBe(drawn)
  })

  it('stays where the player typed it', () => {
    for (const typed of ['lucky', 'ABCDEF0123456789', '0123456789abcde']) expect(nextSeed(typed)).toBe(typed)
  })
})
