// Paid deposits whose money comes back, for suites of the API.
import { randomUUID } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { cents } from '../../../src/game/base/money.ts'
import { accounts, items } from '../../../src/server/db/schema.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { freezeReasonsOf } from '../../../src/server/services/account/freezes.ts'
import { chargePlayer } from '../../../src/server/services/money/pay.ts'
import type { DatabaseKind } from '../../support/databases/databases.ts'
import { disputed, PAID } from '../../support/outside/payment-provider.ts'
import { openPaymentFixture } from './payment-fixture.ts'

/** The balance of a player before the deposit, in cents. */
export const START = 10_000

/** Starts the app of a suite before its tests: what `openPaymentFixture` gives, and what disputes need besides. */
export function openDisputeFixture(kind: DatabaseKind) {
  const fixture = openPaymentFixture(kind)
  const { created, sendState } = fixture

  const frozen = (playerId = fixture.player.playerId) => freezeReasonsOf(fixture.site.db.queries, playerId)
  /** A paid deposit of so many dollars, and its dispute in each state. */
  const paid = async (sum: number, promocode = '') => {
    const id = await created({ sum, promocode })
    await sendState(id, PAID)
    const dispute = `dp_${randomUUID()}`
    let atMs = 1_000
    const report = (
      state: Parameters<typeof disputed>[0],
      changes: { atMs?: number; minor?: number; currency?: string } = {},
    ) => sendState(id, disputed(state, { id: dispute, minor: sum * 100, atMs: ++atMs, ...changes }))
    return { id, report }
  }
  /** Takes money from the player's balance, as a game would; nothing is won. */
  const spend = async (amount: number, playerId = fixture.player.playerId): Promise<void> => {
    const charge = {
      playerId,
      to: HOUSE_ACCOUNTS.sandbox,
      amount: cents(amount),
      kind: 'grant',
      reference: 'spent',
    } as const
    await fixture.site.db.transaction((tx) => chargePlayer(tx, charge, 'refund'))
  }
  const account = async (playerId = fixture.player.playerId) => {
    const [row] = await fixture.site.db.queries.select().from(accounts).where(eq(accounts.id, playerId))
    if (row === undefined) throw new Error('The player has no account')
    return { balance: row.balance ?? 0, debt: row.debt, items: row.items, worth: row.worth }
  }
  const owned = () =>
    fixture.site.db.queries
      .select({ id: items.id, price: items.price })
      .from(items)
      .where(and(eq(items.playerId, fixture.player.playerId), eq(items.state, 'owned')))
      .orderBy(desc(items.price), desc(items.id))
  const notices = async (): Promise<string[]> =>
    (await fixture.player.get('/api/notification/get')).body.map(({ title }: { title: string }) => title)

  return { fixture, frozen, paid, spend, account, owned, notices }
}
