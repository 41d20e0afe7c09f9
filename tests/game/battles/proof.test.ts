// The verification of a battle: a right proof is right, and every altered value is found.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeHashing } from '../../../scripts/verify/check-export.ts'
import { LOCK_SENT_BEFORE_MS } from '../../../src/game/battles/lock.ts'
import {
  BATTLE_STEPS,
  type BattleProof,
  type BattleStep,
  type PlacedStep,
  type ProvenDraw,
  type ProvenLock,
  verifyBattle,
} from '../../../src/game/battles/proof.ts'
import { QUICKNET } from '../../../src/game/fairness/beacon.ts'
import { CLIENT_SEED } from '../../../src/game/fairness/fairness.ts'
import type { DrawChecking } from '../../../src/game/fairness/proof.ts'
import { verifyRandomness } from '../../../src/server/beacon/drand/signature.ts'
import { drawChecking } from '../../../src/stores/fairness/draw-checking.ts'
import { ALL_TERMS } from './outcomes.ts'
import {
  BATTLE_ID,
  drawnProof,
  hashOf,
  lockedProof,
  ROUND_AT,
  SAMPLE,
  type SampleBattle,
  SIGNED_ROUND,
  withEarlierLock,
} from './proof-fixture.ts'

/** Signatures that were verified: thousands of proofs have the same. */
const verified = new Map<string, Promise<string | null>>()

const CHECKING: DrawChecking = {
  hashing: nodeHashing,
  chains: [QUICKNET],
  randomness: (chain, signed) => {
    const key = `${signed.round} ${signed.signature}`
    const known = verified.get(key) ?? verifyRandomness(chain, signed)
    verified.set(key, known)
    return known
  },
}

const PERIOD_MS = QUICKNET.periodS * 1000

async function wrongSteps(proof: BattleProof): Promise<Partial<Record<BattleStep, PlacedStep>>> {
  const result = await verifyBattle(proof, CHECKING)
  return Object.fromEntries(
    BATTLE_STEPS.filter((step) => result[step].verdict === 'wrong').map((step) => [step, result[step]]),
  )
}

async function verdictsOf(proof: BattleProof, checking = CHECKING): Promise<Record<string, string>> {
  const result = await verifyBattle(proof, checking)
  return Object.fromEntries(BATTLE_STEPS.map((step) => [step, result[step].verdict]))
}

const allOf = (verdict: string): Record<string, string> =>
  Object.fromEntries(BATTLE_STEPS.map((step) => [step, verdict]))

/** Cases of one to four items whose tickets are a million. */
const cases = fc
  .record({
    price: fc.integer({ min: 50, max: 50_000 }),
    first: fc.integer({ min: 1, max: 999_997 }),
    prices: fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 4, maxLength: 4 }),
  })
  .map(({ price, first, prices }) => ({
    price,
    entries: [first, 1, 1, 999_998 - first].map((tickets, at) => ({
      item: `item-${at}`,
      price: prices[at] ?? 1,
      tickets,
    })),
  }))

const samples: fc.Arbitrary<SampleBattle> = fc.record({
  terms: fc.constantFrom(...ALL_TERMS),
  source: fc.constantFrom('drand', 'seed'),
  cases: fc.array(cases, { minLength: 1, maxLength: 3 }),
  seeds: fc.array(fc.stringMatching(CLIENT_SEED), { minLength: 6, maxLength: 6 }),
})

describe('the proof of a battle', () => {
  it('is right in every step, for all terms, from a beacon and from a seed', async () => {
    await fc.assert(
      fc.asyncProperty(samples, async (sample) => {
        expect(await verdictsOf(await drawnProof(sample))).toEqual(allOf('right'))
      }),
      { numRuns: 60 },
    )
  })

  it('is checked by a browser the same way', async () => {
    const proof = await drawnProof(SAMPLE)
    expect(await verifyBattle(proof, drawChecking)).toEqual(await verifyBattle(proof, CHECKING))
  })

  it('shows the hash of the lock, the seed and the winner', async () => {
    const proof = await drawnProof(SAMPLE)
    const { lock, source, result } = await verifyBattle(proof, CHECKING)
    expect(lock).toEqual({ verdict: 'right', computed: proof.locks[0]?.hash, place: null })
    expect(source.computed).toMatch(/^[0-9a-f]{64}$/)
    expect(result.computed).toBe(String(proof.draw?.winners[0]))
  })

  it('has only its odds before the lock, and its lock before the draw', async () => {
    const locked = lockedProof(SAMPLE)
    const open = { ...locked, seats: [], locks: [] }
    expect(await verdictsOf(open)).toEqual({ ...allOf('secret'), odds: 'right' })
    expect(await verdictsOf(locked)).toEqual({ ...allOf('secret'), lock: 'right', odds: 'right' })
    const [lock] = locked.locks
    const unsent = { ...locked, locks: lock === undefined ? [] : [{ ...lock, sentAt: null }] }
    expect(await verdictsOf(unsent)).toMatchObject({ lock: 'right' })
  })
})

/** The values of a proof, each with its path. */
function leavesOf(value: unknown, path: readonly string[] = []): { path: readonly string[]; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...path, key]))
}

function withLeaf(value: unknown, [key, ...path]: readonly string[], leaf: unknown): unknown {
  if (key === undefined) return leaf
  if (Array.isArray(value)) return value.map((part, at) => (String(at) === key ? withLeaf(part, path, leaf) : part))
  return { ...Object(value), [key]: withLeaf(Object(value)[key], path, leaf) }
}

/** Returns another value of the same kind. Times change by as much as they mean something. */
function altered(path: readonly string[], value: unknown): unknown {
  const name = path.at(-1)
  if (name === 'lockedAt') return Number(value) + PERIOD_MS
  if (name === 'sentAt') return ROUND_AT - LOCK_SENT_BEFORE_MS + 1
  if (name === 'format') return value === '1v1' ? '2v2' : '1v1'
  if (name === 'mode') return value === 'rush' ? 'normal' : 'rush'
  if (name === 'source') return value === 'seed' ? 'drand' : 'seed'
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (value === null) return 1
  const text = String(value)
  return `${text.slice(0, -1)}${text.endsWith('1') ? '2' : '1'}`
}

describe('an altered proof', () => {
  it('fails in at least one step if any single value is altered', async () => {
    await fc.assert(
      fc.asyncProperty(samples, fc.nat(), async (sample, place) => {
        const proof = await drawnProof(sample)
        // The format is checked where a file is read. Nothing follows from the times of a lock to a seed that was committed to before.
        const bound = leavesOf(proof).filter(({ path }) => {
          const isTime = path[0] === 'locks' && ['lockedAt', 'sentAt'].includes(path.at(-1) ?? '')
          return path.join() !== 'format' && !(isTime && sample.source === 'seed')
        })
        const leaf = bound[place % bound.length]
        if (leaf === undefined) throw new RangeError('A proof without values')
        const forged = withLeaf(proof, leaf.path, altered(leaf.path, leaf.value)) as BattleProof
        expect(await wrongSteps(forged), leaf.path.join('.')).not.toEqual({})
      }),
      { numRuns: 400 },
    )
  })

  it('is wrong when something is left out', async () => {
    const proof = await drawnProof(SAMPLE)
    const others: Partial<BattleProof>[] = [
      { locks: [] },
      { seats: proof.seats.slice(1) },
      { rounds: proof.rounds.slice(1) },
      { odds: {} },
      { draw: proof.draw && { ...proof.draw, drops: proof.draw.drops.slice(1) } },
      { draw: proof.draw && { ...proof.draw, drops: proof.draw.drops.map((drops) => drops.slice(1)) } },
      { draw: proof.draw && { ...proof.draw, winners: [] } },
    ]
    for (const other of others) expect(await wrongSteps({ ...proof, ...other })).not.toEqual({})
    expect(await verdictsOf({ ...lockedProof(SAMPLE), locks: [] })).toMatchObject({ lock: 'wrong' })
  })
})

describe('the lock', () => {
  const changed = async (change: (lock: ProvenLock) => Partial<ProvenLock>): Promise<string | null | undefined> => {
    const proof = await drawnProof(SAMPLE)
    const locks = proof.locks.map((lock) => ({ ...lock, ...change(lock) }))
    return (await wrongSteps({ ...proof, locks })).lock?.place
  }

  it('has to be of the first round at least six seconds after it', async () => {
    expect(await changed(() => ({ lockedAt: ROUND_AT - 6_000, sentAt: ROUND_AT - 5_000 }))).toBeUndefined()
    expect(await changed(() => ({ lockedAt: ROUND_AT - 5_999, sentAt: ROUND_AT - 5_000 }))).toBe('locks[0].round')
    expect(await changed(() => ({ lockedAt: ROUND_AT - 9_000 }))).toBe('locks[0].round')
    expect(await changed(() => ({ lockedAt: ROUND_AT - 8_999 }))).toBeUndefined()
  })

  it('has to be sent after it was made, three seconds before its round', async () => {
    expect(await changed(() => ({ sentAt: ROUND_AT - LOCK_SENT_BEFORE_MS }))).toBeUndefined()
    expect(await changed(() => ({ sentAt: ROUND_AT - LOCK_SENT_BEFORE_MS + 1 }))).toBe('locks[0].sentAt')
    expect(await changed(() => ({ sentAt: ROUND_AT - 6_501 }))).toBe('locks[0].sentAt')
    expect(await changed(() => ({ sentAt: null }))).toBe('locks[0].sentAt')
  })

  it('may follow one that was not sent in time, and no other', async () => {
    const proof = await drawnProof(SAMPLE)
    const afterLock = async (sentAt: number | null) => (await wrongSteps(withEarlierLock(proof, sentAt))).lock?.place
    expect(await afterLock(null)).toBeUndefined()
    expect(await afterLock(ROUND_AT - PERIOD_MS - LOCK_SENT_BEFORE_MS + 1)).toBeUndefined()
    expect(await afterLock(ROUND_AT - PERIOD_MS - LOCK_SENT_BEFORE_MS)).toBe('locks[0].sentAt')
  })

  it('is followed by one of a later round', async () => {
    const proof = withEarlierLock(await drawnProof(SAMPLE), null)
    expect((await wrongSteps({ ...proof, locks: proof.locks.toReversed() })).lock?.place).toBe('locks[0].sentAt')
    const [, last] = proof.locks
    const twice = last === undefined ? [] : [{ ...last, sentAt: null }, last]
    expect((await wrongSteps({ ...proof, locks: twice })).lock?.place).toBe('locks[1].round')
  })

  it('is the only one of a committed seed', async () => {
    const proof = await drawnProof({ ...SAMPLE, source: 'seed' })
    expect((await wrongSteps({ ...proof, locks: [...proof.locks, ...proof.locks] })).lock?.place).toBe('locks[1]')
  })
})

describe('the source', () => {
  it('has to be a trusted beacon', async () => {
    const verdicts = await verdictsOf(await drawnProof(SAMPLE), { ...CHECKING, chains: [] })
    expect(verdicts).toMatchObject({
      lock: 'wrong',
      source: 'wrong',
      rolls: 'wrong',
      result: 'wrong',
      odds: 'right',
      items: 'right',
    })
  })

  it('has to be signed, or to fit its commitment', async () => {
    const drand = await drawnProof(SAMPLE)
    const seeded = await drawnProof({ ...SAMPLE, source: 'seed' })
    const withSecret = (proof: BattleProof, secret: string): BattleProof => ({
      ...proof,
      draw: proof.draw && { ...proof.draw, secret },
    })
    expect(await wrongSteps(withSecret(drand, SIGNED_ROUND.signature.replace('b7', 'b6')))).toMatchObject({
      source: { place: 'draw.secret', computed: null },
    })
    expect(await wrongSteps(withSecret(seeded, '6'.repeat(64)))).toMatchObject({
      source: { place: 'draw.secret', computed: hashOf('6'.repeat(64)) },
    })
  })
})

describe('the odds', () => {
  const withOdds = async (text: string): Promise<string | null | undefined> => {
    const proof = lockedProof({ ...SAMPLE, cases: SAMPLE.cases.slice(0, 1) })
    const rounds = [{ odds: hashOf(text), price: 250 }]
    return (await wrongSteps({ ...proof, rounds, odds: { [hashOf(text)]: text } })).odds?.place
  }
  const [odds = ''] = Object.values(lockedProof(SAMPLE).odds)

  it('have to be a table of a case: items with prices on a million tickets', async () => {
    expect(await withOdds(odds)).toBeUndefined()
    for (const other of [
      '{}',
      odds.replace('"case"', '"contract"'),
      odds.replace('10000}', '10001}'),
      odds.replace('"dear"', 'null'),
      odds.replace('"dear"', '"balance"'),
      odds.replace('9000', '0'),
    ]) {
      expect(await withOdds(other)).toBe(`odds["${hashOf(other)}"]`)
    }
  })

  it('have to be of the price of the round, and all be used', async () => {
    expect(await withOdds(odds.replace('"price":250', '"price":251'))).toBe('rounds[0].price')
    const proof = lockedProof(SAMPLE)
    expect((await wrongSteps({ ...proof, rounds: proof.rounds.slice(1) })).odds?.place).toMatch(/^odds\[/)
  })
})

describe('the draw', () => {
  const changed = async (change: (draw: ProvenDraw) => Partial<ProvenDraw>) => {
    const proof = await drawnProof(SAMPLE)
    return wrongSteps({ ...proof, draw: proof.draw && { ...proof.draw, ...change(proof.draw) } })
  }

  it('names the first roll that is wrong, and the right one', async () => {
    const drops = (await drawnProof(SAMPLE)).draw?.drops ?? []
    const right = drops[1]?.[0]?.roll ?? 0
    const other = right > 500_000 ? right - 1 : right + 1
    const wrong = await changed(() => ({
      drops: drops.map((round, at) =>
        round.map((drop, seat) => (at === 1 && seat === 0 ? { ...drop, roll: other } : drop)),
      ),
    }))
    expect(wrong).toEqual({ rolls: { verdict: 'wrong', place: 'draw.drops[1][0].roll', computed: String(right) } })
  })

  it('names the seat that got another item than it drew', async () => {
    const wrong = await changed(({ drops }) => ({
      drops: drops.map((round, at) => round.map((drop) => (at === 0 ? { ...drop, item: 'dear' } : drop))),
    }))
    expect(wrong.items?.place).toBe('draw.drops[0][0]')
    expect(wrong.items?.computed).toBe('cheap $1.00')
    expect(wrong.rolls).toBeUndefined()
  })

  it('names the winners, the shares and the deciding rolls that are wrong', async () => {
    expect((await changed(({ winners }) => ({ winners: [3 - (winners[0] ?? 0)] }))).result?.place).toBe('draw.winners')
    expect((await changed(({ shares }) => ({ shares: shares.toReversed() }))).result?.place).toBe('draw.shares')
    expect((await changed(({ deciding }) => ({ deciding: { ...deciding, tie: 1 } }))).result?.place).toBe(
      'draw.deciding.tie',
    )
  })

  it('is of one battle alone', async () => {
    const wrong = await wrongSteps({ ...(await drawnProof(SAMPLE)), battle: BATTLE_ID.replace('1', '2') })
    expect(wrong.lock?.place).toBe('locks[0].text')
  })
})
