// A case of the room Withdrawals: what it rests on, decisions with their record, the second person, a stolen session, and races.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { FRESH_MS } from '../../../src/game/office/times.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { items } from '../../../src/server/db/schema.ts'
import { audit } from '../../../src/server/db/schema-office.ts'
import { accountTraces, withdrawalFreezes } from '../../../src/server/db/schema-operations.ts'
import { disputes, orders } from '../../../src/server/db/schema-payments.ts'
import { withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { failWithdrawal } from '../../../src/server/services/withdrawal/operator.ts'
import { approveWithdrawal } from '../../../src/server/services/withdrawal/review.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { addCase, statesOf } from '../../support/office/office-withdrawals.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { makePlayer } from '../../support/players/deposits.ts'
import { HOUR_MS, openWithdrawalsFixture, REFUSAL } from './withdrawals-fixture.ts'

describe.each(SUITE_KINDS)('withdrawals in the office on %s', (kind) => {
  const fixture = openWithdrawalsFixture(kind)
  const { act, caseOf } = fixture

  describe('a case', () => {
    it('has each reason with what it rests on', async () => {
      const { queries } = fixture.office.db
      const { playerId, ids } = await addCase(fixture.office, {
        prices: [60_000, 5_000],
        review: ['value', 'shared-address'],
      })
      const neighbour = await makePlayer(fixture.office.db)
      const traces = [playerId, neighbour].map((id) => ({
        playerId: id,
        kind: 'address' as const,
        value: '10.9.9.0/24',
        day: '2026-11-27',
      }))
      await queries.insert(accountTraces).values(traces)
      const order = newId()
      const paidAt = new Date(fixture.office.nowMs - HOUR_MS)
      await queries.insert(orders).values({
        id: order,
        playerId,
        state: 'paid',
        provider: 'stripe',
        method: 'stripe',
        amount: 5_000,
        bonus: 0,
        bonusPercent: 0,
        currency: 'USD',
        rate: 1,
        charge: 5_000,
        key: newId(),
        requestHash: '',
        expiresAt: paidAt,
        createdAt: paidAt,
        paidAt,
      })
      const dispute = {
        provider: 'stripe',
        reference: 'dp_1',
        orderId: order,
        state: 'open',
        reason: 'fraudulent',
        minor: 5_000,
        saidAt: paidAt,
      } as const
      await queries.insert(disputes).values(dispute)
      await queries.insert(withdrawalFreezes).values({ playerId, reason: 'dispute', reference: order, at: paidAt })
      await fixture.risk.post(`/players/${playerId}/notes`, { text: 'Wrote twice today' })

      const read = await caseOf(playerId)
      expect(read.items.map(({ id, won, reasons }) => [id, won, reasons])).toEqual([
        [ids[0], 60_000, ['value', 'shared-address']],
        [ids[1], 5_000, ['value', 'shared-address']],
      ])
      expect(read.evidence.value).toMatchObject({
        item: 60_000,
        day: 65_000,
        dayCount: 2,
        itemAbove: 50_000,
        dayAbove: 100_000,
      })
      expect(read.evidence.deposits).toMatchObject({ count: 1, sum: 5_000, first: { order, amount: 5_000 } })
      expect(read.evidence.steam).toBeNull()
      expect(read.player.relations).toMatchObject([
        { id: neighbour, reason: 'address', shared: 1, lastDay: '2026-11-27' },
      ])
      expect(read.player.holds).toMatchObject([{ reason: 'dispute' }])
      expect(read.player.notes).toMatchObject([{ by: 'Rik', text: 'Wrote twice today' }])
      expect(read.disputes).toMatchObject([{ order, reason: 'fraudulent', amount: 5_000 }])
      expect(read.colleagues.map(({ name }) => name)).toEqual(['Olena', 'Rik'])
      expect(read.refusals.map(({ id }) => id)).toContain('several-accounts')
      expect((await fixture.risk.get('/withdrawals/cases/999999')).status).toBe(404)
    })

    it('is approved in part, with author, reason, and what was before and after', async () => {
      const { playerId, ids } = await addCase(fixture.office, { prices: [100, 200, 300] })
      const events: string[] = []
      const listen = ({ withdrawal }: { withdrawal: { id: string; state: string } }): void => {
        events.push(`${withdrawal.id} ${withdrawal.state}`)
      }
      fixture.office.events.on('withdrawal', listen)
      const answer = await act(fixture.risk, playerId, 'approve', { items: [ids[0], ids[2]], reason: 'Called them' })
      fixture.office.events.off('withdrawal', listen)
      expect(answer.body).toEqual({ outcome: 'done' })
      expect(await statesOf(fixture.office, ids)).toEqual(['approved', 'review', 'approved'])
      expect(events.toSorted()).toEqual([`${ids[0]} approved`, `${ids[2]} approved`].toSorted())
      const rows = await fixture.office.db.queries
        .select()
        .from(audit)
        .where(eq(audit.subject, ids[0] ?? ''))
      expect(rows).toMatchObject([
        {
          verb: 'withdrawals.approve',
          actor: 'Rik',
          staffId: fixture.risk.staffId,
          before: { state: 'review', price: 100 },
          after: { state: 'approved' },
          reason: 'Called them',
        },
      ])
      // A partial decision claims the rest of the case for the same member.
      expect((await caseOf(playerId)).claim?.by.name).toBe('Rik')
      await act(fixture.risk, playerId, 'approve', { items: [ids[1]] })
      expect((await caseOf(playerId)).claim).toBeNull()
      expect((await act(fixture.risk, playerId, 'approve')).body.why).toBe('state')
    })

    it('is refused with what the player reads in their language', async () => {
      const { playerId, ids } = await addCase(fixture.office)
      expect((await act(fixture.risk, playerId, 'refuse', { ...REFUSAL, refusal: 'ugly' })).body.code).toBe('refusal')
      expect(await statesOf(fixture.office, ids)).toEqual(['review'])
      await act(fixture.risk, playerId, 'refuse', { ...REFUSAL, refusal: 'trade-link' })
      const [row] = await fixture.office.db.queries.select().from(withdrawals).where(eq(withdrawals.playerId, playerId))
      expect(row).toMatchObject({
        state: 'refused',
        reason: 'identity',
        refusal: { uk: expect.stringMatching(/^Трейд-посилання/) },
      })
      const [item] = await fixture.office.db.queries.select().from(items).where(eq(items.playerId, playerId))
      expect(item?.state).toBe('owned')
    })
  })

  describe('above the limit', () => {
    it('a second person decides, who sees each item, and the proposer cannot', async () => {
      const { playerId, ids } = await addCase(fixture.office, { prices: [30_000, 30_000] })
      const { body } = await act(fixture.risk, playerId, 'approve', { items: ids })
      expect(body.outcome).toBe('proposed')
      expect(await statesOf(fixture.office, ids)).toEqual(['review', 'review'])
      expect((await caseOf(playerId)).proposal).toMatchObject({ by: { name: 'Rik' }, amount: 60_000 })
      const [proposal] = (await fixture.other.get('/proposals?state=open')).body.proposals
      expect(proposal).toMatchObject({ verb: 'withdrawals.approve', amount: 60_000, entries: [] })
      expect(
        proposal.difference.map(({ before, after }: { before: string; after: string }) => [before, after]),
      ).toEqual([
        ['review', 'approved'],
        ['review', 'approved'],
      ])
      expect((await fixture.risk.post(`/proposals/${body.proposal}/approve`)).body.why).toBe('second')
      expect((await fixture.other.post(`/proposals/${body.proposal}/approve`)).body).toEqual({ done: true })
      expect(await statesOf(fixture.office, ids)).toEqual(['approved', 'approved'])
      const rows = await fixture.office.db.queries
        .select()
        .from(audit)
        .where(eq(audit.subject, ids[0] ?? ''))
      expect(rows).toMatchObject([
        { actor: 'Olena', after: { proposal: { id: body.proposal, proposer: fixture.risk.staffId } } },
      ])
    })

    it('decides on a case that is approved item by item as on one sum', async () => {
      const { playerId, ids } = await addCase(fixture.office, { prices: [30_000, 15_000, 6_000] })
      expect((await act(fixture.risk, playerId, 'approve', { items: [ids[0]] })).body.outcome).toBe('done')
      expect((await act(fixture.risk, playerId, 'approve', { items: [ids[1]] })).body.outcome).toBe('done')
      expect((await act(fixture.risk, playerId, 'approve', { items: [ids[2]] })).body.outcome).toBe('proposed')
      expect((await caseOf(playerId)).approved).toBe(45_000)
    })

    it('refuses what has changed since it was proposed', async () => {
      const { playerId, ids } = await addCase(fixture.office, { prices: [30_000, 30_000] })
      const { body } = await act(fixture.risk, playerId, 'approve', { items: ids })
      await act(fixture.risk, playerId, 'refuse', { ...REFUSAL, items: [ids[1]] })
      expect((await fixture.other.post(`/proposals/${body.proposal}/approve`)).body.code).toBe('changed')
      expect(await statesOf(fixture.office, ids)).toEqual(['review', 'refused'])
    })
  })

  describe('a stolen session', () => {
    it('moves nothing without a fresh assertion', async () => {
      const { playerId, ids } = await addCase(fixture.office)
      const stuck = await addCase(fixture.office, { state: 'unavailable' })
      const before = fixture.office.nowMs
      fixture.office.nowMs += FRESH_MS
      for (const [name, body] of [
        ['approve', {}],
        ['refuse', REFUSAL],
      ] as const) {
        expect((await act(fixture.risk, playerId, name, body)).body.why, name).toBe('fresh')
      }
      for (const [name, body] of [
        ['retry', {}],
        ['fail', { reason: 'Gone', byHand: true }],
      ] as const) {
        expect((await fixture.risk.post(`/withdrawals/${stuck.ids[0]}/${name}`, body)).body.why, name).toBe('fresh')
      }
      fixture.office.nowMs = before
      expect(await statesOf(fixture.office, [...ids, ...stuck.ids])).toEqual(['review', 'unavailable'])
    })
  })

  describe('at once', () => {
    it('is decided once when members approve and refuse it while the command line gives it up', async () => {
      for (let round = 0; round < 5; round++) {
        const { playerId, ids } = await addCase(fixture.office, { prices: [100, 200] })
        const [id = ''] = ids
        const parts = { db: fixture.office.db, now: () => fixture.office.nowMs, by: OPERATOR }
        await Promise.allSettled([
          act(fixture.risk, playerId, 'approve', { items: ids }),
          act(fixture.risk, playerId, 'refuse', { ...REFUSAL, items: ids }),
          approveWithdrawal(parts, id),
          failWithdrawal({ ...parts, provider: undefined }, id, { reason: 'Asked to', byHand: false }),
        ])
        const [first, second] = await statesOf(fixture.office, ids)
        const rows = (await fixture.office.db.queries.select().from(audit)).filter(({ subject }) => subject === id)
        const decisions = rows.filter(({ verb }) => verb !== 'withdrawals.fail')
        expect(decisions.length, first).toBeLessThanOrEqual(1)
        // What was approved can still be given up; each of it is recorded once.
        expect(rows.length - decisions.length).toBe(first === 'declined' ? 1 : 0)
        expect(rows.length).toBeGreaterThan(0)
        // A decision on both takes both, or neither.
        if (second !== 'review') expect([second, second === 'approved' ? 'declined' : second]).toContain(first)
      }
    })

    it('decides on nothing where one of the items no longer waits', async () => {
      const { playerId, ids } = await addCase(fixture.office, { prices: [100, 200] })
      await approveWithdrawal({ db: fixture.office.db, now: () => fixture.office.nowMs, by: OPERATOR }, ids[1] ?? '')
      expect((await act(fixture.risk, playerId, 'approve', { items: ids })).body.code).toBe('changed')
      expect((await act(fixture.risk, playerId, 'refuse', { ...REFUSAL, items: [ids[1]] })).body.code).toBe('changed')
      expect(await statesOf(fixture.office, ids)).toEqual(['review', 'approved'])
    })
  })
})
