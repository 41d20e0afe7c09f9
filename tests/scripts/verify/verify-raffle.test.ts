// npm run verify with the proof of a raffle: checks it, and finds every alteration.
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkRaffle, isRaffleFile, readRaffle } from '../../../scripts/verify/check-raffle.ts'
import { createVerify } from '../../../scripts/verify/program.ts'
import { Unreadable } from '../../../scripts/verify/read-export.ts'
import { proofFile } from '../../../src/game/fairness/roll-export.ts'
import { raffleProofReplySchema } from '../../../src/protocol/raffle.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { depositPaid } from '../../support/players/gifts.ts'
import { offerCheapPrizes, playForRaffle } from '../../support/players/raffles.ts'
import { type CommandResult, runProgram } from '../../support/runner/command.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

let site: TestSite
let folder: string
let drawn: Buffer
let returned: Buffer
let frozen: Buffer

const sha256 = async (text: string): Promise<string> => createHash('sha256').update(text).digest('hex')

async function fileOf(id: string): Promise<Buffer> {
  const { raffle } = raffleProofReplySchema.parse((await site.guest().get(`/api/raffle/${id}`)).body)
  return Buffer.from(await proofFile(raffle, sha256))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-verify-raffle-'))
  let nowMs = Date.parse('2027-03-24T12:30:00Z')
  site = await openTestSite('pglite', {
    now: () => nowMs,
    payments: { providers: [new TestProvider()], standIn: undefined },
  })
  offerCheapPrizes(site)
  await site.jobs.raffles.runOnce()
  const [hourly, daily] = (await site.guest().get('/api/raffle')).body.raffles
  for (let entry = 0; entry < 3; entry++) {
    const player = await site.newPlayer()
    await depositPaid(site, player, 5)
    await playForRaffle(player)
    await player.post(`/api/raffle/${hourly.open.id}/join`, {})
  }
  frozen = await fileOf(hourly.open.id)
  nowMs += 24 * 3_600_000
  await site.jobs.raffles.runOnce()
  drawn = await fileOf(hourly.open.id)
  returned = await fileOf(daily.open.id)
})

afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

async function verify(content: string | Uint8Array): Promise<CommandResult> {
  const path = join(folder, 'raffle.json')
  await writeFile(path, content)
  const ended = await runProgram(createVerify, [path])
  return { ...ended, out: ended.out.replace(path, 'raffle.json'), err: ended.err.replace(path, 'raffle.json') }
}

describe('the command', () => {
  it('confirms a drawn raffle and its winner', async () => {
    const { winner } = JSON.parse(drawn.toString())
    const ended = await verify(drawn)
    expect(ended).toMatchObject({ code: 0, err: '' })
    expect(ended.out).toContain(`raffle.json is right: raffle 1, 3 players, won by number ${winner}.`)
  })

  it('confirms that a raffle without entrants returned its prize', async () => {
    expect((await verify(returned)).out).toContain('without players, gave its prize back')
  })

  it('prints the first difference, and exits with 1', async () => {
    const ended = await verify(drawn.toString().replace(/"winner":\d+/, '"winner":1'))
    expect(ended.code).toBe(1)
    expect(ended.err).toMatch(/^raffle\.json is wrong\.\nwinner is 1, but the list holds \d+ at place \d\./)
  })

  it('cannot check an open raffle, and exits with 2', async () => {
    const ended = await verify(frozen)
    expect(ended.code).toBe(2)
    expect(ended.err).toContain('not drawn yet')
  })
})

describe('a file', () => {
  const placeIn = async (content: Uint8Array): Promise<string | null> => {
    if (!isRaffleFile(content)) return 'refused'
    try {
      return (await checkRaffle(content, readRaffle(content)))?.place ?? null
    } catch (error) {
      if (error instanceof Unreadable) return 'refused'
      throw error
    }
  }

  it('is refused or wrong with any altered byte', async () => {
    for (const file of [drawn, returned]) {
      expect(await placeIn(file)).toBeNull()
      await fc.assert(
        fc.asyncProperty(fc.nat({ max: file.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
          const copy = Uint8Array.from(file)
          copy[at] = (copy[at] ?? 0) ^ mask
          expect(await placeIn(copy)).not.toBeNull()
        }),
        { numRuns: 500 },
      )
    }
  })

  it('is wrong with a false draw, also when its hash was recomputed', async () => {
    const resealed = async (change: (proof: Record<string, unknown>) => object): Promise<string | null> => {
      const { sha256: _, ...proof } = JSON.parse(drawn.toString())
      const file = { ...proof, ...change(proof) }
      return placeIn(Buffer.from(await proofFile(file, sha256)))
    }
    const others = (list: unknown): string => String(list).replace(/\[\d+/, '[1')
    expect(await resealed(() => ({}))).toBeNull()
    expect(await resealed(({ list }) => ({ list: others(list) }))).toBe('entriesHash')
    expect(await resealed(({ serverSeed }) => ({ serverSeed: String(serverSeed).replace(/./g, '0') }))).toBe('commit')
    expect(await resealed(({ number }) => ({ number: Number(number) + 1 }))).toBe('list')
    expect(await resealed(({ roll }) => ({ roll: (Number(roll) % 3) + 1 }))).toBe('roll')
    expect(await resealed(({ winner }) => ({ winner: Number(winner) + 1 }))).toBe('winner')
    expect(await resealed(() => ({ entries: 4 }))).toBe('entries')
    expect(await resealed(() => ({ entries: 0 }))).toBe('entries')
    expect(await resealed(() => ({ state: 'returned', winner: null, roll: null }))).toBe('roll')
    expect(await resealed(() => ({ serverSeed: null }))).toBe('commit')
  })
})
