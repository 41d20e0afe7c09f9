// Payments that arrive and may not be credited: beyond a limit, during an exclusion, for a closed account. They are kept apart and refunded.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { queryRows } from '../../../src/server/db/database.ts'
import { keptPayments } from '../../../src/server/db/schema-payments.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { banPlayer } from '../../../src/server/services/account/bans.ts'
import { readBacklog } from '../../../src/server/services/operations/backlog.ts'
import { approveKept, KeptRefused, refundKept } from '../../../src/server/services/payments/kept-returns.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { PAID } from '../../support/outside/payment-provider.ts'
import { openPaymentFixture } from './payment-fixture.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = 10_000

describe.each(SUITE_KINDS)('payments that may not be credited on %s', (kind) => {
  const fixture = openPaymentFixture(kind)
  const { created, sendState, balance, newest, provider } = fixture

  const sqlOf = (text: string) => fixture.site.db.asOwner(text.replaceAll('$player', String(fixture.player.playerId)))
  const limit = (day: number) => fixture.player.post('/api/limits', { day })
  const timeOut = () => fixture.player.post('/api/limits/self-exclude', { days: 1 })
  const kept = async (orderId: string) => {
    const [row] = await fixture.site.db.queries.select().from(keptPayments).where(eq(keptPayments.orderId, orderId))
    return row
  }
  const held = async () => {
    const text = `select coalesce(sum(amount), 0) as held from entries where account_id = ${HOUSE_ACCOUNTS.kept}`
    return Number((await queryRows<{ held: string }>(fixture.site.db.queries, text))[0]?.held)
  }
  const notices = async (): Promise<string[]> =>
    (await fixture.player.get('/api/notification/get')).body.map(({ title }: { title: string }) => title)
  const parts = () => ({ db: fixture.site.db, providers: [provider], now: () => fixture.nowMs, by: OPERATOR })

  /** An order that its provider reported as expired, so that it does not count for limits. */
  async function expired(sum = 10): Promise<string> {
    const id = await created({ sum })
    await sendState(id, { kind: 'expired' })
    return id
  }

  it('during a time-out, beyond a limit of $10 a day, are refunded: nothing of four is credited', async () => {
    await limit(1_000)
    const before = await held()
    const late = [await expired(), await expired(), await expired(), await expired()]
    await timeOut()
    for (const id of late) await sendState(id, PAID)
    expect(await balance()).toBe(START)
    expect(await held()).toBe(before)
    expect(provider.refunds.slice(-4).map(({ orderId, minor }) => [orderId, minor])).toEqual(
      late.map((id) => [id, 1_000]),
    )
    expect(await newest()).toMatchObject({ state: 'refunded', paid_at: null })
    expect(await kept(late[0] ?? '')).toMatchObject({ reason: 'time-out', state: 'refunded', amount: 1_000 })
  })

  it('beyond a limit are kept, those within it are credited', async () => {
    await limit(1_500)
    const late = [await expired(), await expired()]
    for (const id of late) await sendState(id, PAID)
    expect(await balance()).toBe(START + 1_000)
    expect(await kept(late[0] ?? '')).toBeUndefined()
    expect(await kept(late[1] ?? '')).toMatchObject({ reason: 'limit', state: 'refunded' })
  })

  const causes: readonly (readonly [string, () => Promise<unknown>, string])[] = [
    ['a limit that was lowered since', () => limit(500), 'limit'],
    ['a self-exclusion', () => fixture.player.post('/api/limits/self-exclude', { days: 'forever' }), 'self-exclusion'],
    ['a ban', () => banPlayer(fixture.site.db, fixture.player.playerId, 'Two accounts', OPERATOR), 'ban'],
    [
      'a request to erase the account',
      () => sqlOf(`insert into erasures (player_id, due_at) values ($player, now() + interval '7 days')`),
      'erasure',
    ],
  ]

  it.each(causes)('of an open order after %s', async (_, begin, reason) => {
    const id = await created({ sum: 10 })
    await begin()
    await sendState(id, PAID)
    await sendState(id, PAID)
    expect(await kept(id)).toMatchObject({ reason, state: 'refunded' })
    const rows = await queryRows(
      fixture.site.db.queries,
      `select from transfers where kind = 'deposit' and reference = '${id}'`,
    )
    expect(rows).toEqual([])
  })

  it('stay kept while the provider refunds nothing: player, operator and ledger know, and the job tries again', async () => {
    const id = await created({ sum: 10, method: 'BTC' })
    await timeOut()
    const before = await held()
    await sendState(id, { kind: 'expired' })
    provider.refundsFail = true
    expect((await sendState(id, PAID)).status).toBe(200)
    expect(await newest()).toMatchObject({ id, state: 'kept', paid_at: null })
    expect(await held()).toBe(before + 1_000)
    expect((await notices())[0]).toBe('Payment not credited')
    expect(await readBacklog(fixture.site.db, fixture.nowMs)).toMatchObject({ paymentsKept: 1 })
    expect(fixture.log.join('\n')).toContain('a payment is kept')
    // Another report of the same payment changes nothing.
    await sendState(id, PAID)
    await sendState(id, { kind: 'partial' })
    await sendState(id, { kind: 'expired' })
    expect(await newest()).toMatchObject({ id, state: 'kept' })
    provider.refundsFail = false
    fixture.nowMs += HOUR_MS
    await fixture.site.jobs.orderPolling.runOnce()
    expect(await newest()).toMatchObject({ id, state: 'refunded' })
    expect(await held()).toBe(before)
    expect((await notices())[0]).toBe('Deposit refunded')
    expect(await readBacklog(fixture.site.db, fixture.nowMs)).toMatchObject({ paymentsKept: 0 })
  })

  it('are settled by a refund in the provider’s dashboard, and by an operator who paid them back', async () => {
    await timeOut()
    provider.refundsFail = true
    const first = await orderFor()
    const second = await orderFor()
    for (const id of [first, second]) await sendState(id, PAID)
    await sendState(first, { kind: 'refunded' })
    expect(await kept(first)).toMatchObject({ state: 'refunded' })
    await expect(refundKept(parts(), second, { byHand: false })).rejects.toThrow('no refunds')
    await refundKept(parts(), second, { byHand: true })
    expect(await kept(second)).toMatchObject({ state: 'refunded' })
    await expect(refundKept(parts(), second, { byHand: true })).rejects.toThrow(KeptRefused)
    expect(await balance()).toBe(START)
    provider.refundsFail = false
  })

  /** Inserts an open order past the checks of its creation, as one that was made before them. */
  async function orderFor(): Promise<string> {
    const other = fixture.player
    const fresh = await fixture.site.newPlayer()
    const id = await created({ sum: 10 }, fresh)
    await fixture.site.db.asOwner(`update orders set player_id = ${other.playerId} where id = '${id}'`)
    return id
  }

  it('are credited by a person once nothing forbids it, and not before', async () => {
    await limit(500)
    const id = await orderFor()
    provider.refundsFail = true
    await sendState(id, PAID)
    expect(await kept(id)).toMatchObject({ reason: 'limit', state: 'waiting' })
    await expect(approveKept(parts(), id)).rejects.toThrow(/limit/)
    await limit(5_000)
    fixture.nowMs += DAY_MS + 1
    await approveKept(parts(), id)
    await fixture.site.jobs.orderPolling.runOnce()
    expect(await newest()).toMatchObject({ id, state: 'paid' })
    expect(await kept(id)).toMatchObject({ state: 'credited' })
    expect(await balance()).toBe(START + 1_000)
    provider.refundsFail = false
  })

  it('beyond the charge are kept while the order is credited; their refund takes nothing from the player', async () => {
    const id = await created({ sum: 10 })
    await sendState(id, { kind: 'paid', paid: { currency: 'USD', minor: 1_700 } })
    expect(await balance()).toBe(START + 1_000)
    expect(await kept(id)).toMatchObject({ reason: 'overpaid', state: 'waiting', amount: 700 })
    await sendState(id, { kind: 'paid', paid: { currency: 'USD', minor: 1_700 } })
    await sendState(id, { kind: 'partly-refunded', refunded: { currency: 'USD', minor: 700 } })
    expect(await kept(id)).toMatchObject({ state: 'refunded' })
    expect(await balance()).toBe(START + 1_000)
    expect(await newest()).toMatchObject({ id, state: 'paid', returned: 0 })
    await sendState(id, { kind: 'partly-refunded', refunded: { currency: 'USD', minor: 1_200 } })
    expect(await balance()).toBe(START + 500)
  })

  it('that arrive twice for one order are kept the second time', async () => {
    const id = await created({ sum: 10 })
    await sendState(id, { kind: 'paid', paid: { currency: 'USD', minor: 1_000 } })
    expect(await kept(id)).toBeUndefined()
    await sendState(id, { kind: 'paid', paid: { currency: 'USD', minor: 2_000 } })
    expect(await balance()).toBe(START + 1_000)
    expect(await kept(id)).toMatchObject({ reason: 'overpaid', state: 'waiting', amount: 1_000 })
    await refundKept(parts(), id, { byHand: true })
    expect(await kept(id)).toMatchObject({ state: 'refunded' })
  })
})
