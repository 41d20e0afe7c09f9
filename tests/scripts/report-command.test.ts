// npm run ops -- report: shows the numbers that were written, and totals that equal the ledger's.
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvents } from '../../src/server/base/events.ts'
import { newId } from '../../src/server/base/ids.ts'
import type { Database } from '../../src/server/db/database.ts'
import { accounts, items, returnsOfDays } from '../../src/server/db/schema.ts'
import { withdrawalSteps, withdrawals } from '../../src/server/db/schema-withdrawals.ts'
import { createPlayers } from '../../src/server/services/account/players.ts'
import { reportDays, sumOfDays } from '../../src/server/services/operations/report.ts'
import { refundOrder } from '../../src/server/services/payments/refunds.ts'
import { createSettlement } from '../../src/server/services/payments/settlement.ts'
import { GIFTS } from '../game/gift-rules.ts'
import { type CommandDatabase, openCommandDatabase, runOps } from '../support/command.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import { makePromo, placeOrder, UNPRICED } from '../support/deposits.ts'

const DAY_MS = 86_400_000

const NOW = new Date()

/** Creates two players with play money, a deposit of $120 with a bonus of $12, a refund of $30, a withdrawn item of $7.50, returns. */
async function fill(db: Database): Promise<void> {
  const { upsertPlayer } = createPlayers({ db, events: createEvents(), playMoney: true })
  const consent = { termsVersion: 'test', adult: true, address: '127.0.0.1', at: NOW }
  const profile = { steamid: '76561197960265729', name: 'Nova', avatar: '/x.svg', level: 10 }
  const playerId = await upsertPlayer(profile, consent)
  await upsertPlayer({ ...profile, steamid: '76561197960265730' }, consent)
  await makePromo(db, { code: 'summer', percent: 10 })
  const log = pino({ level: 'silent' })
  const settlement = createSettlement({
    db,
    events: createEvents(),
    now: Date.now,
    timeZone: 'UTC',
    rewards: () => ({ freeCases: [], gifts: GIFTS }),
    priced: () => UNPRICED,
    rules: () => undefined,
    hashCard: (provider, card) => `${provider} ${card}`,
    log,
  })
  const kept = await placeOrder(db, { playerId, code: 'summer', amount: 12_000, at: NOW })
  const refunded = await placeOrder(db, { playerId, amount: 3_000, at: NOW })
  for (const id of [kept, refunded]) await settlement.apply(id, { kind: 'paid', paid: undefined })
  const rules = () => ({ timeZone: 'UTC', freeCases: [], loaded: UNPRICED, gifts: { rafflePercent: 10 } })
  await refundOrder({ db, providers: [], now: Date.now, rules }, refunded, { byHand: true })
  const [itemId, id] = [newId(), newId()]
  const made = { id: itemId, playerId, itemId: 'redline', price: 750, source: 'raffle', reference: '' } as const
  await db.queries.insert(items).values({ ...made, state: 'withdrawn' })
  const moments = { requestedAt: NOW, changedAt: NOW, dueAt: NOW }
  const link = { provider: 'sandbox', tradeLink: 'https://steamcommunity.com/tradeoffer/new/?partner=1&token=abcdEFGH' }
  await db.queries.insert(withdrawals).values({ id, playerId, itemId, state: 'done', ...link, ...moments })
  await db.queries.insert(withdrawalSteps).values({ withdrawalId: id, state: 'done', at: NOW })
  const played = { day: '2026-11-01', rolls: 100, staked: 10_000, won: 8_765, expected: 9_000, variance: 1 }
  await db.queries.insert(returnsOfDays).values([
    { ...played, game: 'case', reference: 'orion' },
    { ...played, game: 'case', reference: 'lyra', won: 9_235 },
    { ...played, game: 'upgrade', reference: '', expected: 9_200 },
    { ...played, game: 'case', reference: 'orion', day: '2026-10-31' },
  ])
}

describe.each(DATABASE_KINDS)('npm run ops -- report on %s', (kind) => {
  let database: CommandDatabase
  const report = (...args: readonly string[]) => database.run('report', ...args)

  beforeAll(async () => {
    database = await openCommandDatabase(kind)
    await fill(database.db)
  }, 60_000)

  afterAll(() => database.remove())

  it('has totals that equal the ledger', async () => {
    const { db } = database
    const startMs = Math.floor(NOW.getTime() / DAY_MS) * DAY_MS
    const all = sumOfDays(await reportDays(db, { fromMs: startMs - 2 * DAY_MS, toMs: startMs + 2 * DAY_MS }))
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
    expect(lines[0]).toMatch(/^DAY +NEW +ACTIVE +DEPOSITS +DEPOSITED +REFUNDED +LENT +BONUSES +GRANTED/)
    expect(lines.at(-1)).toMatch(
      /^all +2 +0 +2 +\$150\.00 +\$30\.00 +\$0\.00 +\$12\.00 +\$200\.00 .* 1 +\$7\.50 +\$332\.00$/,
    )
    const csv = (await report('days', '--csv')).out.split('\r\n')
    expect(csv[0]).toBe(
      'day,new,active,deposits,deposited,refunded,lent,bonuses,granted,played,paid back,withdrawals,withdrawn,balances',
    )
    expect(csv.at(-2)).toBe('all,2,0,2,150.00,30.00,0.00,12.00,200.00,0.00,0.00,1,7.50,332.00')
    const before = await report('days', '--from', '2020-01-01', '--to', '2020-01-02')
    expect(before.out.trimEnd().split('\n')).toHaveLength(4)
    expect(before.out).toMatch(/^all +0 /m)
  })

  it('shows the return of games and cases, measured and expected', { timeout: 120_000 }, async () => {
    const range = ['--from', '2026-11-01', '--to', '2026-11-02'] as const
    const games = (await report('games', ...range)).out.trimEnd().split('\n')
    expect(games[0]).toMatch(/^GAME +ROLLS +STAKED +WON +MEASURED +PROMISED$/)
    expect(games.slice(1).map((line) => line.split(/ {2,}/))).toEqual([
      ['case', '200', '$200.00', '$180.00', '90.00 %', '90.00 %'],
      ['upgrade', '100', '$100.00', '$87.65', '87.65 %', '92.00 %'],
    ])
    expect((await report('cases', ...range, '--csv')).out).toBe(
      'case,rolls,staked,won,measured,promised\r\nlyra,100,100.00,92.35,92.35 %,90.00 %\r\norion,100,100.00,87.65,87.65 %,90.00 %\r\n',
    )
    expect((await report('cases', '--from', '2026-10-31', '--to', '2026-11-01')).out).toMatch(/^orion +200 /m)
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
