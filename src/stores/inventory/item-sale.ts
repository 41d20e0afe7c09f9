// The sale of an item that was just won.
import { post } from '../kernel/api.ts'
import { holdBalanceUntil } from '../kernel/user.ts'
import { removeItems } from './inventory.ts'
import { saleBody, settleSale } from './sale-reply.ts'

/** The state of an item that was won. */
export type DropState = 'mine' | 'selling' | 'sold' | 'gone'

/** The outcome of a sale; the view words `failed` in the player's language. */
export type SaleOutcome = { kind: 'sold' | 'refused'; message: string } | { kind: 'failed' }

/**
 * Sells an item.
 *
 * @param shownCents what the page shows that it sells for
 * @param mark called with each state of the item
 */
export async function sellItem(id: string, shownCents: number, mark: (state: DropState) => void): Promise<SaleOutcome> {
  mark('selling')
  try {
    const body = saleBody({ ids: [id], isAll: false }, shownCents)
    const reply = settleSale(await holdBalanceUntil(() => post<unknown>('/user/items/sell', body)), body)
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
