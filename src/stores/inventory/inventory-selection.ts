// The items that a player has selected in the dashboard, and the sale of these or of all items.
import { atom, computed } from 'nanostores'
import type { OwnedItem } from '../../protocol/inventory.ts'
import type { SellBody } from '../../protocol/user.ts'
import { loadAccount } from '../account/account.ts'
import { createKeyedPost } from '../kernel/keyed-post.ts'
import { recheckSession } from '../kernel/paged.ts'
import { holdBalanceUntil, loadUser } from '../kernel/user.ts'
import { loadInventory } from './inventory.ts'
import type { SaleOutcome } from './item-sale.ts'
import { saleBody, settleSale } from './sale-reply.ts'

/** The selected items by their ids. */
export const $selected = atom<ReadonlyMap<string, OwnedItem>>(new Map())

/** The sum of the selected items, in cents. */
export const $selectedSum = computed($selected, (chosen) =>
  [...chosen.values()].reduce((sum, { price }) => sum + price, 0),
)

/** True while a sale runs. */
export const $selling = atom(false)

/** Selects an item, or deselects it. */
export function toggleSelected(item: OwnedItem): void {
  const chosen = new Map($selected.get())
  if (!chosen.delete(item.id)) chosen.set(item.id, item)
  $selected.set(chosen)
}

/** Adds items to the selection. */
export function selectItems(items: readonly OwnedItem[]): void {
  $selected.set(new Map([...$selected.get(), ...items.map((item): [string, OwnedItem] => [item.id, item])]))
}

/** Clears the selection. */
export function clearSelection(): void {
  $selected.set(new Map())
}

const keyedPost = createKeyedPost()

async function sell(body: SellBody): Promise<SaleOutcome> {
  $selling.set(true)
  try {
    const { reply: answer, isRepeated } = await holdBalanceUntil(() => keyedPost<unknown>('/user/items/sell', body))
    const reply = settleSale(answer, body)
    // A repeated answer holds the balance of the first one.
    if (isRepeated) void loadUser()
    if (reply.success || reply.code === 'item-gone') clearSelection()
    return { kind: reply.success ? 'sold' : 'refused', message: reply.message }
  } catch (fault) {
    console.error('Failed to sell items', fault)
    recheckSession(fault)
    return { kind: 'failed' }
  } finally {
    $selling.set(false)
    // The outcome does not wait for the lists.
    void loadInventory()
    void loadAccount()
  }
}

/** Sells the selected items; nothing happens while a sale runs. */
export async function sellSelected(): Promise<SaleOutcome | null> {
  const ids = [...$selected.get().keys()]
  if ($selling.get() || ids.length === 0) return null
  return sell(saleBody({ ids, isAll: false }, $selectedSum.get()))
}

/**
 * Sells all items of the player; nothing happens while a sale runs.
 *
 * @param shownCents what the page shows that they sell for; undefined while it is not known
 */
export async function sellAllItems(shownCents: number | undefined): Promise<SaleOutcome | null> {
  if ($selling.get()) return null
  return sell(saleBody({ ids: [], isAll: true }, shownCents))
}
