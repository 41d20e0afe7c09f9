// What battles count for: gifts in proportion, margin of own money, missions, leaderboards, commissions, returns and the reality check.
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { partOfPrice } from '../../../src/game/battles/battle.ts'
import { chargeBalance, lockedOfWin, stakeMargin } from '../../../src/game/rewards/gifts.ts'
import { microcents, shareOfMargin } from '../../../src/game/rewards/margin.ts'
import type { BattleView } from '../../../src/protocol/battle.ts'
import { countReturns } from '../../../src/server/services/fairness/returns.ts'
import { missionSpans, readMissionProgress } from '../../../src/server/services/missions/progress.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { depositWithBonus, giftAccountOf } from '../../support/players/gifts.ts'
import type { Browser } from '../../support/sites/site.ts'
import { computed, moved, openBattleFixture } from './fixture.ts'

const DAY_MS = 86_400_000

describe.each(SUITE_KINDS)('a battle counts on %s', (kind) => {
  const fixture = openBattleFixture(kind, {
    payments: { providers: [new TestProvider()], standIn: undefined },
    // Rolls and stakes are found by their ids, which are made by the machine's clock.
    startMs: Date.now(),
  })

  const accountOf = (who: Browser) => giftAccountOf(fixture.site, who.playerId)
  const rewards = () => fixture.site.catalogue.current.rewards
  const rateOf = async (battle: BattleView): Promise<number> => {
    const [row] = await fixture.rows<{ rate: number }>(
      `select margin_rate as rate from battles where id = '${battle.id}'`,
    )
    return row?.rate ?? 0
  }
  const marginOf = async (battle: BattleView, stakeCents: number, cashCents: number): Promise<number> =>
    stakeMargin(
      { game: 'battle', stakeCents: cents(stakeCents), cashCents: cents(cashCents), rate: await rateOf(battle) },
      rewards().gifts,
    )
  const play = async (battle: BattleView): Promise<BattleView> => fixture.settle(await fixture.draw(battle.id))

  it('own stakes when it is settled, at the margin of its cases', async () => {
    const { battle, players } = await fixture.full()
    const [one] = players
    if (one === undefined) throw new Error('A battle has players')
    expect(await accountOf(one)).toMatchObject({ margin: 0, stakedCents: 0 })
    await play(battle)
    const { price } = battle
    const margin = await marginOf(battle, price, price)
    expect(margin).toBeGreaterThan(0)
    expect(await accountOf(one)).toMatchObject({ margin, stakedCents: price })
  })

  it('no margin of a part below the least stake', async () => {
    const [one, two] = [await fixture.site.newPlayer(), await fixture.site.newPlayer()]
    const { battle } = await fixture.create(one, { percent: 10 })
    await fixture.join(two, battle, 2)
    await play(battle)
    expect(partOfPrice(cents(battle.price), 10)).toBeLessThan(rewards().gifts.leastStake.battle)
    expect(await accountOf(one)).toMatchObject({ margin: 0, stakedCents: partOfPrice(cents(battle.price), 10) })
  })

  describe('gifts', () => {
    /** A player with $10 of free money and as much that is locked. */
    async function gifted(): Promise<Browser> {
      const who = await fixture.site.newPlayer()
      await depositWithBonus(fixture.site, who, 10)
      // Leaves the locked money and $10.
      const box = fixture.cases().find(({ priceCents }) => priceCents >= 900 && priceCents <= 1_000)
      const price = box?.priceCents ?? 0
      for (;;) {
        const { balanceCents, lockedCents } = await accountOf(who)
        if (balanceCents - lockedCents <= price + 500) return who
        expect((await who.post(`/api/case/${box?.url}/open`, { count: 1 })).body.success).toBe(true)
      }
    }

    /** The dearest case that takes free and locked money of a player, and what pays it. */
    async function stake(who: Browser) {
      const before = await accountOf(who)
      const box = fixture.cases().findLast(({ priceCents }) => priceCents <= before.balanceCents)
      const price = cents(box?.priceCents ?? 0)
      const charged = chargeBalance(before, price, rewards().gifts)
      expect(charged.lockedCents).toBeGreaterThan(0)
      expect(charged.lockedCents).toBeLessThan(price)
      return { before, price, charged, rounds: [box?.url ?? ''] }
    }

    it('are staked after free money, and locked again when the seat is left', async () => {
      const [who, other] = [await gifted(), await fixture.site.newPlayer()]
      const { price, charged, before, rounds } = await stake(who)
      const { battle } = await fixture.create(who, { rounds, format: '1v1v1' })
      expect(await accountOf(who)).toEqual({ ...charged.account, stakedCents: before.stakedCents })
      moved(await who.post(`/api/battles/${battle.id}/cancel`))
      const after = await accountOf(who)
      expect(after).toEqual({
        ...charged.account,
        balanceCents: before.balanceCents,
        lockedCents: charged.account.lockedCents + charged.lockedCents,
        stakedCents: before.stakedCents,
      })
      expect(price).toBe(battle.price)
      expect(other.playerId).toBeGreaterThan(0)
    })

    it('win locked items and money in proportion, and make no margin', async () => {
      const seen = { items: false, money: false }
      for (const mode of ['normal', 'share'] as const) {
        const [who, other] = [await gifted(), await fixture.site.newPlayer()]
        const { price, charged, before, rounds } = await stake(who)
        const made = await fixture.create(who, { rounds, mode })
        const { battle } = await fixture.join(other, made.battle, 2)
        const drawn = await fixture.draw(battle.id)
        const { result } = await computed(drawn, fixture.secretOf(drawn))
        await fixture.settle(drawn)
        const parts = { stakeCents: price, lockedCents: charged.lockedCents }
        const won = await fixture.rows<{ price: string; locked: string }>(
          `select price, locked from items where player_id = ${who.playerId} and source = 'battle'
           union all select amount, locked from transfers where credit_id = ${who.playerId} and kind = 'battle-won'`,
        )
        for (const item of won) expect(Number(item.locked)).toBe(lockedOfWin(parts, cents(Number(item.price))))
        expect(won.length > 0).toBe(result.winners.includes(1))
        const margin = before.margin + (await marginOf(battle, price, charged.cashCents))
        expect(await accountOf(who)).toMatchObject({ margin, stakedCents: before.stakedCents + charged.cashCents })
        if (won.length > 0) seen[mode === 'share' ? 'money' : 'items'] = true
      }
      expect(seen.money).toBe(true)
    })
  })

  it('nothing against an account with the same device, but for the exp', async () => {
    const players = [await fixture.site.newPlayer(), await fixture.site.newPlayer(), await fixture.site.newPlayer()]
    const [one, two, three] = players as [Browser, Browser, Browser]
    for (const { playerId } of [one, two]) {
      await fixture.site.services.recordTraces({ playerId, device: 'shared', subnet: 'a', atMs: fixture.nowMs })
    }
    const { battle } = await fixture.create(one, { format: '1v1v1' })
    await fixture.join(two, battle, 2)
    await fixture.join(three, battle, 3)
    await play(battle)
    const margins = await Promise.all(players.map(async (who) => (await accountOf(who)).margin))
    expect(margins).toEqual([0, 0, await marginOf(battle, battle.price, battle.price)])
    const stakes = await fixture.rows(
      `select slot, is_paired from battle_stakes where battle_id = '${battle.id}' order by slot`,
    )
    expect(stakes).toEqual([
      { slot: 1, is_paired: true },
      { slot: 2, is_paired: true },
      { slot: 3, is_paired: false },
    ])
    expect((await one.get('/api/user/get')).body.user.exp).toBe(battle.price)
  })

  describe('for the commission of a referrer', () => {
    const HOLD_MS = 73 * 3_600_000

    /** Plays a dear battle between a referred player and another one; returns the battle, the players and the referrer. */
    async function playReferred(shareDevice: boolean) {
      const [referrer, player, other] = [
        await fixture.site.newPlayer(),
        await fixture.site.newPlayer(),
        await fixture.site.newPlayer(),
      ]
      const { code } = (await referrer.get('/api/referral')).body.own
      expect((await player.post('/api/referral/code', { code })).body.success).toBe(true)
      if (shareDevice) {
        for (const { playerId } of [player, other]) {
          await fixture.site.services.recordTraces({
            playerId,
            device: `d${playerId % 2}`,
            subnet: 'a',
            atMs: fixture.nowMs,
          })
          await fixture.site.services.recordTraces({ playerId, device: 'both', subnet: 'a', atMs: fixture.nowMs })
        }
      }
      const box = fixture.cases().findLast(({ priceCents }) => priceCents <= 9_000)
      const { battle } = await fixture.create(player, { rounds: [box?.url ?? ''] })
      await fixture.join(other, battle, 2)
      return { battle: await play(battle), referrer, player }
    }

    /** Pays what is due after the hold, of everything that was staked until now. */
    async function payDue(): Promise<void> {
      const before = fixture.nowMs
      fixture.nowMs = Date.now() + HOLD_MS
      await fixture.site.services.referralShares.payDue()
      fixture.nowMs = before
    }

    it('its margin, after the hold and once', async () => {
      const { battle, referrer, player } = await playReferred(false)
      const margin = microcents(await marginOf(battle, battle.price, battle.price))
      const due = shareOfMargin(margin, rewards().gifts.referrerPercent.silver)
      expect(due).toBeGreaterThan(10)
      await fixture.site.services.referralShares.payDue()
      expect(await fixture.balanceOf(referrer)).toBe(10_000)
      for (let run = 0; run < 2; run++) await payDue()
      expect(await fixture.balanceOf(referrer)).toBe(10_000 + due)
      const shares = await fixture.rows(
        `select margin::text, amount::text from referral_shares where player_id = ${player.playerId}`,
      )
      expect(shares).toEqual([{ margin: String(margin), amount: String(due) }])
    })

    it('nothing of a battle against an account with the same device', async () => {
      const { referrer, player } = await playReferred(true)
      expect((await accountOf(player)).margin).toBe(0)
      await payDue()
      expect(await fixture.balanceOf(referrer)).toBe(10_000)
    })
  })

  it('for no mission against an account with the same device', async () => {
    const [one, two] = await fixture.two()
    for (const { playerId } of [one, two]) {
      await fixture.site.services.recordTraces({ playerId, device: 'twins', subnet: 'a', atMs: fixture.nowMs })
    }
    const { battle } = await fixture.create(one)
    await fixture.join(two, battle, 2)
    await play(battle)
    const spent = rewards().missions.filter(({ goal }) => goal === 'spent')
    expect(spent.length).toBeGreaterThan(0)
    const spans = missionSpans(fixture.nowMs, 'UTC')
    for (const { playerId } of [one, two]) {
      const progress = await readMissionProgress(fixture.site.db.queries, playerId, spent, spans)
      expect(progress.map((mission) => mission.progress)).toEqual(spent.map(() => 0))
    }
  })

  it('for missions, leaderboards, returns and the reality check', async () => {
    const { battle, players } = await fixture.full()
    const [one] = players
    if (one === undefined) throw new Error('A battle has players')
    const spent = rewards().missions.filter(({ goal }) => goal === 'spent')
    const spans = missionSpans(fixture.nowMs, 'UTC')
    const done = async () =>
      (await readMissionProgress(fixture.site.db.queries, one.playerId, spent, spans)).map(({ progress }) => progress)
    const visit = async () => (await one.get(`/api/limits/visit?lasted=${DAY_MS}`)).body
    expect(await visit()).toMatchObject({ paid: 0, won: 0 })
    await play(battle)
    expect(await done()).toEqual(spent.map(() => battle.price))
    const won = await fixture.rows<{ sum: string }>(
      `select coalesce(sum(price), 0) as sum from items where player_id = ${one.playerId} and source = 'battle'`,
    )
    expect(await visit()).toMatchObject({ paid: battle.price, won: Number(won[0]?.sum) })
    const margin = (await accountOf(one)).margin
    fixture.nowMs += 180_000
    await fixture.site.services.leaderCounting.count()
    const board = await fixture.rows<{ margin: string }>(
      `select sum(margin) as margin from leader_days where player_id = ${one.playerId}`,
    )
    expect(Number(board[0]?.margin)).toBe(margin)
    // The tests before have played against accounts with the same device.
    const paired = await fixture.rows<{ days: string; stakes: string }>(
      `select count(leader_days.day) as days, count(*) as stakes from battle_stakes
        left join leader_days using (player_id) where is_paired`,
    )
    expect(paired.map(({ days, stakes }) => [Number(days), Number(stakes) > 0])).toEqual([[0, true]])
    await fixture.site.db.asOwner('delete from returns_of_days')
    await countReturns(fixture.site.db, fixture.nowMs + 2 * DAY_MS)
    const [counted] = await fixture.rows<Record<'rolls' | 'staked' | 'won' | 'expected', string>>(
      `select sum(rolls) as rolls, sum(staked) as staked, sum(won) as won, sum(expected) as expected
        from returns_of_days where game = 'battle'`,
    )
    const [all] = await fixture.rows<Record<'rolls' | 'staked' | 'won', string>>(
      `select count(*) as rolls, sum(battle_rounds.price) as staked, sum(battle_drops.price) as won
        from battle_drops join battle_rounds using (battle_id, round)`,
    )
    expect(counted).toMatchObject(all ?? {})
    expect(Number(counted?.expected)).toBeGreaterThan(0)
    expect(Number(counted?.expected)).toBeLessThan(Number(counted?.staked))
    const games = (await fixture.site.guest().get('/api/fairness/returns')).body.games
    expect(games.map(({ game }: { game: string }) => game)).toContain('battle')
  })
})
