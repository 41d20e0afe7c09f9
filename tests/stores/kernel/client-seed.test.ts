// The client seed: supplied for the commitment that waits, without a visible step, and before a refused call is repeated.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openServerFixture } from '../server-fixture.ts'
import { PLAYER } from '../server-stub.ts'

const { wire } = openServerFixture()

const COMMIT = 'a'.repeat(64)
const NEXT = 'b'.repeat(64)
const seeds = (unseeded: string | null, commit = COMMIT) => ({
  success: true,
  seeds: {
    commit,
    clientSeed: unseeded === null ? 'c' : null,
    clientSeedSource: 'player',
    nonce: 1,
    nextCommit: NEXT,
    unseeded,
  },
  past: [],
  cursor: null,
})
const MISSING = { success: false, code: 'client-seed-missing', message: 'Missing' }

let stored: Map<string, string>

beforeEach(() => {
  vi.resetModules()
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
})

async function fresh() {
  const { $user } = await import('../../../src/stores/kernel/user.ts')
  const { post } = await import('../../../src/stores/kernel/api.ts')
  const { compareAnswer } = await import('../../../src/stores/kernel/answered-commitments.ts')
  const { watchClientSeed } = await import('../../../src/stores/kernel/client-seed.ts')
  const signIn = (unseeded: string | null) => $user.set({ status: 'authorised', user: { ...PLAYER, unseeded } })
  return { $user, post, compareAnswer, watchClientSeed, signIn }
}

const sentSeeds = () =>
  wire.to('/api/fairness/client-seed').map(({ body }) => body as { commit: string; clientSeed: string })

describe('the client seed', () => {
  it('is supplied once for the commitment that waits, and remembered with it', async () => {
    const { $user, compareAnswer, watchClientSeed, signIn } = await fresh()
    wire.on('/api/fairness/client-seed', () => seeds(null))
    watchClientSeed()
    signIn(COMMIT)
    signIn(COMMIT)
    await expect.poll(() => $user.get()).toMatchObject({ user: { unseeded: null } })
    expect(sentSeeds()).toEqual([{ commit: COMMIT, clientSeed: expect.stringMatching(/^[0-9a-f]{16}$/) }])
    const [answer] = sentSeeds()
    if (answer === undefined) throw new Error('No client seed was sent')
    expect(compareAnswer(answer)).toBe('kept')
    expect(compareAnswer({ commit: COMMIT, clientSeed: 'other' })).toBe('seed-replaced')
    expect(compareAnswer({ commit: NEXT, clientSeed: answer.clientSeed })).toBe('commit-replaced')
    expect(compareAnswer({ commit: NEXT, clientSeed: 'other' })).toBe('unknown')
  })

  it('is not supplied where none waits, and for guests', async () => {
    const { $user, watchClientSeed, signIn } = await fresh()
    watchClientSeed()
    $user.set({ status: 'guest' })
    signIn(null)
    expect(wire.calls).toEqual([])
  })

  it('is supplied anew for another commitment', async () => {
    const { watchClientSeed, signIn } = await fresh()
    wire.on('/api/fairness/client-seed', () => seeds(null))
    watchClientSeed()
    signIn(COMMIT)
    await expect.poll(sentSeeds).toHaveLength(1)
    signIn(null)
    signIn(NEXT)
    await expect.poll(sentSeeds).toMatchObject([{ commit: COMMIT }, { commit: NEXT }])
    expect(new Set(sentSeeds().map(({ clientSeed }) => clientSeed)).size).toBe(2)
  })

  it('follows a commitment that changed meanwhile', async () => {
    const { watchClientSeed, signIn } = await fresh()
    wire.on('/api/fairness', () => seeds(NEXT, NEXT))
    wire.on('/api/fairness/client-seed', ({ body }) =>
      (body as { commit: string }).commit === NEXT
        ? seeds(null, NEXT)
        : { success: false, code: 'commitment-changed', message: 'Changed' },
    )
    watchClientSeed()
    signIn(COMMIT)
    await expect.poll(sentSeeds).toMatchObject([{ commit: COMMIT }, { commit: NEXT }])
  })
})

describe('a call that is refused without it', () => {
  it('is repeated under its key once the client seed is supplied', async () => {
    const { post, watchClientSeed } = await fresh()
    let isSupplied = false
    wire.on('/api/fairness', () => seeds(isSupplied ? null : COMMIT))
    wire.on('/api/fairness/client-seed', () => {
      isSupplied = true
      return seeds(null)
    })
    wire.on('/api/case/orion/open', () => (isSupplied ? { success: true } : MISSING))
    watchClientSeed()
    expect(await post('/case/orion/open', { count: 1 }, 'key')).toEqual({ success: true })
    expect(wire.to('/api/case/orion/open').map(({ key }) => key)).toEqual(['key', 'key'])
    expect(sentSeeds()).toHaveLength(1)
  })

  it('of several calls at once is supplied once', async () => {
    const { post, watchClientSeed } = await fresh()
    let isSupplied = false
    wire.on('/api/fairness', () => seeds(isSupplied ? null : COMMIT))
    wire.on('/api/fairness/client-seed', () => {
      isSupplied = true
      return seeds(null)
    })
    wire.on('/api/wheel/spin', () => (isSupplied ? { success: true } : MISSING))
    watchClientSeed()
    expect(await Promise.all([1, 2, 3].map(() => post('/wheel/spin')))).toEqual(
      Array.from({ length: 3 }, () => ({ success: true })),
    )
    expect(sentSeeds()).toHaveLength(1)
  })

  it('stays refused where the server refuses the client seed too, or does not answer', async () => {
    const { post, watchClientSeed } = await fresh()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    wire.on('/api/case/orion/open', () => MISSING)
    watchClientSeed()
    expect(await post('/case/orion/open')).toEqual(MISSING)
    wire.on('/api/fairness', () => seeds(COMMIT))
    wire.on('/api/fairness/client-seed', () => ({ success: false, code: 'client-seed-set', message: 'Set' }))
    expect(await post('/case/orion/open')).toEqual(MISSING)
    expect(sentSeeds()).toHaveLength(3)
  })

  it('is repeated once only', async () => {
    const { post, watchClientSeed } = await fresh()
    wire.on('/api/fairness', () => seeds(null))
    wire.on('/api/case/orion/open', () => MISSING)
    watchClientSeed()
    expect(await post('/case/orion/open')).toEqual(MISSING)
    expect(wire.to('/api/case/orion/open')).toHaveLength(2)
  })
})

describe('what this browser remembers', () => {
  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['another form', '{"answers":[1,{"commit":2}]}'],
  ])('is nothing where the storage has %s', async (_, text) => {
    stored.set('spacedrop:client-seeds', text)
    const { compareAnswer } = await fresh()
    expect(compareAnswer({ commit: COMMIT, clientSeed: 'x' })).toBe('unknown')
  })

  it('takes a typed seed for several commitments, as several browsers may', async () => {
    const { compareAnswer } = await fresh()
    const { rememberAnswer, forgetAnswer } = await import('../../../src/stores/kernel/answered-commitments.ts')
    rememberAnswer({ commit: COMMIT, clientSeed: 'lucky' })
    expect(compareAnswer({ commit: NEXT, clientSeed: 'lucky' })).toBe('unknown')
    expect(compareAnswer({ commit: COMMIT, clientSeed: 'unlucky' })).toBe('seed-replaced')
    forgetAnswer({ commit: COMMIT, clientSeed: 'lucky' })
    expect(compareAnswer({ commit: COMMIT, clientSeed: 'unlucky' })).toBe('unknown')
  })

  it('is nothing without a storage', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('full')
      },
    })
    const { compareAnswer } = await fresh()
    const { rememberAnswer } = await import('../../../src/stores/kernel/answered-commitments.ts')
    rememberAnswer({ commit: COMMIT, clientSeed: 'lucky' })
    expect(compareAnswer({ commit: COMMIT, clientSeed: 'unlucky' })).toBe('unknown')
  })
})
