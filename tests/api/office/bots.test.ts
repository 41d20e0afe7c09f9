// The room Bots and stock: the account that trades, and the stock of each item against what players hold.
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WithdrawalState } from '../../../src/game/withdrawal/withdrawal.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { items } from '../../../src/server/db/schema.ts'
import { withdrawalSteps, withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { recountStock } from '../../../src/server/services/operations/stock.ts'
import { applyTransition, lockWithdrawal } from '../../../src/server/services/withdrawal/transitions.ts'
import { TradeFailed, type TradeProvider } from '../../../src/server/trade/provider.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { addCase, recordItems } from '../../support/office/office-withdrawals.ts'
import { makePlayer } from '../../support/players/deposits.ts'

/** An account that fails where it is told to, and whose stock is one item. */
class Account {
  isAway = false
  stock = new Map<string, number>()
  signedIn: boolean | undefined

  readonly provider: TradeProvider = {
    name: 'steam',
    condition: () => ({
      isSignedIn: this.signedIn,
      stock: this.signedIn === undefined ? undefined : [...this.stock.values()].reduce((sum, count) => sum + count, 0),
      look: this.signedIn === true ? { at: this.stock.size, items: this.stock } : undefined,
    }),
    look: async () => {
      this.signedIn = !this.isAway
      if (this.isAway) throw new TradeFailed('Steam: InvalidPassword')
    },
    offer: () => Promise.reject(new TradeFailed('no offer')),
    find: async () => undefined,
    urlOf: (reference) => reference,
    fetchState: () => Promise.reject(new TradeFailed('no state')),
    cancel: async () => undefined,
    onUpdate: () => undefined,
    close: async () => undefined,
  }
}

describe.each(SUITE_KINDS)('the room Bots and stock on %s', (kind) => {
  const account = new Account()
  let office: TestOffice
  let risk: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice(kind, { trade: account.provider })
    await recordItems(office)
    risk = await office.member('risk')
  })

  afterAll(() => office.close())

  const bots = async () => (await risk.get('/bots')).body
  const stock = async (query = '') => (await risk.get(`/bots/stock${query}`)).body
  const count = async () => (await risk.get('/counts')).body.counts.bots

  it('tells a session that was lost, with the error, and counts it beside the room', async () => {
    expect((await bots()).bots).toEqual([])
    expect(await count()).toBe(0)
    account.isAway = true
    expect(await risk.post('/bots/look')).toMatchObject({ status: 503, body: { code: 'bot-away' } })
    await office.machine.system.sign()
    expect((await bots()).bots).toMatchObject([{ isSignedIn: false, failed: 1, error: 'Steam: InvalidPassword' }])
    expect(await count()).toBe(1)

    // A moment later: Steam shuts out who asks often.
    expect(await risk.post('/bots/look')).toMatchObject({ status: 429, body: { code: 'too-many' } })
    office.nowMs += 30_000
    account.isAway = false
    account.stock = new Map([['AK-47 | Slate (Field-Tested)', 2]])
    expect(await risk.post('/bots/look')).toMatchObject({ status: 200, body: { looked: true } })
    expect((await bots()).bots).toMatchObject([{ isSignedIn: true, stock: 2, done: 1, failures: 0 }])
    expect(await count()).toBe(0)
  })

  it('counts what players hold, what is on its way and what was missing as a recomputation does', async () => {
    for (const state of ['review', 'requested', 'buying', 'buying', 'sent', 'protected'] as const) {
      await addCase(office, { state })
    }
    // Transitions through the service, as the job makes them.
    const move = (id: string, to: WithdrawalState) =>
      office.db.transaction(async (tx) => {
        const locked = await lockWithdrawal(tx, id)
        if (locked !== undefined) await applyTransition(tx, locked, { to }, new Date(office.nowMs))
      })
    const bought = await office.db.queries.select().from(withdrawals).where(eq(withdrawals.state, 'buying'))
    for (const { id } of bought) await move(id, 'unavailable')
    await move(bought[0]?.id ?? '', 'returned')
    const [some] = await office.db.queries.select().from(items).limit(1)
    if (some === undefined) throw new Error('There is no item')
    for (let copies = 0; copies < 3; copies++) {
      await office.db.queries.insert(items).values({ ...some, id: randomUUID(), rollId: null, state: 'owned' })
    }
    // What bots of the sandbox hold is nobody's to ask for.
    const bot = await makePlayer(office.db)
    await office.db.asOwner(`update players set house = true where id = ${bot}`)
    await office.db.queries
      .insert(items)
      .values({ ...some, id: randomUUID(), playerId: bot, rollId: null, state: 'owned' })
    await recountStock(office.db, office.nowMs)

    const { rows, totals, heldAt } = await stock()
    expect(heldAt).toBe(office.nowMs)
    const holdings = await queryRows<{ item_id: string; count: string; worth: string }>(
      office.db.queries,
      sql`select item_id, count(*) as count, sum(price) as worth from ${items} where state = 'owned' and player_id <> ${bot} group by 1`,
    )
    const moving = await queryRows<{ item_id: string; state: string }>(
      office.db.queries,
      sql`select i.item_id, w.state from ${withdrawals} w join ${items} i on i.id = w.item_id`,
    )
    const missing = await queryRows<{ item_id: string; count: string }>(
      office.db.queries,
      sql`select i.item_id, count(*) as count from ${withdrawalSteps} s join ${withdrawals} w on w.id = s.withdrawal_id
        join ${items} i on i.id = w.item_id where s.state = 'unavailable' group by 1`,
    )
    const inStates = (id: string, states: readonly string[]): number =>
      moving.filter((row) => row.item_id === id && states.includes(row.state)).length
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      const own = holdings.find(({ item_id }) => item_id === row.id)
      expect(row).toMatchObject({
        held: Number(own?.count ?? 0),
        worth: Number(own?.worth ?? 0),
        waiting: inStates(row.id, ['requested', 'review', 'approved']),
        sending: inStates(row.id, ['buying', 'sent', 'accepted', 'protected']),
        lacking: inStates(row.id, ['unavailable']),
        missing: Number(missing.find(({ item_id }) => item_id === row.id)?.count ?? 0),
      })
    }
    expect(totals.held).toBe(holdings.reduce((sum, row) => sum + Number(row.count), 0))
    expect(totals.lacking).toBe(moving.filter(({ state }) => state === 'unavailable').length)
  })

  it('lists what is short first, finds by name, and shows the days of an item', async () => {
    const { rows } = await stock('?view=short')
    expect(rows.length).toBeGreaterThan(0)
    const [first] = rows
    expect((await stock(`?q=${encodeURIComponent(first.item.name.uk.slice(2).toUpperCase())}`)).rows[0].id).toBe(
      first.id,
    )
    expect((await stock('?q=nothing-has-this-name')).rows).toEqual([])
    const item = (await risk.get(`/bots/stock/${encodeURIComponent(first.id)}`)).body
    expect(item).toMatchObject({ id: first.id, item: first.item })
    const days = item.history.reduce((sum: number, day: { missing: number }) => sum + day.missing, 0)
    expect(days).toBe(first.missing)
    expect((await risk.get('/bots/stock/no-such-item')).status).toBe(404)
  })
})
