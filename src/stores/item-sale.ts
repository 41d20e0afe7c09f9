// Selling one item that a game has just given.
import type { SellBody, SellReply } from '../contract/user.ts'
import { post } from './api.ts'
import { forgetItems } from './inventory.ts'
import type { DropState, Sale } from './opening.ts'
import { setBalance } from './user.ts'

/**
 * Sells an item.
 *
 * @param mark told what becomes of it, step by step
 */
export async function sellItem(id: string, mark: (state: DropState) => void): Promise<Sale> {
  mark('selling')
  try {
    const body: SellBody = { ids: [id], isAll: false }
    const reply = await post<SellReply>('/user/items/sell', body)
    const isGone = reply.success || reply.code === 'item-gone'
    if (reply.success) setBalance(reply.balance)
    if (isGone) forgetItems([id])
    mark(reply.success ? 'sold' : isGone ? 'gone' : 'mine')
    return { kind: reply.success ? 'sold' : 'refused', message: reply.message }
  } catch (fault) {
    console.error('Failed to sell items', fault)
    mark('mine')
    return { kind: 'failed' }
  }
}
