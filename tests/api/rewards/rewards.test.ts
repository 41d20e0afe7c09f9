// Badges: which rewards a player can claim, by the rules of each, until when that is valid, and that a claim removes
// them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayOf, nightOf } from '../../../src/game/base/site-time.ts'
import { RAFFLE_KINDS, type RaffleKind } from '../../../src/game/rewards/rewards.ts'
import { type ClaimMarks, rewardsReplySchema } from '../../../src/protocol/rewards.ts'
import { newId } from '../../../src/server/base/ids.ts'
import {
  calendarClaims,
  freeOpenings,
  raffleEntries,
  raffles,
  wheelSpins,
} from '../../../src/server/db/schema-rewards.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { insertOrder } from '../../support/players/deposits.ts'
import { win } from '../../support/players/games.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const ZONE = 'Europe/Kyiv'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The claimable rewards of every new player. */
const FRESH: ClaimMarks = { freeCase: 0, wheel: 1, calendar: 1, missions: 0, raffle: 0, social: 1 }

describe.each(SUITE_KINDS)('claimable rewards on %s', (kind) => {
  let clock = Date.parse('2026-11-18T12:00:00Z')
  const noon = clock
  let site: TestSite
  let player: Browser

  beforeAll(async () => {
    const environment = { TIME_ZONE: ZONE, SOCIAL_TELEGRAM: 'https://telegram.example/spacedrop' }
    site = await openTestSite(kind, { now: () => clock, environment })
  })

  beforeEach(async () => {
    clock = noon
    player = await site.newPlayer()
  })

  afterAll(() => site.close())

  const reply = async (who = player) => rewardsReplySchema.parse((await who.get('/api/rewards')).body)

  const marks = async (who = player): Promise<ClaimMarks> => (await reply(who)).marks

  /** A deposit that was paid some time ago. */
  const deposit = (amount: number, agoMs = 0): Promise<string> => {
    const at = new Date(clock - agoMs)
    const paid = { state: 'paid' as const, paidAt: at, createdAt: at }
    return insertOrder(site.db.queries, { playerId: player.playerId, amount, ...paid })
  }

  async function openRaffle(of: RaffleKind, closesInMs = HOUR_MS): Promise<string> {
    const id = newId()
    const opensAt = new Date(clock - HOUR_MS - Math.floor(Math.random() * HOUR_MS))
    await site.db.queries.insert(raffles).values({
      id,
      kind: of,
      opensAt,
      closesAt: new Date(clock + closesInMs),
      itemId: 'aug-triqua.fn',
      price: 100,
      source: 'seed',
      commit: 'x',
    })
    return id
  }

  it('are visible only to the player', async () => {
    expect((await site.guest().get('/api/rewards')).status).toBe(401)
  })

  it('include a spin, a day of the calendar and the social bonus for a new player', async () => {
    expect(await marks()).toEqual(FRESH)
  })

  it('exclude the spin and the day once they were taken, until the day is over', async () => {
    const { day } = dayOf(clock, ZONE)
    const { playerId } = player
    const spin = { playerId, sector: 0, balance: 0 }
    // A paid spin is not the free one.
    await site.db.queries.insert(wheelSpins).values({ ...spin, rollId: newId() })
    expect((await marks()).wheel).toBe(1)
    await site.db.queries.insert(wheelSpins).values({ ...spin, rollId: newId(), freeDay: day })
    await site.db.queries.insert(calendarClaims).values({ playerId, day, streak: 1 })
    expect(await marks()).toEqual({ ...FRESH, wheel: 0, calendar: 0 })
    clock = dayOf(clock, ZONE).toMs - 1
    expect(await marks()).toMatchObject({ wheel: 0, calendar: 0 })
    clock += 1
    expect(await marks()).toMatchObject({ wheel: 1, calendar: 1 })
  })

  it('include every free case that the deposits of the night unlock and that was not opened', async () => {
    await deposit(400)
    expect((await marks()).freeCase).toBe(0)
    await deposit(100)
    expect((await marks()).freeCase).toBe(1)
    await deposit(9_500)
    expect((await marks()).freeCase).toBe(3)
    const night = nightOf(clock, ZONE)
    await site.db.queries
      .insert(freeOpenings)
      .values({ playerId: player.playerId, tier: 'comet', night: night.day, rollId: newId() })
    expect((await marks()).freeCase).toBe(2)
    clock = night.toMs
    expect((await marks()).freeCase).toBe(0)
  })

  it('include a completed mission, until it is claimed', async () => {
    // Missions are counted by the ids of games, which use the real clock.
    clock = Date.now()
    await win(player, 10)
    expect((await marks()).missions).toBe(1)
    const { periods } = (await player.get('/api/missions')).body
    expect((await player.post('/api/missions/open-10/claim', { period: periods.daily.day })).body.success).toBe(true)
    expect((await marks()).missions).toBe(0)
  })

  it('include each open raffle that a deposit entitles to, until it is joined', async () => {
    const ids = await Promise.all(RAFFLE_KINDS.map((of) => openRaffle(of)))
    await openRaffle('hourly', 0)
    expect((await marks()).raffle).toBe(0)
    await deposit(100, 6 * DAY_MS)
    expect((await marks()).raffle).toBe(1)
    await deposit(100, 23 * HOUR_MS)
    expect((await marks()).raffle).toBe(2)
    await deposit(100, HOUR_MS - 1)
    expect((await marks()).raffle).toBe(3)
    for (const [joined, raffleId] of ids.entries()) {
      await site.db.queries.insert(raffleEntries).values({ raffleId, playerId: player.playerId })
      expect((await marks()).raffle).toBe(2 - joined)
    }
  })

  it('include the social bonus until it was received, where the operator has an account', async () => {
    await player.post('/api/bonuses/social', { opened: ['telegram'] })
    expect((await marks()).social).toBe(0)
    const bare = await openTestSite(kind)
    try {
      expect((await marks(await bare.newPlayer())).social).toBe(0)
    } finally {
      await bare.close()
    }
  })

  it('are empty for self-excluded players', async () => {
    await deposit(10_000)
    await player.post('/api/limits/self-exclude', { days: 1 })
    expect(await marks()).toEqual({ freeCase: 0, wheel: 0, calendar: 0, missions: 0, raffle: 0, social: 0 })
    clock += DAY_MS
    expect(await marks()).toMatchObject({ wheel: 1, calendar: 1 })
  })

  it.each([
    ['the end of the day', '2026-11-18T12:00:00Z', '2026-11-18T22:00:00Z'],
    ['the end of the night', '2026-11-18T22:30:00Z', '2026-11-19T00:00:00Z'],
    ['a night that ends as the clocks go forward', '2027-03-27T22:30:00Z', '2027-03-28T00:00:00Z'],
    ['a night that ends as the clocks go back', '2026-10-24T21:30:00Z', '2026-10-24T23:00:00Z'],
  ])('are valid until %s', async (_what, now, until) => {
    clock = Date.parse(now)
    // Near the current time: a session older than a month has ended.
    const someone = await site.newPlayer()
    expect(new Date((await reply(someone)).until).toISOString()).toBe(new Date(until).toISOString())
  })
})
