// Items whose price rose, where the site offers the difference: paid once at the price of the moment, and no free option.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { payDifferenceReplySchema, type Withdrawal } from '../../../src/protocol/withdrawal.ts'
import type { LoadedCatalogue } from '../../../src/server/catalogue/loaded-catalogue.ts'
import { withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { failWithdrawal } from '../../../src/server/services/withdrawal/operator.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { disputed, TestProvider } from '../../support/outside/payment-provider.ts'
import { depositPaid, depositWithBonus, giftAccountOf } from '../../support/players/gifts.ts'
import { choose, newTrader, setStock, turnOver, withdrawalsOf, withdrawNew } from '../../support/players/withdrawals.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const DAY_MS = 86_400_000

describe.each(SUITE_KINDS)('the difference of an item whose price rose, on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let original: LoadedCatalogue
  let current: LoadedCatalogue
  let aheadMs = 0

  beforeAll(async () => {
    const payments = { providers: [new TestProvider()], standIn: undefined }
    site = await openTestSite(kind, { payments, now: () => Date.now() + aheadMs })
    original = site.catalogue.current
    Object.defineProperty(site.catalogue, 'current', { get: () => current })
  })

  beforeEach(async () => {
    aheadMs = 0
    offer('difference')
    player = await newTrader(site)
  })

  afterAll(() => site.close())

  afterEach(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  /** Sets what is offered; all prices are the ones from the start again. */
  function offer(priceRiseOffer: 'replacement' | 'difference'): void {
    current = { ...original, payments: { ...original.payments, priceRiseOffer } }
  }

  /** Sets what an item costs now above what it was won at. */
  function setRise({ item, price }: Withdrawal, rise: number): void {
    const { catalogue } = current
    const known = catalogue.items.get(item.id)
    if (known === undefined) throw new Error('There is no such item')
    const items = new Map(catalogue.items).set(item.id, { ...known, priceCents: cents(price + rise) })
    current = { ...current, catalogue: { ...catalogue, items } }
  }

  const balance = async (): Promise<number> => (await player.get('/api/user/get')).body.user.balance
  const quote = async (id: string) => (await player.get(`/api/user/withdrawals/quote?id=${id}`)).body
  const pay = (id: string, difference: number, headers?: Record<string, string>) =>
    player.post('/api/user/items/pay-difference', { id, difference }, headers)
  const takeBack = (id: string) => player.post('/api/user/items/take-back', { id })

  /** Runs the job until nothing is due; returns the player's newest withdrawal. */
  async function later(ms = 0): Promise<Withdrawal> {
    aheadMs += ms
    await site.jobs.withdrawals.runOnce()
    return (await withdrawalsOf(player))[0] as Withdrawal
  }

  /** A new withdrawal that waits because its item costs more. */
  async function risen(rise?: number): Promise<{ readonly made: Withdrawal; readonly rise: number }> {
    const [made] = (await withdrawNew(player)) as [Withdrawal]
    const by = rise ?? made.price
    setRise(made, by)
    expect(await later()).toMatchObject({ id: made.id, state: 'unavailable', reason: 'price-rise' })
    return { made, rise: by }
  }

  /** A withdrawal whose difference was paid, and the balance before that. */
  async function paid(): Promise<{ readonly made: Withdrawal; readonly rise: number; readonly before: number }> {
    const { made, rise } = await risen()
    const before = await balance()
    expect((await pay(made.item_id, rise)).body).toMatchObject({ success: true, paid: rise })
    return { made, rise, before }
  }

  /** A withdrawal whose difference was paid and whose offer waits at Steam. */
  async function paidAndSent() {
    const made = await paid()
    const sent = await later()
    expect(sent).toMatchObject({ state: 'sent' })
    return { ...made, sent }
  }

  it('is not offered where only replacements are', async () => {
    offer('replacement')
    const { made, rise } = await risen()
    expect(await quote(made.item_id)).toMatchObject({ value: made.price, difference: null })
    expect((await pay(made.item_id, rise)).body).toMatchObject({ success: false, code: 'item-gone' })
  })

  it('is charged, and the item is sent, once', async () => {
    const { made, rise } = await risen()
    expect(await quote(made.item_id)).toMatchObject({ value: made.price, difference: rise })
    const before = await balance()
    const key = { 'idempotency-key': randomUUID() }
    const first = await pay(made.item_id, rise, key)
    const reply = payDifferenceReplySchema.parse(first.body)
    expect(reply).toMatchObject({
      success: true,
      balance: before - rise,
      paid: rise,
      withdrawal: { state: 'requested' },
    })
    expect((await pay(made.item_id, rise, key)).body).toEqual(first.body)
    expect((await pay(made.item_id, rise)).body.code).toBe('item-gone')
    expect(await later()).toMatchObject({ state: 'sent' })
    expect(await balance()).toBe(before - rise)
  })

  it('is refused with the new amount when it is higher, and charged when it is lower', async () => {
    const { made, rise } = await risen()
    setRise(made, rise + 100)
    const refused = (await pay(made.item_id, rise)).body
    expect(refused).toMatchObject({ success: false, code: 'difference-changed' })
    expect(refused.message).toContain('costs $')
    setRise(made, rise - 1)
    expect((await pay(made.item_id, rise)).body).toMatchObject({ success: true, paid: rise - 1 })
  })

  it('is nothing when the price is back within the percentage', async () => {
    const { made } = await risen()
    setRise(made, 0)
    expect(await quote(made.item_id)).toMatchObject({ difference: 0 })
    const before = await balance()
    expect((await pay(made.item_id, 0)).body).toMatchObject({ success: true, paid: 0, balance: before })
    expect(await later()).toMatchObject({ state: 'sent' })
  })

  it('is not paid by others, for other reasons, or by locked money', async () => {
    const { made, rise } = await risen()
    const thief = await newTrader(site)
    const body = { id: made.item_id, difference: rise }
    expect((await thief.post('/api/user/items/pay-difference', body)).body.code).toBe('item-gone')
    expect((await takeBack(made.item_id)).body).toMatchObject({ success: true })
    expect((await pay(made.item_id, rise)).body.code).toBe('item-gone')

    offer('difference')
    await setStock(site, player, 'none')
    const [missing] = (await withdrawNew(player)) as [Withdrawal]
    expect(await later()).toMatchObject({ state: 'unavailable', reason: null })
    expect(await quote(missing.item_id)).toMatchObject({ difference: null })
    expect((await pay(missing.item_id, 0)).body.code).toBe('item-gone')

    const other = await risen()
    await depositWithBonus(site, player, 5)
    await turnOver(player)
    const { balanceCents, lockedCents } = await giftAccountOf(site, player.playerId)
    expect(lockedCents).toBeGreaterThan(0)
    const free = balanceCents - lockedCents
    setRise(other.made, free + 1)
    expect((await pay(other.made.item_id, free + 1)).body).toMatchObject({ success: false, code: 'gift-locked' })
    setRise(other.made, balanceCents + 1)
    expect((await pay(other.made.item_id, balanceCents + 1)).body).toMatchObject({ success: false, code: 'balance' })
  })

  it('asks for deposits staked once', async () => {
    const { made, rise } = await risen()
    await depositPaid(site, player, 100)
    expect((await pay(made.item_id, rise)).body).toMatchObject({ success: false, code: 'turnover' })
  })

  it('goes through the holds of other withdrawals', async () => {
    const order = await depositPaid(site, player, 5)
    await turnOver(player)
    const { made, rise } = await risen()
    await site.services.settlement.apply(order, disputed('open', { id: 'dp_difference', minor: 500 }))
    expect((await pay(made.item_id, rise)).body).toMatchObject({ success: true })
    expect(await later()).toMatchObject({ state: 'requested', wait: { reason: 'dispute' } })
    await site.services.settlement.apply(order, disputed('won', { id: 'dp_difference', minor: 500 }))
    expect(await later(DAY_MS)).toMatchObject({ state: 'sent', wait: { reason: 'accept' } })
  })

  it('is charged once when payments and returns race', async () => {
    const { made, rise } = await risen()
    const before = await balance()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => (turn % 4 === 3 ? takeBack(made.item_id) : pay(made.item_id, rise))),
    )
    const winners = answers.filter(({ body }) => body.success)
    expect(winners).toHaveLength(1)
    expect(await balance()).toBe(before - (winners[0]?.body.paid ?? 0))
    for (const { body } of answers) expect(body.success ? 'item-gone' : body.code).toBe('item-gone')
  })

  it('is charged for one of two items when the balance covers one', async () => {
    const one = await risen()
    const other = await risen()
    const before = await balance()
    const rise = Math.floor(before * 0.6)
    current = { ...current, catalogue: original.catalogue }
    for (const { made } of [one, other]) setRise(made, rise)
    const due = async ({ made }: { readonly made: Withdrawal }): Promise<number> =>
      (await quote(made.item_id)).difference
    const [first, second] = [await due(one), await due(other)]
    const answers = await Promise.all([pay(one.made.item_id, first), pay(other.made.item_id, second)])
    const codes = answers.map(({ body }) => (body.success ? 'paid' : body.code))
    expect(codes.toSorted()).toEqual(['balance', 'paid'])
    expect(await balance()).toBe(before - answers.reduce((sum, { body }) => sum + (body.paid ?? 0), 0))
  })

  it('is returned whole when the shop has none, at any price', async () => {
    const { made, rise, before } = await paid()
    setRise(made, 0)
    await setStock(site, player, 'none')
    expect(await later()).toMatchObject({ state: 'unavailable', reason: null })
    expect(await balance()).toBe(before)
    expect((await pay(made.item_id, rise)).body.code).toBe('item-gone')
  })

  it('goes back when the price rises further, and the player is asked again', async () => {
    const { made, rise, before } = await paid()
    setRise(made, rise * 2)
    expect(await later()).toMatchObject({ state: 'unavailable', reason: 'price-rise' })
    expect(await balance()).toBe(before)
    expect(await quote(made.item_id)).toMatchObject({ difference: rise * 2 })
    expect((await takeBack(made.item_id)).body).toMatchObject({ success: true })
    expect(await balance()).toBe(before)
  })

  it('covers what the price rises within the percentage of all that was paid', async () => {
    const { made, rise } = await paid()
    setRise(made, Math.floor((made.price + rise) * 1.2) - made.price)
    expect(await later()).toMatchObject({ state: 'sent' })
  })

  it('goes back when an operator ends the purchase', async () => {
    const { made, before, sent } = await paidAndSent()
    setRise(made, 0)
    const provider = site.components.trade.provider
    const parts = { db: site.db, provider, now: () => Date.now() + aheadMs, by: OPERATOR }
    await failWithdrawal(parts, sent.id, { reason: 'a test', byHand: true })
    expect(await later()).toMatchObject({ state: 'declined', reason: 'operator' })
    expect(await balance()).toBe(before)
  })

  it.each([
    { end: 'declines', percent: 50 },
    { end: 'declines', percent: 300 },
    { end: 'lets it expire', percent: 0 },
    { end: 'lets it expire', percent: 99 },
  ])('goes back as far as the item costs more at $percent % when the player $end', async ({ end, percent }) => {
    const { made, rise, before, sent } = await paidAndSent()
    const now = Math.floor((rise * percent) / 100)
    setRise(made, now)
    if (end === 'declines') await choose(site, sent, 'decline')
    expect(await later(end === 'declines' ? 60_000 : 3 * DAY_MS)).toMatchObject({ state: 'declined' })
    const back = Math.min(rise, now)
    expect(await balance()).toBe(before - rise + back)
    const rows = await site.db.queries.select().from(withdrawals)
    expect(rows.find(({ id }) => id === made.id)?.difference).toBe(rise - back)
  })

  it('is on the balance again before a deposit that goes back takes items', async () => {
    const order = await depositPaid(site, player, 5)
    await turnOver(player)
    const { made } = await risen()
    const free = await balance()
    setRise(made, free)
    expect((await pay(made.item_id, free)).body).toMatchObject({ success: true, paid: free, balance: 0 })
    await site.services.settlement.apply(order, { kind: 'refunded' })
    expect((await withdrawalsOf(player))[0]).toMatchObject({ state: 'declined', reason: 'frozen' })
    expect(await balance()).toBe(free - 500)
    expect((await player.get('/api/user/items')).body.total.count).toBe(1)
  })
})
