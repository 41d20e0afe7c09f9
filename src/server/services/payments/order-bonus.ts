// The bonus of an order at the moment when it is paid, and what it takes from the player's other open orders.
import { eq } from 'drizzle-orm'
import { cents } from '../../../game/base/money.ts'
import { chosenBonus } from '../../../game/rewards/gifts.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import type { Queries } from '../../db/database.ts'
import { type OrderRow, orders } from '../../db/schema-payments.ts'
import type { CreditFollower } from '../money/credit-followers.ts'
import { depositStatus } from './orders.ts'
import { mayUsePromo, type OrderBonus } from './promo.ts'

type Changes = Partial<typeof orders.$inferInsert>

/**
 * Changes an order, which has to be locked, and returns it.
 *
 * @throws Error when it is gone
 */
export async function changeOrder(tx: Queries, row: OrderRow, changes: Changes): Promise<OrderRow> {
  const [changed] = await tx.update(orders).set(changes).where(eq(orders.id, row.id)).returning()
  if (changed === undefined) throw new Error(`Order ${row.id} is gone`)
  return changed
}

/** Tells whether an order that is paid now gets the bonus of its code. */
async function getsCodeBonus(tx: Queries, { id, promoId, playerId }: OrderRow, isHolding: boolean): Promise<boolean> {
  return promoId !== null && (await mayUsePromo(tx, { promoId, playerId, orderId: id, isHolding }))
}

/** Returns the bonus that an order gets now: another order may have used it, and the first one that is paid is the first deposit. */
export async function bonusNow(
  tx: Queries,
  row: OrderRow,
  gifts: Pick<GiftRules, 'depositBonus'>,
): Promise<OrderBonus> {
  const isOfCode = await getsCodeBonus(tx, row, row.state === 'created')
  const ofCode = isOfCode ? { percent: row.bonusPercent, sum: cents(row.bonusSum) } : { percent: 0, sum: cents(0) }
  const ofFirst = (await depositStatus(tx, row.playerId)).percent
  const { percent, sum, usesCode } = chosenBonus(cents(row.amount), ofFirst, ofCode, gifts)
  return { percent, sum, promoId: usesCode ? row.promoId : null }
}

/** Takes the bonus off open orders that do not get it any more: it went to the order that was paid. */
export const withdrawBonuses: CreditFollower = {
  onPaid: async (tx, { open }) => {
    const others: OrderRow[] = []
    for (const row of open) {
      // A code that the player may use again keeps its bonus, when another use is left.
      if (row.bonus === 0 || (await getsCodeBonus(tx, row, false))) continue
      others.push(await changeOrder(tx, row, { bonus: 0, bonusPercent: 0, bonusSum: 0, promoId: null }))
    }
    return { others }
  },
}
