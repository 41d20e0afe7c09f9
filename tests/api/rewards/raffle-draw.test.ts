// The draw of a raffle through the whole app: who wins, what the clock triggers, and that each is drawn once.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createEvents } from '../../../src/server/base/events.ts'
import { players } from '../../../src/server/db/schema.ts'
import { raffles } from '../../../src/server/db/schema-rewards.ts'
import { createJobs } from '../../../src/server/jobs/jobs.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { HOUR, openRaffleFixture, sha256 } from './raffle-fixture.ts'

describe.each(SUITE_KINDS)('the draw of a raffle on %s', (kind) => {
  const fixture = openRaffleFixture(kind)
  const { seen, openOf, lastOf, proofOf, numberOf, depositor, join, itemsOf, endHour } = fixture

  it('gives the prize to an entrant, notifies everyone, and reveals the seed', async () => {
    const all = await Promise.all([depositor(), depositor(), depositor()])
    const { id, prize, commit } = await openOf('hourly')
    for (const who of all) await join(who, id)
    const told: unknown[] = []
    fixture.site.events.on('drops', (drops) => told.push(...drops))
    fixture.site.events.on('notification', ({ playerId, notification }) =>
      told.push({ playerId, kind: notification.kind }),
    )
    await endHour()
    const proof = await proofOf(id)
    const numbers = await Promise.all(all.map((who) => numberOf(who, id)))
    const list = numbers.map(Number).toSorted((one, other) => one - other)
    expect(proof).toMatchObject({ state: 'drawn', entries: 3, commit, signature: null, round: null })
    expect(proof.list).toContain(`"players":[${list.join(',')}]`)
    expect(proof.winner).toBe(list[(proof.roll ?? 0) - 1])
    expect(sha256(proof.serverSeed ?? '')).toBe(commit)
    const [won] = await itemsOf(id)
    const winner = all[numbers.indexOf(proof.winner)] ?? fixture.site.guest()
    expect(won).toMatchObject({ source: 'raffle', playerId: winner.playerId, price: prize.price, rollId: null })
    expect(told).toEqual([
      expect.objectContaining({
        id: won?.id,
        type: 'raffle',
        price: prize.price,
        item: prize.item,
        proof: `/raffle?proof=${id}`,
      }),
      { playerId: winner.playerId, kind: 'raffleWon' },
    ])
    const [notification] = (await winner.get('/api/notification/get')).body
    expect(notification).toMatchObject({ title: 'You won a raffle', link: '/raffle' })
    const live = (await fixture.site.guest().get('/api/live')).body.all
    expect(live[0]).toMatchObject({ id: won?.id, type: 'raffle', proof: `/raffle?proof=${id}` })
    expect(await lastOf('hourly', winner)).toMatchObject({ id, state: 'drawn', joined: true, players: 3 })
    expect((await seen()).winners[0]).toMatchObject({ id, winner: { id: winner.playerId } })
  })

  it('names no entrant by an id, and tells players their own number before the draw', async () => {
    const [one, two] = [await depositor(), await depositor()]
    const { id } = await openOf('hourly')
    for (const who of [one, two]) await join(who, id)
    const before = await Promise.all([one, two].map((who) => numberOf(who, id)))
    await endHour()
    const proof = JSON.stringify(await proofOf(id))
    for (const { playerId } of [one, two]) expect(proof).not.toMatch(new RegExp(`\\b${playerId}\\b`))
    expect(await Promise.all([one, two].map((who) => numberOf(who, id)))).toEqual(before)
    expect(new Set(before).size).toBe(2)
    expect(await numberOf(fixture.site.guest(), id)).toBeNull()
    expect(await numberOf(await fixture.site.newPlayer(), id)).toBeNull()
  })

  it('hides a hidden winner', async () => {
    const who = await depositor()
    await fixture.site.db.queries.update(players).set({ hidden: true }).where(eq(players.id, who.playerId))
    const { id } = await openOf('hourly')
    await join(who, id)
    await endHour()
    expect((await lastOf('hourly')).winner).toMatchObject({ id: null, username: null, avatar: null })
  })

  it('has no winner without entrants: the prize returns to the house', async () => {
    const { id } = await openOf('hourly')
    await endHour()
    expect(await proofOf(id)).toMatchObject({
      state: 'returned',
      entries: 0,
      roll: null,
      winner: null,
      drawnAt: null,
    })
    expect(await itemsOf(id)).toEqual([])
    expect(await lastOf('hourly')).toMatchObject({ state: 'returned', winner: null })
  })

  it('of three hours in which the server was down happens once each, the missed ones without players', async () => {
    const who = await depositor()
    const { id, number } = await openOf('hourly')
    await join(who, id)
    fixture.nowMs += 3 * HOUR
    const components = { ...fixture.site.components, events: createEvents() }
    const second = createJobs(components, await createServices(components))
    await Promise.all([
      fixture.site.jobs.raffles.runOnce(),
      second.raffles.runOnce(),
      fixture.site.jobs.raffles.runOnce(),
      second.raffles.runOnce(),
    ])
    const rows = (
      await fixture.site.db.queries.select().from(raffles).where(eq(raffles.kind, 'hourly')).orderBy(raffles.opensAt)
    )
      .filter((row) => row.number >= number)
      .map(({ state, entries, winnerId }) => ({ state, entries, winnerId }))
    expect(rows).toEqual([
      { state: 'drawn', entries: 1, winnerId: who.playerId },
      { state: 'returned', entries: 0, winnerId: null },
      { state: 'returned', entries: 0, winnerId: null },
      { state: 'open', entries: null, winnerId: null },
    ])
    expect(await itemsOf(id)).toHaveLength(1)
  })

  it('numbers raffles without a gap, whichever process opens them', async () => {
    const numbers = (
      await fixture.site.db.queries.select({ number: raffles.number }).from(raffles).orderBy(raffles.number)
    ).map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, place) => place + 1))
  })

  it('includes everyone who joined in time, also at the last moment, and nobody else', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, depositor))
    const { id } = await openOf('hourly')
    const end = Math.ceil(fixture.nowMs / HOUR) * HOUR
    const idempotencyKeys = all.map((who) => idempotencyKeyOf(who.playerId, randomUUID(), id, {}))
    const joins = idempotencyKeys.map((idempotencyKey) =>
      fixture.site.services.joining
        .join(idempotencyKey.playerId, id, idempotencyKey)
        .then(() => idempotencyKey.playerId)
        .catch(() => null)
        // The hour ends when the first entry is in; the raffle is frozen while others are in progress.
        .finally(() => {
          fixture.nowMs = end
          return fixture.site.jobs.raffles.runOnce()
        }),
    )
    const entered = await Promise.all(joins)
    await fixture.site.jobs.raffles.runOnce()
    const { list, entries } = await proofOf(id)
    const inList = JSON.parse(list ?? '{}').players
    const numbers = await Promise.all(all.filter((_, at) => entered[at] !== null).map((who) => numberOf(who, id)))
    expect(inList).toEqual(numbers.map(Number).toSorted((one, other) => one - other))
    expect(entries).toBe(inList.length)
  })

  it('is stopped when the entries differ from the frozen ones', async () => {
    const [who, other] = [await depositor(), await depositor()]
    const { id } = await openOf('hourly')
    await join(who, id)
    fixture.nowMs = Math.ceil(fixture.nowMs / HOUR) * HOUR
    await fixture.site.db.asOwner(
      `update raffles set state = 'frozen', entries = 1, entries_hash = 'x', frozen_at = now() where id = '${id}'`,
    )
    expect(await fixture.site.jobs.raffles.runOnce()).toBe(false)
    expect(await itemsOf(id)).toEqual([])
    // Restores the old state.
    await fixture.site.db.asOwner(
      `update raffles set state = 'open', entries = null, entries_hash = null, frozen_at = null where id = '${id}'`,
    )
    expect(await fixture.site.jobs.raffles.runOnce()).toBe(true)
    expect((await proofOf(id)).winner).toBe(await numberOf(who, id))
    expect(other.playerId).not.toBe(who.playerId)
  })
})
