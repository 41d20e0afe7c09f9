// Requesting items and getting them back without end: a limit of 24 hours, and no weight in the published day.
import { describe, expect, it } from 'vitest'
import type { Rewards } from '../../../src/game/rewards/rewards.ts'
import { countFigures } from '../../../src/server/services/transparency/figures.ts'
import { failWithdrawal } from '../../../src/server/services/withdrawal/operator.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { win } from '../../support/players/games.ts'
import { choose, setStock, withdraw, withdrawalsOf } from '../../support/players/withdrawals.ts'
import { openWithdrawalFixture } from './withdrawal-fixture.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MOST = 10

describe.each(SUITE_KINDS)('withdrawals without a delivery on %s', (kind) => {
  const fixture = openWithdrawalFixture(kind)

  /** Five items of a player, at a site whose data allow ten withdrawals a day without a delivery. */
  async function items(): Promise<string[]> {
    const { current } = fixture.site.catalogue
    const limited = { ...current, payments: { ...current.payments, undeliveredADay: MOST } }
    Object.defineProperty(fixture.site.catalogue, 'current', { configurable: true, get: () => limited })
    return (await win(fixture.player, 5)).map(({ id }) => id)
  }

  const figures = async (from: number, to: number): Promise<Record<string, unknown>> => {
    const { ownPercent } = (fixture.site.catalogue.current.rewards as Rewards).gifts
    const { withdrawals } = await fixture.site.db.transaction((tx) => countFigures(tx, { from, to }, ownPercent))
    return { ...withdrawals }
  }

  async function takeBack(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      expect((await fixture.player.post('/api/user/items/take-back', { id })).body).toMatchObject({ success: true })
    }
  }

  it('that are taken back are limited by 24 hours, and the items stay', async () => {
    await setStock(fixture.site, fixture.player, 'none')
    const ids = await items()
    const startMs = fixture.nowMs
    for (let times = 0; times < MOST / ids.length; times++) {
      expect((await withdraw(fixture.player, ids)).body).toMatchObject({ success: true })
      await fixture.later(0)
      await takeBack(ids)
    }
    const refused = (await withdraw(fixture.player, ids)).body
    expect(refused).toMatchObject({ success: false, code: 'withdrawals-day' })
    expect(refused.message).toContain(`${MOST} of your withdrawals`)
    expect(await withdrawalsOf(fixture.player)).toHaveLength(MOST)
    expect((await fixture.player.get('/api/user/items')).body.total.count).toBe(ids.length)
    // What was taken back before an offer is not published.
    expect(await figures(startMs - HOUR_MS, startMs + HOUR_MS)).toMatchObject({ requested: 0, unavailable: 0 })
    fixture.nowMs += DAY_MS + HOUR_MS
    expect((await withdraw(fixture.player, ids)).body).toMatchObject({ success: true })
  })

  it('that their players decline count too', async () => {
    const ids = await items()
    for (let times = 0; times < MOST / ids.length; times++) {
      expect((await withdraw(fixture.player, ids)).body).toMatchObject({ success: true })
      await fixture.later(0)
      for (const withdrawal of await withdrawalsOf(fixture.player)) {
        if (withdrawal.state === 'sent') await choose(fixture.site, withdrawal, 'decline')
      }
      await fixture.later(HOUR_MS)
    }
    expect((await withdraw(fixture.player, ids)).body).toMatchObject({ success: false, code: 'withdrawals-day' })
  })

  it('that are replaced count too', async () => {
    await setStock(fixture.site, fixture.player, 'none')
    let ids = await items()
    for (let times = 0; times < MOST / ids.length; times++) {
      expect((await withdraw(fixture.player, ids)).body).toMatchObject({ success: true })
      await fixture.later(0)
      ids = await Promise.all(ids.map(replace))
    }
    expect((await withdraw(fixture.player, ids)).body).toMatchObject({ success: false, code: 'withdrawals-day' })
  })

  /** Replaces an item that is out of stock by the most expensive one that fits, and returns its id. */
  async function replace(id: string): Promise<string> {
    const asked = (await withdrawalsOf(fixture.player)).find(({ item_id: itemId }) => itemId === id)
    const price = asked?.price ?? 0
    const { items: targets } = (await fixture.player.get(`/api/upgrade/targets?max=${price}&sort=dear`)).body
    const [{ item, price: cost }] = targets
    const { body } = await fixture.player.post('/api/user/items/replace', { id, with: [item.id], rest: price - cost })
    expect(body).toMatchObject({ success: true })
    return body.items[0].id
  }

  it('that the shop ended do not count', async () => {
    const ids = await items()
    const parts = { db: fixture.site.db, provider: undefined, now: () => fixture.nowMs, by: OPERATOR }
    for (let times = 0; times <= MOST / ids.length; times++) {
      const { body } = await withdraw(fixture.player, ids)
      expect(body).toMatchObject({ success: true })
      for (const { id } of body.withdrawals)
        await failWithdrawal(parts, id, { reason: 'no trades today', byHand: true })
    }
  })

  it('leave a published day as it was when they are taken back later', async () => {
    await setStock(fixture.site, fixture.player, 'none')
    const ids = await items()
    // After those of the other tests.
    fixture.nowMs += 10 * DAY_MS
    const startMs = fixture.nowMs
    await withdraw(fixture.player, ids)
    await fixture.later(0)
    const day = await figures(startMs - HOUR_MS, startMs + HOUR_MS)
    expect(day).toMatchObject({ requested: 5 })
    fixture.nowMs += 2 * HOUR_MS
    await takeBack(ids)
    expect(await figures(startMs - HOUR_MS, startMs + HOUR_MS)).toEqual(day)
  })
})
