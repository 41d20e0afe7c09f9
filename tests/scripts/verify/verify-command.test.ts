// npm run verify: checks the export of a player of all games, and finds every alteration.
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkExport, type Difference } from '../../../scripts/verify/check-export.ts'
import { createVerify } from '../../../scripts/verify/program.ts'
import { readExport, Unreadable } from '../../../scripts/verify/read-export.ts'
import { FIRST_EXPORT_FORMAT, SEAL_BYTES, sealOf } from '../../../src/game/fairness/roll-export.ts'
import type { RollExport } from '../../../src/protocol/fairness.ts'
import { signContract, spinUntil, spinWheel, upgradeTwice, win, winForContract } from '../../support/players/games.ts'
import { type CommandResult, runProgram, spawnCommand } from '../../support/runner/command.ts'
import { type Browser, openTestSite, SITE_URL, type TestSite } from '../../support/sites/site.ts'

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

let site: TestSite
let folder: string
/** The export of a player of all games. */
let bytes: Buffer
/** The export of one opening. */
let small: Buffer

/** Rotates a player's seeds; returns the bytes of the export of the previous seed. */
async function exportOf(player: Browser): Promise<Buffer> {
  const { commit } = (await player.get('/api/fairness')).body.seeds
  await player.post('/api/fairness/rotate', { clientSeed: 'again' })
  const { rawPayload } = await site.app.inject({
    url: `/api/fairness/seeds/${commit}/rolls`,
    headers: {
      host: new URL(SITE_URL).host,
      cookie: [...player.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      authorization: `Bearer ${player.cookies.get('token')}`,
    },
  })
  return rawPayload
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-verify-'))
  site = await openTestSite()
  const player = await site.newPlayer()
  for (let round = 0; round < 3; round++) {
    await upgradeTwice(player, await win(player, 3), 10)
    await signContract(player, await winForContract(player, 3))
  }
  await spinWheel(player, true)
  for (const kind of ['balance', 'nothing'] as const) await spinUntil(player, kind)
  bytes = await exportOf(player)
  const other = await site.newPlayer()
  await win(other, 1)
  small = await exportOf(other)
})

afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

async function verify(content: string | Uint8Array): Promise<CommandResult> {
  const path = join(folder, 'rolls.json')
  await writeFile(path, content)
  const ended = await runProgram(createVerify, [path])
  return { ...ended, out: ended.out.replace(path, 'rolls.json'), err: ended.err.replace(path, 'rolls.json') }
}

/** Returns the difference in a file; 'refused' when it cannot be read. */
async function foundIn(content: Uint8Array): Promise<Difference | 'refused' | null> {
  try {
    return await checkExport(content, readExport(content))
  } catch (error) {
    if (error instanceof Unreadable) return 'refused'
    throw error
  }
}

function flipped(content: Uint8Array, at: number, mask: number): Uint8Array {
  const copy = Uint8Array.from(content)
  copy[at] = (copy[at] ?? 0) ^ mask
  return copy
}

/** Returns a changed file whose hash was recomputed to hide the change. */
function forged(change: (file: { -readonly [K in keyof RollExport]: RollExport[K] }) => void): Buffer {
  const file = readExport(bytes)
  change(file)
  const { sha256: _, ...rest } = file
  const before = `${JSON.stringify(rest).slice(0, -1)},`
  return Buffer.from(before + sealOf(sha256(before)))
}

/** Returns a file in the format whose ids are random, with another first id where one is given. */
function inFirstFormatWith(content: Buffer, id?: string): Buffer {
  const { clientSeedSource: _, sha256: __, ...file } = JSON.parse(content.toString())
  if (id !== undefined) file.rolls[0].id = id
  const before = `${JSON.stringify({ ...file, format: FIRST_EXPORT_FORMAT }).slice(0, -1)},`
  return Buffer.from(before + sealOf(sha256(before)))
}

describe('a file of rolls', () => {
  it('of all games is correct', async () => {
    const { code, out, err } = await verify(bytes)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(
      /^rolls\.json is right: \d+ rolls \(case \d+, upgrade 3, contract 3, wheel \d+\), \d+ tables of odds\.\n$/,
    )
  })

  it('is refused or wrong with any altered byte', async () => {
    for (let at = 0; at < small.length; at++) {
      expect(await foundIn(flipped(small, at, 1)), `byte ${at}`).not.toBeNull()
    }
    expect(await foundIn(small)).toBeNull()
  })

  it('is refused or wrong with any change of any byte', async () => {
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }))
    await fc.assert(
      fc.asyncProperty(change, async ([at, mask]) => (await foundIn(flipped(bytes, at, mask))) !== null),
      { numRuns: 300 },
    )
  })

  it('is refused when it is truncated anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 2), async (end) => {
        expect(await foundIn(bytes.subarray(0, end))).toBe('refused')
      }),
      { numRuns: 100 },
    )
    // The last byte is the line break: without it the file is complete, but differs from the export.
    expect(await foundIn(bytes.subarray(0, -1))).toMatchObject({ place: 'sha256' })
  })

  it.each<[what: string, change: Parameters<typeof forged>[0], place: RegExp]>([
    ['another server seed', (file) => (file.serverSeed = '0'.repeat(64)), /^commit$/],
    ['another commit', (file) => (file.commit = '0'.repeat(64)), /^commit$/],
    ['another client seed', (file) => (file.clientSeed = 'mine'), /^rolls\[0\]\.roll$/],
    ['a missing roll', (file) => (file.rolls = file.rolls.slice(0, -1)), /^count$/],
    [
      'a missing roll and an adjusted count',
      (file) => {
        file.rolls = file.rolls.toSpliced(2, 1)
        file.count--
      },
      /^rolls\[2\]\.nonce$/,
    ],
    ['a nonce used twice', (file) => (file.rolls = file.rolls.with(1, file.rolls[0] as never)), /^rolls\[1\]\.nonce$/],
    ['two rolls exchanged', (file) => (file.rolls = file.rolls.toReversed()), /^rolls\[0\]\.nonce$/],
    ...(['roll', 'n', 'game', 'oddsHash', 'won'] as const).map((field): never => {
      const value = { roll: 7, n: 999_999, game: 'wheel', oddsHash: '0'.repeat(64), won: null }[field]
      return [
        `another ${field}`,
        (file: { rolls: unknown[] }) => (file.rolls[1] = { ...(file.rolls[1] as object), [field]: value }),
        /^rolls\[1\]\.(roll|oddsHash|won)$/,
      ] as never
    }),
    [
      'a more expensive item',
      ({ rolls }) => {
        const at = rolls.findIndex(({ won }) => won !== null)
        const roll = rolls[at]
        if (roll?.won) rolls[at] = { ...roll, won: { ...roll.won, price: roll.won.price + 1 } }
      },
      /^rolls\[\d+\]\.won$/,
    ],
    [
      'other odds under the same hash',
      ({ odds }) => {
        const [hash = '', text = ''] = Object.entries(odds)[0] ?? []
        odds[hash] = text.replace('"price":', '"price":1')
      },
      /^odds\["[0-9a-f]{64}"\]$/,
    ],
    ['a table that no roll names', ({ odds }) => (odds[sha256('{}')] = '{}'), /^odds\["[0-9a-f]{64}"\]$/],
  ])('is wrong with %s, also when its hash was recomputed', async (_, change, place) => {
    const found = await foundIn(forged(change))
    expect(found).toMatchObject({ place: expect.stringMatching(place) })
  })

  it('without a change is correct', async () => {
    expect(await foundIn(forged(() => undefined))).toBeNull()
  })

  const idsOf = (change: (id: string, at: number, ids: readonly string[]) => string) =>
    forged((file) => {
      const ids = file.rolls.map(({ id }) => id)
      file.rolls = file.rolls.map((roll, at) => ({ ...roll, id: change(roll.id, at, ids) }))
    })

  it.each<[what: string, change: Parameters<typeof idsOf>[0], place: string]>([
    ['other first digits of all ids', (id) => id.replace(/^./, 'f'), 'rolls[0].id'],
    [
      'another last digit of one id',
      (id, at) => (at === 3 ? id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) : id),
      'rolls[3].id',
    ],
    ['an id made up', (id, at) => (at === 2 ? '0196a7c2-5b1e-7d3f-8a90-1c2d3e4f5a6b' : id), 'rolls[2].id'],
    ['an id used twice', (id, at, ids) => (at === 1 ? (ids[0] ?? '') : id), 'rolls[1].id'],
    ['two ids exchanged', (id, at, ids) => (at < 2 ? (ids[1 - at] ?? '') : id), 'rolls[0].id'],
    ['ids moved by one', (id, at, ids) => ids[at + 1] ?? id, 'rolls[0].id'],
  ])('is wrong with %s, also when its hash was recomputed', async (_, change, place) => {
    expect(await foundIn(idsOf(change))).toMatchObject({ place })
  })

  it('is wrong with an id of another game, also when its hash was recomputed', async () => {
    const { rolls } = readExport(bytes)
    const ofCase = rolls.findIndex(({ game }) => game === 'case')
    const other = rolls.find(({ game }) => game === 'upgrade')?.id ?? ''
    const wrong = idsOf((id, at) => (at === ofCase ? other : id === other ? (rolls[ofCase]?.id ?? '') : id))
    expect(await foundIn(wrong)).toMatchObject({ place: `rolls[${ofCase}].id` })
  })

  it.each(['\ufeff', ''])('may have a byte order mark, and is refused when more was changed: %j', async (mark) => {
    const marked = Buffer.concat([Buffer.from(mark), bytes])
    expect(await foundIn(marked)).toBeNull()
    expect((await verify(marked)).code).toBe(0)
    expect(
      await foundIn(Buffer.concat([Buffer.from(mark), forged((file) => Object.assign(file, { clientSeed: 'x' }))])),
    ).not.toBeNull()
    expect(await foundIn(Buffer.concat([Buffer.from(`${mark} `), bytes]))).toMatchObject({ place: 'sha256' })
  })

  it('of an earlier version is still read, and called weaker', async () => {
    const { code, out } = await verify(inFirstFormatWith(bytes))
    expect(code).toBe(0)
    expect(out).toMatch(/ Weaker: the server drew both seeds, or could have\.\n$/)
    const secondId = JSON.parse(bytes.toString()).rolls[1].id
    expect(await foundIn(inFirstFormatWith(bytes, secondId))).toMatchObject({ place: 'rolls[1].id' })
  })

  it('whose client seed the server drew is called weaker', async () => {
    const { code, out } = await verify(forged((file) => Object.assign(file, { clientSeedSource: 'server' })))
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('Weaker: the server drew both seeds') })
    expect((await verify(bytes)).out).not.toContain('Weaker')
  })

  it('cannot have rolls without a client seed', async () => {
    const wrong = forged((file) => Object.assign(file, { clientSeed: null, clientSeedSource: null }))
    expect(await foundIn(wrong)).toMatchObject({ place: 'rolls[0].clientSeed' })
  })
})

describe('npm run verify', () => {
  it('prints the first difference, and exits with 1', async () => {
    const wrong = forged((file) => {
      file.rolls = file.rolls.map((roll, at) => (at === 1 ? { ...roll, roll: 7 } : roll))
    })
    const { code, out, err } = await verify(wrong)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^rolls\.json is wrong\.\nrolls\[1\]\.roll is 7, but the seeds and the nonce give \d+\.\n$/)
  })

  it('finds an added space', async () => {
    const { code, err } = await verify(bytes.toString().replace('"rolls":[', '"rolls": ['))
    expect(code).toBe(1)
    expect(err).toContain('sha256 does not fit the bytes of the file.')
  })

  it.each([
    ['', /It is empty\.$/m],
    ['{"format":"spacedrop-rolls-1","commit":"', /It is not whole: .*Export it again\.$/m],
    ['[]', /It is no exported list of rolls\. the file: /],
    ['{}', /It is no exported list of rolls\. format: /],
    [Uint8Array.of(0xff, 0xfe, 0), /It is text in UTF-16\. Save it as UTF-8, or export it again\.$/m],
    [Buffer.from('\ufeff{}', 'utf16le'), /It is text in UTF-16\./],
    [Buffer.from('\ufeff{}', 'utf16le').swap16(), /It is text in UTF-16\./],
    ['{}\0', /It has zero bytes, so it was not saved whole\./],
    ['{\r\n}', /Its line breaks were changed to those of Windows\./],
    ['{}{}', /It is not whole: /],
    [Uint8Array.of(0xc3, 0x28), /It is not text\.$/m],
  ])('refuses %j with a message, and exits with 2', async (content, sentence) => {
    const { code, out, err } = await verify(content)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(sentence)
    expect(err).not.toContain('    at ')
  })

  it('names the field that cannot be read', async () => {
    const { code, err } = await verify(bytes.toString().replace('"nonce":2,', '"nonce":"2",'))
    expect(code).toBe(2)
    expect(err).toContain('rolls[1].nonce: ')
  })

  it('checks several files, and fails if one does', async () => {
    const [good, bad] = [join(folder, 'good.json'), join(folder, 'bad.json')]
    await writeFile(good, small)
    // Another digit in the hash: the file can be read, but does not match.
    const at = small.length - SEAL_BYTES + 12
    const digit = small.toString('latin1', at, at + 1) === '0' ? '1' : '0'
    await writeFile(bad, `${small.subarray(0, at)}${digit}${small.subarray(at + 1)}`)
    const { code, out, err } = await spawnCommand('scripts/verify.ts', [good, bad])
    expect(code).toBe(1)
    expect(out).toBe(`${good} is right: 1 rolls (case 1), 1 tables of odds.\n`)
    expect(err).toContain(`${bad} is wrong.`)
  })

  it('finds an id that files of two seeds have, and takes one file twice', async () => {
    const [one, two] = [join(folder, 'one.json'), join(folder, 'two.json')]
    await writeFile(one, inFirstFormatWith(bytes))
    await writeFile(two, inFirstFormatWith(small, JSON.parse(bytes.toString()).rolls[0].id))
    const { code, err } = await runProgram(createVerify, [one, two])
    expect(code).toBe(1)
    expect(err).toMatch(/rolls\[0\]\.id is .*, which a roll of another seed in .*one\.json has already/)
    expect((await runProgram(createVerify, [one, one])).code).toBe(0)
  })

  it('prints its help, and what is missing', async () => {
    const help = await runProgram(createVerify, ['--help'])
    expect(help).toMatchObject({ code: 0, err: '' })
    expect(help.out).toMatch(/^Usage: npm run verify -- \[options\] <files\.\.\.>\n/)
    expect(help.out).toContain(
      'Ends with 0 when everything is right, 1 at the first difference, 2 when a file cannot be read.',
    )
    expect(await runProgram(createVerify, [])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^error: missing required argument 'files'\n/),
    })
    expect(await runProgram(createVerify, ['--quick'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^error: unknown option '--quick'\n/),
    })
    expect(await runProgram(createVerify, [join(folder, 'nowhere.json')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no such file.'),
    })
    expect(await runProgram(createVerify, [folder])).toMatchObject({
      code: 2,
      err: expect.stringContaining('It is a folder.'),
    })
  })
})
