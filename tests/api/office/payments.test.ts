// The room Payments by its calls: its lists with filters and cursors, one order, questions, freezes and debts.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { recordAct } from '../../../src/server/audit/record-act.ts'
import { accounts } from '../../../src/server/db/schema.ts'
import { webhookEvents } from '../../../src/server/db/schema-payments.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { addDebt, freezeReasonsOf, freezeWithdrawals } from '../../../src/server/services/account/freezes.ts'
import { payPlayer } from '../../../src/server/services/money/pay.ts'
import { keepPartial } from '../../../src/server/services/payments/kept.ts'
import { raiseQuestion } from '../../../src/server/services/payments/questions.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { HOUR_MS, idsOf, openPaymentsFixture } from './payments-fixture.ts'

describe.each(SUITE_KINDS)('the room Payments on %s', (kind) => {
  const fixture = openPaymentsFixture(kind)
  const { at, order, paid, player, report } = fixture

  describe('orders', () => {
    it('are listed by each filter, and by several together', async () => {
      const playerId = await player()
      const other = await player()
      const open = await order({ playerId, amount: 700, provider: 'monobank' })
      const dear = await order({ playerId, amount: 90_000, provider: 'monobank', state: 'expired' })
      const others = await order({ playerId: other, amount: 700, provider: 'cryptocloud', reference: 'cc-7' })
      const late = await order({ playerId, state: 'paid', paidAt: new Date(fixture.office.nowMs + 2 * HOUR_MS) })
      const doubtful = await order({ playerId })
      await report(doubtful, (tx, row) => raiseQuestion(tx, row, 'a refund in another currency', at()))
      const partial = await order({ playerId })
      await report(partial, (tx, row) => keepPartial(tx, row, 200, at()))
      const listed = async (query: string) => idsOf((await fixture.finance.get(`/orders?${query}`)).body.orders)
      expect(await listed(`player=${playerId}`)).toEqual([partial, doubtful, late, dear, open])
      expect(await listed('provider=monobank')).toEqual([dear, open])
      expect(await listed('provider=monobank&state=expired')).toEqual([dear])
      expect(await listed('provider=monobank&least=701')).toEqual([dear])
      expect(await listed(`q=${others}`)).toEqual([others])
      expect(await listed('q=cc-7')).toEqual([others])
      expect(await listed('q=nothing')).toEqual([])
      expect(await listed(`player=${playerId}&mark=late`)).toEqual([late])
      expect(await listed(`player=${playerId}&mark=partial`)).toEqual([partial])
      expect(await listed('mark=partial')).toEqual([partial])
      // What was paid in part is in question too.
      expect(await listed('mark=question')).toEqual([partial, doubtful])
      expect(await listed(`player=${playerId}&from=${fixture.office.nowMs + HOUR_MS}`)).toEqual([])
      expect(await listed(`player=${playerId}&to=${fixture.office.nowMs - HOUR_MS}`)).toEqual([])
      const { body } = await fixture.finance.get(`/orders?player=${playerId}`)
      expect(body.orders.map(({ marks }: { marks: string[] }) => marks)).toEqual([
        ['question', 'partial'],
        ['question'],
        ['late'],
        [],
        [],
      ])
    })

    it('come in pages that neither repeat nor leave out', async () => {
      const playerId = await player()
      const ids: string[] = []
      for (let n = 0; n < 120; n++) ids.push(await order({ playerId }))
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const after: string = cursor === '' ? '' : `&cursor=${cursor}`
        const { body } = await fixture.finance.get(`/orders?player=${playerId}&state=created${after}`)
        seen.push(...idsOf(body.orders))
        cursor = body.cursor
      }
      expect(seen).toEqual(ids.toReversed())
    })

    it('show all that is stored about one, and nothing about none', async () => {
      const id = await paid(await player())
      const { status, body } = await fixture.auditor.get(`/orders/${id}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ id, state: 'paid', disputes: [], kept: [], freezes: [], evidence: null })
      expect(body.transfers).toMatchObject([{ from: 'house:deposits', amount: 5_000 }])
      expect(body.events.map(({ what }: { what: string }) => what)).toEqual(['created', 'paid'])
      expect((await fixture.auditor.get(`/orders/${randomUUID()}`)).status).toBe(404)
    })
  })

  it('shows the newest notices and acts of an order, and says where it leaves earlier ones out', async () => {
    const id = await paid(await player())
    const happen = (n: number): Promise<void> =>
      fixture.office.db.transaction(async (tx) => {
        const notice = { provider: 'test', event: `${id}:${n}`, orderId: id, said: 'pending', at: at() }
        await tx.insert(webhookEvents).values(notice)
        await recordAct(tx, { by: OPERATOR, verb: 'orders.answer', kind: 'order', subject: id, reason: `act ${n}` })
      })
    for (let n = 1; n <= 50; n++) await happen(n)
    const whole = (await fixture.auditor.get(`/orders/${id}`)).body
    expect([whole.events.length, whole.hasEarlierEvents]).toEqual([102, false])
    fixture.office.nowMs += 1_000
    await happen(51)
    const { events, hasEarlierEvents } = (await fixture.auditor.get(`/orders/${id}`)).body
    expect([events.length, hasEarlierEvents]).toEqual([102, true])
    const words = events.map((event: { words: string | null }) => event.words)
    expect(words.slice(-2)).toEqual([`pending · ${id}:51`, 'act 51'])
    expect(words).not.toContain(`pending · ${id}:1`)
    expect(words).not.toContain('act 1')
  })

  it('settles a question, and ends the freeze of a warning, once each', async () => {
    const playerId = await player()
    const id = await paid(playerId)
    await report(id, (tx, row) => raiseQuestion(tx, row, 'a refund in another currency', at()))
    const reason = 'Sent back at the provider'
    expect((await fixture.finance.post(`/orders/${id}/answer`, { reason })).body.outcome).toBe('done')
    expect((await fixture.auditor.get(`/orders/${id}`)).body).toMatchObject({
      remark: reason,
      question: { answeredAt: fixture.office.nowMs },
    })
    expect((await fixture.finance.post(`/orders/${id}/answer`, { reason })).body.code).toBe('order-answered')
    const freeze = { playerId, reason: 'fraud-warning', orderId: id } as const
    await fixture.office.db.transaction((tx) => freezeWithdrawals(tx, freeze, at()))
    const risk = await fixture.office.member('risk', 'Rita')
    expect((await fixture.finance.post(`/players/${playerId}/unfreeze`, { order: id })).body.why).toBe('role')
    expect((await risk.post(`/players/${playerId}/unfreeze`, { order: id })).body.outcome).toBe('done')
    expect(await freezeReasonsOf(fixture.office.db.queries, playerId)).toEqual([])
    expect((await risk.post(`/players/${playerId}/unfreeze`, { order: id })).body.code).toBe('order-free')
  })

  it('lists who owes how much, since when, from which order, and what was paid back', async () => {
    const [small, large] = [await player(), await player()]
    const [first, second] = [await paid(small), await paid(large)]
    await fixture.office.db.transaction((tx) => addDebt(tx, { playerId: small, orderId: first, debt: 700 }, at()))
    await fixture.office.db.transaction((tx) => addDebt(tx, { playerId: large, orderId: second, debt: 9_000 }, at()))
    fixture.office.nowMs += HOUR_MS
    // A credit pays the debt first.
    const sums = { amount: cents(2_000), locked: cents(0), kind: 'deposit', reference: randomUUID() } as const
    await fixture.office.db.transaction((tx) =>
      payPlayer(tx, { from: HOUSE_ACCOUNTS.deposits, playerId: large, ...sums }),
    )
    const [account] = await fixture.office.db.queries.select().from(accounts).where(eq(accounts.id, large))
    const { body } = await fixture.auditor.get('/payments/debts')
    expect(body.debts.map(({ player: { id } }: { player: { id: number } }) => id)).toEqual([large, small])
    const since = fixture.office.nowMs - HOUR_MS
    expect(body.debts[0]).toMatchObject({
      debt: account?.debt,
      paid: 9_000 - (account?.debt ?? 0),
      since,
      order: second,
    })
    expect(body.debts[1]).toMatchObject({ debt: 700, paid: 0, since, order: first })
    const next = await fixture.auditor.get(`/payments/debts?cursor=${account?.debt}_${large}`)
    expect(next.body.debts).toMatchObject([{ player: { id: small } }])
  })

  it('refuses a cursor of another list', async () => {
    for (const list of ['kept', 'disputes', 'debts'])
      expect((await fixture.auditor.get(`/payments/${list}?cursor=x_y`)).status).toBe(400)
  })
})
