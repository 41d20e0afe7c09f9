import { createHmac, webcrypto } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GAME_NAMES } from '../../../src/game/base/games.ts'
import {
  CLIENT_SEED,
  chunkLimit,
  drawRoll,
  drawRollAsync,
  drawSteps,
  type Hmac,
  ROLL_RANGE,
  runDraw,
} from '../../../src/game/fairness/fairness.ts'
import { chiSquared } from './chi-squared.ts'
import { blockOf } from './hmac-block.ts'

const ZEROS = '0'.repeat(64)

/** The server's implementation: synchronous HMAC-SHA-256. */
function serverHmac(serverSeed: string): Hmac {
  return (message) => createHmac('sha256', serverSeed).update(message).digest()
}

/** The browser's implementation: the same by WebCrypto. */
function browserHmac(serverSeed: string): (message: string) => Promise<Uint8Array> {
  const utf8 = new TextEncoder()
  return async (message) => {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await webcrypto.subtle.importKey('raw', utf8.encode(serverSeed), algorithm, false, ['sign'])
    return new Uint8Array(await webcrypto.subtle.sign('HMAC', key, utf8.encode(message)))
  }
}

const input = fc.record({
  game: fc.constantFrom(...GAME_NAMES),
  clientSeed: fc.stringMatching(CLIENT_SEED),
  nonce: fc.nat(),
  range: fc.integer({ min: 1, max: 2 ** 48 }),
})

describe('a roll', () => {
  it('matches the published vector for the published seeds', () => {
    const roll = (nonce: number): number =>
      drawRoll(serverHmac(ZEROS), { game: 'case', clientSeed: 'client', nonce, range: 100_000 })
    expect([roll(1), roll(2)]).toEqual([40_246, 50_505])
  })

  it('has a range of a million unless a game sets another', () => {
    const seeds = { game: 'case', clientSeed: 'client', nonce: 7 } as const
    expect(ROLL_RANGE).toBe(1_000_000)
    expect(drawRoll(serverHmac(ZEROS), seeds)).toBe(drawRoll(serverHmac(ZEROS), { ...seeds, range: 1_000_000 }))
  })

  it('is the same in a browser as on the server', async () => {
    const seeds = fc.stringMatching(/^[0-9a-f]{64}$/)
    const property = fc.asyncProperty(seeds, input, async (serverSeed, roll) => {
      const there = await drawRollAsync(browserHmac(serverSeed), roll)
      expect(there).toBe(drawRoll(serverHmac(serverSeed), roll))
    })
    await fc.assert(property, { numRuns: 60 })
  })

  it('lies between 1 and its range', () => {
    fc.assert(
      fc.property(input, (roll) => {
        const drawn = drawRoll(serverHmac(ZEROS), roll)
        expect(Number.isSafeInteger(drawn) && drawn >= 1 && drawn <= roll.range).toBe(true)
      }),
    )
  })

  it('differs for another game, client seed, nonce or server seed', () => {
    const roll = { game: 'case', clientSeed: 'client', nonce: 1, range: 2 ** 48 } as const
    const drawn = [
      drawRoll(serverHmac(ZEROS), roll),
      drawRoll(serverHmac(ZEROS), { ...roll, game: 'wheel' }),
      drawRoll(serverHmac(ZEROS), { ...roll, clientSeed: 'Client' }),
      drawRoll(serverHmac(ZEROS), { ...roll, nonce: 2 }),
      drawRoll(serverHmac('1'.repeat(64)), roll),
    ]
    expect(new Set(drawn).size).toBe(drawn.length)
  })

  it('is uniform over its range', () => {
    const counts = new Array<number>(64).fill(0)
    for (let nonce = 0; nonce < 40_000; nonce++) {
      const roll = drawRoll(serverHmac(ZEROS), { game: 'raffle', clientSeed: 'even', nonce, range: 64 })
      counts[roll - 1] = (counts[roll - 1] ?? 0) + 1
    }
    expect(chiSquared(counts, new Array<number>(64).fill(1)).p).toBeGreaterThan(0.001)
  })
})

describe('a chunk that would bias the roll', () => {
  const range = 3 * 2 ** 46
  const limit = chunkLimit(range)

  it('is at or above the largest multiple of the range', () => {
    expect(limit).toBe(range)
    expect(chunkLimit(1_000_000)).toBe(2 ** 48 - (2 ** 48 % 1_000_000))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 48 }), (n) => {
        expect(chunkLimit(n) % n).toBe(0)
        expect(2 ** 48 - chunkLimit(n)).toBeLessThan(n)
      }),
    )
  })

  it('is skipped for the next one in the block', () => {
    const asked: string[] = []
    const hmac: Hmac = (message) => {
      asked.push(message)
      return blockOf([limit, 2 ** 48 - 1, limit - 1])
    }
    expect(drawRoll(hmac, { game: 'contract', clientSeed: 'c', nonce: 5, range })).toBe(range)
    expect(asked).toEqual(['contract:c:5:0'])
  })

  it('leads to the next block when all five are skipped', () => {
    const asked: string[] = []
    const hmac: Hmac = (message) => {
      asked.push(message)
      return asked.length < 3 ? blockOf(new Array<number>(5).fill(limit)) : blockOf([41])
    }
    expect(drawRoll(hmac, { game: 'upgrade', clientSeed: 'c', nonce: 9, range })).toBe(42)
    expect(asked).toEqual(['upgrade:c:9:0', 'upgrade:c:9:1', 'upgrade:c:9:2'])
  })

  it('is read from six bytes, big-endian', () => {
    const largest = { game: 'case', clientSeed: 'c', nonce: 0, range: 2 ** 48 } as const
    expect(drawRoll(() => blockOf([2 ** 48 - 1]), largest)).toBe(2 ** 48)
    expect(drawRoll(() => blockOf([0x010203040506]), largest)).toBe(0x010203040506 + 1)
  })
})

describe('an invalid part of a roll is refused', () => {
  const roll = { game: 'case', clientSeed: 'client', nonce: 1 } as const

  it.each(['', 'a b', 'a:b', 'ключ', 'x'.repeat(65)])('the client seed %j', (clientSeed) => {
    expect(() => drawRoll(serverHmac(ZEROS), { ...roll, clientSeed })).toThrow(RangeError)
  })

  it.each([-1, 0.5, Number.NaN, 2 ** 53])('the nonce %d', (nonce) => {
    expect(() => drawRoll(serverHmac(ZEROS), { ...roll, nonce })).toThrow(RangeError)
  })

  it.each([0, 1.5, -3, 2 ** 48 + 1])('the range %d', (range) => {
    expect(() => drawRoll(serverHmac(ZEROS), { ...roll, range })).toThrow(RangeError)
  })

  it.each([0, 0.5, Number.NaN, 2 ** 48 + 1])('the range %d of a draw that is no roll', (range) => {
    // Without the check, a range of 0 skips every chunk: the draw asks for blocks for ever.
    const hmac: Hmac = (message) => (message.endsWith(':9') ? new Uint8Array(0) : blockOf([1]))
    expect(() => runDraw(hmac, drawSteps('battle:tie:0:0', range))).toThrow('Not a range')
  })

  it('an HMAC that is too short', () => {
    expect(() => drawRoll(() => new Uint8Array(5), roll)).toThrow(RangeError)
  })
})
