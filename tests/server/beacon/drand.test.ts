// drand over HTTP: rounds that drand has signed are verified, and any other response of a relay is refused.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { drawRound, QUICKNET, roundTime } from '../../../src/game/fairness/beacon.ts'
import { type Beacon, BeaconUnavailable } from '../../../src/server/beacon/beacon.ts'
import { createDrand } from '../../../src/server/beacon/drand/drand.ts'
import { verifyRandomness } from '../../../src/server/beacon/drand/signature.ts'
import { makeChain, type RelayFault, startRelay, type TestRelay } from '../../support/outside/beacon-relay.ts'

/** Rounds of quicknet as its relays have published them. */
const PUBLISHED = [
  {
    round: 1000,
    signature: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
    randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  },
  {
    round: 657_413,
    signature: 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
    randomness: 'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587',
  },
] as const

describe('a signature', () => {
  it.each(PUBLISHED)('of round $round of quicknet gives its randomness', async ({ round, signature, randomness }) => {
    expect(await verifyRandomness(QUICKNET, { round, signature })).toBe(randomness)
  })

  it('of another round, of another chain, or with one digit changed gives none', async () => {
    const [{ signature }] = PUBLISHED
    expect(await verifyRandomness(QUICKNET, { round: 1001, signature })).toBeNull()
    expect(await verifyRandomness(makeChain('a test').chain, { round: 1000, signature })).toBeNull()
    for (const at of [0, 1, 40, 95]) {
      const digit = signature[at] === '0' ? '1' : '0'
      const changed = signature.slice(0, at) + digit + signature.slice(at + 1)
      expect(await verifyRandomness(QUICKNET, { round: 1000, signature: changed })).toBeNull()
    }
    for (const text of ['', 'ab', 'z'.repeat(96), signature.toUpperCase(), `c0${'0'.repeat(94)}`]) {
      expect(await verifyRandomness(QUICKNET, { round: 1000, signature: text })).toBeNull()
    }
  })
})

describe('relays', () => {
  const made = makeChain('a test')
  const { chain } = made
  const closesAt = Date.parse('2026-11-21T19:00:00Z')
  const round = drawRound(chain, closesAt)
  let nowMs = 0
  let relays: TestRelay[]
  let drand: Beacon

  beforeAll(async () => {
    relays = await Promise.all([startRelay(made, () => nowMs), startRelay(made, () => nowMs)])
    drand = createDrand({ chain, relays: relays.map(({ address }) => address), fetch, timeoutMs: 300 })
  })

  beforeEach(() => {
    nowMs = roundTime(chain, round)
    for (const relay of relays) {
      relay.fault = 'none'
      relay.asked.length = 0
    }
  })

  afterAll(async () => {
    for (const relay of relays) await relay.close()
  })

  it('return the round when it exists, and nothing before', async () => {
    nowMs -= 1
    expect(await drand.read(round)).toBeNull()
    nowMs += 1
    const beat = await drand.read(round)
    expect(beat?.signature).toBe(await made.sign(round))
    expect(await verifyRandomness(chain, { round, signature: beat?.signature ?? '' })).toBe(beat?.randomness)
    expect(relays[0]?.asked).toEqual([round, round])
    expect(relays[1]?.asked).toEqual([round])
  })

  const faults: readonly RelayFault[] = [
    'down',
    'hang',
    'wrong',
    'other-round',
    'other-chain',
    'huge',
    'garbage',
    'redirect',
  ]

  it.each(faults)('are skipped for the next when one is “%s”', async (fault) => {
    const [first, second] = relays
    if (first === undefined || second === undefined) throw new Error('There are two relays')
    first.fault = fault
    expect((await drand.read(round))?.signature).toBe(await made.sign(round))
    expect(second.asked).toEqual([round])
  })

  it.each(faults)('are all refused when all are “%s”; the same round is requested again', async (fault) => {
    for (const relay of relays) relay.fault = fault
    await expect(drand.read(round)).rejects.toBeInstanceOf(BeaconUnavailable)
    for (const relay of relays) relay.fault = 'none'
    expect((await drand.read(round))?.signature).toBe(await made.sign(round))
    expect(new Set(relays.flatMap(({ asked }) => asked))).toEqual(new Set([round]))
  })

  it('that are unreachable are silent', async () => {
    const nobody = createDrand({ chain, relays: ['http://127.0.0.1:1'], fetch })
    await expect(nobody.read(round)).rejects.toBeInstanceOf(BeaconUnavailable)
  })
})
