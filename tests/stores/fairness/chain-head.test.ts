// The newest published day that a browser has seen: a chain that lost it is noticed, and what was seen is kept.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openServerFixture } from '../server-fixture.ts'

const { wire } = openServerFixture()

const KEY = 'spacedrop:chain-head'
const day = (name: string, digit: string) => ({ day: name, hash: digit.repeat(64), sequence: 1 })
const FIRST = day('2026-11-21', 'a')
const SECOND = day('2026-11-22', 'b')
const FORGED = day('2026-11-21', 'c')

let stored: Map<string, string>

beforeEach(() => {
  vi.resetModules()
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
})

/** Publishes days, and lets the browser look at them. */
async function look(...published: readonly (typeof FIRST)[]) {
  wire.on('/api/transparency', () => ({
    success: true,
    head: published.at(-1) ?? null,
    windows: [],
    days: published,
    cursor: null,
  }))
  const asked = stored.get(KEY)
  if (asked !== undefined) {
    const { day: wanted } = JSON.parse(asked)
    wire.on(`/api/transparency?day=${wanted}`, () => ({
      ...{ success: true, head: published.at(-1) ?? null, windows: [], cursor: null },
      days: published.filter((one) => one.day === wanted),
    }))
  }
  const { $chain, checkChainHead } = await import('../../../src/stores/fairness/chain-head.ts')
  await checkChainHead()
  return $chain.get()
}

const seen = () => JSON.parse(stored.get(KEY) ?? 'null')

describe('the newest day that this browser has seen', () => {
  it('is the head of the first chain, and moves on with it', async () => {
    expect(await look(FIRST)).toEqual({ status: 'kept' })
    expect(seen()).toEqual({ day: FIRST.day, hash: FIRST.hash })
    expect(await look(FIRST, SECOND)).toEqual({ status: 'kept' })
    expect(seen()).toEqual({ day: SECOND.day, hash: SECOND.hash })
  })

  it.each([
    ['was rewritten', [FORGED, SECOND]],
    ['was taken away', []],
  ])('is missed, and kept, where its day %s', async (_, published) => {
    await look(FIRST)
    const lost = { day: FIRST.day, hash: FIRST.hash }
    expect(await look(...published)).toEqual({ status: 'lost', seen: lost })
    expect(seen()).toEqual(lost)
    expect(await look(...published)).toEqual({ status: 'lost', seen: lost })
  })

  it('stays as it is while the days cannot be read', async () => {
    stored.set(KEY, JSON.stringify({ day: FIRST.day, hash: FIRST.hash }))
    const { $chain, checkChainHead } = await import('../../../src/stores/fairness/chain-head.ts')
    await checkChainHead()
    expect($chain.get()).toEqual({ status: 'unknown' })
    expect(seen()).toEqual({ day: FIRST.day, hash: FIRST.hash })
  })

  it.each(['', '{', '{"day":1}', '{"day":"../x","hash":"y"}'])('is nothing where the storage has %j', async (text) => {
    stored.set(KEY, text)
    wire.on('/api/transparency', () => ({ success: true, head: null, windows: [], days: [], cursor: null }))
    const { $chain, checkChainHead } = await import('../../../src/stores/fairness/chain-head.ts')
    await checkChainHead()
    expect($chain.get()).toEqual({ status: 'kept' })
  })
})
