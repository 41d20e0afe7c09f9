// An office for the tests of a file about the room Payments: who works in it, a provider, and orders with what was reported about them.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { audit } from '../../../src/server/db/schema-office.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { openAccount, payPlayer } from '../../../src/server/services/money/pay.ts'
import { lockOrders } from '../../../src/server/services/payments/orders.ts'
import { GIFTS } from '../../game/rewards/gift-rules.ts'
import type { DatabaseKind } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { insertOrder, makePlayer, type OrderValues } from '../../support/players/deposits.ts'

const RULES = {
  timeZone: 'UTC',
  freeCases: [],
  gifts: GIFTS,
  loaded: { catalogue: { items: new Map() }, rewards: { gifts: GIFTS } },
}
export const HOUR_MS = 3_600_000

export const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id)

/** Opens an office before the tests of a file. */
export function openPaymentsFixture(kind: DatabaseKind) {
  const providers: TestProvider[] = []
  const fixture = {
    office: undefined as unknown as TestOffice,
    finance: undefined as unknown as OfficeBrowser,
    auditor: undefined as unknown as OfficeBrowser,
    /** A new one for each test. */
    provider: undefined as unknown as TestProvider,

    at: (): Date => new Date(fixture.office.nowMs),

    player: async (): Promise<number> => {
      const { db } = fixture.office
      const id = await makePlayer(db)
      await db.transaction((tx) => openAccount(tx, id))
      return id
    },

    order: (values: Pick<OrderValues, 'playerId'> & Partial<OrderValues>): Promise<string> =>
      insertOrder(fixture.office.db.queries, {
        provider: 'test',
        reference: randomUUID(),
        createdAt: fixture.at(),
        ...values,
      }),

    /** An order that was paid and credited. */
    paid: async (playerId: number, amount = 5_000): Promise<string> => {
      const id = await fixture.order({ playerId, amount, state: 'paid', paidAt: fixture.at() })
      const from = HOUSE_ACCOUNTS.deposits
      const sums = { amount: cents(amount), locked: cents(0), kind: 'deposit', reference: id } as const
      await fixture.office.db.transaction((tx) => payPlayer(tx, { from, playerId, ...sums }))
      return id
    },

    /** Does something about an order as its provider's report does. */
    report: async (id: string, work: (tx: never, row: never) => Promise<unknown>): Promise<void> => {
      await fixture.office.db.transaction(async (tx) => {
        const [row] = await lockOrders(tx, [id])
        await work(tx as never, row as never)
      })
    },

    /** Returns what the audit has about an order. */
    rowsAbout: async (id: string): Promise<(typeof audit.$inferSelect)[]> =>
      fixture.office.db.queries.select().from(audit).where(eq(audit.subject, id)),
  }

  beforeAll(async () => {
    fixture.office = await openTestOffice(kind, { refunds: { providers, rules: () => RULES } })
    fixture.finance = await fixture.office.member('finance', 'Finn')
    fixture.auditor = await fixture.office.member('auditor', 'Ada')
  })

  beforeEach(() => {
    fixture.provider = new TestProvider()
    providers.splice(0, providers.length, fixture.provider)
  })

  afterAll(() => fixture.office.close())

  return fixture
}
