// Prizes of leaderboards through the whole app: paid once, from the winner's own margin.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createEvents } from '../../../src/server/base/events.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { transfers } from '../../../src/server/db/schema.ts'
import { leaderDays } from '../../../src/server/db/schema-leaders.ts'
import { createJobs } from '../../../src/server/jobs/jobs.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { createLeaderPrizes } from '../../../src/server/services/leaderboard/prizes.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { playForRaffle } from '../../support/players/raffles.ts'
import { DAY, MINUTE, openLeaderboardFixture, SMALL } from './leaderboard-fixture.ts'

describe.each(SUITE_KINDS)('prizes of leaderboards on %s', (kind) => {
  const fixture = openLeaderboardFixture(kind)
  const { now, advance, nextDay, offer, count, payYesterday, settleDay, seen, idsOn, list, leader } = fixture
  const { prizesOf, paidTo, marginOf } = fixture

  /** Makes a listed player who has deposited $1 and played, and returns the order too. */
  const depositor = async () => {
    const who = await fixture.site.newPlayer()
    await list(who)
    const order = await fixture.site.deposit(who, 100)
    await playForRaffle(who)
    return { who, order }
  }

  it('pay a prize once, from the margin of the winner, however many processes settle', async () => {
    await settleDay()
    nextDay()
    const [first, second] = [await leader(), await leader()]
    await playForRaffle(first)
    await count()
    expect(await idsOn()).toEqual([first.playerId, second.playerId])
    const components = { ...fixture.site.components, events: createEvents() }
    const other = createJobs(components, await createServices(components))
    nextDay()
    advance(MINUTE)
    await fixture.site.jobs.leaderboards.runOnce()
    expect(await prizesOf(first)).toEqual([])
    advance(DAY + 5 * MINUTE)
    await Promise.all([1, 2, 3].flatMap(() => [fixture.site.jobs.leaderboards.runOnce(), other.leaderboards.runOnce()]))
    expect(await prizesOf(first)).toMatchObject([{ period: 'day', place: 1, prize: SMALL, paid: SMALL }])
    expect(await prizesOf(second)).toMatchObject([{ period: 'day', place: 2, prize: SMALL, paid: SMALL }])
    expect((await marginOf(first)).used).toBe(SMALL)
    expect(await paidTo(first)).toMatchObject([{ amount: SMALL, locked: 0 }])
    expect((await first.get('/api/notification/get')).body[0]).toMatchObject({
      title: 'You won a prize on the leaderboard',
      content: 'Place 1: $0.08 is on your balance.',
    })
    const { winners } = await seen()
    expect(winners.slice(0, 2).map(({ place, player, prize }) => [place, player.id, prize])).toEqual([
      [1, first.playerId, SMALL],
      [2, second.playerId, SMALL],
    ])
    // Who leaves the boards is no longer named.
    await list(first, false)
    expect((await seen()).winners[0]).toMatchObject({ prize: SMALL, player: { id: null, username: null } })
  })

  it.each(['before', 'after'] as const)(
    'pay a prize once when the process dies %s the commit of a period',
    async (moment) => {
      nextDay()
      const winner = await leader()
      await count()
      nextDay()
      advance(DAY + 5 * MINUTE)
      /** Ends like the process would, in the period that pays something. */
      const dieAt = (here: typeof moment, done: unknown): void => {
        if (here === moment && Array.isArray(done) && done.length > 0) throw new Error('The process died')
      }
      const dying: Database = {
        ...fixture.site.db,
        transaction: async (work) => {
          const committed = await fixture.site.db.transaction(async (tx) => {
            const done = await work(tx)
            dieAt('before', done)
            return done
          })
          dieAt('after', committed)
          return committed
        },
      }
      const parts = {
        now,
        timeZone: 'UTC',
        rewards: () => fixture.site.catalogue.current.rewards,
        log: { info: () => undefined },
      }
      const settled = createLeaderPrizes({ ...parts, db: dying, events: createEvents() }).settle(now())
      await expect(settled).rejects.toThrow('The process died')
      expect((await prizesOf(winner)).length).toBe(moment === 'before' ? 0 : 1)

      await fixture.site.jobs.leaderboards.runOnce()
      await fixture.site.jobs.leaderboards.runOnce()
      expect(await prizesOf(winner)).toMatchObject([{ period: 'day', place: 1, prize: SMALL, paid: SMALL }])
      expect((await marginOf(winner)).used).toBe(SMALL)
      expect(await paidTo(winner)).toMatchObject([{ amount: SMALL }])
      // The notification was written with the prize.
      const { body } = await winner.get('/api/notification/get')
      expect(body.filter(({ content }: { content: string }) => content.startsWith('Place 1'))).toHaveLength(1)
    },
  )

  it('are checked against rolls and transfers', async () => {
    const damages: readonly (readonly [string, string, RegExp])[] = [
      [
        'update leader_prizes set place = place + 100',
        'update leader_prizes set place = place - 100',
        /was paid once from/,
      ],
      [
        'update leader_prizes set margin = margin / 1000',
        'update leader_prizes set margin = margin * 1000',
        /within the share of the margin/,
      ],
      [
        'update leader_days set margin = margin + 1000000000000',
        'update leader_days set margin = margin - 1000000000000',
        /no more margin of a player/,
      ],
      [
        'update leader_days set best_stake = best_stake + 1',
        'update leader_days set best_stake = best_stake - 1',
        /best result of a day is a roll/,
      ],
    ]
    // The openings above are random: this result is on the board for certain.
    const { drops } = (await (await leader()).post('/api/case/zero-gravity/open', { count: 1 })).body
    await fixture.site.db.asOwner(`insert into leader_days (day, player_id, best_id, best_stake, best_won)
      select '2027-01-01', player_id, id, cash, cash * 2 from rolls where id = '${drops[0].id}'`)
    for (const [damage, repair, rule] of damages) {
      await fixture.site.db.asOwner(damage)
      expect((await checkLedger(fixture.site.db)).difference?.rule).toMatch(rule)
      await fixture.site.db.asOwner(repair)
    }
    expect((await checkLedger(fixture.site.db)).difference).toBeUndefined()
  })

  it('roll a prize over when raffles have used the margin of its winner', async () => {
    nextDay()
    const who = await leader()
    await count()
    // What an earlier prize took, as the ledger has it.
    const used = (await marginOf(who)).covered - SMALL + 1
    await fixture.site.db.asOwner(`update accounts set raffled = ${used} where id = ${who.playerId}`)
    await settleDay()
    expect(await prizesOf(who)).toMatchObject([{ place: 1, prize: SMALL, paid: 0 }])
    expect((await marginOf(who)).used).toBe(used)
    await fixture.site.db.asOwner(`update accounts set raffled = 0 where id = ${who.playerId}`)
    expect((await seen()).winners.every(({ player }) => player.id !== who.playerId)).toBe(true)
  })

  it('pay nothing for margin whose deposit went back after the end of the period', async () => {
    nextDay()
    const { who, order } = await depositor()
    await count()
    nextDay()
    await fixture.site.services.settlement.apply(order, { kind: 'refunded' })
    const rows = await fixture.site.db.queries.select().from(leaderDays).where(eq(leaderDays.playerId, who.playerId))
    expect(rows.map(({ margin }) => margin)).toEqual([0])
    await payYesterday()
    expect((await prizesOf(who)).filter(({ paid }) => paid > 0)).toEqual([])
  })

  it('take a prize back as far as the margin that a reversed deposit leaves does not cover it', async () => {
    nextDay()
    const { who, order } = await depositor()
    await count()
    await settleDay()
    expect(await prizesOf(who)).toMatchObject([{ place: 1, paid: SMALL }])
    const backOf = async (): Promise<number> => {
      const back = await fixture.site.db.queries.select().from(transfers).where(eq(transfers.kind, 'prize-back'))
      return back.filter(({ debitId }) => debitId === who.playerId).reduce((sum, { amount }) => sum + amount, 0)
    }
    await fixture.site.services.settlement.apply(order, {
      kind: 'partly-refunded',
      refunded: { currency: 'USD', minor: 5000 },
    })
    const left = await marginOf(who)
    expect(left.covered).toBeGreaterThan(0)
    expect(left.covered).toBeLessThan(SMALL)
    expect([left.used, await backOf()]).toEqual([left.covered, SMALL - left.covered])
    await fixture.site.services.settlement.apply(order, { kind: 'refunded' })
    expect([await marginOf(who), await backOf()]).toEqual([{ used: 0, covered: 0 }, SMALL])
    expect((await checkLedger(fixture.site.db)).difference).toBeUndefined()
  })

  it('pay no less to who moves up because another left after the end', async () => {
    nextDay()
    offer([2 * SMALL, SMALL])
    const [first, second] = [await leader(), await leader()]
    await playForRaffle(first)
    await count()
    nextDay()
    await list(first, false)
    await payYesterday()
    expect(await prizesOf(first)).toEqual([])
    expect(await prizesOf(second)).toMatchObject([{ place: 1, prize: SMALL, paid: SMALL }])
    offer([SMALL, SMALL])
  })

  it('leave out who joined or showed their name after the end, and push nobody down', async () => {
    nextDay()
    const [late, hidden] = [await fixture.site.newPlayer(), await leader()]
    await playForRaffle(late)
    await hidden.post('/api/user/privacy', { hidden: true })
    await hidden.supplyClientSeed()
    for (const who of [late, hidden]) await playForRaffle(who)
    const stays = await leader()
    await count()
    nextDay()
    await list(late)
    await hidden.post('/api/user/privacy', { hidden: false })
    // What was chosen before is not chosen again.
    await list(stays)
    await payYesterday()
    expect([await prizesOf(late), await prizesOf(hidden)]).toEqual([[], []])
    expect(await prizesOf(stays)).toMatchObject([{ place: 1, paid: SMALL }])
  })

  it('give an excluded winner nothing, and the place to the next', async () => {
    nextDay()
    const [first, second] = [await leader(), await leader()]
    await playForRaffle(first)
    await count()
    expect(await idsOn()).toEqual([first.playerId, second.playerId])
    await first.post('/api/limits/self-exclude', { days: 7 })
    await settleDay()
    expect(await prizesOf(first)).toEqual([])
    expect(await prizesOf(second)).toMatchObject([{ place: 1, paid: SMALL }])
  })
})
