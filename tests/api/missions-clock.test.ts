// Missions by the clock of the site: they begin again at midnight and on Monday, in any time zone, as its clocks change.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missionsReplySchema } from '../../src/contract/missions.ts'
import { addDays } from '../../src/game/site-time.ts'
import { makeIdsBy } from '../../src/server/ids.ts'
import { win } from '../support/games.ts'
import { type Browser, openTestSite, type TestSite } from '../support/site.ts'

/** A site whose clock is the test's own, and makes the ids too: it may only go forward, from one site to the next as well. */
describe.each([
  { zone: 'Europe/Kyiv', from: '2027-10-30T20:59:50Z', day: '2027-10-30', week: '2027-10-25', hours: 25 },
  { zone: 'UTC', from: '2028-02-28T23:59:50Z', day: '2028-02-28', week: '2028-02-28', hours: 24 },
  { zone: 'America/New_York', from: '2029-03-11T04:59:50Z', day: '2029-03-10', week: '2029-03-05', hours: 23 },
])('by the clock of $zone, missions', ({ zone, from, day, week, hours }) => {
  let clock = Date.parse(from)
  let site: TestSite
  let player: Browser

  function moveTo(atMs: number): void {
    clock = atMs
  }

  beforeAll(async () => {
    site = await openTestSite('pglite', { now: () => clock, environment: { TIME_ZONE: zone } })
    makeIdsBy(() => clock)
    player = await site.newPlayer()
  })

  afterAll(() => site.close())

  const list = async () => missionsReplySchema.parse((await player.get('/api/missions')).body)

  const progressOf = async (id: string) => (await list()).missions.find((one) => one.id === id)?.standing

  it('begin again at midnight and on Monday, and what was not claimed by then is gone', async () => {
    await win(player, 10)
    const { periods } = await list()
    expect(periods.daily.day).toBe(day)
    expect(periods.weekly.day).toBe(week)
    expect(await progressOf('open-10')).toEqual({ progress: 10, claimed: false, claimable: true })

    moveTo(periods.daily.endsAt - 1)
    expect((await list()).periods.daily.day).toBe(day)
    expect(await progressOf('open-10')).toMatchObject({ progress: 10 })

    moveTo(periods.daily.endsAt)
    const next = (await list()).periods
    expect(next.daily.day).toBe(addDays(day, 1))
    expect(next.daily.endsAt - periods.daily.endsAt).toBe(hours * 3_600_000)
    expect(await progressOf('open-10')).toEqual({ progress: 0, claimed: false, claimable: false })
    const late = await player.post('/api/missions/open-10/claim', { period: day })
    expect(late.body).toMatchObject({ success: false, code: 'mission-over' })

    await win(player, 10)
    expect(await progressOf('open-10')).toMatchObject({ progress: 10, claimable: true })
    const claimed = await player.post('/api/missions/open-10/claim', { period: next.daily.day })
    expect(claimed.body).toMatchObject({ success: true, prize: { kind: 'balance', amount: 20 } })
    const weekly = next.weekly.day === week ? 20 : 10
    expect(await progressOf('open-100')).toMatchObject({ progress: weekly })

    moveTo(next.weekly.endsAt)
    expect((await list()).periods.weekly.day).toBe(addDays(next.weekly.day, 7))
    for (const { standing } of (await list()).missions) {
      expect(standing).toEqual({ progress: 0, claimed: false, claimable: false })
    }
  })

  it('are told once in their period: one of the week is no news on the day after', async () => {
    const look = (): Promise<number> => site.services.missionNotices.look(player.playerId)
    player = await site.newPlayer()
    for (let i = 0; i < 10; i++) await win(player, 10)
    const { missions, periods } = await list()
    const done = missions.filter(({ standing }) => standing?.claimable === true).map(({ period }) => period)
    expect(new Set(done)).toEqual(new Set(['daily', 'weekly']))
    expect(await look()).toBe(done.length)
    expect(await look()).toBe(0)
    moveTo(periods.daily.endsAt)
    expect(await look()).toBe(0)
    await win(player, 10)
    expect(await look()).toBe(1)
    moveTo(periods.weekly.endsAt)
    await win(player, 10)
    expect(await look()).toBe(1)
  })
})
