// npm run verify with the proof of a battle: checks it, and finds every alteration.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBattle, isBattleFile, readBattle } from '../../../scripts/verify/check-battle.ts'
import { nodeHashing } from '../../../scripts/verify/check-export.ts'
import { createVerify } from '../../../scripts/verify/program.ts'
import { Unreadable } from '../../../scripts/verify/read-export.ts'
import type { BattleProof } from '../../../src/game/battles/proof.ts'
import { proofFile } from '../../../src/game/fairness/roll-export.ts'
import {
  BATTLE_ID,
  drawnProof,
  lockedProof,
  SAMPLE,
  SIGNED_ROUND,
  withEarlierLock,
} from '../../game/battles/proof-fixture.ts'
import { type CommandResult, runProgram } from '../../support/runner/command.ts'

let folder: string
let drawn: BattleProof
let seeded: BattleProof

const fileOf = async (proof: object): Promise<Buffer> => Buffer.from(await proofFile(proof, nodeHashing.sha256))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-verify-battle-'))
  drawn = await drawnProof(SAMPLE)
  seeded = await drawnProof({ ...SAMPLE, source: 'seed', terms: { format: '3v3', mode: 'jackpot', crazy: true } })
})

afterAll(() => rm(folder, { recursive: true }))

async function verify(content: Uint8Array): Promise<CommandResult> {
  const path = join(folder, 'battle.json')
  await writeFile(path, content)
  const ended = await runProgram(createVerify, [path])
  return { ...ended, out: ended.out.replace(path, 'battle.json'), err: ended.err.replace(path, 'battle.json') }
}

describe('the command', () => {
  it('confirms a battle from a beacon and its winner', async () => {
    const ended = await verify(await fileOf(drawn))
    expect(ended).toMatchObject({ code: 0, err: '' })
    expect(ended.out).toBe(
      `battle.json is right: battle ${BATTLE_ID}, 1v1 normal, 2 rounds, won by seat ${drawn.draw?.winners[0]}.\n`,
    )
  })

  it('confirms a battle from a seed, and its winning team', async () => {
    const winners = seeded.draw?.winners.join(', ')
    expect((await verify(await fileOf(seeded))).out).toContain(`3v3 crazy jackpot, 2 rounds, won by seats ${winners}.`)
  })

  it('confirms a battle that was locked again', async () => {
    expect(await verify(await fileOf(withEarlierLock(drawn, null)))).toMatchObject({ code: 0, err: '' })
  })

  it('prints the first difference, and exits with 1', async () => {
    const ended = await verify(await fileOf({ ...drawn, draw: { ...drawn.draw, winners: [1, 2] } }))
    expect(ended.code).toBe(1)
    expect(ended.err).toBe(
      `battle.json is wrong.\ndraw.winners is [1,2], but the proof gives [${drawn.draw?.winners[0]}].\n`,
    )
  })

  it('cannot check a battle that was not drawn, and exits with 2', async () => {
    const ended = await verify(await fileOf(lockedProof(SAMPLE)))
    expect(ended.code).toBe(2)
    expect(ended.err).toContain('not drawn')
  })
})

describe('a file', () => {
  const placeIn = async (content: Uint8Array): Promise<string | null> => {
    if (!isBattleFile(content)) return 'refused'
    try {
      return (await checkBattle(content, readBattle(content)))?.place ?? null
    } catch (error) {
      if (error instanceof Unreadable) return 'refused'
      throw error
    }
  }

  it('is refused or wrong with any altered byte', async () => {
    for (const file of [await fileOf(drawn), await fileOf(seeded)]) {
      expect(await placeIn(file)).toBeNull()
      await fc.assert(
        fc.asyncProperty(fc.nat({ max: file.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
          const copy = Uint8Array.from(file)
          copy[at] = (copy[at] ?? 0) ^ mask
          expect(await placeIn(copy)).not.toBeNull()
        }),
        { numRuns: 300 },
      )
    }
  })

  it('is wrong with a false draw, also when its hash was computed again', async () => {
    const { draw, locks } = drawn
    if (draw === null) throw new Error('It is not drawn')
    const drops = draw.drops.map((round) => round.map((drop) => ({ ...drop, price: drop.price + 1 })))
    const others: [Partial<BattleProof>, string][] = [
      [{ draw: { ...draw, drops } }, 'draw.drops[0][0]'],
      [{ draw: { ...draw, secret: SIGNED_ROUND.signature.replace('b7', 'b6') } }, 'draw.secret'],
      [{ draw: { ...draw, shares: draw.shares.toReversed() } }, 'draw.shares'],
      [{ battle: BATTLE_ID.replace('1', '2') }, 'locks[0].text'],
      [{ terms: { ...drawn.terms, crazy: true } }, 'locks[0].text'],
      [{ locks: locks.map((lock) => ({ ...lock, sentAt: null })) }, 'locks[0].sentAt'],
      [{ odds: {} }, 'rounds[0].odds'],
      [{ source: { source: 'drand', chain: '0'.repeat(64) } }, 'source.chain'],
    ]
    for (const [other, place] of others) expect(await placeIn(await fileOf({ ...drawn, ...other }))).toBe(place)
  })
})
