// The room Payments by its calls: disputes by their deadline, the file of evidence, and what was answered with it.
import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../src/server/base/ids.ts'
import { players } from '../../../src/server/db/schema.ts'
import { letterMessages, letters } from '../../../src/server/db/schema-letters.ts'
import { playerNotes } from '../../../src/server/db/schema-office.ts'
import { disputeAnswers, disputes, orders } from '../../../src/server/db/schema-payments.ts'
import { consents, sessions } from '../../../src/server/db/schema-sessions.ts'
import { storeDispute } from '../../../src/server/services/payments/disputes.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import type { OfficeBrowser } from '../../support/office/office.ts'
import { idsOf, openPaymentsFixture } from './payments-fixture.ts'

const DAY_MS = 86_400_000

describe.each(SUITE_KINDS)('the room Payments on %s', (kind) => {
  const fixture = openPaymentsFixture(kind)
  const { at, paid, player, report, rowsAbout } = fixture

  async function dispute(id: string, dueMs?: number): Promise<string> {
    const reference = `dp_${randomUUID()}`
    const reported = { id: reference, state: 'open', reason: 'fraudulent', currency: 'USD', minor: 5_000 } as const
    const deadline = dueMs === undefined ? {} : { dueMs }
    await report(id, (tx, row) => storeDispute(tx, row, { ...reported, atMs: fixture.office.nowMs, ...deadline }, at()))
    return reference
  }

  describe('disputes', () => {
    it('are listed by their deadline, those without one last, with their answers', async () => {
      const playerId = await player()
      const without = await dispute(await paid(playerId))
      const later = await dispute(await paid(playerId), fixture.office.nowMs + 9 * DAY_MS)
      const id = await paid(playerId)
      const sooner = await dispute(id, fixture.office.nowMs + 2 * DAY_MS)
      const { body } = await fixture.auditor.get('/payments/disputes')
      expect(idsOf(body.disputes)).toEqual([sooner, later, without])
      expect(body.disputes[0]).toMatchObject({ order: id, dueAt: fixture.office.nowMs + 2 * DAY_MS, answeredAt: null })
      const before = (await fixture.auditor.get('/counts')).body.counts.payments
      const answer = { dispute: sooner, reason: 'Sent the file and the trade receipts' }
      expect((await fixture.auditor.post(`/orders/${id}/answer`, answer)).body.why).toBe('role')
      expect((await fixture.finance.post(`/orders/${id}/answer`, answer)).body).toEqual({ outcome: 'done' })
      expect((await fixture.auditor.get('/counts')).body.counts.payments).toBe(before - 1)
      const [row] = await fixture.office.db.queries.select().from(disputeAnswers).where(eq(disputeAnswers.orderId, id))
      expect(row).toMatchObject({ dispute: sooner, sent: answer.reason, author: 'Finn', evidence: null })
      expect((await rowsAbout(id)).at(-1)).toMatchObject({ verb: 'orders.answer', reason: answer.reason })
      expect((await fixture.auditor.get('/payments/disputes')).body.disputes[0].answeredAt).toBe(fixture.office.nowMs)
      await fixture.office.db.queries
        .update(disputes)
        .set({ state: 'won', closedAt: at() })
        .where(eq(disputes.reference, sooner))
      expect((await fixture.finance.post(`/orders/${id}/answer`, answer)).body.code).toBe('dispute-closed')
      expect(idsOf((await fixture.auditor.get('/payments/disputes?state=won')).body.disputes)).toEqual([sooner])
      const unknown = { ...answer, dispute: 'dp_none' }
      expect((await fixture.finance.post(`/orders/${id}/answer`, unknown)).body.code).toBe('dispute-none')
    })

    it('have a file of evidence with what the provider may see, and nothing else', async () => {
      const { queries } = fixture.office.db
      const playerId = await player()
      const other = await player()
      await queries.update(players).set({ username: 'Payer <b>' }).where(eq(players.id, playerId))
      await queries.update(players).set({ username: 'Somebody else' }).where(eq(players.id, other))
      const [address, when] = ['203.0.113.7', at()]
      await queries.insert(consents).values({ playerId, termsVersion: '2026-11-21', adult: true, address, at: when })
      const expiresAt = new Date(fixture.office.nowMs + DAY_MS)
      const own = {
        playerId,
        tokenHash: randomUUID(),
        companionHash: 'companion-secret',
        agent: 'Mozilla/5.0 X11',
        address,
      }
      await queries.insert(sessions).values({ id: newId(), ...own, createdAt: when, seenAt: when, expiresAt })
      const letterId = newId()
      const letter = { playerId, aboutKind: 'player', state: 'waiting', openedBy: 'player' } as const
      await queries.insert(letters).values({ id: letterId, ...letter, openedAt: when, since: when })
      const message = { letterId, playerId, author: 'player', kind: 'message', text: 'Where is my knife?' } as const
      await queries.insert(letterMessages).values({ id: newId(), ...message, at: when })
      await queries
        .insert(playerNotes)
        .values({ id: newId(), playerId, staffId: fixture.finance.staffId, text: 'A note of the staff', at: when })
      const id = await paid(playerId)
      await queries.update(orders).set({ remark: 'A remark of the staff', referrerId: other }).where(eq(orders.id, id))
      // It tells much about a player: of an order without a dispute there is none.
      expect(await fixture.finance.post(`/orders/${id}/evidence`)).toMatchObject({
        status: 409,
        body: { code: 'dispute-none' },
      })
      const reference = await dispute(id, fixture.office.nowMs + DAY_MS)
      expect((await fixture.auditor.post(`/orders/${id}/evidence`)).body.why).toBe('role')
      const { status, body, headers } = await fixture.finance.post(`/orders/${id}/evidence`)
      expect(status).toBe(200)
      expect(headers['content-disposition']).toBe(`attachment; filename="evidence-${id}.html"`)
      for (const part of [
        reference,
        id,
        'Payer &lt;b&gt;',
        address,
        '2026-11-21',
        'Mozilla/5.0 X11',
        'Where is my knife?',
      ])
        expect(body).toContain(part)
      for (const secret of [
        'A note of',
        'A remark of',
        'Somebody else',
        'companion-secret',
        own.tokenHash,
        'Finn',
        '<script',
        '<b>',
      ])
        expect(body).not.toContain(secret)
      const digest = createHash('sha256').update(body).digest('hex')
      expect((await rowsAbout(id)).at(-1)).toMatchObject({ verb: 'orders.evidence', actor: 'Finn', after: { digest } })
      await fixture.finance.post(`/orders/${id}/answer`, { dispute: reference, reason: 'Sent the file' })
      const page = (await fixture.auditor.get(`/orders/${id}`)).body
      expect(page.evidence).toMatchObject({ by: 'Finn', digest })
      expect(page.disputes[0].answers).toMatchObject([{ sent: 'Sent the file', evidence: digest }])
      expect((await fixture.finance.post(`/orders/${randomUUID()}/evidence`)).status).toBe(404)
    })

    it('name the evidence file that their author received, also when a colleague made a newer one', async () => {
      const id = await paid(await player())
      const reference = await dispute(id, fixture.office.nowMs + DAY_MS)
      const colleague = await fixture.office.member('finance', 'Sasha')
      const idle = await fixture.office.member('finance', 'Kim')
      const digestOf = async (who: OfficeBrowser): Promise<string> => {
        fixture.office.nowMs += 1_000
        const { body } = await who.post(`/orders/${id}/evidence`)
        return createHash('sha256').update(body).digest('hex')
      }
      await digestOf(fixture.finance)
      const [own, theirs] = [await digestOf(fixture.finance), await digestOf(colleague)]
      for (const who of [fixture.finance, colleague, idle])
        await who.post(`/orders/${id}/answer`, { dispute: reference, reason: 'Sent the file' })
      const { body } = await fixture.auditor.get(`/orders/${id}`)
      const named = body.disputes[0].answers.map(({ author, evidence }: Record<string, unknown>) => [author, evidence])
      expect(named).toEqual([
        ['Finn', own],
        ['Sasha', theirs],
        ['Kim', null],
      ])
      expect(own).not.toBe(theirs)
    })
  })
})
