// The prize of a raffle through the whole app: who pays for it, and what happens where the margin does not.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createEvents } from '../../../src/server/base/events.ts'
import { accounts } from '../../../src/server/db/schema.ts'
import { orders } from '../../../src/server/db/schema-payments.ts'
import { raffles } from '../../../src/server/db/schema-rewards.ts'
import { createJobs } from '../../../src/server/jobs/jobs.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { playForRaffle } from '../../support/players/raffles.ts'
import type { Browser } from '../../support/sites/site.ts'
import { HOUR, openRaffleFixture } from './raffle-fixture.ts'

describe.each(SUITE_KINDS)('the prize of a raffle on %s', (kind) => {
  const fixture = openRaffleFixture(kind)
  const { openOf, lastOf, proofOf, numberOf, deposit, depositor, join, refused, itemsOf, endHour } = fixture

  const raffledOf = async (who: Browser): Promise<number> => {
    const [account] = await fixture.site.db.queries.select().from(accounts).where(eq(accounts.id, who.playerId))
    return account?.raffled ?? 0
  }
  const noticesOf = async (who: Browser): Promise<string[]> =>
    (await who.get('/api/notification/get')).body.map(({ title }: { title: string }) => title)
  /** A player who may join, and has not played. */
  async function idler(): Promise<Browser> {
    const who = await fixture.site.newPlayer()
    await deposit(who)
    return who
  }
  const setPrice = (id: string, price: number) =>
    fixture.site.db.asOwner(`update raffles set price = ${price} where id = '${id}'`)

  it('is paid by those who have played enough, and drawn among them', async () => {
    const [player, other] = [await depositor(), await idler()]
    const { id } = await openOf('hourly')
    await setPrice(id, 6)
    expect((await openOf('hourly')).draw).toBeNull()
    // Half of the prize each, if both could pay it.
    expect((await openOf('hourly', other)).draw).toEqual({ have: 0, need: 6, places: 1 })
    for (const who of [player, other]) expect(refused(await join(who, id))).toBeNull()
    const { have } = (await openOf('hourly', player)).draw ?? { have: 0 }
    expect(have).toBeGreaterThanOrEqual(6)
    expect((await openOf('hourly', player)).draw).toEqual({ have, need: 6, places: 1 })
    expect((await openOf('hourly', other)).draw).toEqual({ have: 0, need: 3, places: 2 })
    const heard: unknown[] = []
    fixture.site.events.on('notification', ({ playerId, notification }) =>
      heard.push({ playerId, kind: notification.kind }),
    )
    await endHour()
    const proof = await proofOf(id)
    expect(proof).toMatchObject({ state: 'drawn', entries: 1, winner: await numberOf(player, id) })
    expect(JSON.parse(proof.list ?? '{}').players).toEqual([proof.winner])
    expect((await itemsOf(id))[0]).toMatchObject({ playerId: player.playerId })
    expect(await Promise.all([raffledOf(player), raffledOf(other)])).toEqual([6, 0])
    expect(heard).toContainEqual({ playerId: other.playerId, kind: 'raffleLeftOut' })
    expect(await noticesOf(other)).toContain('You weren’t in the draw')
    expect(await lastOf('hourly', other)).toMatchObject({
      joined: true,
      rolledOver: false,
      draw: { have: 0, need: 3, places: 2 },
    })
    expect((await lastOf('hourly', player)).draw).toEqual({ have, need: 6, places: 1 })
    expect((await openOf('hourly', player)).draw?.have).toBe(have - 6)
  })

  it('is neither joined for nor drawn while its price is held; who had joined is told, and pays nothing', async () => {
    const [player, late] = [await depositor(), await depositor()]
    const first = await openOf('hourly')
    expect(refused(await join(player, first.id))).toBeNull()
    const { id } = first.prize.item
    const hold = (held: boolean) =>
      fixture.site.db.asOwner(
        held
          ? `insert into held_items (item_id, seen, since) values ('${id}', 1, now())`
          : `delete from held_items where item_id = '${id}'`,
      )
    await hold(true)
    try {
      expect(refused(await join(late, first.id))).toBe('reward-paused')
      await endHour()
      expect(await proofOf(first.id)).toMatchObject({ state: 'returned', entries: 0, winner: null })
      expect(await raffledOf(player)).toBe(0)
      expect(await noticesOf(player)).toContain('The raffle wasn’t drawn')
      expect(await lastOf('hourly', player)).toMatchObject({ state: 'returned', held: true, joined: true })
    } finally {
      await hold(false)
    }
  })

  it('waits for its draw while its price is held after the list was frozen', async () => {
    const player = await depositor()
    const { id, prize } = await openOf('hourly')
    await setPrice(id, 6)
    expect(refused(await join(player, id))).toBeNull()
    const lifecycle = fixture.site.services.raffleLifecycle
    fixture.nowMs += HOUR
    expect(await lifecycle.freeze()).toBeGreaterThan(0)
    await fixture.site.db.asOwner(`insert into held_items (item_id, seen, since) values ('${prize.item.id}', 1, now())`)
    expect(await lifecycle.draw(id)).toBe(false)
    expect((await proofOf(id)).state).toBe('frozen')
    await fixture.site.db.asOwner('delete from held_items')
    expect(await lifecycle.draw(id)).toBe(true)
    expect((await itemsOf(id))[0]).toMatchObject({ playerId: player.playerId })
  })

  it('rolls over when nobody has played enough, until somebody has', async () => {
    const who = await idler()
    const first = await openOf('hourly')
    expect(refused(await join(who, first.id))).toBeNull()
    await endHour()
    expect(await proofOf(first.id)).toMatchObject({ state: 'returned', entries: 0, winner: null })
    expect(await lastOf('hourly', who)).toMatchObject({
      state: 'returned',
      rolledOver: true,
      joined: true,
      players: 0,
    })
    expect(await noticesOf(who)).toContain('The prize moves to the next raffle')
    const second = await openOf('hourly')
    expect(second.prize).toEqual(first.prize)
    await playForRaffle(who)
    await deposit(who)
    expect(refused(await join(who, second.id))).toBeNull()
    await endHour()
    expect(await proofOf(second.id)).toMatchObject({ state: 'drawn', winner: await numberOf(who, second.id) })
    expect((await itemsOf(second.id))[0]).toMatchObject({ itemId: first.prize.item.id, playerId: who.playerId })
    expect((await openOf('hourly')).prize.item.id).not.toBe(first.prize.item.id)
  })

  it('rolls over past the hours in which the server was down', async () => {
    const who = await idler()
    const first = await openOf('hourly')
    expect(refused(await join(who, first.id))).toBeNull()
    fixture.nowMs += 3 * HOUR
    for (let times = 0; times < 2; times++) await fixture.site.jobs.raffles.runOnce()
    expect((await openOf('hourly')).prize).toEqual(first.prize)
    const rows = await fixture.site.db.queries
      .select()
      .from(raffles)
      .where(eq(raffles.kind, 'hourly'))
      .orderBy(raffles.opensAt)
    expect(rows.slice(-4).map(({ state, joined }) => ({ state, joined }))).toEqual([
      { state: 'returned', joined: 1 },
      { state: 'returned', joined: 0 },
      { state: 'returned', joined: 0 },
      { state: 'open', joined: null },
    ])
  })

  it('is not paid by margin that another raffle takes at the same moment', async () => {
    const who = await depositor()
    const ids = [(await openOf('hourly')).id, (await openOf('weekly')).id]
    for (const id of ids) {
      expect(refused(await join(who, id))).toBeNull()
      await setPrice(id, 8)
      await fixture.site.db.asOwner(
        `update raffles set closes_at = '${new Date(fixture.nowMs).toISOString()}' where id = '${id}'`,
      )
    }
    const components = { ...fixture.site.components, events: createEvents() }
    const second = createJobs(components, await createServices(components))
    await Promise.all([fixture.site.jobs.raffles.runOnce(), second.raffles.runOnce()])
    await fixture.site.jobs.raffles.runOnce()
    const states = await Promise.all(ids.map(async (id) => (await proofOf(id)).state))
    expect(states.toSorted()).toEqual(['drawn', 'returned'])
    expect(await raffledOf(who)).toBe(8)
  })

  it('stays paid when a deposit goes back, and its margin with it', async () => {
    const who = await fixture.site.newPlayer()
    const order = await deposit(who)
    await playForRaffle(who)
    const { id } = await openOf('daily')
    expect(refused(await join(who, id))).toBeNull()
    await fixture.site.db.asOwner(
      `update raffles set closes_at = '${new Date(fixture.nowMs).toISOString()}' where id = '${id}'`,
    )
    await fixture.site.jobs.raffles.runOnce()
    const raffled = await raffledOf(who)
    expect(raffled).toBeGreaterThan(0)
    await fixture.site.services.settlement.apply(order, { kind: 'refunded' })
    expect(await raffledOf(who)).toBe(raffled)
    await deposit(who)
    expect((await openOf('hourly', who)).draw).toMatchObject({ have: 0 })
    expect((await checkLedger(fixture.site.db)).difference).toBeUndefined()
  })

  it('keeps its prize after the item left the catalogue and prices changed', async () => {
    const who = await depositor()
    const { id, prize } = await openOf('hourly')
    await join(who, id)
    await fixture.site.db.asOwner(`update raffles set price = 4 where id = '${id}'`)
    await endHour()
    expect((await itemsOf(id))[0]).toMatchObject({ itemId: prize.item.id, price: 4 })
    expect(await fixture.site.db.queries.$count(orders, eq(orders.playerId, who.playerId))).toBe(1)
  })
})
