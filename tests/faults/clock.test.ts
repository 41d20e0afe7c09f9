// The clock of the machine jumps a day forward and a day back, as after a manual change. Nothing is given twice,
// nothing is lost, and scheduled work continues at its time.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { SUITE_KINDS } from '../support/databases/databases.ts'
import { PAID } from '../support/outside/payment-provider.ts'
import { spinWheel } from '../support/players/games.ts'
import { newTrader, withdrawalsOf, withdrawNew } from '../support/players/withdrawals.ts'
import { type ClockedSite, openClockedSite } from '../support/sites/clock-site.ts'
import type { Browser } from '../support/sites/site.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const NOON_MS = Date.parse('2027-03-24T12:00:00Z')

describe.each(SUITE_KINDS)('a clock that jumps, on %s', (kind) => {
  let site: ClockedSite
  let player: Browser
  const setClock = (atMs: number): void => site.setClock(new Date(atMs).toISOString())
  const balance = async (): Promise<number> => (await player.get('/api/user/get')).body.user.balance

  async function claimDay(): Promise<string> {
    const { today } = (await player.get('/api/calendar')).body
    const { body } = await player.post('/api/calendar/claim', { day: today })
    return body.success ? 'claimed' : body.code
  }

  async function freeSpin(): Promise<string> {
    const { body } = await spinWheel(player, true)
    return body.success ? 'spun' : body.code
  }

  beforeAll(async () => {
    site = await openClockedSite(kind, new Date(NOON_MS).toISOString())
  })

  beforeEach(async () => {
    setClock(NOON_MS)
    player = await newTrader(site)
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    await site.close()
  })

  it('gives no daily reward twice', async () => {
    expect([await claimDay(), await freeSpin()]).toEqual(['claimed', 'spun'])
    setClock(NOON_MS + DAY_MS)
    expect([await claimDay(), await freeSpin()]).toEqual(['claimed', 'spun'])
    setClock(NOON_MS)
    expect([await claimDay(), await freeSpin()]).toEqual(['calendar-claimed', 'spin-used'])
    setClock(NOON_MS + DAY_MS)
    expect([await claimDay(), await freeSpin()]).toEqual(['calendar-claimed', 'spin-used'])
  })

  it('leaves a day before the last claim unclaimed: the streak only moves forward', async () => {
    expect(await claimDay()).toBe('claimed')
    setClock(NOON_MS - DAY_MS)
    expect(await claimDay()).toBe('calendar-claimed')
    setClock(NOON_MS + DAY_MS)
    expect(await claimDay()).toBe('claimed')
  })

  it('credits a deposit once, in whichever direction the clock jumped between order and payment', async () => {
    for (const jumpMs of [DAY_MS, -DAY_MS]) {
      setClock(NOON_MS)
      const before = await balance()
      const body = { method_name: 'card', sum: 10, promocode: '', user_id: player.playerId }
      const { order } = (await player.post('/api/payment/create/test', body)).body
      setClock(NOON_MS + jumpMs)
      await site.jobs.orderPolling.runOnce()
      await site.services.settlement.apply(order.id, PAID)
      setClock(NOON_MS)
      await site.jobs.orderPolling.runOnce()
      await site.services.settlement.apply(order.id, PAID)
      expect(await balance()).toBe(before + 1_000)
    }
  })

  it('continues withdrawals, and sends each item once', async () => {
    const [asked] = await withdrawNew(player)
    setClock(NOON_MS - DAY_MS)
    await site.jobs.withdrawals.runOnce()
    expect((await withdrawalsOf(player))[0]?.state).toBe('requested')
    setClock(NOON_MS + MINUTE_MS)
    await site.jobs.withdrawals.runOnce()
    expect(await withdrawalsOf(player)).toEqual([expect.objectContaining({ id: asked?.id, state: 'sent' })])
    // Longer than the days that an offer waits: it is cancelled, and the item is the player's again.
    setClock(NOON_MS + 4 * DAY_MS)
    await site.jobs.withdrawals.runOnce()
    setClock(NOON_MS)
    await site.jobs.withdrawals.runOnce()
    expect((await withdrawalsOf(player))[0]?.state).toBe('declined')
    expect((await player.get('/api/user/items')).body.total.count).toBe(1)
  })

  it('keeps an exclusion until its end, and a session within its own', async () => {
    await player.post('/api/limits/self-exclude', { days: 1 })
    const open = async (): Promise<string> => {
      const { body } = await player.post('/api/case/first-step/open', { count: 1 })
      return body.success ? 'opened' : body.code
    }
    setClock(NOON_MS - DAY_MS)
    expect(await open()).toBe('excluded')
    setClock(NOON_MS + DAY_MS + MINUTE_MS)
    expect(await open()).toBe('opened')
  })
})
