// Commissions of orders from before margin paid referrers: they stay in the ledger, and go back with their deposits.
import { eq } from 'drizzle-orm'
import { cents } from '../../../src/game/base/money.ts'
import { orders } from '../../../src/server/db/schema-payments.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { payPlayer } from '../../../src/server/services/money/pay.ts'
import type { TestSite } from '../sites/site.ts'

/** Pays the referrer of a paid order a commission, as deposits once did. */
export async function payOldCommission({ db }: Pick<TestSite, 'db'>, order: string, commission: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.update(orders).set({ commission }).where(eq(orders.id, order)).returning()
    if (row?.referrerId == null) throw new Error(`Order ${order} has no referrer`)
    const to = { playerId: row.referrerId, amount: cents(commission), locked: cents(0) }
    await payPlayer(tx, { ...to, from: HOUSE_ACCOUNTS.referrals, kind: 'referral', reference: order })
  })
}
