// npm run ops -- report: shows the numbers that were written, and totals that equal the ledger's.
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../src/game/base/site-time.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { leastIdAt, newId } from '../../../src/server/base/ids.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { accounts, items, oddsTables, rolls, seeds, transfers } from '../../../src/server/db/schema.ts'
import { withdrawalSteps, withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { createPlayers } from '../../../src/server/services/account/players.ts'
import { reportDays, sumOfDays } from '../../../src/server/services/operations/report.ts'
import { refundOrder } from '../../../src/server/services/payments/refunds.ts'
import { createSettlement } from '../../../src/server/services/payments/settlement.ts'
import { GIFTS } from '../../game/rewards/gift-rules.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { makePromo, placeOrder, UNPRICED } from '../../support/players/deposits.ts'
import { type CommandDatabase, openCommandDatabase, runOps } from '../../support/runner/command.ts'
import { ALL_ON } from '../../support/sites/all-on.ts'

const NOW = new Date()

/** Creates two players with play money, a deposit of $120 with a bonus of $12, a refund of $30, a withdrawn item of $7.50, returns. */
async function fill(db: Database): Promise<void> {
  const { upsertPlayer } = createPlayers({ switches: ALL_ON, db, events: createEvents(), playMoney: true })
  const consent = { termsVersion: 'test', adult: true, address: '127.0.0.1', at: NOW }
  const profile = { steamid: '76561197960265729', name: 'Nova', avatar: '/x.svg', level: 10 }
  const playerId = await upsertPlayer(profile, consent)
  await upsertPlayer({ ...profile, steamid: '76561197960265730' }, consent)
  await makePromo(db, { code: 'summer', percent: 10 })
  const log = pino({ level: 'silent' })
  const settlement = createSettlement({
    db,
    providers: [],
    events: createEvents(),
    now: Date.now,
    timeZone: 'UTC',
    rewards: () => ({ freeCases: [], gifts: GIFTS }),
    priced: () => UNPRICED,
    rules: () => undefined,
    followers: [],
    announceRefunds: () => undefined,
    hashCard: (provider, card) => `${provider} ${card}`,
    log,
  })
  const kept = await placeOrder(db, { playerId, code: 'summer', amount: 12_000, at: NOW })
  const refunded = await placeOrder(db, { playerId, amount: 3_000, at: NOW })
  for (const id of [kept, refunded]) await settlement.apply(id, { kind: 'paid', paid: undefined })
  const rules = () => ({ timeZone: 'UTC', freeCases: [], loaded: UNPRICED, gifts: { rafflePercent: 10 } })
  await refundOrder({ db, providers: [], now: Date.now, rules, by: OPERATOR }, refunded, { byHand: true })
  const [itemId, id] = [newId(), newId()]
  const made = { id: itemId, playerId, itemId: 'redline', price: 750, source: 'raffle', reference: '' } as const
  await db.queries.insert(items).values({ ...made, state: 'withdrawn' })
  const moments = { requestedAt: NOW, changedAt: NOW, dueAt: NOW }
  const link = { provider: 'sandbox', tradeLink: 'https://steamcommunity.com/tradeoffer/new/?partner=1&token=abcdEFGH' }
  await db.queries.insert(withdrawals).values({ id, playerId, itemId, state: 'done', ...link, ...moments })
  await db.queries.insert(withdrawalSteps).values({ withdrawalId: id, state: 'done', at: NOW })
}

/** The moment of a game, 01:30 of November 1 in Kyiv, which is October 31 in UTC. */
const PLAYED_MS = Date.parse('2025-10-31T23:30:00Z')

interface Played {
  readonly game: 'case' | 'upgrade'
  readonly reference: string
  readonly atMs: number
  readonly times: number
  /** Cents that an item costs which each game wins. */
  readonly won: number
  /** Cents that a game returns by its odds. */
  readonly expected: number
}

/** Returns an id as it would have been made at a moment. */
const idAt = (atMs: number): string => leastIdAt(atMs).slice(0, -12) + randomBytes(6).toString('hex')

/** Adds games with a stake of $1 each: their odds, rolls, items and payments. */
async function play(db: Database, { game, reference, atMs, times, won, expected }: Played): Promise<void> {
  const text = JSON.stringify({ [game]: reference, price: 100, entries: [{ item: 'x', price: expected, tickets: 1 }] })
  const hash = `${game} ${reference}`
  await db.queries.insert(oddsTables).values({ hash, game, reference, text }).onConflictDoNothing()
  const at = new Date(atMs)
  const commit = randomBytes(32).toString('hex')
  const pair = { playerId: 1000, serverSeed: '', commit, state: 'revealed' } as const
  const [seed] = await db.queries.insert(seeds).values(pair).returning({ id: seeds.id })
  if (seed === undefined) throw new Error('No pair of seeds was inserted')
  const seedId = seed.id
  const clientSeed = { clientSeed: '', clientSeedSource: 'player', answeredCommit: commit, clientSeededAt: at } as const
  await db.queries.update(seeds).set(clientSeed).where(eq(seeds.id, seedId))
  for (let nonce = 0; nonce < times; nonce++) {
    const id = idAt(atMs)
    const roll = { id, playerId: 1000, game, seedId, nonce, n: 1, roll: 1, oddsHash: hash, at }
    await db.queries.insert(rolls).values(roll)
    const item = { id, playerId: 1000, itemId: 'redline', price: won, source: game, reference, rollId: id, at }
    await db.queries.insert(items).values({ ...item, state: 'owned' })
    if (game === 'case')
      await db.queries
        .insert(transfers)
        .values({ id: idAt(atMs), kind: 'open', debitId: 1000, creditId: 1, amount: 100, reference, at })
  }
}

/** A night in Kyiv with ten openings of each of two cases and ten upgrades, and five openings of the day before. */
async function playNight(db: Database): Promise<void> {
  const orion = { game: 'case', reference: 'orion', atMs: PLAYED_MS, times: 10, won: 88, expected: 90 } as const
  await play(db, orion)
  await play(db, { ...orion, reference: 'lyra', won: 92 })
  await play(db, { ...orion, game: 'upgrade', reference: '', won: 88, expected: 92 })
  await play(db, { ...orion, atMs: PLAYED_MS - 2 * 3_600_000, times: 5 })
}

describe.each(SUITE_KINDS)('npm run ops -- report on %s', (kind) => {
  let database: CommandDatabase
  const report = (...args: readonly string[]) => database.run('report', ...args)
  const inKyiv = (...args: readonly string[]) =>
    runOps(['report', ...args], { DATA_DIR: database.folder, TIME_ZONE: 'Europe/Kyiv' }, database.db)

  beforeAll(async () => {
    database = await openCommandDatabase(kind)
    await fill(database.db)
    await playNight(database.db)
  }, 60_000)

  afterAll(() => database.remove())

  it('has totals that equal the ledger', async () => {
    const { db } = database
    const today = NOW.toISOString().slice(0, 10)
    const days = { first: addDays(today, -2), last: addDays(today, 1), zone: 'UTC' }
    const all = sumOfDays(await reportDays(db, days))
    const inAccounts = (await db.queries.select({ balance: accounts.balance }).from(accounts)).map(
      ({ balance }) => balance ?? 0,
    )
    expect(all.balances).toBe(inAccounts.reduce((sum, balance) => sum + balance, 0))
    expect(all).toEqual({
      joined: 2,
      active: 0,
      deposits: 2,
      deposited: 15_000,
      refunded: 3_000,
      lent: 0,
      bonuses: 1_200,
      corrected: 0,
      granted: 20_000,
      played: 0,
      paidBack: 0,
      withdrawals: 1,
      withdrawn: 750,
      balances: 33_200,
    })
  })

  it('shows days, as a table and as CSV', { timeout: 120_000 }, async () => {
    const { code, out, err } = await report('days')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const lines = out.trimEnd().split('\n')
    expect(lines).toHaveLength(32)
    expect(lines[0]).toMatch(/^DAY +NEW +ACTIVE +DEPOSITS +DEPOSITED +REFUNDED +LENT +BONUSES +CORRECTED +GRANTED/)
    expect(lines.at(-1)).toMatch(
      /^all +2 +0 +2 +\$150\.00 +\$30\.00 +\$0\.00 +\$12\.00 +\$0\.00 +\$200\.00 .* 1 +\$7\.50 +\$332\.00$/,
    )
    const csv = (await report('days', '--csv')).out.split('\r\n')
    expect(csv[0]).toBe(
      'day,new,active,deposits,deposited,refunded,lent,bonuses,corrected,granted,played,paid back,withdrawals,withdrawn,balances',
    )
    expect(csv.at(-2)).toBe('all,2,0,2,150.00,30.00,0.00,12.00,0.00,200.00,0.00,0.00,1,7.50,332.00')
    const before = await report('days', '--from', '2020-01-01', '--to', '2020-01-02')
    expect(before.out.trimEnd().split('\n')).toHaveLength(4)
    expect(before.out).toMatch(/^all +0 /m)
  })

  it('shows the return of games and cases, measured and expected', { timeout: 120_000 }, async () => {
    const night = ['--from', '2025-11-01', '--to', '2025-11-01'] as const
    const games = (await inKyiv('games', ...night)).out.trimEnd().split('\n')
    expect(games[0]).toMatch(/^GAME +ROLLS +STAKED +WON +MEASURED +PROMISED$/)
    expect(games.slice(1).map((line) => line.split(/ {2,}/))).toEqual([
      ['case', '20', '$20.00', '$18.00', '90.00 %', '90.00 %'],
      ['upgrade', '10', '$10.00', '$8.80', '88.00 %', '92.00 %'],
    ])
    expect((await inKyiv('cases', ...night, '--csv')).out).toBe(
      'case,rolls,staked,won,measured,promised\r\nlyra,10,10.00,9.20,92.00 %,90.00 %\r\norion,10,10.00,8.80,88.00 %,90.00 %\r\n',
    )
    expect((await inKyiv('cases', '--from', '2025-10-31', '--to', '2025-11-01')).out).toMatch(/^orion +15 /m)
  })

  it('has the days of the site’s time zone', { timeout: 120_000 }, async () => {
    const played = async (zone: typeof report, day: string) => {
      const { out } = await zone('days', '--from', day, '--to', day, '--csv')
      return out.split('\r\n')[1]?.split(',')[10]
    }
    expect(await played(inKyiv, '2025-11-01')).toBe('20.00')
    expect(await played(inKyiv, '2025-10-31')).toBe('5.00')
    expect(await played(report, '2025-11-01')).toBe('0.00')
    expect(await played(report, '2025-10-31')).toBe('25.00')
  })

  it('has the games of today, and says so where there are none', { timeout: 120_000 }, async () => {
    const empty = await report('games')
    expect(empty.out.trimEnd()).toMatch(/^GAME +ROLLS +STAKED +WON +MEASURED +PROMISED$/)
    expect(empty.err).toMatch(/^No game was played from 20\d\d-\d\d-\d\d to 20\d\d-\d\d-\d\d \(UTC\)\.\n$/)
    expect((await report('cases', '--csv')).err).toMatch(/^No case was opened from /)
    await play(database.db, { game: 'case', reference: 'nova', atMs: Date.now(), times: 3, won: 50, expected: 90 })
    expect(await report('cases')).toMatchObject({ err: '', out: expect.stringMatching(/^nova +3 /m) })
  })
})

describe('npm run ops -- report', () => {
  it.each([
    [[], /^Usage: npm run ops -- report \[options\] \[command\]\n/],
    [
      ['days', '--from', '2026-02-30'],
      /^error: option '--from <day>' argument '2026-02-30' is invalid\. Expected a day like 2026-12-31\.\n/,
    ],
    [['days', '--from', '2026-11-02', '--to', '2026-11-01'], /^error: The report would end before it begins/],
    [['days', '--from', '1990-01-01', '--to', '2026-11-01'], /^error: A report has 3660 days at most\.\n/],
    [['game'], /^error: unknown command 'game'\n\(Did you mean games\?\)\n/],
  ])('reports the error of %j', async (args, sentence) => {
    const { code, out, err } = await runOps(['report', ...args])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(sentence)
  })
})
