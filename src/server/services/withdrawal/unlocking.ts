// What gifts ask of a withdrawal: deposits turned over once, and items whose locked parts the player's margin unlocks.
import { and, eq, inArray } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import {
  type GiftAccount,
  giftAllowance,
  lockedAtValue,
  missingTurnover,
  unlockItem,
} from '../../../game/rewards/gifts.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Queries } from '../../db/database.ts'
import { items } from '../../db/schema.ts'
import { keptDeposits } from '../money/kept-deposits.ts'
import { lockGiftAccount, storeUnlocked } from '../money/pay.ts'
import type { OwnedItem } from '../rolls/play.ts'

/**
 * Requires that a player has staked their deposits once.
 *
 * @throws RefusalError 'turnover' with what is missing
 */
export async function assertTurnedOver(tx: Queries, playerId: number, account: GiftAccount): Promise<void> {
  const missing = missingTurnover(account, await keptDeposits(tx, playerId))
  if (missing > 0) throw new RefusalError('turnover', { missing })
}

/** Returns the most that each item is worth now: its price in the catalogue, or the one that it was won at. */
async function highestValues(
  tx: Queries,
  owned: readonly OwnedItem[],
  { catalogue }: LoadedCatalogue,
): Promise<ReadonlyMap<string, Cents>> {
  const ids = owned.map(({ id }) => id)
  const rows = await tx
    .select({ id: items.id, itemId: items.itemId, price: items.price })
    .from(items)
    .where(inArray(items.id, ids))
  return new Map(
    rows.map(({ id, itemId, price }) => [id, cents(Math.max(price, catalogue.items.get(itemId)?.priceCents ?? price))]),
  )
}

function missingFor(account: GiftAccount, costs: readonly Cents[], rules: GiftRules): number {
  return costs.reduce((sum, cost) => sum + cost, 0) - giftAllowance(account, rules)
}

/**
 * Unlocks items for a withdrawal, all of them or none. The transaction has locked them.
 *
 * @throws RefusalError 'turnover' while cash stakes are less than the deposits, 'gift-locked' while margin does not pay the locked
 *   parts; each with the missing amount
 */
export async function unlockForWithdrawal(
  tx: Queries,
  playerId: number,
  owned: readonly OwnedItem[],
  loaded: LoadedCatalogue,
): Promise<void> {
  let account = await lockGiftAccount(tx, playerId)
  await assertTurnedOver(tx, playerId, account)
  const values = await highestValues(tx, owned, loaded)
  const { gifts } = loaded.rewards
  const locked = owned
    .filter((item) => item.locked > 0)
    .map(({ id, price, locked: lockedCents }) => ({
      id,
      priceCents: price,
      lockedCents,
      value: values.get(id) ?? price,
    }))
  const missing = missingFor(
    account,
    locked.map((item) => lockedAtValue(item, item.value)),
    gifts,
  )
  for (const item of locked) {
    const unlocked = unlockItem(account, item, item.value, gifts)
    if (!unlocked.ok) throw new RefusalError('gift-locked', { missing })
    account = unlocked.account
    await tx
      .update(items)
      .set({ unlocked: unlocked.costCents })
      .where(and(eq(items.id, item.id), eq(items.playerId, playerId)))
  }
  if (locked.length > 0) await storeUnlocked(tx, playerId, account)
}
