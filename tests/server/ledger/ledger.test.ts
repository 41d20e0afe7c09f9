// The ledger check finds every kind of damage and reports its place; the app's own role cannot cause most of it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { dayAt } from '../../../src/game/base/site-time.ts'
import { databaseFault } from '../../../src/server/db/database.ts'
import { transfers as transfersTable } from '../../../src/server/db/schema.ts'
import { promoCodes } from '../../../src/server/db/schema-promo.ts'
import { withdrawals as withdrawalsTable } from '../../../src/server/db/schema-withdrawals.ts'
import { createJobs } from '../../../src/server/jobs/jobs.ts'
import { checkLedger, RULES } from '../../../src/server/ledger/check.ts'
import type { PaymentState } from '../../../src/server/payments/provider.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { correctBalanceIn } from '../../../src/server/services/money/corrections.ts'
import { chargePlayer } from '../../../src/server/services/money/pay.ts'
import { createPromo } from '../../../src/server/services/payments/promo-codes.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { disputed, PAID, TestProvider } from '../../support/outside/payment-provider.ts'
import { createBattle, joinBattle, settleBattles } from '../../support/players/battles.ts'
import { signContract, spinUntil, spinWheel, upgradeTwice, win, winForContract } from '../../support/players/games.ts'
import { depositPaid, depositWithBonus, giftAccountOf, spendFreeMoney } from '../../support/players/gifts.ts'
import { payOldCommission } from '../../support/players/old-commissions.ts'
import { offerCheapPrizes, playForRaffle } from '../../support/players/raffles.ts'
import {
  choose,
  newTrader,
  setStock,
  turnOver,
  withdraw,
  withdrawalsOf,
  withdrawNew,
} from '../../support/players/withdrawals.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'
import { DAMAGE } from './ledger-damage.ts'

const DAY_MS = 86_400_000

const ONLY_ADDED = ['transfers', 'rolls', 'item_ends', 'odds_tables', 'withdrawal_steps'] as const

/** Three deposits of a player: one paid with a code's bonus, one refunded, one open. */
async function deposit(site: TestSite): Promise<void> {
  const code = { code: 'ten', percent: 10, usesMax: null, usesPerPlayer: 9, startsAt: null, endsAt: null }
  await createPromo(site.db, { ...code, steamLevel: 0, depositMin: 0 }, OPERATOR)
  const player = await site.newPlayer()
  for (const states of [[PAID], [PAID, { kind: 'refunded' }], []] as const) {
    const body = { method_name: 'card', sum: 5, promocode: states.length === 1 ? 'TEN' : '', user_id: player.playerId }
    const { order } = (await player.post('/api/payment/create/test', body)).body
    for (const state of states) await site.services.settlement.apply(order.id, state)
  }
}

/** A referrer: two deposits of the referred player had commissions, a third was refunded; and margin, whose share was paid. */
async function refer(site: TestSite): Promise<void> {
  const friend = await site.newPlayer()
  const player = await site.newPlayer()
  const { code } = (await friend.get('/api/referral')).body.own
  expect((await player.post('/api/referral/code', { code })).body).toMatchObject({ success: true })
  for (const states of [[PAID], [PAID], [PAID, { kind: 'refunded' }]] as const) {
    const id = await depositPaid(site, player, 20, [])
    for (const state of states) {
      await site.services.settlement.apply(id, state)
      if (state === PAID) await payOldCommission(site, id, 60)
    }
  }
  expect((await friend.get('/api/referral')).body.own).toMatchObject({ earned: 120, deposited: 4000 })
  await win(player, 10, 'escape-velocity')
  const later = await createServices({ ...site.components, now: () => Date.now() + 4 * DAY_MS })
  expect(await later.referralShares.payDue()).toBe(1)
}

/**
 * A player with a disputed deposit, a partly refunded one, a lost one that left a debt, and a refunded one whose free cases are gone:
 * one was taken back, one was sold.
 */
async function reverse(site: TestSite): Promise<void> {
  const deposit = async (
    player: Awaited<ReturnType<TestSite['newPlayer']>>,
    sum: number,
    ...states: PaymentState[]
  ) => {
    return depositPaid(site, player, sum, [PAID, ...states])
  }
  const player = await site.newPlayer()
  await deposit(player, 5, disputed('open', { id: 'dp_open', minor: 500 }))
  await deposit(player, 5, { kind: 'partly-refunded', refunded: { currency: 'USD', minor: 200 } })
  const winner = await site.newPlayer()
  const gifted = await deposit(winner, 25)
  for (const tier of ['spark', 'comet'])
    expect((await winner.post(`/api/free_case/${tier}/open`)).body.success).toBe(true)
  const [one] = (await winner.get('/api/user/items')).body.items
  await winner.post('/api/user/items/sell', { ids: [one.id], isAll: false })
  await site.services.settlement.apply(gifted, { kind: 'refunded' })
  const debtor = await site.newPlayer()
  const lost = await deposit(debtor, 5)
  const spent = { playerId: debtor.playerId, to: 1, amount: cents(10_400), kind: 'grant', reference: 'spent' } as const
  await site.db.transaction((tx) => chargePlayer(tx, spent, 'refund'))
  await site.services.settlement.apply(lost, disputed('lost', { id: 'dp_lost', minor: 500 }))
}

/** A player who upgraded an item with some balance, and signed a contract. */
async function playGames(site: TestSite): Promise<void> {
  const player = await site.newPlayer()
  expect((await upgradeTwice(player, await win(player, 1), 10)).body.success).toBe(true)
  expect((await signContract(player, await winForContract(player, 3))).body.success).toBe(true)
}

/** A player who deposited, with one item that waits at Steam, one completed withdrawal, one returned item, and one replaced item. */
async function withdrawSome(site: TestSite): Promise<void> {
  const player = await newTrader(site)
  await depositPaid(site, player, 5)
  await turnOver(player)
  const [, done, declined] = await withdrawNew(player, 3)
  await site.jobs.withdrawals.runOnce()
  const offers = new Map((await withdrawalsOf(player)).map((withdrawal) => [withdrawal.id, withdrawal]))
  const offer = (id = '') => ({ offer_url: offers.get(id)?.offer_url ?? null })
  await choose(site, offer(done?.id), 'accept')
  await choose(site, offer(done?.id), 'wait')
  await choose(site, offer(declined?.id), 'decline')
  await setStock(site, player, 'none')
  const [cheapest] = (await player.get('/api/upgrade/targets')).body.items
  let [dearer] = await win(player, 1, 'orion')
  // There must be a difference.
  while (dearer === undefined || dearer.price <= cheapest.price) [dearer] = await win(player, 1, 'orion')
  await withdraw(player, [dearer.id])
  await site.db.queries.update(withdrawalsTable).set({ dueAt: new Date(0) })
  await site.jobs.withdrawals.runOnce()
  const wish = { id: dearer.id, with: [cheapest.item.id], rest: dearer.price - cheapest.price }
  expect((await player.post('/api/user/items/replace', wish)).body).toMatchObject({ success: true })
  const states = (await withdrawalsOf(player)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['declined', 'done', 'replaced', 'sent'])
}

/** Two players who paid the difference of an item whose price had risen: one waits for it, one has it back because there was none. */
async function payDifferences(site: TestSite): Promise<void> {
  const { current } = site.catalogue
  for (const stock of ['there', 'none']) {
    const player = await newTrader(site)
    const [made] = await withdrawNew(player)
    const [known] = [...current.catalogue.items.values()].filter(({ id }) => id === made?.item.id)
    if (made === undefined || known === undefined) throw new Error('There is no such item')
    const items = new Map(current.catalogue.items).set(known.id, { ...known, priceCents: cents(made.price * 2) })
    const payments = { ...current.payments, priceRiseOffer: 'difference' as const }
    const risen = { ...current, payments, catalogue: { ...current.catalogue, items } }
    const catalogue = Object.create(site.catalogue, { current: { get: () => risen } })
    const services = await createServices({ ...site.components, catalogue })
    const run = () => createJobs({ ...site.components, catalogue }, services).withdrawals.runOnce()
    await run()
    const key = idempotencyKeyOf(player.playerId, randomUUID(), 'difference', null)
    const { paid } = await services.difference.pay(player.playerId, { id: made.item_id, difference: made.price }, key)
    expect(paid).toBe(made.price)
    await setStock(site, player, stock)
    await run()
    expect((await withdrawalsOf(player))[0]?.state).toBe(stock === 'none' ? 'unavailable' : 'sent')
  }
}

/**
 * A player who completed three missions, and claimed money for one, an item for another, and a case opening for the
 * third.
 */
async function claimMissions(site: TestSite): Promise<void> {
  const player = await site.newPlayer()
  for (let i = 0; i < 10; i++) await win(player, 10)
  expect((await signContract(player, await winForContract(player, 3))).body.success).toBe(true)
  const { periods } = (await player.get('/api/missions')).body
  for (const [mission, period] of [
    ['open-10', periods.daily.day],
    ['sign-1', periods.daily.day],
    ['open-100', periods.weekly.day],
  ] as const) {
    expect((await player.post(`/api/missions/${mission}/claim`, { period })).body).toMatchObject({ success: true })
  }
}

/** A player with a free spin and paid ones, of which one won money and one an item. */
async function spinSome(site: TestSite): Promise<void> {
  const player = await site.newPlayer()
  expect((await spinWheel(player, true)).body.success).toBe(true)
  for (const kind of ['balance', 'item'] as const) await spinUntil(player, kind)
}

/** One raffle with two entrants, and one without. */
async function drawRaffles(site: TestSite): Promise<void> {
  offerCheapPrizes(site)
  await site.jobs.raffles.runOnce()
  const { raffles } = (await site.guest().get('/api/raffle')).body
  for (let i = 0; i < 2; i++) {
    const player = await site.newPlayer()
    await depositPaid(site, player, 5)
    await playForRaffle(player)
    const joined = await player.post(`/api/raffle/${raffles[0].open.id}/join`, {})
    expect(joined.body).toMatchObject({ success: true, players: i + 1 })
  }
  await site.db.asOwner(`update raffles set closes_at = now() where kind in ('hourly', 'daily')`)
  expect(await site.jobs.raffles.runOnce()).toBe(true)
}

/** Two players who opened, sold some, and kept some. */
async function play(site: TestSite): Promise<void> {
  for (let i = 0; i < 2; i++) {
    const player = await site.newPlayer()
    const { drops } = (await player.post('/api/case/first-step/open', { count: 4 })).body as { drops: { id: string }[] }
    await player.post('/api/user/items/sell', { ids: drops.slice(0, 2).map(({ id }) => id), isAll: false })
    await player.post('/api/case/orion/open', { count: 1 })
  }
}

/**
 * A player who opened a free case with a deposit and a case by a code, and claimed four days of the calendar, the last of them with an item.
 */
async function claimGifts(site: TestSite): Promise<void> {
  const player = await site.newPlayer()
  await depositPaid(site, player, 5)
  expect((await player.post('/api/free_case/spark/open')).body).toMatchObject({ success: true })
  await site.db.queries.insert(promoCodes).values({ code: 'gift', percent: 0, caseUrl: 'first-step' })
  expect((await player.post('/api/bonuses/code', { code: 'gift' })).body).toMatchObject({ success: true })
  const who = { id: player.playerId, username: 'x', avatar: 'x' }
  for (let ago = 3; ago >= 0; ago--) {
    const at = Date.now() - ago * DAY_MS
    const { calendar } = await createServices({ ...site.components, now: () => at })
    const day = dayAt(at, site.components.timeZone)
    await calendar.claim(who, day, idempotencyKeyOf(player.playerId, randomUUID(), 'gifts', null))
  }
}

/** A player whose gifts paid for games, and who unlocked some of them, and an item for a withdrawal. */
async function playGifts(site: TestSite): Promise<void> {
  const player = await newTrader(site)
  await depositWithBonus(site, player, 40)
  await win(player, 10, 'escape-velocity')
  expect((await spinWheel(player, true)).body.success).toBe(true)
  await spendFreeMoney(site, player, 'zero-gravity', 10)
  await player.post('/api/user/items/sell', {
    ids: (await win(player, 2, 'zero-gravity')).map(({ id }) => id),
    isAll: false,
  })
  expect((await giftAccountOf(site, player.playerId)).unlockedCents).toBeGreaterThan(0)
  const other = await site.newPlayer()
  const order = await depositWithBonus(site, other, 20)
  await win(other, 2, 'zero-gravity')
  await site.services.settlement.apply(order, { kind: 'refunded' })
}

/** Battles that were settled with items and with money, one that was cancelled, and an open one, with parts, funds and a bot. */
async function playBattles(site: TestSite): Promise<void> {
  const [box] = [...site.catalogue.current.catalogue.cases.values()]
    .filter(({ enabled, priceCents }) => enabled && priceCents >= 100)
    .sort((one, other) => one.priceCents - other.priceCents)
  if (box === undefined) throw new Error('There is no case')
  const [one, two] = [await site.newPlayer(), await site.newPlayer()]
  await joinBattle(two, await createBattle(one, box), 2)
  await joinBattle(two, await createBattle(one, box, { mode: 'share', percent: 50 }), 2, 30)
  const funded = await createBattle(one, box, { format: '1v1v1', mode: 'share', isPrivate: true, fund: 50 })
  await joinBattle(two, funded, 2, 70)
  expect((await one.post(`/api/battles/${funded.id}/bot`, { slot: 3 })).body.success).toBe(true)
  await settleBattles(site)
  const cancelled = await createBattle(one, box, { format: '1v1v1', isPrivate: true, fund: 100 })
  await joinBattle(two, cancelled, 3)
  expect((await one.post(`/api/battles/${cancelled.id}/cancel`)).body.success).toBe(true)
  await joinBattle(two, await createBattle(one, box, { format: '2v2' }), 3)
}

/** Corrections of a balance, up and down. */
async function correctSome(site: TestSite): Promise<void> {
  const { playerId } = await site.newPlayer()
  const cause = { by: OPERATOR, reason: 'a test', at: Date.now() }
  for (const amount of [cents(500), cents(-300)])
    await site.db.transaction((tx) => correctBalanceIn(tx, { key: randomUUID(), playerId, amount }, cause))
}

describe('the rules', () => {
  it('have names of their own, and a damage each', () => {
    const names = RULES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !DAMAGE.some(([, , rule]) => rule.test(name)))).toEqual([])
  })
})

describe.each(SUITE_KINDS)('the ledger on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind, { payments: { providers: [new TestProvider()], standIn: undefined } })
    await play(site)
    await playGames(site)
    await spinSome(site)
    await deposit(site)
    await refer(site)
    await reverse(site)
    await withdrawSome(site)
    await payDifferences(site)
    await drawRaffles(site)
    await claimMissions(site)
    await claimGifts(site)
    await playGifts(site)
    await playBattles(site)
    await correctSome(site)
  })

  afterAll(() => site.close())

  it('is correct, and the check reports the number of transfers', async () => {
    const transfers = await site.db.queries.$count(transfersTable)
    expect(transfers).toBeGreaterThan(15)
    expect(await checkLedger(site.db)).toEqual({ rules: RULES.length, transfers, difference: undefined })
  })

  describe('with the app’s own role', () => {
    it.each(ONLY_ADDED)('can only be appended to in %s', async (table) => {
      for (const statement of [
        `update ${table} set ${table === 'odds_tables' ? 'text' : 'kind'} = 'x'`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]) {
        // 42501 is "permission denied".
        const fault = await site.db.queries
          .execute(statement.replace('rolls set kind', 'rolls set game').replace('steps set kind', 'steps set note'))
          .then(
            () => null,
            (error: unknown) => databaseFault(error),
          )
        expect(fault?.code, statement).toBe('42501')
      }
    })

    it.each([
      'drop table transfers',
      'alter table accounts drop constraint balance_never_negative',
      'drop view entries',
    ])('cannot be changed by %s', async (statement) => {
      await expect(site.db.queries.execute(statement)).rejects.toThrow()
    })

    it('cannot go below zero', async () => {
      const statement = 'update accounts set balance = -1 where balance is not null'
      const fault = await site.db.queries.execute(statement).then(
        () => null,
        (error: unknown) => databaseFault(error),
      )
      expect(fault).toMatchObject({ code: '23514', constraint: 'balance_never_negative' })
    })
  })

  it.each(ONLY_ADDED)('prevents its owner from changing %s by mistake', async (table) => {
    await expect(site.db.asOwner(`delete from ${table}`)).rejects.toThrow()
  })

  // Each check runs all rules, which takes PGlite ten times as long as PostgreSQL. The statements are the same: beside PostgreSQL
  // the short form lets PGlite find a few.
  it.each(SUITE_KINDS.includes(kind) ? DAMAGE : DAMAGE.slice(0, 5))('reports %s', async (_what, statements, rule) => {
    const broken = await damaged(site, statements)
    expect(broken.difference?.rule).toMatch(rule)
    expect(Object.keys(broken.difference?.row ?? {}).length).toBeGreaterThan(0)
  })

  // Once for all cases: a change that stayed would be reported for the next damage, instead of its own rule.
  it('is correct after all rolled-back attempts', async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })
})

class Undo extends Error {}

/**
 * Returns what the check finds after damage by the owner of the tables, who bypasses triggers too; rolls the damage
 * back.
 */
async function damaged(site: TestSite, statements: string): Promise<Awaited<ReturnType<typeof checkLedger>>> {
  let report: Awaited<ReturnType<typeof checkLedger>> | undefined
  const work = site.db.transaction(async (tx) => {
    await tx.execute('set local role none')
    await tx.execute('set local session_replication_role = replica')
    for (const statement of statements.split(';')) await tx.execute(statement)
    report = await checkLedger({ ...site.db, transaction: (work) => work(tx) })
    throw new Undo()
  })
  await expect(work).rejects.toBeInstanceOf(Undo)
  if (report === undefined) throw new Error('The check did not run')
  return report
}
