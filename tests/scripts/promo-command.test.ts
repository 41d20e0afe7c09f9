// npm run ops -- promo: codes as an operator adds, reads and ends them, and a sentence for everything that is wrong.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UsageError } from '../../scripts/ops/operator.ts'
import { readPromo } from '../../scripts/ops/read-promo.ts'
import { openPglite } from '../../src/server/db/pglite.ts'
import { type CommandPlace, commandPlace, runCommand, runOps } from '../support/command.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import { makePlayers, makePromo, moveOrder, placeOrder } from '../support/deposits.ts'

const day = (text: string): Date => new Date(`${text}T00:00:00Z`)

describe.each(DATABASE_KINDS)('npm run ops -- promo on %s', (kind) => {
  let place: CommandPlace
  const promo = (...args: readonly string[]) => place.run('promo', ...args)

  beforeAll(async () => {
    place = await commandPlace(kind)
  })

  afterAll(() => place.remove())

  it('adds, lists and ends codes', { timeout: 240_000 }, async () => {
    expect(await promo('create', 'Summer', '--percent', '10')).toEqual({
      code: 0,
      out: 'summer is added: 10 % on top of a deposit.\n',
      err: '',
    })
    await place.withDatabase(async (db) => {
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
    })
    expect((await promo('list')).out.split('\n')).toEqual([
      'CODE    PERCENT  PAID  OPEN  OF  EACH  FROM        UNTIL       LEVEL      LEAST  BONUSES  STATE',
      'summer     10 %     1     1   -     1  -           -               -          -   $12.34  active',
      'next      150 %     0     0   -     2  2100-01-01  2100-01-31      5  $1,000.50    $0.00  not begun',
      'past       10 %     0     0   -     1  -           2025-12-31      -          -    $0.00  over',
      'off        10 %     0     0   -     1  -           -               -          -    $0.00  ended 2026-01-01',
      'full       10 %     0     1   1     1  -           -               -          -    $0.00  used up',
      '',
    ])
    expect(await promo('create', 'sUMMER', '--percent', '20')).toEqual({
      code: 1,
      out: '',
      err: 'There is, or was, a code summer, and a name is used once. Choose another one.\n',
    })
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
  const read = (line: string) => readPromo(line.split(' '), NOW)
  const plain = { usesMax: null, usesPerPlayer: 1, startsAt: null, endsAt: null, steamLevel: 0, depositMin: 0 }

  it('has no limits but those that are said', () => {
    expect(read('Summer --percent 10')).toEqual({ ...plain, code: 'summer', percent: 10 })
    expect(read('--percent=1000 ЛІТО')).toEqual({ ...plain, code: 'літо', percent: 1000 })
    expect(read('s --percent 10 --uses 5 --per-player 2 --level 1 --min-deposit 9.5')).toEqual({
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
  ])('from $%s needs %d cents', (dollars, amount) => {
    expect(read(`s --percent 10 --min-deposit ${dollars}`).depositMin).toBe(amount)
  })

  it('lasts from the first moment of its first day to the last of its last', () => {
    expect(read('s --percent 10 --from 2028-02-28 --until 2028-02-29')).toMatchObject({
      startsAt: new Date('2028-02-28T00:00:00Z'),
      endsAt: new Date('2028-03-01T00:00:00Z'),
    })
    expect(read('s --percent 10 --from 2026-11-21 --until 2026-11-21').endsAt).toEqual(new Date('2026-11-22T00:00:00Z'))
  })

  it.each([
    ['--percent 10', 'Say which: code is missing.'],
    ['two words --percent 10', 'One code at a time: "words" is too much.'],
    ['50% --percent 10', '"50%" cannot be a code: up to 40 letters, digits, hyphens and underscores, and no spaces.'],
    [`${'a'.repeat(41)} --percent 10`, / cannot be a code: up to 40 letters/],
    ['s --percent 0', '--percent has to be a whole number from 1 to 1000, not "0".'],
    ['s --percent 1001', '--percent has to be a whole number from 1 to 1000, not "1001".'],
    ['s --percent 10.5', /^--percent has to be a whole number/],
    ['s --percent ten', /^--percent has to be a whole number/],
    ['s --percent', '--percent needs a value.'],
    ['s --percent 10 --use 5', 'There is no option --use.'],
    ['s --percent 10 --uses 0', /^--uses has to be a whole number from 1 to /],
    ['s --percent 10 --per-player -1', '--per-player needs a value.'],
    ['s --percent 10 --per-player=-1', /^--per-player has to be a whole number from 1 /],
    ['s --percent 10 --level x', /^--level has to be a whole number from 0 /],
    ['s --percent 10 --from 2026-02-30', '--from has to be a day like 2026-12-31, not "2026-02-30".'],
    ['s --percent 10 --until 31.12.2026', '--until has to be a day like 2026-12-31, not "31.12.2026".'],
    ['s --percent 10 --until 2027-13-01', /^--until has to be a day like/],
    ['s --percent 10 --until 2027-02-29', /^--until has to be a day like/],
    ['s --percent 10 --until 2026-11-20', '--until 2026-11-20 is over already.'],
    [
      's --percent 10 --from 2027-01-02 --until 2027-01-01',
      'The code would end before it begins: --from 2027-01-02 is after --until 2027-01-01.',
    ],
    ['s --percent 10 --min-deposit 1e3', '--min-deposit has to be an amount in dollars like 10.00, not "1e3".'],
    ['s --percent 10 --min-deposit 10.001', /^--min-deposit has to be an amount in dollars/],
    ['s --percent 10 --min-deposit 10000.01', /^--min-deposit is more than anyone can deposit at once/],
  ])('is refused with a sentence: %s', (line, sentence) => {
    expect(() => read(line)).toThrow(UsageError)
    expect(() => read(line)).toThrow(sentence)
  })
})

describe('npm run ops -- promo', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-command-'))
  })

  afterAll(() => rm(folder, { recursive: true }))

  it.each([[['--help']], [['create', 'summer', '-h']]])('explains itself: %j', async (args) => {
    const { code, out, err } = await runOps(['promo', ...args], { DATA_DIR: folder })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('Usage: npm run ops -- promo create CODE --percent 10')
    expect(existsSync(join(folder, 'pglite'))).toBe(false)
  })

  it.each([
    [[], /^Usage: npm run ops -- promo/],
    [['destroy'], /^There is no command destroy\.\nUsage: /],
    [['constructor'], /^There is no command constructor\.\n/],
    [
      ['create', 'summer'],
      /^Say what the code adds to a deposit, e\.g\. --percent 10\.\nHow to say it: npm run ops -- promo --help\n$/,
    ],
    [['end'], /^Say which: code is missing\.\n/],
    [['end', 'two words'], /^"two words" cannot be a code: /],
    [['list', 'summer'], /^list shows all codes: "summer" is too much\.\n/],
    [['list', '--all'], /^There is no option --all\.\n/],
  ])('says what is wrong with %j, and opens no database', async (args, sentence) => {
    const { code, out, err } = await runOps(['promo', ...args], { DATA_DIR: folder })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(sentence)
    expect(existsSync(join(folder, 'pglite'))).toBe(false)
  })

  it('says who holds the database, and what to do, while a server runs on PGlite', async () => {
    const server = await openPglite({ folder: join(folder, 'held', 'pglite'), onRetry: () => undefined })
    try {
      const { code, err } = await runCommand('ops', ['promo', 'list'], { DATA_DIR: join(folder, 'held') })
      expect(code).toBe(1)
      expect(err).toContain(`is in use by process ${process.pid}`)
      expect(err).toContain('A server on PGlite has to be stopped for this; on PostgreSQL (DATABASE_URL) it may go on.')
      expect(err).not.toContain('    at ')
    } finally {
      await server.close()
    }
  })

  it.each([
    [
      'postgres://user:hidden@127.0.0.1:1/shop',
      /^The database at 127\.0\.0\.1:1 cannot be opened: .*ECONNREFUSED.*\. Check DATABASE_URL\.\n$/,
    ],
    ['mysql://nowhere', /^The settings are not complete:\n {2}DATABASE_URL: /],
  ])('says that %s is no database to work with', async (url, sentence) => {
    const { code, err } = await runCommand('ops', ['promo', 'list'], { DATA_DIR: folder, DATABASE_URL: url })
    expect(code).toBe(1)
    expect(err).toMatch(sentence)
    expect(err).not.toContain('hidden')
  })
})
