// Gifts on a running site: locked until margin pays them. The database counts as the pure rules do, in every game, and the ledger's
// check agrees.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import {
  chargeBalance,
  countStake,
  creditBalance,
  type GiftAccount,
  giftAllowance,
  lockedOfEach,
  lockedOfWin,
} from '../../../src/game/rewards/gifts.ts'
import { marginRate, shareOfMargin } from '../../../src/game/rewards/margin.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { missionSpans, readMissionProgress } from '../../../src/server/services/missions/progress.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { disputed, TestProvider } from '../../support/outside/payment-provider.ts'
import { signContract, spinWheel, upgradeTwice, win, winForContract } from '../../support/players/games.ts'
import { depositPaid, depositWithBonus, giftAccountOf, lockedIn, spendFreeMoney } from '../../support/players/gifts.ts'
import { newTrader, withdraw } from '../../support/players/withdrawals.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

describe.each(SUITE_KINDS)('gifts on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind, { payments: { providers: [new TestProvider()], standIn: undefined } })
  })

  afterAll(async () => {
    const { difference } = await checkLedger(site.db)
    await site.close()
    expect(difference).toBeUndefined()
  })

  const accountOf = (player: Browser): Promise<GiftAccount> => giftAccountOf(site, player.playerId)

  /** Opens cases, and expects what the pure rules say of the account and of each item. */
  async function openAsRuled(player: Browser, url: string, count: number): Promise<void> {
    const { catalogue, rewards } = site.catalogue.current
    const box = catalogue.cases.get(url)
    if (box === undefined) throw new Error(`There is no case ${url}`)
    const before = await accountOf(player)
    const price = box.priceCents
    const charged = chargeBalance(before, cents(price * count), rewards.gifts)
    const lines = box.entries.map(({ item, tickets }) => ({ priceCents: item.priceCents, tickets }))
    const rate = marginRate({ stakeCents: price, lines }, rewards.gifts.priceRiskPercent)
    const stake = { game: 'case', stakeCents: price, cashCents: charged.cashCents, rate } as const
    const { body } = await player.post(`/api/case/${url}/open`, { count })
    expect(await accountOf(player)).toEqual(countStake(charged.account, stake, rewards.gifts))
    const locked = lockedOfEach(price, count, charged.lockedCents)
    for (const [place, lockedCents] of locked.entries()) {
      const drop = body.drops[place]
      expect(await lockedIn(site, drop.id)).toBe(lockedOfWin({ stakeCents: price, lockedCents }, drop.price))
    }
  }

  it('locks a bonus, and opens cases by free money, then unlocked, then locked money', async () => {
    const player = await site.newPlayer()
    await depositWithBonus(site, player, 20)
    expect(await accountOf(player)).toMatchObject({ balanceCents: 14_000, lockedCents: 2000, unlockedCents: 0 })
    expect((await player.get('/api/rewards')).body.gifts).toEqual({ locked: 2000, unlockable: 0, ownPercent: 40 })
    // $120 of free money: twelve openings at $9.50 and three at $2.00. Margin unlocks a part of the next seven.
    await openAsRuled(player, 'escape-velocity', 10)
    await openAsRuled(player, 'escape-velocity', 2)
    await openAsRuled(player, 'zero-gravity', 3)
    await openAsRuled(player, 'zero-gravity', 7)
    expect((await accountOf(player)).unlockedCents).toBeGreaterThan(0)
  })

  it('locks what gifts win: in upgrades, contracts, spins and sales', async () => {
    const player = await site.newPlayer()
    expect((await spinWheel(player, true)).body.success).toBe(true)
    await depositWithBonus(site, player, 30)
    await spendFreeMoney(site, player, 'escape-velocity', 1)
    const { rewards } = site.catalogue.current
    const before = await accountOf(player)
    expect(before.balanceCents).toBe(before.lockedCents)
    expect(before.unlockedCents).toBeGreaterThan(0)
    expect(before.unlockedCents).toBeLessThanOrEqual(shareOfMargin(before.margin, rewards.gifts.ownPercent))
    const [won] = await win(player, 1, 'zero-gravity')
    expect(await lockedIn(site, won?.id ?? '')).toBeGreaterThan(0)
    if (won !== undefined) expect((await upgradeTwice(player, [won], 100)).body.success).toBe(true)
    expect((await spinWheel(player)).body.success).toBe(true)
    const signed = await signContract(player, await winForContract(player, 3))
    expect(await lockedIn(site, signed.body.drop.id)).toBeGreaterThan(0)
    const locked = await lockedIn(site, signed.body.drop.id)
    const held = await accountOf(player)
    await player.post('/api/user/items/sell', { ids: [signed.body.drop.id], isAll: false })
    expect(await accountOf(player)).toEqual(creditBalance(held, signed.body.drop.price, cents(locked)))
  })

  it('counts for missions what free money paid, and no stake that gifts paid', async () => {
    const player = await site.newPlayer()
    await depositWithBonus(site, player, 40)
    const mission = { period: 'weekly', reward: { kind: 'balance', amount: cents(1) } } as const
    const missions = [
      { ...mission, id: 'spend', goal: 'spent', count: 1_000_000 },
      { ...mission, id: 'open', goal: 'cases', count: 1000 },
    ] as const
    const counted = async () => {
      const read = readMissionProgress(site.db.queries, player.playerId, missions, missionSpans(Date.now(), 'UTC'))
      return (await read).map(({ progress }) => progress)
    }
    const paid: number[] = []
    while (paid.length === 0 || paid.at(-1) !== 0) {
      const [spent = 0, opened = 0] = await counted()
      const { stakedCents } = await accountOf(player)
      await openAsRuled(player, 'escape-velocity', 1)
      const cash = (await accountOf(player)).stakedCents - stakedCents
      expect(await counted()).toEqual([spent + cash, opened + (cash > 0 ? 1 : 0)])
      paid.push(cash)
    }
    // The last stakes that count were paid in part.
    expect(paid.length).toBeGreaterThan(15)
    expect(paid.some((cash) => cash > 0 && cash < 950)).toBe(true)
  })

  it('lets locked items leave only as far as margin pays them', async () => {
    const player = await newTrader(site)
    await depositWithBonus(site, player, 40)
    await spendFreeMoney(site, player, 'escape-velocity', 1)
    const [won] = await win(player, 1, 'zero-gravity')
    const locked = await lockedIn(site, won?.id ?? '')
    expect(locked).toBeGreaterThan(0)
    const refused = await withdraw(player, [won?.id ?? ''])
    expect(refused.body).toMatchObject({ success: false, code: 'gift-locked' })
    expect(refused.body.message).toContain('$')
    // Stakes of free money alone, until their margin pays for the item.
    for (let times = 0; times < 20; times++) {
      if (giftAllowance(await accountOf(player), site.catalogue.current.rewards.gifts) >= locked) break
      await depositPaid(site, player, 100)
      await openAsRuled(player, 'escape-velocity', 10)
    }
    const before = await accountOf(player)
    expect((await withdraw(player, [won?.id ?? ''])).body).toMatchObject({ success: true })
    expect((await accountOf(player)).unlockedCents).toBe(before.unlockedCents + locked)
    expect(await lockedIn(site, won?.id ?? '')).toBe(0)
  })

  it('asks for deposits to be turned over once before items leave', async () => {
    const player = await newTrader(site)
    await depositWithBonus(site, player, 200)
    const [won] = await win(player, 1)
    expect((await withdraw(player, [won?.id ?? ''])).body).toMatchObject({ success: false, code: 'turnover' })
    for (let times = 0; times < 3; times++) await win(player, 10, 'escape-velocity')
    expect((await withdraw(player, [won?.id ?? ''])).body).toMatchObject({ success: true })
  })

  it.each([
    ['a refund', (order: string) => site.services.settlement.apply(order, { kind: 'refunded' })],
    [
      'refunds of its parts',
      async (order: string) => {
        for (const minor of [700, 20_000])
          await site.services.settlement.apply(order, { kind: 'partly-refunded', refunded: { currency: 'USD', minor } })
      },
    ],
    [
      'a lost dispute',
      (order: string) =>
        site.services.settlement.apply(order, disputed('lost', { id: `dp-${order}`, minor: 20_000, atMs: Date.now() })),
    ],
  ])('asks for the turnover of a deposit after %s of an earlier one', async (_, reverse) => {
    const player = await newTrader(site)
    const order = await depositPaid(site, player, 200)
    for (let times = 0; times < 3; times++) await win(player, 10, 'escape-velocity')
    const staked = (await accountOf(player)).stakedCents
    expect(staked).toBeGreaterThan(20_000)
    await reverse(order)
    expect((await accountOf(player)).stakedCents).toBe(0)
    await depositPaid(site, player, 200)
    const [won] = await win(player, 1)
    expect((await withdraw(player, [won?.id ?? ''])).body).toMatchObject({ success: false, code: 'turnover' })
  })

  it('keeps as much of the turnover as of the deposit', async () => {
    const player = await newTrader(site)
    const order = await depositPaid(site, player, 200)
    for (let times = 0; times < 3; times++) await win(player, 10, 'escape-velocity')
    const staked = (await accountOf(player)).stakedCents
    await site.services.settlement.apply(order, {
      kind: 'partly-refunded',
      refunded: { currency: 'USD', minor: 5_000 },
    })
    expect((await accountOf(player)).stakedCents).toBe(Math.floor((staked * 3) / 4))
  })

  it('takes margin back with a deposit that is reversed', async () => {
    const player = await site.newPlayer()
    const order = await depositWithBonus(site, player, 20)
    await win(player, 10, 'zero-gravity')
    expect((await accountOf(player)).margin).toBeGreaterThan(0)
    await site.services.settlement.apply(order, { kind: 'refunded' })
    expect(await accountOf(player)).toMatchObject({ margin: 0, lockedCents: 0 })
  })
})
