// npm run ops -- report: known numbers come out as they went in, and the totals are those of the ledger.
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { accounts, items, returnsOfDays } from '../../src/server/db/schema.ts'
import { withdrawalSteps, withdrawals } from '../../src/server/db/schema-withdrawals.ts'
import { createEvents } from '../../src/server/events.ts'
import { newId } from '../../src/server/ids.ts'
import { createPlayers } from '../../src/server/services/players.ts'
import { refundOrder } from '../../src/server/services/refunds.ts'
import { reportDays, sumOfDays } from '../../src/server/services/report.ts'
import { createSettlement } from '../../src/server/services/settlement.ts'
import { type CommandPlace, commandPlace, runOps } from '../support/command.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import { makePromo, placeOrder } from '../support/deposits.ts'

const DAY_MS = 86_400_000

const NOW = new Date()

/** Two players with play money, $120 with a bonus of $12, $30 that were paid back, an item of $7.50 that left, a day of returns. */
async function fill(db: Database): Promise<void> {
  const { arrive } = createPlayers({ db, events: createEvents(), playMoney: true })
  const consent = { termsVersion: 'test', adult: true, address: '127.0.0.1', at: NOW }
  const profile = { steamid: '76561197960265729', name: 'Nova', avatar: '/x.svg', level: 10 }
  const playerId = await arrive(profile, consent)
  await arrive({ ...profile, steamid: '76561197960265730' }, consent)
  await makePromo(db, { code: 'summer', percent: 10 })
  const log = pino({ level: 'silent' })
  const settlement = createSettlement({
    db,
    events: createEvents(),
    now: Date.now,
    timeZone: 'UTC',
    rewards: () => ({ referral: [], freeCases: [] }),
    log,
  })
  const kept = await placeOrder(db, { playerId, code: 'summer', amount: 12_000, at: NOW })
  const refunded = await placeOrder(db, { playerId, amount: 3_000, at: NOW })
  for (const id of [kept, refunded]) await settlement.apply(id, { kind: 'paid', paid: undefined })
  await refundOrder({ db, providers: [], now: Date.now }, refunded, { byHand: true })
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
  let place: CommandPlace
  const report = (...args: readonly string[]) => place.run('report', ...args)

  beforeAll(async () => {
    place = await commandPlace(kind)
    await place.withDatabase(fill)
  }, 60_000)

  afterAll(() => place.remove())

  it('adds up to what the ledger has', { timeout: 60_000 }, async () => {
    await place.withDatabase(async (db) => {
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
        bonuses: 1_200,
        granted: 20_000,
        played: 0,
        paidBack: 0,
        withdrawals: 1,
        withdrawn: 750,
        balances: 33_200,
      })
    })
  })

  it('shows days, as a table and as CSV', { timeout: 120_000 }, async () => {
    const { code, out, err } = await report('days')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const lines = out.trimEnd().split('\n')
    expect(lines).toHaveLength(32)
    expect(lines[0]).toMatch(/^DAY +NEW +ACTIVE +DEPOSITS +DEPOSITED +REFUNDED +BONUSES +GRANTED/)
    expect(lines.at(-1)).toMatch(/^all +2 +0 +2 +\$150\.00 +\$30\.00 +\$12\.00 +\$200\.00 .* 1 +\$7\.50 +\$332\.00$/)
    const csv = (await report('days', '--csv')).out.split('\r\n')
    expect(csv[0]).toBe(
      'day,new,active,deposits,deposited,refunded,bonuses,granted,played,paid back,withdrawals,withdrawn,balances',
    )
    expect(csv.at(-2)).toBe('all,2,0,2,150.00,30.00,12.00,200.00,0.00,0.00,1,7.50,332.00')
    const before = await report('days', '--from', '2020-01-01', '--to', '2020-01-02')
    expect(before.out.trimEnd().split('\n')).toHaveLength(4)
    expect(before.out).toMatch(/^all +0 /m)
  })

  it('shows what games and cases gave back, measured against promised', { timeout: 120_000 }, async () => {
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
    [[], /^Usage: npm run ops -- report days/],
    [['days', '--from', '2026-02-30'], /^--from has to be a day like 2026-12-31, not "2026-02-30"\.\n/],
    [['days', '--from', '2026-11-02', '--to', '2026-11-01'], /^The report would end before it begins/],
    [['days', '--from', '1990-01-01', '--to', '2026-11-01'], /^A report has 3660 days at most\.\n/],
    [['game'], /^There is no command game\. Did you mean games\?/],
  ])('says what is wrong with %j', async (args, sentence) => {
    const { code, out, err } = await runOps(['report', ...args])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(sentence)
  })
})
