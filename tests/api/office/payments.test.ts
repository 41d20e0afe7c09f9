// The room Payments by its calls: each list with its filters and cursor, one order, and what people do about kept money, questions, disputes and freezes.
import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { recordAct } from '../../../src/server/audit/record-act.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { accounts, players, transfers } from '../../../src/server/db/schema.ts'
import { letterMessages, letters } from '../../../src/server/db/schema-letters.ts'
import { audit, playerNotes } from '../../../src/server/db/schema-office.ts'
import {
  disputeAnswers,
  disputes,
  keptPayments,
  orders,
  webhookEvents,
} from '../../../src/server/db/schema-payments.ts'
import { consents, sessions } from '../../../src/server/db/schema-sessions.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { addDebt, freezeReasonsOf, freezeWithdrawals } from '../../../src/server/services/account/freezes.ts'
import { openAccount, payPlayer } from '../../../src/server/services/money/pay.ts'
import { storeDispute } from '../../../src/server/services/payments/disputes.ts'
import { keepExcess, keepPartial, keepPayment } from '../../../src/server/services/payments/kept.ts'
import { lockOrders } from '../../../src/server/services/payments/orders.ts'
import { raiseQuestion } from '../../../src/server/services/payments/questions.ts'
import { GIFTS } from '../../game/rewards/gift-rules.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { insertOrder, makePlayer, type OrderValues } from '../../support/players/deposits.ts'

const RULES = {
  timeZone: 'UTC',
  freeCases: [],
  gifts: GIFTS,
  loaded: { catalogue: { items: new Map() }, rewards: { gifts: GIFTS } },
}
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Why kept money is sent back or credited. */
const SENT = { reason: 'the player asked for it' }

describe.each(SUITE_KINDS)('the room Payments on %s', (kind) => {
  let office: TestOffice
  let finance: OfficeBrowser
  let auditor: OfficeBrowser
  let provider: TestProvider
  const providers: TestProvider[] = []

  beforeAll(async () => {
    office = await openTestOffice(kind, { refunds: { providers, rules: () => RULES } })
    finance = await office.member('finance', 'Finn')
    auditor = await office.member('auditor', 'Ada')
  })

  beforeEach(() => {
    provider = new TestProvider()
    providers.splice(0, providers.length, provider)
  })

  afterAll(() => office.close())

  async function player(): Promise<number> {
    const id = await makePlayer(office.db)
    await office.db.transaction((tx) => openAccount(tx, id))
    return id
  }

  const order = (values: Pick<OrderValues, 'playerId'> & Partial<OrderValues>) =>
    insertOrder(office.db.queries, {
      provider: 'test',
      reference: randomUUID(),
      createdAt: new Date(office.nowMs),
      ...values,
    })

  /** An order that was paid and credited. */
  async function paid(playerId: number, amount = 5_000): Promise<string> {
    const id = await order({ playerId, amount, state: 'paid', paidAt: new Date(office.nowMs) })
    const from = HOUSE_ACCOUNTS.deposits
    const sums = { amount: cents(amount), locked: cents(0), kind: 'deposit', reference: id } as const
    await office.db.transaction((tx) => payPlayer(tx, { from, playerId, ...sums }))
    return id
  }

  /** Does something about an order as its provider's report does. */
  async function report(id: string, work: (tx: never, row: never) => Promise<unknown>): Promise<void> {
    await office.db.transaction(async (tx) => {
      const [row] = await lockOrders(tx, [id])
      await work(tx as never, row as never)
    })
  }

  const at = () => new Date(office.nowMs)

  async function dispute(id: string, dueMs?: number): Promise<string> {
    const reference = `dp_${randomUUID()}`
    const reported = { id: reference, state: 'open', reason: 'fraudulent', currency: 'USD', minor: 5_000 } as const
    const deadline = dueMs === undefined ? {} : { dueMs }
    await report(id, (tx, row) => storeDispute(tx, row, { ...reported, atMs: office.nowMs, ...deadline }, at()))
    return reference
  }

  const rowsAbout = (id: string) => office.db.queries.select().from(audit).where(eq(audit.subject, id))
  const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id)

  describe('orders', () => {
    it('are listed by each filter, and by several together', async () => {
      const playerId = await player()
      const other = await player()
      const open = await order({ playerId, amount: 700, provider: 'monobank' })
      const dear = await order({ playerId, amount: 90_000, provider: 'monobank', state: 'expired' })
      const others = await order({ playerId: other, amount: 700, provider: 'cryptocloud', reference: 'cc-7' })
      const late = await order({ playerId, state: 'paid', paidAt: new Date(office.nowMs + 2 * HOUR_MS) })
      const doubtful = await order({ playerId })
      await report(doubtful, (tx, row) => raiseQuestion(tx, row, 'a refund in another currency', at()))
      const partial = await order({ playerId })
      await report(partial, (tx, row) => keepPartial(tx, row, 200, at()))
      const listed = async (query: string) => idsOf((await finance.get(`/orders?${query}`)).body.orders)
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
      expect(await listed(`player=${playerId}&from=${office.nowMs + HOUR_MS}`)).toEqual([])
      expect(await listed(`player=${playerId}&to=${office.nowMs - HOUR_MS}`)).toEqual([])
      const { body } = await finance.get(`/orders?player=${playerId}`)
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
        const { body } = await finance.get(`/orders?player=${playerId}&state=created${after}`)
        seen.push(...idsOf(body.orders))
        cursor = body.cursor
      }
      expect(seen).toEqual(ids.toReversed())
    })

    it('show all that is stored about one, and nothing about none', async () => {
      const id = await paid(await player())
      const { status, body } = await auditor.get(`/orders/${id}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ id, state: 'paid', disputes: [], kept: [], freezes: [], evidence: null })
      expect(body.transfers).toMatchObject([{ from: 'house:deposits', amount: 5_000 }])
      expect(body.events.map(({ what }: { what: string }) => what)).toEqual(['created', 'paid'])
      expect((await auditor.get(`/orders/${randomUUID()}`)).status).toBe(404)
    })
  })

  it('shows the newest notices and acts of an order, and says where it leaves earlier ones out', async () => {
    const id = await paid(await player())
    const happen = (n: number): Promise<void> =>
      office.db.transaction(async (tx) => {
        const notice = { provider: 'test', event: `${id}:${n}`, orderId: id, said: 'pending', at: at() }
        await tx.insert(webhookEvents).values(notice)
        await recordAct(tx, { by: OPERATOR, verb: 'orders.answer', kind: 'order', subject: id, reason: `act ${n}` })
      })
    for (let n = 1; n <= 50; n++) await happen(n)
    const whole = (await auditor.get(`/orders/${id}`)).body
    expect([whole.events.length, whole.hasEarlierEvents]).toEqual([102, false])
    office.nowMs += 1_000
    await happen(51)
    const { events, hasEarlierEvents } = (await auditor.get(`/orders/${id}`)).body
    expect([events.length, hasEarlierEvents]).toEqual([102, true])
    const words = events.map((event: { words: string | null }) => event.words)
    expect(words.slice(-2)).toEqual([`pending · ${id}:51`, 'act 51'])
    expect(words).not.toContain(`pending · ${id}:1`)
    expect(words).not.toContain('act 1')
  })

  describe('kept money', () => {
    it('is sent back as its preview says, with its row in the audit', async () => {
      const id = await order({ playerId: await player(), amount: 3_000 })
      await report(id, (tx, row) => keepPayment(tx, row, 'ban', at()))
      const [first] = (await auditor.get('/payments/kept')).body.kept.filter(
        (row: { order: string }) => row.order === id,
      )
      expect(first).toMatchObject({ reason: 'ban', amount: 3_000, way: 'provider' })
      const { body } = await auditor.get(`/orders/${id}/return`)
      const entries = [
        { account: 'house:kept', amount: -3_000 },
        { account: 'house:deposits', amount: 3_000 },
      ]
      expect(body).toEqual({ state: 'refunded', payment: 3_000, excess: 0, minor: 3_000, currency: 'USD', entries })
      expect([provider.refunds.length, (await rowsAbout(id)).length]).toEqual([0, 1])
      expect((await auditor.post(`/orders/${id}/return`, SENT)).body.why).toBe('role')
      expect((await finance.post(`/orders/${id}/return`, SENT)).body).toEqual({ outcome: 'done' })
      expect(provider.refunds).toMatchObject([{ orderId: id, minor: 3_000 }])
      const moved = await office.db.queries.select().from(transfers).where(eq(transfers.reference, id))
      expect(moved.filter((row) => row.kind === 'kept-back')).toMatchObject([
        { debitId: HOUSE_ACCOUNTS.kept, creditId: HOUSE_ACCOUNTS.deposits, amount: 3_000 },
      ])
      expect((await auditor.get(`/orders/${id}`)).body.state).toBe('refunded')
      expect((await rowsAbout(id)).at(-1)).toMatchObject({ verb: 'orders.return', actor: 'Finn' })
      expect((await finance.post(`/orders/${id}/return`, SENT)).body.code).toBe('kept-ended')
    })

    it('changes nothing where its provider refuses, and is booked by hand', async () => {
      const id = await order({ playerId: await player(), amount: 3_000 })
      await report(id, (tx, row) => keepPayment(tx, row, 'limit', at()))
      provider.refundsFail = true
      expect((await finance.post(`/orders/${id}/return`, SENT)).body.code).toBe('provider-failed')
      expect((await rowsAbout(id)).map(({ verb }) => verb)).toEqual(['orders.keep'])
      expect((await finance.post(`/orders/${id}/return`, { ...SENT, byHand: true })).body.outcome).toBe('done')
    })

    it('tells what only a person can send back, and what cannot be credited', async () => {
      const playerId = await player()
      const partial = await order({ playerId, amount: 3_000 })
      await report(partial, (tx, row) => keepPartial(tx, row, 1_000, at()))
      expect((await auditor.get(`/orders/${partial}/return`)).body.code).toBe('kept-by-person')
      expect((await auditor.get(`/orders/${partial}/credit`)).body.code).toBe('kept-partial')
      const over = await paid(playerId)
      await report(over, (tx, row) => keepExcess(tx, row, 6_000, at()))
      expect((await auditor.get(`/orders/${over}/return?byHand=true`)).body).toMatchObject({
        payment: 0,
        excess: 1_000,
      })
      expect((await auditor.get(`/orders/${over}/credit`)).body.code).toBe('kept-credited')
      expect((await auditor.get(`/orders/${await paid(playerId)}/return`)).body.code).toBe('kept-none')
    })

    it('is among the transfers of its order, whenever a part of it was received or left', async () => {
      const id = await order({ playerId: await player(), amount: 3_000 })
      await report(id, (tx, row) => keepPartial(tx, row, 1_000, at()))
      office.nowMs += HOUR_MS
      await report(id, (tx, row) => keepPartial(tx, row, 2_500, at()))
      office.nowMs += HOUR_MS
      await finance.makeFresh()
      expect((await finance.post(`/orders/${id}/return`, { ...SENT, byHand: true })).body.outcome).toBe('done')
      const moves = (await auditor.get(`/orders/${id}`)).body.transfers
      const stored = await office.db.queries.select().from(transfers).where(eq(transfers.reference, id))
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
      expect((await auditor.get(`/orders/${id}/credit`)).body).toEqual({ amount: 3_000 })
      expect((await finance.post(`/orders/${id}/credit`, SENT)).body).toEqual({ outcome: 'done' })
      const [row] = await office.db.queries.select().from(keptPayments).where(eq(keptPayments.orderId, id))
      expect(row?.state).toBe('approved')
      expect((await rowsAbout(id)).at(-1)).toMatchObject({ verb: 'orders.credit', actor: 'Finn' })
    })

    it('waits for a second person above the limit of refunds', async () => {
      const second = await office.member('finance', 'Sasha')
      for (const [act, reason, state] of [
        ['return', 'ban', 'refunded'],
        ['credit', 'limit', 'approved'],
      ] as const) {
        const id = await order({ playerId: await player(), amount: 30_000 })
        await report(id, (tx, row) => keepPayment(tx, row, reason, at()))
        const { outcome, proposal } = (await finance.post(`/orders/${id}/${act}`, SENT)).body
        expect([outcome, provider.refunds.length]).toEqual(['proposed', 0])
        expect((await finance.post(`/proposals/${proposal}/approve`)).status).toBe(403)
        expect((await second.post(`/proposals/${proposal}/approve`)).body).toEqual({ done: true })
        const [kept] = await office.db.queries.select().from(keptPayments).where(eq(keptPayments.orderId, id))
        expect(kept?.state).toBe(state)
        expect((await rowsAbout(id)).findLast(({ verb }) => verb === `orders.${act}`)).toMatchObject(SENT)
        provider.refunds.length = 0
      }
    })

    it('refuses a cursor of another list', async () => {
      for (const list of ['kept', 'disputes', 'debts'])
        expect((await auditor.get(`/payments/${list}?cursor=x_y`)).status).toBe(400)
    })
  })

  describe('disputes', () => {
    it('are listed by their deadline, those without one last, with their answers', async () => {
      const playerId = await player()
      const without = await dispute(await paid(playerId))
      const later = await dispute(await paid(playerId), office.nowMs + 9 * DAY_MS)
      const id = await paid(playerId)
      const sooner = await dispute(id, office.nowMs + 2 * DAY_MS)
      const { body } = await auditor.get('/payments/disputes')
      expect(idsOf(body.disputes)).toEqual([sooner, later, without])
      expect(body.disputes[0]).toMatchObject({ order: id, dueAt: office.nowMs + 2 * DAY_MS, answeredAt: null })
      const before = (await auditor.get('/counts')).body.counts.payments
      const answer = { dispute: sooner, reason: 'Sent the file and the trade receipts' }
      expect((await auditor.post(`/orders/${id}/answer`, answer)).body.why).toBe('role')
      expect((await finance.post(`/orders/${id}/answer`, answer)).body).toEqual({ outcome: 'done' })
      expect((await auditor.get('/counts')).body.counts.payments).toBe(before - 1)
      const [row] = await office.db.queries.select().from(disputeAnswers).where(eq(disputeAnswers.orderId, id))
      expect(row).toMatchObject({ dispute: sooner, sent: answer.reason, author: 'Finn', evidence: null })
      expect((await rowsAbout(id)).at(-1)).toMatchObject({ verb: 'orders.answer', reason: answer.reason })
      expect((await auditor.get('/payments/disputes')).body.disputes[0].answeredAt).toBe(office.nowMs)
      await office.db.queries
        .update(disputes)
        .set({ state: 'won', closedAt: at() })
        .where(eq(disputes.reference, sooner))
      expect((await finance.post(`/orders/${id}/answer`, answer)).body.code).toBe('dispute-closed')
      expect(idsOf((await auditor.get('/payments/disputes?state=won')).body.disputes)).toEqual([sooner])
      const unknown = { ...answer, dispute: 'dp_none' }
      expect((await finance.post(`/orders/${id}/answer`, unknown)).body.code).toBe('dispute-none')
    })

    it('have a file of evidence with what the provider may see, and nothing else', async () => {
      const { queries } = office.db
      const playerId = await player()
      const other = await player()
      await queries.update(players).set({ username: 'Payer <b>' }).where(eq(players.id, playerId))
      await queries.update(players).set({ username: 'Somebody else' }).where(eq(players.id, other))
      const [address, when] = ['203.0.113.7', at()]
      await queries.insert(consents).values({ playerId, termsVersion: '2026-11-21', adult: true, address, at: when })
      const expiresAt = new Date(office.nowMs + DAY_MS)
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
        .values({ id: newId(), playerId, staffId: finance.staffId, text: 'A note of the staff', at: when })
      const id = await paid(playerId)
      await queries.update(orders).set({ remark: 'A remark of the staff', referrerId: other }).where(eq(orders.id, id))
      // It tells much about a player: of an order without a dispute there is none.
      expect(await finance.post(`/orders/${id}/evidence`)).toMatchObject({
        status: 409,
        body: { code: 'dispute-none' },
      })
      const reference = await dispute(id, office.nowMs + DAY_MS)
      expect((await auditor.post(`/orders/${id}/evidence`)).body.why).toBe('role')
      const { status, body, headers } = await finance.post(`/orders/${id}/evidence`)
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
      await finance.post(`/orders/${id}/answer`, { dispute: reference, reason: 'Sent the file' })
      const page = (await auditor.get(`/orders/${id}`)).body
      expect(page.evidence).toMatchObject({ by: 'Finn', digest })
      expect(page.disputes[0].answers).toMatchObject([{ sent: 'Sent the file', evidence: digest }])
      expect((await finance.post(`/orders/${randomUUID()}/evidence`)).status).toBe(404)
    })

    it('name the evidence file that their author received, also when a colleague made a newer one', async () => {
      const id = await paid(await player())
      const reference = await dispute(id, office.nowMs + DAY_MS)
      const colleague = await office.member('finance', 'Sasha')
      const idle = await office.member('finance', 'Kim')
      const digestOf = async (who: OfficeBrowser): Promise<string> => {
        office.nowMs += 1_000
        const { body } = await who.post(`/orders/${id}/evidence`)
        return createHash('sha256').update(body).digest('hex')
      }
      await digestOf(finance)
      const [own, theirs] = [await digestOf(finance), await digestOf(colleague)]
      for (const who of [finance, colleague, idle])
        await who.post(`/orders/${id}/answer`, { dispute: reference, reason: 'Sent the file' })
      const { body } = await auditor.get(`/orders/${id}`)
      const named = body.disputes[0].answers.map(({ author, evidence }: Record<string, unknown>) => [author, evidence])
      expect(named).toEqual([
        ['Finn', own],
        ['Sasha', theirs],
        ['Kim', null],
      ])
      expect(own).not.toBe(theirs)
    })
  })

  it('settles a question, and ends the freeze of a warning, once each', async () => {
    const playerId = await player()
    const id = await paid(playerId)
    await report(id, (tx, row) => raiseQuestion(tx, row, 'a refund in another currency', at()))
    const reason = 'Sent back at the provider'
    expect((await finance.post(`/orders/${id}/answer`, { reason })).body.outcome).toBe('done')
    expect((await auditor.get(`/orders/${id}`)).body).toMatchObject({
      remark: reason,
      question: { answeredAt: office.nowMs },
    })
    expect((await finance.post(`/orders/${id}/answer`, { reason })).body.code).toBe('order-answered')
    const freeze = { playerId, reason: 'fraud-warning', orderId: id } as const
    await office.db.transaction((tx) => freezeWithdrawals(tx, freeze, at()))
    const risk = await office.member('risk', 'Rita')
    expect((await finance.post(`/players/${playerId}/unfreeze`, { order: id })).body.why).toBe('role')
    expect((await risk.post(`/players/${playerId}/unfreeze`, { order: id })).body.outcome).toBe('done')
    expect(await freezeReasonsOf(office.db.queries, playerId)).toEqual([])
    expect((await risk.post(`/players/${playerId}/unfreeze`, { order: id })).body.code).toBe('order-free')
  })

  it('lists who owes how much, since when, from which order, and what was paid back', async () => {
    const [small, large] = [await player(), await player()]
    const [first, second] = [await paid(small), await paid(large)]
    await office.db.transaction((tx) => addDebt(tx, { playerId: small, orderId: first, debt: 700 }, at()))
    await office.db.transaction((tx) => addDebt(tx, { playerId: large, orderId: second, debt: 9_000 }, at()))
    office.nowMs += HOUR_MS
    // A credit pays the debt first.
    const sums = { amount: cents(2_000), locked: cents(0), kind: 'deposit', reference: randomUUID() } as const
    await office.db.transaction((tx) => payPlayer(tx, { from: HOUSE_ACCOUNTS.deposits, playerId: large, ...sums }))
    const [account] = await office.db.queries.select().from(accounts).where(eq(accounts.id, large))
    const { body } = await auditor.get('/payments/debts')
    expect(body.debts.map(({ player: { id } }: { player: { id: number } }) => id)).toEqual([large, small])
    const since = office.nowMs - HOUR_MS
    expect(body.debts[0]).toMatchObject({
      debt: account?.debt,
      paid: 9_000 - (account?.debt ?? 0),
      since,
      order: second,
    })
    expect(body.debts[1]).toMatchObject({ debt: 700, paid: 0, since, order: first })
    const next = await auditor.get(`/payments/debts?cursor=${account?.debt}_${large}`)
    expect(next.body.debts).toMatchObject([{ player: { id: small } }])
  })
})
