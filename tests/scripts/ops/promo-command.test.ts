// npm run ops -- promo: creates, lists and ends codes, and explains everything that is wrong with a command line.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommandIo } from '../../../scripts/cli/command-io.ts'
import { createProgram } from '../../../scripts/cli/program.ts'
import { addPromoOptions, newPromo, type PromoOptions } from '../../../scripts/ops/new-promo.ts'
import { lockFolder } from '../../../src/server/db/folder-lock.ts'
import type { NewPromo } from '../../../src/server/services/payments/promo-codes.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { makePlayers, makePromo, moveOrder, placeOrder } from '../../support/players/deposits.ts'
import {
  type CommandDatabase,
  type CommandResult,
  createCommandPlace,
  openCommandDatabase,
  runOps,
  runProgram,
} from '../../support/runner/command.ts'

const day = (text: string): Date => new Date(`${text}T00:00:00Z`)

describe.each(SUITE_KINDS)('npm run ops -- promo on %s', (kind) => {
  let database: CommandDatabase
  const promo = (...args: readonly string[]) => database.run('promo', ...args)

  beforeAll(async () => {
    database = await openCommandDatabase(kind)
  })

  afterAll(() => database.remove())

  it('opens the database of the settings', { timeout: 120_000 }, async () => {
    const place = await createCommandPlace(kind)
    try {
      expect((await place.run('migrate')).code).toBe(0)
      expect(await place.run('promo', 'list')).toEqual({
        code: 0,
        out: 'There are no promo codes. Add one: npm run ops -- promo create CODE --percent 10\n',
        err: '',
      })
    } finally {
      await place.remove()
    }
  })

  it('adds, lists and ends codes', { timeout: 240_000 }, async () => {
    expect(await promo('create', 'Summer', '--percent', '10')).toEqual({
      code: 0,
      out: 'summer is added: 10 % on top of a deposit.\n',
      err: '',
    })
    const { db } = database
    const [one = 0, two = 0] = await makePlayers(db, 2)
    const paid = await placeOrder(db, { playerId: one, code: 'SUMMER', amount: 12_345 })
    await moveOrder(db, paid, { state: 'paid', paidAt: new Date() })
    await placeOrder(db, { playerId: two, code: 'summer', amount: 500 })
    const days = { startsAt: day('2100-01-01'), endsAt: day('2100-02-01') }
    await makePromo(db, { code: 'next', percent: 150, usesPerPlayer: 2, steamLevel: 5, depositMin: 100_050, ...days })
    await makePromo(db, { code: 'past', endsAt: day('2026-01-01') })
    await makePromo(db, { code: 'off', endedAt: day('2026-01-01') })
    await makePromo(db, { code: 'full', usesMax: 1 })
    await placeOrder(db, { playerId: one, code: 'full', amount: 500 })
    expect((await promo('list')).out.split('\n')).toEqual([
      'CODE    GIVES  PAID  OPEN  OF  EACH  FROM        UNTIL       LEVEL      LEAST  BONUSES  STATE',
      'summer   10 %     1     1   -     1  -           -               -          -   $12.34  active',
      'next    150 %     0     0   -     2  2100-01-01  2100-01-31      5  $1,000.50    $0.00  not begun',
      'past     10 %     0     0   -     1  -           2025-12-31      -          -    $0.00  over',
      'off      10 %     0     0   -     1  -           -               -          -    $0.00  ended 2026-01-01',
      'full     10 %     0     1   1     1  -           -               -          -    $0.00  used up',
      '',
    ])
    expect(await promo('create', 'sUMMER', '--percent', '5')).toEqual({
      code: 1,
      out: '',
      err: 'There is, or was, a code summer, and a name is used once. Choose another one.\n',
    })
    expect(await promo('create', 'autumn', '--percent', '11')).toEqual({
      code: 1,
      out: '',
      err: 'a bonus chaser would get 11 % of a deposit to play with, more than 10 %.\n',
    })
    expect((await promo('create', 'gift', '--sum', '5', '--min-deposit', '50')).out).toBe(
      'gift is added: $5.00 on top of a deposit.\n',
    )
    expect((await promo('create', 'hole', '--sum', '5')).err).toBe(
      'a bonus chaser would get 500 % of a deposit to play with, more than 10 %.\n',
    )
    const codes = (await promo('batch', 'Stream', '--count', '3', '--percent', '10')).out.trim().split('\n')
    expect(codes).toEqual([1, 2, 3].map(() => expect.stringMatching(/^stream-[2-9a-z]{10}$/)))
    expect((await promo('end-batch', '1')).out).toBe(
      'All codes of batch 1 are ended. Orders that were made with them keep their bonus.\n',
    )
    expect((await promo('end-batch', '1')).err).toBe('Batch 1 was ended before, or there is none.\n')
    expect(await promo('end', 'SUMMER')).toEqual({
      code: 0,
      out: 'summer is ended. Orders that were made with it keep their bonus.\n',
      err: '',
    })
    expect(await promo('end', 'summer')).toEqual({ code: 1, out: '', err: 'summer was ended before.\n' })
    expect(await promo('end', 'autumn')).toEqual({
      code: 1,
      out: '',
      err: 'There is no code autumn. All of them: npm run ops -- promo list\n',
    })
  })
})

describe('a new code', () => {
  const NOW = new Date('2026-11-21T12:00:00Z')
  const plain = { sum: 0, usesMax: null, usesPerPlayer: 1, startsAt: null, endsAt: null, steamLevel: 0, depositMin: 0 }

  /** Reads what follows `promo create`; returns the code that is described, and what the command prints. */
  async function read(line: string): Promise<CommandResult & { promo: NewPromo | undefined }> {
    let promo: NewPromo | undefined
    const create = (io: CommandIo) =>
      addPromoOptions(createProgram('create', io)).action((code: string, options: PromoOptions) => {
        promo = newPromo(code, options, NOW)
      })
    return { ...(await runProgram(create, line.split(' '))), promo }
  }

  it('has no limits without options', async () => {
    expect((await read('Summer --percent 10')).promo).toEqual({ ...plain, code: 'summer', percent: 10 })
    expect((await read('--percent=100 ЛІТО')).promo).toEqual({ ...plain, code: 'літо', percent: 100 })
    const limited = await read('s --percent 10 --uses 5 --per-player 2 --level 1 --min-deposit 9.5')
    expect(limited.promo).toEqual({
      ...plain,
      code: 's',
      percent: 10,
      usesMax: 5,
      usesPerPlayer: 2,
      steamLevel: 1,
      depositMin: 950,
    })
  })

  it.each([
    ['10', 1000],
    ['10.5', 1050],
    ['0.07', 7],
    ['1.15', 115],
    ['10000.00', 1_000_000],
  ])('with $%s requires %d cents', async (dollars, amount) => {
    expect((await read(`s --percent 10 --min-deposit ${dollars}`)).promo?.depositMin).toBe(amount)
  })

  it('is valid from the first moment of its first day to the last moment of its last day', async () => {
    expect((await read('s --percent 10 --from 2028-02-28 --until 2028-02-29')).promo).toMatchObject({
      startsAt: new Date('2028-02-28T00:00:00Z'),
      endsAt: new Date('2028-03-01T00:00:00Z'),
    })
    expect((await read('s --percent 10 --from 2026-11-21 --until 2026-11-21')).promo?.endsAt).toEqual(
      new Date('2026-11-22T00:00:00Z'),
    )
  })

  const invalid = (flags: string, value: string, reason: string): string =>
    `error: option '${flags}' argument '${value}' is invalid. ${reason}`
  const CODE_RULE = 'A code has up to 40 letters, digits, hyphens and underscores, and no spaces.'
  const PERCENT_RULE = 'Expected a whole number from 1 to 100.'
  const DAY_RULE = 'Expected a day like 2026-12-31.'
  const DOLLARS_RULE = 'Expected an amount in dollars like 10.00.'

  it.each([
    ['--percent 10', "error: missing required argument 'code'"],
    ['two words --percent 10', 'error: too many arguments. Expected 1 argument but got 2: two, words.'],
    ['50% --percent 10', `error: command-argument value '50%' is invalid for argument 'code'. ${CODE_RULE}`],
    [`${'a'.repeat(41)} --percent 10`, ` is invalid for argument 'code'. ${CODE_RULE}`],
    ['s --percent 0', invalid('--percent <number>', '0', PERCENT_RULE)],
    ['s --percent 101', invalid('--percent <number>', '101', PERCENT_RULE)],
    ['s --percent 10.5', invalid('--percent <number>', '10.5', PERCENT_RULE)],
    ['s --percent ten', invalid('--percent <number>', 'ten', PERCENT_RULE)],
    ['s --percent', "error: option '--percent <number>' argument missing"],
    ['s --percent 10 --use 5', "error: unknown option '--use'\n(Did you mean --uses?)"],
    ['s --percent 10 --uses 0', invalid('--uses <number>', '0', 'Expected a whole number from 1 to ')],
    ['s --percent 10 --per-player -1', invalid('--per-player <number>', '-1', 'Expected a whole number from 1 to ')],
    ['s --percent 10 --per-player=-1', invalid('--per-player <number>', '-1', 'Expected a whole number from 1 to ')],
    ['s --percent 10 --level x', invalid('--level <number>', 'x', 'Expected a whole number from 0 to ')],
    ['s --percent 10 --from 2026-02-30', invalid('--from <day>', '2026-02-30', DAY_RULE)],
    ['s --percent 10 --until 31.12.2026', invalid('--until <day>', '31.12.2026', DAY_RULE)],
    ['s --percent 10 --until 2027-13-01', invalid('--until <day>', '2027-13-01', DAY_RULE)],
    ['s --percent 10 --until 2027-02-29', invalid('--until <day>', '2027-02-29', DAY_RULE)],
    ['s --percent 10 --until 2026-11-20', 'error: --until 2026-11-20 is over.'],
    [
      's --percent 10 --from 2027-01-02 --until 2027-01-01',
      'error: The code would end before it begins: --from 2027-01-02 is after --until 2027-01-01.',
    ],
    ['s --percent 10 --min-deposit 1e3', invalid('--min-deposit <dollars>', '1e3', DOLLARS_RULE)],
    ['s --percent 10 --min-deposit 10.001', invalid('--min-deposit <dollars>', '10.001', DOLLARS_RULE)],
    [
      's --percent 10 --min-deposit 10000.01',
      invalid('--min-deposit <dollars>', '10000.01', 'Nobody can deposit more than $10,000.00 at once.'),
    ],
  ])('is refused with a message: %s', async (line, sentence) => {
    const { code, out, err, promo } = await read(line)
    expect({ code, out, promo }).toEqual({ code: 2, out: '', promo: undefined })
    expect(err).toContain(sentence)
  })
})

describe('npm run ops -- promo', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-command-'))
  })

  afterAll(() => rm(folder, { recursive: true }))

  it.each([[['--help']], [['create', 'summer', '-h']]])('prints its help: %j', async (args) => {
    const { code, out, err } = await runOps(['promo', ...args], { DATA_DIR: folder })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Usage: npm run ops -- promo/)
    expect(out).toMatch(/promo create summer --percent 10|^ +create \[options\] <code> /m)
    expect(existsSync(join(folder, 'pglite'))).toBe(false)
  })

  it.each([
    [[], /^Usage: npm run ops -- promo \[options\] \[command\]\n/],
    [['destroy'], /^error: unknown command 'destroy'\n/],
    [['constructor'], /^error: unknown command 'constructor'\n/],
    [
      ['create', 'summer'],
      /^error: Name what it gives: either --percent or --sum\.\nAdd --help to the command to see how to use it\.\n$/,
    ],
    [['end'], /^error: missing required argument 'code'\n/],
    [
      ['end', 'two words'],
      /^error: command-argument value 'two words' is invalid for argument 'code'\. A code has up to /,
    ],
    [['list', 'summer'], /^error: too many arguments for 'list'\. Expected 0 arguments but got 1: summer\.\n/],
    [['list', '--all'], /^error: unknown option '--all'\n/],
  ])('reports the error of %j, and opens no database', async (args, sentence) => {
    const { code, out, err } = await runOps(['promo', ...args], { DATA_DIR: folder })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(sentence)
    expect(existsSync(join(folder, 'pglite'))).toBe(false)
  })

  it('reports which process uses the database, and what to do, while a server on PGlite has no socket', async () => {
    const lock = await lockFolder(join(folder, 'held', 'pglite'))
    try {
      const { code, err } = await runOps(['promo', 'list'], { DATA_DIR: join(folder, 'held') })
      expect(code).toBe(1)
      expect(err).toContain(`is in use by process ${process.pid}`)
      expect(err).toContain('there nobody answered: the site is starting or stopping, has no socket (its log says why)')
      expect(err).not.toContain('    at ')
    } finally {
      await lock.release()
    }
  })

  it.each([
    [
      'postgres://user:hidden@127.0.0.1:1/shop',
      /^DATABASE_URL: the database "shop" at 127\.0\.0\.1:1 cannot be opened as "user": .*ECONNREFUSED.*\. Start PostgreSQL, .*\.\n$/,
    ],
    ['mysql://nowhere', /^These settings are missing or wrong:\n {2}DATABASE_URL: /],
  ])('reports that %s cannot be used as a database', async (url, sentence) => {
    const { code, err } = await runOps(['promo', 'list'], { DATA_DIR: folder, DATABASE_URL: url })
    expect(code).toBe(1)
    expect(err).toMatch(sentence)
    expect(err).not.toContain('hidden')
  })
})
