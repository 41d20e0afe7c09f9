// Leaderboards through the whole app: who is on them, what counts, and prizes paid once from the winner's own margin.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giftAllowance } from '../../src/game/gifts.ts'
import { cents } from '../../src/game/money.ts'
import { leaderboardReplySchema, type PeriodBoards } from '../../src/protocol/leaderboard.ts'
import { createEvents } from '../../src/server/base/events.ts'
import { setIdClock } from '../../src/server/base/ids.ts'
import type { Database } from '../../src/server/db/database.ts'
import { accounts, transfers } from '../../src/server/db/schema.ts'
import { leaderDays, leaderPrizes } from '../../src/server/db/schema-leaders.ts'
import { createJobs } from '../../src/server/jobs/jobs.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { banPlayer } from '../../src/server/services/account/bans.ts'
import { createLeaderboards } from '../../src/server/services/leaderboard/boards.ts'
import { createLeaderCounting } from '../../src/server/services/leaderboard/counting.ts'
import { createLeaderPrizes } from '../../src/server/services/leaderboard/prizes.ts'
import { createServices } from '../../src/server/services/services.ts'
import { type ClockedSite, openClockedSite } from '../support/clock-site.ts'
import { SUITE_KINDS } from '../support/databases.ts'
import { depositWithBonus, giftAccountOf } from '../support/gifts.ts'
import { playForRaffle } from '../support/raffles.ts'
import type { Browser } from '../support/site.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** A prize that the margin of `playForRaffle` covers. */
const SMALL = 8

/** The clock of all sites of this file, which ids use too: it only goes forward. A Wednesday. */
let clock = Date.parse('2027-03-24T12:30:00Z')

describe.each(SUITE_KINDS)('leaderboards on %s', (kind) => {
  let site: ClockedSite

  beforeAll(async () => {
    setIdClock(() => clock)
    site = await openClockedSite(kind, new Date(clock).toISOString())
    offer([SMALL, SMALL])
    await site.jobs.leaderboards.runOnce()
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    await site.close()
  })

  function advance(byMs: number): void {
    clock += byMs
    site.setClock(new Date(clock).toISOString())
  }

  /** Sets the prizes of days; weeks and months have none. */
  function offer(day: readonly number[], dayMost = 2000): void {
    const { current } = site.catalogue
    const prizes = { day: day.map(cents), week: [], month: [] }
    const leaderboard = { ...current.rewards.leaderboard, dayMostCents: cents(dayMost), prizes }
    const rewards = { ...current.rewards, leaderboard }
    Object.defineProperty(site.catalogue, 'current', { configurable: true, get: () => ({ ...current, rewards }) })
  }

  /** Counts what was played, as the job does once it is settled. */
  async function count(): Promise<void> {
    advance(3 * MINUTE)
    await site.jobs.leaderboards.runOnce()
  }

  /** Goes to the beginning of the next day. */
  const nextDay = (): void => advance(DAY - (clock % DAY))

  async function seen(who: Browser = site.guest()) {
    return leaderboardReplySchema.parse((await who.get('/api/leaderboard')).body)
  }
  async function boards(period: PeriodBoards['period'] = 'day', who?: Browser): Promise<PeriodBoards> {
    const found = (await seen(who)).periods.find((one) => one.period === period)
    if (found === undefined) throw new Error(`There is no board of the ${period}`)
    return found
  }
  const idsOn = async (board: 'points' | 'multiplier' = 'points'): Promise<(number | null)[]> =>
    (await boards())[board].map(({ player }) => player.id)
  const ownOf = async (who: Browser) => (await seen(who)).own?.find(({ period }) => period === 'day')

  const list = (who: Browser, shown = true) => who.post('/api/user/leaderboard', { shown })

  /** A player who has chosen to be listed and has played. */
  async function leader(): Promise<Browser> {
    const who = await site.newPlayer()
    await list(who)
    await playForRaffle(who)
    return who
  }
  const prizesOf = (who: Browser) =>
    site.db.queries.select().from(leaderPrizes).where(eq(leaderPrizes.playerId, who.playerId))
  const raffledOf = async (who: Browser): Promise<number> => {
    const [account] = await site.db.queries.select().from(accounts).where(eq(accounts.id, who.playerId))
    return account?.raffled ?? 0
  }
  const prizeParts = () => ({
    events: createEvents(),
    now: () => clock,
    timeZone: 'UTC',
    rewards: () => site.catalogue.current.rewards,
    log: { info: () => undefined },
  })
  /** Waits until the prizes of the day are due, and pays them. */
  async function settleDay(): Promise<void> {
    nextDay()
    advance(DAY + 5 * MINUTE)
    await site.jobs.leaderboards.runOnce()
  }

  it('count days in which nobody played at once', async () => {
    advance(2 * DAY)
    let transactions = 0
    const db: typeof site.db = {
      ...site.db,
      transaction: (...work) => {
        transactions++
        return site.db.transaction(...work)
      },
    }
    const rules = () => site.catalogue.current.rewards.leaderboard
    const counting = createLeaderCounting({ db, now: () => clock, timeZone: 'UTC', rules })
    expect(await counting.count()).toBe(clock - 2 * MINUTE)
    expect(transactions).toBe(1)
  })

  it('name players only by their own choice, and show everyone their own place', async () => {
    const [shy, bold] = [await site.newPlayer(), await leader()]
    await playForRaffle(shy)
    await count()
    expect(await idsOn()).toEqual([bold.playerId])
    expect(await idsOn('multiplier')).toEqual([bold.playerId])
    const own = await ownOf(shy)
    // As much as the other, and later: behind them.
    expect(own?.points).toEqual({ place: 2, value: (await ownOf(bold))?.points?.value })
    expect((await seen()).own).toBeNull()
    expect((await ownOf(await site.newPlayer()))?.points).toBeNull()
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
    const db: typeof site.db = {
      ...site.db,
      transaction: async (...work) => {
        begun++
        running++
        most = Math.max(most, running)
        try {
          return await site.db.transaction(...work)
        } finally {
          running--
        }
      },
    }
    const rewards = () => site.catalogue.current.rewards
    const log = { error: () => undefined }
    const boardsOf = createLeaderboards({ db, now: () => clock, timeZone: 'UTC', rewards, log })
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
    await banPlayer(site.db, banned.playerId, 'a test')
    await excluded.post('/api/limits/self-exclude', { days: 1 })
    await site.db.asOwner(`insert into withdrawal_freezes (player_id, reason, reference)
      values (${frozen.playerId}, 'dispute', gen_random_uuid())`)
    advance(5 * MINUTE)
    expect(await idsOn()).toEqual([stays.playerId])
    expect(await idsOn('multiplier')).toEqual([stays.playerId])
    await site.db.asOwner(`delete from withdrawal_freezes where player_id = ${frozen.playerId}`)
  })

  it('count own money only, and results from a least stake', async () => {
    nextDay()
    const gifted = await site.newPlayer()
    await list(gifted)
    await depositWithBonus(site, gifted, 50)
    const open = async () =>
      expect((await gifted.post('/api/case/zero-gravity/open', { count: 1 })).body).toMatchObject({ success: true })
    await open()
    await count()
    const each = (await ownOf(gifted))?.points?.value ?? 0
    expect(each).toBeGreaterThan(5)
    // Free money is spent first, then what margin unlocks.
    for (;;) {
      const account = await giftAccountOf(site, gifted.playerId)
      if (account.balanceCents === account.lockedCents && giftAllowance(account, { ownPercent: 40 }) < 10) break
      await open()
    }
    await count()
    const own = (await ownOf(gifted))?.points?.value ?? 0
    for (let opened = 0; opened < 5; opened++) await open()
    await count()
    expect(((await ownOf(gifted))?.points?.value ?? 0) - own).toBeLessThan(each)
    const cheap = await site.newPlayer()
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

  it('pay a prize once, from the margin of the winner, however many processes settle', async () => {
    await settleDay()
    nextDay()
    const [first, second] = [await leader(), await leader()]
    await playForRaffle(first)
    await count()
    expect(await idsOn()).toEqual([first.playerId, second.playerId])
    const components = { ...site.components, events: createEvents() }
    const other = createJobs(components, await createServices(components))
    nextDay()
    advance(MINUTE)
    await site.jobs.leaderboards.runOnce()
    expect(await prizesOf(first)).toEqual([])
    advance(DAY + 5 * MINUTE)
    await Promise.all([1, 2, 3].flatMap(() => [site.jobs.leaderboards.runOnce(), other.leaderboards.runOnce()]))
    expect(await prizesOf(first)).toMatchObject([{ period: 'day', place: 1, prize: SMALL, paid: SMALL }])
    expect(await prizesOf(second)).toMatchObject([{ period: 'day', place: 2, prize: SMALL, paid: SMALL }])
    expect(await raffledOf(first)).toBe(SMALL)
    const paid = await site.db.queries.select().from(transfers).where(eq(transfers.kind, 'leaderboard'))
    expect(paid.filter(({ creditId }) => creditId === first.playerId)).toMatchObject([{ amount: SMALL, locked: 0 }])
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
        ...site.db,
        transaction: async (work) => {
          const committed = await site.db.transaction(async (tx) => {
            const done = await work(tx)
            dieAt('before', done)
            return done
          })
          dieAt('after', committed)
          return committed
        },
      }
      const settled = createLeaderPrizes({ ...prizeParts(), db: dying }).settle(clock)
      await expect(settled).rejects.toThrow('The process died')
      expect((await prizesOf(winner)).length).toBe(moment === 'before' ? 0 : 1)

      await site.jobs.leaderboards.runOnce()
      await site.jobs.leaderboards.runOnce()
      expect(await prizesOf(winner)).toMatchObject([{ period: 'day', place: 1, prize: SMALL, paid: SMALL }])
      expect(await raffledOf(winner)).toBe(SMALL)
      const paid = await site.db.queries.select().from(transfers).where(eq(transfers.kind, 'leaderboard'))
      expect(paid.filter(({ creditId }) => creditId === winner.playerId)).toMatchObject([{ amount: SMALL }])
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
    await site.db.asOwner(`insert into leader_days (day, player_id, best_id, best_stake, best_won)
      select '2027-01-01', player_id, id, cash, cash * 2 from rolls where id = '${drops[0].id}'`)
    for (const [damage, repair, rule] of damages) {
      await site.db.asOwner(damage)
      expect((await checkLedger(site.db)).difference?.rule).toMatch(rule)
      await site.db.asOwner(repair)
    }
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  it('roll a prize over when raffles have used the margin of its winner', async () => {
    nextDay()
    const who = await leader()
    await count()
    // What an earlier prize took, as the ledger has it.
    const [account] = await site.db.queries.select().from(accounts).where(eq(accounts.id, who.playerId))
    const used = Math.floor((account?.margin ?? 0) / 10e6) - SMALL + 1
    await site.db.asOwner(`update accounts set raffled = ${used} where id = ${who.playerId}`)
    await settleDay()
    expect(await prizesOf(who)).toMatchObject([{ place: 1, prize: SMALL, paid: 0 }])
    expect(await raffledOf(who)).toBe(used)
    await site.db.asOwner(`update accounts set raffled = 0 where id = ${who.playerId}`)
    expect((await seen()).winners.every(({ player }) => player.id !== who.playerId)).toBe(true)
  })

  it('pay nothing for margin whose deposit went back after the end of the period', async () => {
    nextDay()
    const who = await site.newPlayer()
    await list(who)
    const order = await site.deposit(who, 100)
    await playForRaffle(who)
    await count()
    nextDay()
    await site.services.settlement.apply(order, { kind: 'refunded' })
    const rows = await site.db.queries.select().from(leaderDays).where(eq(leaderDays.playerId, who.playerId))
    expect(rows.map(({ margin }) => margin)).toEqual([0])
    advance(DAY + 5 * MINUTE)
    await site.jobs.leaderboards.runOnce()
    expect((await prizesOf(who)).filter(({ paid }) => paid > 0)).toEqual([])
  })

  it('take a prize back as far as the margin that a reversed deposit leaves does not cover it', async () => {
    nextDay()
    const who = await site.newPlayer()
    await list(who)
    const order = await site.deposit(who, 100)
    await playForRaffle(who)
    await count()
    await settleDay()
    expect(await prizesOf(who)).toMatchObject([{ place: 1, paid: SMALL }])
    const shareOf = async (): Promise<number> => {
      const [account] = await site.db.queries.select().from(accounts).where(eq(accounts.id, who.playerId))
      return Math.floor((account?.margin ?? 0) / 10e6)
    }
    const backOf = async (): Promise<number> => {
      const back = await site.db.queries.select().from(transfers).where(eq(transfers.kind, 'prize-back'))
      return back.filter(({ debitId }) => debitId === who.playerId).reduce((sum, { amount }) => sum + amount, 0)
    }
    await site.services.settlement.apply(order, { kind: 'partly-refunded', refunded: { currency: 'USD', minor: 5000 } })
    const left = await shareOf()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(SMALL)
    expect([await raffledOf(who), await backOf()]).toEqual([left, SMALL - left])
    await site.services.settlement.apply(order, { kind: 'refunded' })
    expect([await raffledOf(who), await backOf(), await shareOf()]).toEqual([0, SMALL, 0])
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  it('pay no less to who moves up because another left after the end', async () => {
    nextDay()
    offer([2 * SMALL, SMALL])
    const [first, second] = [await leader(), await leader()]
    await playForRaffle(first)
    await count()
    nextDay()
    await list(first, false)
    advance(DAY + 5 * MINUTE)
    await site.jobs.leaderboards.runOnce()
    expect(await prizesOf(first)).toEqual([])
    expect(await prizesOf(second)).toMatchObject([{ place: 1, prize: SMALL, paid: SMALL }])
    offer([SMALL, SMALL])
  })

  it('leave out who joined or showed their name after the end, and push nobody down', async () => {
    nextDay()
    const [late, hidden] = [await site.newPlayer(), await leader()]
    await playForRaffle(late)
    await hidden.post('/api/user/privacy', { hidden: true })
    for (const who of [late, hidden]) await playForRaffle(who)
    const stays = await leader()
    await count()
    nextDay()
    await list(late)
    await hidden.post('/api/user/privacy', { hidden: false })
    // What was chosen before is not chosen again.
    await list(stays)
    advance(DAY + 5 * MINUTE)
    await site.jobs.leaderboards.runOnce()
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
