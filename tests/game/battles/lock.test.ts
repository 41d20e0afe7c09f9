// The lock of a battle: its text, its round, and the seed that comes out of both.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BATTLE_FORMAT_NAMES, BATTLE_MODES } from '../../../src/game/battles/battle.ts'
import {
  type BattleLock,
  type BattleSource,
  battleSeed,
  isSentInTime,
  LOCK_AHEAD_MS,
  LOCK_SENT_BEFORE_MS,
  lockRound,
  lockText,
} from '../../../src/game/battles/lock.ts'
import { QUICKNET, roundTime, type Sha256 } from '../../../src/game/fairness/beacon.ts'
import { CLIENT_SEED } from '../../../src/game/fairness/fairness.ts'

const sha256: Sha256 = async (bytes) => createHash('sha256').update(bytes).digest()
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const hashes = fc.stringMatching(/^[0-9a-f]{64}$/)
const counts = fc.integer({ min: 1, max: 2 ** 40 })
const sources: fc.Arbitrary<BattleSource> = fc.oneof(
  fc.record({ source: fc.constant('drand' as const), chain: hashes, round: counts }),
  fc.record({ source: fc.constant('seed' as const), commit: hashes }),
)

const locks: fc.Arbitrary<BattleLock> = fc.record({
  battle: fc.uuid(),
  format: fc.constantFrom(...BATTLE_FORMAT_NAMES),
  mode: fc.constantFrom(...BATTLE_MODES),
  crazy: fc.boolean(),
  rounds: fc.array(fc.record({ odds: hashes, price: counts }), { minLength: 1, maxLength: 4 }),
  seats: fc.array(
    fc.record({ id: fc.uuid(), seed: fc.stringMatching(CLIENT_SEED), percent: fc.constantFrom(10, 50, 100) }),
    { minLength: 2, maxLength: 6 },
  ),
  source: sources,
})

const EXAMPLE: BattleLock = {
  battle: '0199a5a0-0000-7000-8000-000000000001',
  format: '1v1',
  mode: 'normal',
  crazy: false,
  rounds: [{ odds: 'ab'.repeat(32), price: 250 }],
  seats: [
    { id: '0199a5a0-0000-7000-8000-000000000002', seed: 'first', percent: 100 },
    { id: '0199a5a0-0000-7000-8000-000000000003', seed: 'second', percent: 50 },
  ],
  source: { source: 'drand', chain: QUICKNET.hash, round: 1000 },
}

describe('the text of a lock', () => {
  it('has a stable form, and a hash', () => {
    expect(lockText(EXAMPLE)).toBe(
      `{"battle":"0199a5a0-0000-7000-8000-000000000001","format":"1v1","mode":"normal","crazy":false,"rounds":[{"odds":"${'ab'.repeat(32)}","price":250}],"seats":[{"id":"0199a5a0-0000-7000-8000-000000000002","seed":"first","percent":100},{"id":"0199a5a0-0000-7000-8000-000000000003","seed":"second","percent":50}],"source":"drand","chain":"${QUICKNET.hash}","round":1000}`,
    )
    const seeded = lockText({ ...EXAMPLE, source: { source: 'seed', commit: 'cd'.repeat(32) } })
    expect(seeded.endsWith(`}],"source":"seed","commit":"${'cd'.repeat(32)}"}`)).toBe(true)
    expect(hashOf(lockText(EXAMPLE))).toBe('4b723ec2736773e5b907f8d29f0610f7b107fd60de8c2eedf7fd4cfcb4e3e0fb')
  })

  it('does not depend on the order of keys, nor on what else an object has', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled)
      if (typeof value !== 'object' || value === null) return value
      const entries = Object.entries(value).map(([key, part]) => [key, shuffled(part)] as const)
      return Object.fromEntries([['extra', 1], ...entries.toReversed()])
    }
    fc.assert(
      fc.property(locks, (lock) => {
        expect(lockText(shuffled(lock) as BattleLock)).toBe(lockText(lock))
      }),
    )
  })

  it('is read back as everything that was locked, so that no two locks have the same text', () => {
    fc.assert(
      fc.property(locks, (lock) => {
        const { source, chain, round, commit, ...bound } = JSON.parse(lockText(lock))
        expect({ ...bound, source: source === 'drand' ? { source, chain, round } : { source, commit } }).toEqual(lock)
      }),
    )
  })
})

describe('the round of a lock', () => {
  const moments = fc.integer({ min: roundTime(QUICKNET, 1), max: roundTime(QUICKNET, 200_000_000) })

  it('is the first one at least six seconds ahead, and so less than nine', () => {
    fc.assert(
      fc.property(moments, (lockedAt) => {
        const aheadMs = roundTime(QUICKNET, lockRound(QUICKNET, lockedAt)) - lockedAt
        expect(aheadMs >= LOCK_AHEAD_MS && aheadMs < LOCK_AHEAD_MS + QUICKNET.periodS * 1000).toBe(true)
      }),
    )
  })

  it('has to be sent three seconds before it exists', () => {
    const due = roundTime(QUICKNET, 1000) - LOCK_SENT_BEFORE_MS
    expect([due - 1, due, due + 1].map((at) => isSentInTime(QUICKNET, 1000, at))).toEqual([true, true, false])
  })
})

describe('the seed of a battle', () => {
  it('has stable vectors', async () => {
    const lockHash = hashOf(lockText(EXAMPLE))
    expect(await battleSeed(sha256, lockHash, '00'.repeat(48))).toBe(
      '3de0f042beb09f872eed9af80a6bfb529ccff5be5444eeeed71ae25da8c39bd5',
    )
    expect(await battleSeed(sha256, lockHash, '00'.repeat(32))).toBe(
      '6c7852cef1501180d61fd9e21d0b43de894c5637015f0545b0e0efac3470a06a',
    )
  })

  it('is the SHA-256 of both as bytes, so that it differs for another lock and another secret', async () => {
    await fc.assert(
      fc.asyncProperty(hashes, hashes, async (lockHash, secret) => {
        const expected = createHash('sha256')
          .update(Buffer.from(lockHash + secret, 'hex'))
          .digest('hex')
        expect(await battleSeed(sha256, lockHash, secret)).toBe(expected)
      }),
    )
  })
})
