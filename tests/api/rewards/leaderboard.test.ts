// Leaderboards through the whole app: who is on them, and what counts.
import { describe, expect, it } from 'vitest'
import { giftAllowance } from '../../../src/game/rewards/gifts.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { banPlayer } from '../../../src/server/services/account/bans.ts'
import { createLeaderboards } from '../../../src/server/services/leaderboard/boards.ts'
import { createLeaderCounting } from '../../../src/server/services/leaderboard/counting.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { depositWithBonus, giftAccountOf } from '../../support/players/gifts.ts'
import { playForRaffle } from '../../support/players/raffles.ts'
import { DAY, MINUTE, openLeaderboardFixture, SMALL } from './leaderboard-fixture.ts'

describe.each(SUITE_KINDS)('leaderboards on %s', (kind) => {
  const fixture = openLeaderboardFixture(kind)
  const { now, advance, nextDay, offer, count, seen, boards, idsOn, ownOf, list, leader } = fixture

  it('count days in which nobody played at once', async () => {
    advance(2 * DAY)
    let transactions = 0
    const db: Database = {
      ...fixture.site.db,
      transaction: (...work) => {
        transactions++
        return fixture.site.db.transaction(...work)
      },
    }
    const rules = () => fixture.site.catalogue.current.rewards.leaderboard
    const counting = createLeaderCounting({ db, now, timeZone: 'UTC', rules })
    expect(await counting.count()).toBe(now() - 2 * MINUTE)
    expect(transactions).toBe(1)
  })

  it('name players only by their own choice, and show everyone their own place', async () => {
    const [shy, bold] = [await fixture.site.newPlayer(), await leader()]
    await playForRaffle(shy)
    await count()
    expect(await idsOn()).toEqual([bold.playerId])
    expect(await idsOn('multiplier')).toEqual([bold.playerId])
    const own = await ownOf(shy)
    // As much as the other, and later: behind them.
    expect(own?.points).toEqual({ place: 2, value: (await ownOf(bold))?.points?.value })
    expect((await seen()).own).toBeNull()
    expect((await ownOf(await fixture.site.newPlayer()))?.points).toBeNull()
    await list(shy)
    advance(MINUTE)
    expect(await idsOn()).toEqual([bold.playerId, shy.playerId])
    // Who leaves or hides is left out at once, by what was read before.
    await list(bold, false)
    const { points } = await boards()
    expect(points.map(({ place, player }) => [place, player.id])).toEqual([[1, shy.playerId]])
    await shy.post('/api/user/privacy', { hidden: true })
    expect(await idsOn()).toEqual([])
    expect(await idsOn('multiplier')).toEqual([])
  })

  it('are read once at a time, however many players join, leave and look', async () => {
    let [begun, running, most] = [0, 0, 0]
    const db: Database = {
      ...fixture.site.db,
      transaction: async (...work) => {
        begun++
        running++
        most = Math.max(most, running)
        try {
          return await fixture.site.db.transaction(...work)
        } finally {
          running--
        }
      },
    }
    const rewards = () => fixture.site.catalogue.current.rewards
    const log = { error: () => undefined }
    const boardsOf = createLeaderboards({ db, now, timeZone: 'UTC', rewards, log })
    const storm = () =>
      Promise.all(
        Array.from({ length: 20 }, (_, at) => {
          boardsOf.changed(at, at % 2 === 0)
          return boardsOf.all()
        }),
      )
    await storm()
    await storm()
    expect([begun, most]).toEqual([1, 1])
    advance(MINUTE)
    await storm()
    await storm()
    expect([begun, most]).toEqual([2, 1])
  })

  it('leave out players who hide, are banned or exclude themselves', async () => {
    nextDay()
    const [hidden, banned, excluded, frozen] = [await leader(), await leader(), await leader(), await leader()]
    const stays = await leader()
    await count()
    expect(await idsOn()).toHaveLength(5)
    await hidden.post('/api/user/privacy', { hidden: true })
    await banPlayer(fixture.site.db, banned.playerId, 'a test', OPERATOR)
    await excluded.post('/api/limits/self-exclude', { days: 1 })
    await fixture.site.db.asOwner(`insert into withdrawal_freezes (player_id, reason, reference)
      values (${frozen.playerId}, 'dispute', gen_random_uuid())`)
    advance(5 * MINUTE)
    expect(await idsOn()).toEqual([stays.playerId])
    expect(await idsOn('multiplier')).toEqual([stays.playerId])
    await fixture.site.db.asOwner(`delete from withdrawal_freezes where player_id = ${frozen.playerId}`)
  })

  it('count own money only, and results from a least stake', async () => {
    nextDay()
    const gifted = await fixture.site.newPlayer()
    await list(gifted)
    await depositWithBonus(fixture.site, gifted, 50)
    const open = async () =>
      expect((await gifted.post('/api/case/zero-gravity/open', { count: 1 })).body).toMatchObject({ success: true })
    await open()
    await count()
    const each = (await ownOf(gifted))?.points?.value ?? 0
    expect(each).toBeGreaterThan(5)
    // Free money is spent first, then what margin unlocks.
    for (;;) {
      const account = await giftAccountOf(fixture.site, gifted.playerId)
      if (account.balanceCents === account.lockedCents && giftAllowance(account, { ownPercent: 40 }) < 10) break
      await open()
    }
    await count()
    const own = (await ownOf(gifted))?.points?.value ?? 0
    for (let opened = 0; opened < 5; opened++) await open()
    await count()
    expect(((await ownOf(gifted))?.points?.value ?? 0) - own).toBeLessThan(each)
    const cheap = await fixture.site.newPlayer()
    await list(cheap)
    // $0.50 a case: margin, and no result that is large enough.
    expect((await cheap.post('/api/case/first-step/open', { count: 10 })).body).toMatchObject({ success: true })
    await count()
    expect(await ownOf(cheap)).toMatchObject({ points: { value: expect.any(Number) }, multiplier: null })
  })

  it('count no more of a day than the most', async () => {
    nextDay()
    offer([], 50)
    const who = await leader()
    await count()
    expect((await ownOf(who))?.points?.value).toBe(50)
    // The same amount earlier comes first.
    const later = await leader()
    await count()
    expect(await idsOn()).toEqual([who.playerId, later.playerId])
    await playForRaffle(who)
    await count()
    expect(await idsOn()).toEqual([who.playerId, later.playerId])
    offer([SMALL, SMALL])
  })

  it('add up the days of the week and the month', async () => {
    const weekBefore = (await boards('month')).points.reduce((sum, { value }) => sum + value, 0)
    nextDay()
    const who = await leader()
    await count()
    const day = (await boards('day')).points.find(({ player }) => player.id === who.playerId)?.value ?? 0
    nextDay()
    await playForRaffle(who)
    await count()
    const own = (await seen(who)).own
    expect(own?.find(({ period }) => period === 'month')?.points?.value).toBeGreaterThanOrEqual(2 * day - 1)
    expect(own?.find(({ period }) => period === 'day')?.points?.value).toBe(day)
    expect(weekBefore).toBeGreaterThan(0)
  })
})
