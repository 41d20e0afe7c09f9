// Previews of acts lock what the acts lock. They do not wait for others while they hold it: players' calls wait for them.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { accounts, players } from '../../../src/server/db/schema.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { lockPlayer } from '../../../src/server/services/calls/player.ts'
import { lockBalance, openAccount, payPlayer } from '../../../src/server/services/money/pay.ts'
import { keepPayment } from '../../../src/server/services/payments/kept.ts'
import { lockOrders } from '../../../src/server/services/payments/orders.ts'
import { GIFTS } from '../../game/rewards/gift-rules.ts'
import { DATABASE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { insertOrder, makePlayer } from '../../support/players/deposits.ts'

const RULES = {
  timeZone: 'UTC',
  freeCases: [],
  gifts: GIFTS,
  loaded: { catalogue: { items: new Map() }, rewards: { gifts: GIFTS } },
}

// PGlite runs one transaction at a time.
describe.runIf(DATABASE_KINDS.includes('postgres'))('previews of acts', () => {
  let office: TestOffice
  let finance: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice('postgres', { refunds: { providers: [new TestProvider()], rules: () => RULES } })
    finance = await office.member('finance')
  })

  afterAll(() => office.close())

  async function player(): Promise<number> {
    const id = await makePlayer(office.db)
    await office.db.transaction((tx) => openAccount(tx, id))
    return id
  }

  /** An order that was paid and credited, and another one whose payment is kept. */
  async function ordersOf(playerId: number, referrerId: number): Promise<{ paid: string; kept: string }> {
    const of = { playerId, provider: 'test', amount: 5_000 } as const
    const state = { state: 'paid', paidAt: new Date(office.nowMs), referrerId } as const
    const paid = await insertOrder(office.db.queries, { ...of, ...state, reference: randomUUID() })
    const kept = await insertOrder(office.db.queries, { ...of, reference: randomUUID() })
    await office.db.transaction(async (tx) => {
      const sums = { amount: cents(5_000), locked: cents(0), kind: 'deposit', reference: paid } as const
      await payPlayer(tx, { from: HOUSE_ACCOUNTS.deposits, playerId, ...sums })
      const [row] = await lockOrders(tx, [kept])
      if (row === undefined) throw new Error('The order is gone')
      await keepPayment(tx, row, 'limit', new Date(office.nowMs))
    })
    return { paid, kept }
  }

  it('give up where something else works on the same, and let the player go on', async () => {
    const [playerId, referrerId] = [await player(), await player()]
    const { paid, kept } = await ordersOf(playerId, referrerId)
    const paths = [
      // The last account that it locks.
      [`/orders/${paid}/refund`, accounts, referrerId],
      [`/players/${playerId}/correction?amount=100`, accounts, playerId],
      [`/orders/${kept}/return`, players, playerId],
      [`/orders/${kept}/credit`, players, playerId],
    ] as const
    for (const [path, table, id] of paths) {
      await office.db.transaction(async (tx) => {
        await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update')
        const { status, body } = await finance.get(path)
        expect([path, status, body.code]).toEqual([path, 409, 'preview-busy'])
        // What it had locked is free again, while the other one still works.
        if (id === referrerId) {
          const seen = await office.db.transaction(async (own) => {
            await lockPlayer(own, playerId)
            return lockBalance(own, playerId)
          })
          expect(seen).toBe(5_000)
        }
      })
      expect([path, (await finance.get(path)).status]).toEqual([path, 200])
    }
  })
})
