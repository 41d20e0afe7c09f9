// Random ids on pages that are not secure: over http browsers have no crypto.randomUUID, except on localhost.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createKeyedPost } from '../../../src/stores/kernel/keyed-post.ts'
import { randomId } from '../../../src/stores/kernel/random-id.ts'
import { ServerStub } from '../server-stub.ts'

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const { crypto } = globalThis

/** The crypto of a page over http. */
const insecure = { getRandomValues: crypto.getRandomValues.bind(crypto) }

afterEach(() => vi.unstubAllGlobals())

describe.each([
  ['https', crypto],
  ['http', insecure],
])('a random id over %s', (_, available) => {
  it('is a UUID of version 4, another one each time', () => {
    vi.stubGlobal('crypto', available)
    const ids = new Set(Array.from({ length: 1000 }, randomId))
    expect(ids.size).toBe(1000)
    for (const id of ids) expect(id).toMatch(VERSION_4)
  })
})

it('has the version and the variant also where all bits are ones or zeros', () => {
  for (const [byte, id] of [
    [0, '00000000-0000-4000-8000-000000000000'],
    [255, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  ] as const) {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(byte) })
    expect(randomId()).toBe(id)
  }
})

it('is the idempotency key of a call over http', async () => {
  const server = new ServerStub()
  server.open()
  vi.stubGlobal('crypto', insecure)
  server.on('/api/case/orion/open', () => ({ success: true }))
  await createKeyedPost()('/case/orion/open', {})
  expect(server.to('/api/case/orion/open')[0]?.key).toMatch(VERSION_4)
})
