// The refund of an order by the staff: what it would do, who may, and what the provider does not accept.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { formatCharge } from '../../../src/i18n/charge.ts'
import { accounts } from '../../../src/server/db/schema.ts'
import { audit } from '../../../src/server/db/schema-office.ts'
import { orders } from '../../../src/server/db/schema-payments.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { openAccount, payPlayer } from '../../../src/server/services/money/pay.ts'
import type { Refunded } from '../../../src/server/services/payments/refunds.ts'
import { GIFTS } from '../../game/rewards/gift-rules.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { insertOrder, makePlayer, type OrderValues } from '../../support/players/deposits.ts'

const RULES = {
  timeZone: 'UTC',
  freeCases: [],
  gifts: GIFTS,
  loaded: { catalogue: { items: new Map() }, rewards: { gifts: GIFTS } },
}

const REASON = 'Charged twice by the bank'

describe.each(SUITE_KINDS)('refunds by the staff on %s', (kind) => {
  let office: TestOffice
  let finance: OfficeBrowser
  let owner: OfficeBrowser
  let provider: TestProvider
  const providers: TestProvider[] = []
  const announced: Refunded[] = []

  beforeAll(async () => {
    office = await openTestOffice(kind, {
      refunds: { providers, rules: () => RULES, announceRefund: (refunded) => void announced.push(refunded) },
    })
    finance = await office.member('finance', 'Finn')
    owner = await office.member('owner', 'Olha')
  })

  beforeEach(() => {
    provider = new TestProvider()
    providers.splice(0, providers.length, provider)
    announced.splice(0)
  })

  afterAll(() => office.close())

  /** An order that was paid and credited. */
  async function paid(
    amount: number,
    charged: Partial<OrderValues> = {},
  ): Promise<{ playerId: number; order: string }> {
    const playerId = await makePlayer(office.db)
    const paidAt = new Date(office.nowMs)
    const order = await office.db.transaction(async (tx) => {
      await openAccount(tx, playerId)
      const paidOrder = { playerId, amount, state: 'paid', provider: 'test', reference: randomUUID(), paidAt } as const
      const values = { ...paidOrder, ...charged }
      const reference = await insertOrder(tx, values)
      const from = HOUSE_ACCOUNTS.deposits
      await payPlayer(tx, { from, playerId, amount: cents(amount), locked: cents(0), kind: 'deposit', reference })
      return reference
    })
    return { playerId, order }
  }

  const stateOf = async (id: string) =>
    (await office.db.queries.select({ state: orders.state }).from(orders).where(eq(orders.id, id)))[0]?.state

  const balanceOf = async (id: number) =>
    (await office.db.queries.select({ balance: accounts.balance }).from(accounts).where(eq(accounts.id, id)))[0]
      ?.balance

  it('runs below the limit, after a dry run that changed nothing and asked nobody', async () => {
    const { playerId, order } = await paid(5_000)
    const { status, body } = await finance.get(`/orders/${order}/refund`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      amount: 5_000,
      debt: 0,
      entries: [
        { account: `player:${playerId}`, amount: -5_000 },
        { account: 'house:deposits', amount: 5_000 },
      ],
    })
    expect([await stateOf(order), provider.refunds.length, announced]).toEqual(['paid', 0, []])
    const reply = await finance.post(`/orders/${order}/refund`, { reason: REASON })
    expect(reply.body).toEqual({ outcome: 'done' })
    expect([await stateOf(order), await balanceOf(playerId)]).toEqual(['refunded', 0])
    expect(provider.refunds).toMatchObject([{ orderId: order, minor: 5_000 }])
    expect(announced).toMatchObject([
      { settled: { row: { id: order, state: 'refunded' }, reversal: { balance: 0 } }, left: { battleIds: [] } },
    ])
    const rows = await office.db.queries.select().from(audit).where(eq(audit.subject, order))
    expect(rows).toMatchObject([{ verb: 'orders.refund', actor: 'Finn', reason: REASON, after: { state: 'refunded' } }])
    expect((await finance.post(`/orders/${order}/refund`, { reason: REASON })).body.code).toBe('refund-other-state')
  })

  it('shows what the payer gets back in the currency of the payment, and the balance before and after', async () => {
    const { playerId, order } = await paid(5_000, { currency: 'UAH', rate: 41.5, charge: 207_500 })
    // What was won since stays; what was sent back already is not sent again.
    const won = { amount: cents(1_250), locked: cents(0), kind: 'correction-up', reference: randomUUID() } as const
    await office.db.transaction((tx) => payPlayer(tx, { from: HOUSE_ACCOUNTS.corrections, playerId, ...won }))
    const whole = { amount: 5_000, minor: 207_500, currency: 'UAH', before: 6_250, after: 1_250 }
    expect((await finance.get(`/orders/${order}/refund`)).body).toMatchObject(whole)
    expect((await finance.post(`/orders/${order}/refund`, { reason: REASON })).body).toEqual({ outcome: 'done' })
    expect([await balanceOf(playerId), provider.refunds]).toMatchObject([1_250, [{ minor: 207_500 }]])
  })

  it('shows an approver what goes back in the currency of the payment', async () => {
    const { order } = await paid(10_001, { currency: 'UAH', rate: 41.5, charge: 415_042 })
    const { body } = await finance.post(`/orders/${order}/refund`, { reason: REASON })
    const { difference } = (await owner.get(`/proposals/${body.proposal}`)).body
    expect(difference).toContainEqual({ field: 'charge', before: null, after: formatCharge(415_042, 'UAH') })
  })

  it('names on the player’s page and in their timeline who refunded, and why', async () => {
    const { playerId, order } = await paid(5_000)
    await finance.post(`/orders/${order}/refund`, { reason: REASON })
    const act = { verb: 'orders.refund', by: { name: 'Finn', isJob: false }, reason: REASON }
    const { body } = await owner.get(`/players/${playerId}`)
    expect(body.orders).toMatchObject([{ id: order, acts: [act] }])
    const { events } = (await owner.get(`/players/${playerId}/timeline?kinds=deposit`)).body
    const eventOf = (what: string) => events.find((event: { what: string }) => event.what === what)
    expect(eventOf('order.refunded')).toMatchObject({ reference: order, acts: [act] })
    expect(eventOf('transfer.refund')).toMatchObject({ amount: -5_000, by: act.by })
    expect(eventOf('transfer.deposit')).toMatchObject({ by: null, acts: [] })
  })

  it('asks for a second person above the limit, who sees what the service would do', async () => {
    const { playerId, order } = await paid(10_001)
    const { body } = await finance.post(`/orders/${order}/refund`, { reason: REASON })
    expect(body).toMatchObject({ outcome: 'proposed' })
    expect([await stateOf(order), provider.refunds.length]).toEqual(['paid', 0])
    expect((await finance.post(`/proposals/${body.proposal}/approve`)).body.why).toBe('second')
    expect((await owner.get(`/proposals/${body.proposal}`)).body).toMatchObject({
      amount: 10_001,
      entries: [
        { account: `player:${playerId}`, amount: -10_001 },
        { account: 'house:deposits', amount: 10_001 },
      ],
    })
    expect((await owner.post(`/proposals/${body.proposal}/approve`)).status).toBe(200)
    expect([await stateOf(order), provider.refunds.length]).toEqual(['refunded', 1])
  })

  it('changes nothing where the provider does not accept it, or is not set up', async () => {
    const { playerId, order } = await paid(5_000)
    provider.refundsFail = true
    expect((await finance.post(`/orders/${order}/refund`, { reason: REASON })).body.code).toBe('provider-failed')
    providers.pop()
    expect((await finance.post(`/orders/${order}/refund`, { reason: REASON })).body.code).toBe('refund-no-provider')
    expect([await stateOf(order), await balanceOf(playerId)]).toEqual(['paid', 5_000])
    // Money that was paid back outside is booked without the provider.
    const byHand = await finance.post(`/orders/${order}/refund`, { reason: REASON, byHand: true })
    expect([byHand.body.outcome, await stateOf(order)]).toEqual(['done', 'refunded'])
  })

  it('is closed to roles without the right', async () => {
    const { order } = await paid(5_000)
    const support = await office.member('support')
    expect((await support.post(`/orders/${order}/refund`, { reason: REASON })).body.why).toBe('role')
    expect((await finance.get(`/orders/${randomUUID()}/refund`)).status).toBe(404)
  })
})
