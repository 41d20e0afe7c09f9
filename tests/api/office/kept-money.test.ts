// The room Payments by its calls: kept money, which is sent back or credited, above a limit by a second person.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { transfers } from '../../../src/server/db/schema.ts'
import { keptPayments } from '../../../src/server/db/schema-payments.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { keepExcess, keepPartial, keepPayment } from '../../../src/server/services/payments/kept.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { HOUR_MS, openPaymentsFixture } from './payments-fixture.ts'

/** Why kept money is sent back or credited. */
const SENT = { reason: 'the player asked for it' }

describe.each(SUITE_KINDS)('the room Payments on %s', (kind) => {
  const fixture = openPaymentsFixture(kind)
  const { at, order, paid, player, report, rowsAbout } = fixture

  describe('kept money', () => {
    it('is sent back as its preview says, with its row in the audit', async () => {
      const id = await order({ playerId: await player(), amount: 3_000 })
      await report(id, (tx, row) => keepPayment(tx, row, 'ban', at()))
      const [first] = (await fixture.auditor.get('/payments/kept')).body.kept.filter(
        (row: { order: string }) => row.order === id,
      )
      expect(first).toMatchObject({ reason: 'ban', amount: 3_000, way: 'provider' })
      const { body } = await fixture.auditor.get(`/orders/${id}/return`)
      const entries = [
        { account: 'house:kept', amount: -3_000 },
        { account: 'house:deposits', amount: 3_000 },
      ]
      expect(body).toEqual({ state: 'refunded', payment: 3_000, excess: 0, minor: 3_000, currency: 'USD', entries })
      expect([fixture.provider.refunds.length, (await rowsAbout(id)).length]).toEqual([0, 1])
      expect((await fixture.auditor.post(`/orders/${id}/return`, SENT)).body.why).toBe('role')
      expect((await fixture.finance.post(`/orders/${id}/return`, SENT)).body).toEqual({ outcome: 'done' })
      expect(fixture.provider.refunds).toMatchObject([{ orderId: id, minor: 3_000 }])
      const moved = await fixture.office.db.queries.select().from(transfers).where(eq(transfers.reference, id))
      expect(moved.filter((row) => row.kind === 'kept-back')).toMatchObject([
        { debitId: HOUSE_ACCOUNTS.kept, creditId: HOUSE_ACCOUNTS.deposits, amount: 3_000 },
      ])
      expect((await fixture.auditor.get(`/orders/${id}`)).body.state).toBe('refunded')
      expect((await rowsAbout(id)).at(-1)).toMatchObject({ verb: 'orders.return', actor: 'Finn' })
      expect((await fixture.finance.post(`/orders/${id}/return`, SENT)).body.code).toBe('kept-ended')
    })

    it('changes nothing where its provider refuses, and is booked by hand', async () => {
      const id = await order({ playerId: await player(), amount: 3_000 })
      await report(id, (tx, row) => keepPayment(tx, row, 'limit', at()))
      fixture.provider.refundsFail = true
      expect((await fixture.finance.post(`/orders/${id}/return`, SENT)).body.code).toBe('provider-failed')
      expect((await rowsAbout(id)).map(({ verb }) => verb)).toEqual(['orders.keep'])
      expect((await fixture.finance.post(`/orders/${id}/return`, { ...SENT, byHand: true })).body.outcome).toBe('done')
    })

    it('tells what only a person can send back, and what cannot be credited', async () => {
      const playerId = await player()
      const partial = await order({ playerId, amount: 3_000 })
      await report(partial, (tx, row) => keepPartial(tx, row, 1_000, at()))
      expect((await fixture.auditor.get(`/orders/${partial}/return`)).body.code).toBe('kept-by-person')
      expect((await fixture.auditor.get(`/orders/${partial}/credit`)).body.code).toBe('kept-partial')
      const over = await paid(playerId)
      await report(over, (tx, row) => keepExcess(tx, row, 6_000, at()))
      expect((await fixture.auditor.get(`/orders/${over}/return?byHand=true`)).body).toMatchObject({
        payment: 0,
        excess: 1_000,
      })
      expect((await fixture.auditor.get(`/orders/${over}/credit`)).body.code).toBe('kept-credited')
      expect((await fixture.auditor.get(`/orders/${await paid(playerId)}/return`)).body.code).toBe('kept-none')
    })

    it('is among the transfers of its order, whenever a part of it was received or left', async () => {
      const id = await order({ playerId: await player(), amount: 3_000 })
      await report(id, (tx, row) => keepPartial(tx, row, 1_000, at()))
      fixture.office.nowMs += HOUR_MS
      await report(id, (tx, row) => keepPartial(tx, row, 2_500, at()))
      fixture.office.nowMs += HOUR_MS
      await fixture.finance.makeFresh()
      expect((await fixture.finance.post(`/orders/${id}/return`, { ...SENT, byHand: true })).body.outcome).toBe('done')
      const moves = (await fixture.auditor.get(`/orders/${id}`)).body.transfers
      const stored = await fixture.office.db.queries.select().from(transfers).where(eq(transfers.reference, id))
      expect(stored).toHaveLength(3)
      const [received, kept] = ['house:deposits', 'house:kept']
      const [first, second, back] = stored.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      expect(moves).toMatchObject([
        { id: first?.id, from: received, to: kept, amount: first?.amount },
        { id: second?.id, from: received, to: kept, amount: second?.amount },
        { id: back?.id, from: kept, to: received, amount: (first?.amount ?? 0) + (second?.amount ?? 0) },
      ])
    })

    it('is approved to be credited, once', async () => {
      const id = await order({ playerId: await player(), amount: 3_000 })
      await report(id, (tx, row) => keepPayment(tx, row, 'limit', at()))
      expect((await fixture.auditor.get(`/orders/${id}/credit`)).body).toEqual({ amount: 3_000 })
      expect((await fixture.finance.post(`/orders/${id}/credit`, SENT)).body).toEqual({ outcome: 'done' })
      const [row] = await fixture.office.db.queries.select().from(keptPayments).where(eq(keptPayments.orderId, id))
      expect(row?.state).toBe('approved')
      expect((await rowsAbout(id)).at(-1)).toMatchObject({ verb: 'orders.credit', actor: 'Finn' })
    })

    it('waits for a second person above the limit of refunds', async () => {
      const second = await fixture.office.member('finance', 'Sasha')
      for (const [act, reason, state] of [
        ['return', 'ban', 'refunded'],
        ['credit', 'limit', 'approved'],
      ] as const) {
        const id = await order({ playerId: await player(), amount: 30_000 })
        await report(id, (tx, row) => keepPayment(tx, row, reason, at()))
        const { outcome, proposal } = (await fixture.finance.post(`/orders/${id}/${act}`, SENT)).body
        expect([outcome, fixture.provider.refunds.length]).toEqual(['proposed', 0])
        expect((await fixture.finance.post(`/proposals/${proposal}/approve`)).status).toBe(403)
        expect((await second.post(`/proposals/${proposal}/approve`)).body).toEqual({ done: true })
        const [kept] = await fixture.office.db.queries.select().from(keptPayments).where(eq(keptPayments.orderId, id))
        expect(kept?.state).toBe(state)
        expect((await rowsAbout(id)).findLast(({ verb }) => verb === `orders.${act}`)).toMatchObject(SENT)
        fixture.provider.refunds.length = 0
      }
    })
  })
})
