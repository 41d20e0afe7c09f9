// Files in memory are compressed; what browsers rarely ask for is unpacked, and the last of it stays for the next who ask.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cacheFile } from '../../../src/server/documents/cached-file.ts'

const OPTIONS = { type: 'text/html; charset=utf-8', cacheControl: 'no-cache', compression: 'fast' } as const
const pageOf = (bytes: number) => randomBytes(bytes / 2).toString('hex')

describe('the plain content of a compressed file', () => {
  it('is unpacked once for all who ask for it', async () => {
    const text = pageOf(250_000)
    const { identity } = (await cacheFile(Buffer.from(text), OPTIONS)).variants
    expect(identity.isAtHand()).toBe(false)
    const first = identity.body()
    expect(first.toString()).toBe(text)
    expect(identity.isAtHand()).toBe(true)
    expect(identity.body()).toBe(first)
  })

  it('leaves memory for what is asked for later: the last 4 MB stay', async () => {
    const files = await Promise.all(Array.from({ length: 20 }, () => cacheFile(Buffer.from(pageOf(250_000)), OPTIONS)))
    const plain = files.map(({ variants }) => variants.identity)
    for (const variant of plain) variant.body()
    expect(plain.map((variant) => variant.isAtHand())).toEqual(plain.map((_, place) => place >= 4))
    const huge = (await cacheFile(Buffer.from(pageOf(5_000_000)), OPTIONS)).variants.identity
    expect(huge.body()).toHaveLength(5_000_000)
    expect(huge.isAtHand()).toBe(false)
  })

  it('is always at hand in the forms that are in memory', async () => {
    const { variants } = await cacheFile(Buffer.from(pageOf(1_000)), OPTIONS)
    expect([variants.br?.isAtHand(), variants.gzip?.isAtHand()]).toEqual([true, true])
    expect((await cacheFile(Buffer.from('short'), OPTIONS)).variants.identity.isAtHand()).toBe(true)
  })
})
