import { describe, expect, it } from 'vitest'
import { judgeReceipt, type ReceivedLock } from '../../../src/game/battles/receipt.ts'

const lock = (hash: string, roundAt: number | null, receivedAt: number): ReceivedLock => ({ hash, roundAt, receivedAt })

describe('the receipt of a lock', () => {
  it('is early before its round, and late at its time', () => {
    expect(judgeReceipt([lock('a', 10_000, 5_800)], 'a')).toEqual({ kind: 'early', distanceMs: 4_200 })
    expect(judgeReceipt([lock('a', 10_000, 10_000)], 'a')).toEqual({ kind: 'late', distanceMs: 0 })
    expect(judgeReceipt([lock('a', 10_000, 12_000)], 'a')).toEqual({ kind: 'late', distanceMs: 2_000 })
  })

  it('says nothing without a lock, and finds another lock than the received one', () => {
    expect(judgeReceipt([], 'a')).toEqual({ kind: 'none' })
    expect(judgeReceipt([lock('b', 10_000, 5_000)], 'a')).toEqual({ kind: 'other' })
  })

  it('of a committed seed shows that the lock is the same', () => {
    expect(judgeReceipt([lock('a', null, 5_000)], 'a')).toEqual({ kind: 'kept' })
  })

  it('is early where the lock before it was replaced in time', () => {
    const locks = [lock('a', 10_000, 8_000), lock('b', 16_000, 9_000)]
    expect(judgeReceipt(locks, 'b')).toEqual({ kind: 'early', distanceMs: 7_000 })
  })

  it('is early where the lock before it never came in time', () => {
    expect(judgeReceipt([lock('a', 10_000, 10_500), lock('b', 20_000, 11_000)], 'b').kind).toBe('early')
  })

  it('shows a lock that was replaced when its result was known already', () => {
    expect(judgeReceipt([lock('a', 10_000, 8_000), lock('b', 20_000, 11_000)], 'b')).toEqual({ kind: 'replaced' })
  })

  it('is not spoiled by a later lock that did not count', () => {
    expect(judgeReceipt([lock('a', 10_000, 8_000), lock('b', 20_000, 11_000)], 'a').kind).toBe('early')
  })
})
