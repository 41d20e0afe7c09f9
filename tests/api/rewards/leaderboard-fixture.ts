// A site with leaderboards for the tests of a file, and what its players do on them.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { leaderboardReplySchema, type PeriodBoards } from '../../../src/protocol/leaderboard.ts'
import { accounts, transfers } from '../../../src/server/db/schema.ts'
import { leaderPrizes } from '../../../src/server/db/schema-leaders.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import type { DatabaseKind } from '../../support/databases/databases.ts'
import { playForRaffle } from '../../support/players/raffles.ts'
import { type ClockedSite, openClockedSite } from '../../support/sites/clock-site.ts'
import type { Answer, Browser } from '../../support/sites/site.ts'

export const MINUTE = 60_000
export const DAY = 1440 * MINUTE

/** A prize in cents that the margin of `playForRaffle` covers. */
export const SMALL = 8

/** The clock of all sites of a file, which ids use too: it only goes forward. It starts on a Wednesday, early in a month. */
let nowMs = Date.parse('2027-03-03T12:30:00Z')

/** Opens a site before the tests of a file, whose process has its clock of ids, and checks the ledger at the end. */
export function openLeaderboardFixture(kind: DatabaseKind) {
  const fixture = {
    site: undefined as unknown as ClockedSite,

    now: (): number => nowMs,

    advance: (byMs: number): void => {
      nowMs += byMs
      fixture.site.setClock(new Date(nowMs).toISOString())
    },

    /** Goes to the beginning of the next day. */
    nextDay: (): void => fixture.advance(DAY - (nowMs % DAY)),

    /** Sets the prizes of days; weeks and months have none. */
    offer: (day: readonly number[], dayMost = 2000): void => {
      const { current } = fixture.site.catalogue
      const prizes = { day: day.map(cents), week: [], month: [] }
      const leaderboard = { ...current.rewards.leaderboard, dayMostCents: cents(dayMost), prizes }
      const rewards = { ...current.rewards, leaderboard }
      const get = () => ({ ...current, rewards })
      Object.defineProperty(fixture.site.catalogue, 'current', { configurable: true, get })
    },

    /** Counts what was played, as the job does once it is settled. */
    count: async (): Promise<void> => {
      fixture.advance(3 * MINUTE)
      await fixture.site.jobs.leaderboards.runOnce()
    },

    /** Waits until the prizes of the day before are due, and pays them. */
    payYesterday: async (): Promise<void> => {
      fixture.advance(DAY + 5 * MINUTE)
      await fixture.site.jobs.leaderboards.runOnce()
    },

    /** Waits until the prizes of the day are due, and pays them. */
    settleDay: async (): Promise<void> => {
      fixture.nextDay()
      await fixture.payYesterday()
    },

    seen: async (who: Browser = fixture.site.guest()) =>
      leaderboardReplySchema.parse((await who.get('/api/leaderboard')).body),

    boards: async (period: PeriodBoards['period'] = 'day', who?: Browser): Promise<PeriodBoards> => {
      const found = (await fixture.seen(who)).periods.find((one) => one.period === period)
      if (found === undefined) throw new Error(`There is no board of the ${period}`)
      return found
    },

    idsOn: async (board: 'points' | 'multiplier' = 'points'): Promise<(number | null)[]> =>
      (await fixture.boards())[board].map(({ player }) => player.id),

    ownOf: async (who: Browser) => (await fixture.seen(who)).own?.find(({ period }) => period === 'day'),

    list: (who: Browser, shown = true): Promise<Answer> => who.post('/api/user/leaderboard', { shown }),

    /** Returns a player who has chosen to be listed and has played. */
    leader: async (): Promise<Browser> => {
      const who = await fixture.site.newPlayer()
      await fixture.list(who)
      await playForRaffle(who)
      return who
    },

    prizesOf: (who: Browser) =>
      fixture.site.db.queries.select().from(leaderPrizes).where(eq(leaderPrizes.playerId, who.playerId)),

    /** Returns the transfers of prizes to a player. */
    paidTo: async ({ playerId }: Browser) => {
      const paid = await fixture.site.db.queries.select().from(transfers).where(eq(transfers.kind, 'leaderboard'))
      return paid.filter(({ creditId }) => creditId === playerId)
    },

    /** Returns how much of a player's margin prizes have used, and what all of their margin covers. */
    marginOf: async ({ playerId }: Browser): Promise<{ used: number; covered: number }> => {
      const [account] = await fixture.site.db.queries.select().from(accounts).where(eq(accounts.id, playerId))
      return { used: account?.raffled ?? 0, covered: Math.floor((account?.margin ?? 0) / 10e6) }
    },
  }

  beforeAll(async () => {
    fixture.site = await openClockedSite(kind, new Date(nowMs).toISOString())
    fixture.offer([SMALL, SMALL])
    await fixture.site.jobs.leaderboards.runOnce()
  })

  afterAll(async () => {
    expect((await checkLedger(fixture.site.db)).difference).toBeUndefined()
    await fixture.site.close()
  })

  return fixture
}
