// The items that a player has chosen in the dashboard, and selling them or everything that he owns.
import { atom, computed } from 'nanostores'
import type { OwnedItem } from '../contract/inventory.ts'
import type { SellBody, SellReply } from '../contract/user.ts'
import { loadAccount } from './account.ts'
import { ApiError, post } from './api.ts'
import { loadInventory } from './inventory.ts'
import type { Sale } from './opening.ts'
import { watchSession } from './paged.ts'
import { loadUser, setBalance } from './user.ts'

/** The chosen items by their ids. */
export const $chosen = atom<ReadonlyMap<string, OwnedItem>>(new Map())

/** What the chosen items are worth together, in cents. */
export const $chosenSum = computed($chosen, (chosen) => [...chosen.values()].reduce((sum, { price }) => sum + price, 0))

/** True while a sale runs. */
export const $selling = atom(false)

/** Chooses an item or puts it back. */
export function toggleChosen(item: OwnedItem): void {
  const chosen = new Map($chosen.get())
  if (!chosen.delete(item.id)) chosen.set(item.id, item)
  $chosen.set(chosen)
}

/** Chooses items beside those that are chosen. */
export function choose(items: readonly OwnedItem[]): void {
  $chosen.set(new Map([...$chosen.get(), ...items.map((item): [string, OwnedItem] => [item.id, item])]))
}

/** Puts all of them back. */
export function clearChosen(): void {
  $chosen.set(new Map())
}

/** A sale that got no answer: the same one again goes under its key, so that it happens once. */
let unanswered: { readonly text: string; readonly key: string } | null = null

async function sell(body: SellBody): Promise<Sale> {
  const text = JSON.stringify(body)
  const repeated = unanswered?.text === text ? unanswered.key : null
  const key = repeated ?? crypto.randomUUID()
  $selling.set(true)
  try {
    const reply = await post<SellReply>('/user/items/sell', body, key)
    unanswered = null
    if (reply.success) setBalance(reply.balance)
    // An answer that is given again tells the balance of then.
    if (repeated !== null) void loadUser()
    if (reply.success || reply.code === 'item-gone') clearChosen()
    return { kind: reply.success ? 'sold' : 'refused', message: reply.message }
  } catch (fault) {
    console.error('Failed to sell items', fault)
    unanswered = fault instanceof ApiError && (fault.status === 0 || fault.status >= 500) ? { text, key } : null
    watchSession(fault)
    return { kind: 'failed' }
  } finally {
    $selling.set(false)
    await Promise.all([loadInventory(), loadAccount()])
  }
}

/** Sells the chosen items; nothing happens while a sale runs. */
export async function sellChosen(): Promise<Sale | null> {
  const ids = [...$chosen.get().keys()]
  if ($selling.get() || ids.length === 0) return null
  return sell({ ids, isAll: false })
}

/** Sells everything that the player owns; nothing happens while a sale runs. */
export async function sellEverything(): Promise<Sale | null> {
  if ($selling.get()) return null
  return sell({ ids: [], isAll: true })
}
