// Missions by the clock of the site: they start again at midnight and on Monday, in any time zone, across clock
// changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../src/game/base/site-time.ts'
import { missionsReplySchema } from '../../../src/protocol/missions.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { win } from '../../support/players/games.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

describe.each([
  { zone: 'Europe/Kyiv', from: '2027-10-30T20:59:50Z', day: '2027-10-30', week: '2027-10-25', hours: 25 },
  { zone: 'UTC', from: '2028-02-28T23:59:50Z', day: '2028-02-28', week: '2028-02-28', hours: 24 },
  { zone: 'America/New_York', from: '2029-03-11T04:59:50Z', day: '2029-03-10', week: '2029-03-05', hours: 23 },
])('missions by the clock of $zone', ({ zone, from, day, week, hours }) => {
  let clock = Date.parse(from)
  let site: TestSite
  let player: Browser

  function moveTo(atMs: number): void {
    clock = atMs
  }

  beforeAll(async () => {
    const now = () => clock
    site = await openTestSite(DEFAULT_KIND, { now, idClock: now, environment: { TIME_ZONE: zone } })
    player = await site.newPlayer()
  })

  afterAll(() => site.close())

  const list = async () => missionsReplySchema.parse((await player.get('/api/missions')).body)

  const progressOf = async (id: string) => (await list()).missions.find((one) => one.id === id)?.standing

  it('start again at midnight and on Monday, and unclaimed ones expire', async () => {
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

  it('are announced once in their period: a weekly one is not announced again on the next day', async () => {
    const look = (): Promise<number> => site.services.missionNotifications.notifyDone(player.playerId)
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
