// An idempotency key belongs to one call and one body, whichever tables keep its response.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { queryRows } from '../../../src/server/db/database.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { win } from '../../support/players/games.ts'
import { newTrader } from '../../support/players/withdrawals.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

describe.each(SUITE_KINDS)('the key of one call on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let item: string

  beforeAll(async () => {
    site = await openTestSite(kind, { payments: { providers: [new TestProvider()], standIn: undefined } })
  })

  beforeEach(async () => {
    player = await newTrader(site)
    const [won] = await win(player, 1)
    item = won?.id ?? ''
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    await site.close()
  })

  type Call = (key: Record<string, string>) => Promise<Answer>

  const order =
    (sum: number): Call =>
    (key) => {
      const body = { method_name: 'card', sum, promocode: '', user_id: player.playerId }
      return player.post('/api/payment/create/test?currency=USD', body, key)
    }

  const CALLS: Readonly<Record<string, Call>> = {
    order: order(5),
    'another order': order(6),
    'an order that is too small': order(0.5),
    opening: (key) => player.post('/api/case/first-step/open', { count: 1 }, key),
    'an opening of more': (key) => player.post('/api/case/first-step/open', { count: 2 }, key),
    'a spin of the wheel': (key) => player.post('/api/wheel/spin', { free: false, price: 100 }, key),
    'a sale': (key) => player.post('/api/user/items/sell', { ids: [item], isAll: false }, key),
    'a withdrawal': (key) => player.post('/api/user/items/withdraw', { ids: [item] }, key),
    'a withdrawal of nothing': (key) => player.post('/api/user/items/withdraw', { ids: [randomUUID()] }, key),
  }

  const pairs = ['order', 'opening', 'a sale', 'a withdrawal'].flatMap((first) =>
    Object.keys(CALLS)
      .filter((second) => second !== first)
      .map((second) => [first, second] as const),
  )

  const rows = async (): Promise<unknown> =>
    queryRows(
      site.db.queries,
      `select (select count(*) from orders) as orders, (select count(*) from transfers) as transfers,
        (select count(*) from withdrawals) as withdrawals`,
    )

  it.each(pairs)('of %s does nothing for %s', async (first, second) => {
    const key = { 'idempotency-key': randomUUID() }
    const answer = await CALLS[first]?.(key)
    expect(answer?.body).toMatchObject({ success: true })
    const before = await rows()
    const refused = await CALLS[second]?.(key)
    expect(refused?.status).toBe(422)
    expect(refused?.body).toMatchObject({ code: 'key-reused' })
    expect(await rows()).toEqual(before)
    expect((await CALLS[first]?.(key))?.body).toEqual(answer?.body)
  })

  it('sent to an order and an opening at once does one of them', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const [made, opened] = await Promise.all([CALLS.order?.(key), CALLS.opening?.(key)])
    expect([made?.status, opened?.status].toSorted()).toEqual([200, 422])
  })
})
