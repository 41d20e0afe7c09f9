// Calls that happen once: which of them keep their idempotency key.
import { describe, expect, it, vi } from 'vitest'
import { createKeyedPost } from '../../../src/stores/kernel/keyed-post.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, lost } from '../server-stub.ts'

const PATH = '/api/claim'

const { wire } = openServerFixture({ toFake: ['setTimeout'] })

const keys = (): Set<string | null> => new Set(wire.to(PATH).map(({ key }) => key))

/** Makes a call that fails after its retries. */
async function fail(post: ReturnType<typeof createKeyedPost>, body: object): Promise<void> {
  const failing = expect(post('/claim', body)).rejects.toThrow()
  await vi.runAllTimersAsync()
  await failing
}

describe('a repeated call', () => {
  it.each([
    ['no connection', lost],
    ['a fault of the server', () => fault(503)],
    ['a call that still runs', () => fault(409)],
  ])('keeps its key after %s, and says that it is repeated', async (_, answer) => {
    const post = createKeyedPost()
    wire.on(PATH, answer)
    await fail(post, { day: 1 })
    wire.on(PATH, () => ({ success: true }))
    expect(await post('/claim', { day: 1 })).toEqual({ reply: { success: true }, isRepeated: true })
    expect(keys().size).toBe(1)
    expect(await post('/claim', { day: 1 })).toEqual({ reply: { success: true }, isRepeated: false })
    expect(keys().size).toBe(2)
  })

  it('has a new key after a response that rejects it', async () => {
    const post = createKeyedPost()
    wire.on(PATH, () => fault(400))
    await fail(post, { day: 1 })
    wire.on(PATH, () => ({ success: true }))
    expect(await post('/claim', { day: 1 })).toEqual({ reply: { success: true }, isRepeated: false })
    expect(keys().size).toBe(2)
  })

  it('with another body has another key', async () => {
    const post = createKeyedPost()
    wire.on(PATH, lost)
    await fail(post, { day: 1 })
    wire.on(PATH, () => ({ success: true }))
    expect((await post('/claim', { day: 2 })).isRepeated).toBe(false)
    expect(keys().size).toBe(2)
  })
})
