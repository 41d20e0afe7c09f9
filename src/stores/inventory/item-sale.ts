// The sale of an item that was just won.
import type { SellBody } from '../../protocol/user.ts'
import { post } from '../kernel/api.ts'
import { holdBalanceUntil } from '../kernel/user.ts'
import { removeItems } from './inventory.ts'
import { settleSale } from './sale-reply.ts'

/** The state of an item that was won. */
export type DropState = 'mine' | 'selling' | 'sold' | 'gone'

/** The outcome of a sale; the view words `failed` in the player's language. */
export type SaleOutcome = { kind: 'sold' | 'refused'; message: string } | { kind: 'failed' }

/**
 * Sells an item.
 *
 * @param mark called with each state of the item
 */
export async function sellItem(id: string, mark: (state: DropState) => void): Promise<SaleOutcome> {
  mark('selling')
  try {
    const body: SellBody = { ids: [id], isAll: false }
    const reply = settleSale(await holdBalanceUntil(() => post<unknown>('/user/items/sell', body)))
    const isGone = reply.success || reply.code === 'item-gone'
    if (isGone) removeItems([id])
    mark(reply.success ? 'sold' : isGone ? 'gone' : 'mine')
    return { kind: reply.success ? 'sold' : 'refused', message: reply.message }
  } catch (fault) {
    console.error('Failed to sell items', fault)
    mark('mine')
    return { kind: 'failed' }
  }
}
