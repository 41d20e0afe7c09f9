// The player's items, page by page: searched, sorted, filtered, and updated after each game.
import { atom } from 'nanostores'
import type { Rarity } from '../../game/catalogue/rarity.ts'
import type { ItemSort, ItemsReply, OwnedItem } from '../../protocol/inventory.ts'
import { get, isSignedOut } from '../kernel/api.ts'
import { onUserChange } from '../kernel/on-user-change.ts'
import { createPageReader, type PageProgress, recheckSession, unknownOf } from '../kernel/paged.ts'
import { $user } from '../kernel/user.ts'

export interface Inventory extends PageProgress {
  /** While it is `loading`, the items from before stay visible; a `guest` has no items. */
  readonly status: 'loading' | 'ready' | 'failed' | 'guest'
  /** The items read so far. */
  readonly items: readonly OwnedItem[]
  /** Of all matching items in all pages; `sum` in cents. */
  readonly total: ItemsReply['total']
  readonly sort: ItemSort
  /** Null for all seven. */
  readonly rarity: Rarity | null
  /** Part of a name; empty for all. */
  readonly q: string
}

const EMPTY = { items: [], total: { count: 0, sum: 0 }, cursor: null, more: 'idle' } as const

/** How long a search waits for the next letter, in milliseconds. */
const TYPING_MS = 250

export const $inventory = atom<Inventory>({ status: 'loading', ...EMPTY, sort: 'new', rarity: null, q: '' })

const ORDERS: Readonly<Record<ItemSort, (one: OwnedItem, other: OwnedItem) => number>> = {
  // Ids grow with time.
  new: (one, other) => compare(other.id, one.id),
  old: (one, other) => compare(one.id, other.id),
  dear: (one, other) => other.won_price - one.won_price || compare(other.id, one.id),
  cheap: (one, other) => one.won_price - other.won_price || compare(one.id, other.id),
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

let typing: ReturnType<typeof setTimeout> | undefined

function change(part: Partial<Inventory>): void {
  $inventory.set({ ...$inventory.get(), ...part })
}

function pageAfter(cursor: string | null, sort = $inventory.get().sort): Promise<ItemsReply> {
  const { rarity, q } = $inventory.get()
  const query = new URLSearchParams({ sort })
  if (rarity !== null) query.set('rarity', rarity)
  if (q.trim() !== '') query.set('q', q.trim())
  if (cursor !== null) query.set('cursor', cursor)
  return get<ItemsReply>(`/user/items?${query}`)
}

const reader = createPageReader<Inventory, ItemsReply>($inventory, {
  name: 'inventory',
  read: (cursor) => pageAfter(cursor),
  first: ({ items, total }) => ({ items, total }),
  next: ({ items, total }) => {
    const known = $inventory.get().items
    return { items: [...known, ...unknownOf(known, items, ({ id }) => id)], total }
  },
  failed: (fault) => (isSignedOut(fault) ? { ...EMPTY, status: 'guest' } : {}),
})

export const { loadMore } = reader

/** Reads the first page of the matching items; those displayed stay until it arrives. */
export async function loadInventory(): Promise<void> {
  clearTimeout(typing)
  const { status } = $user.get()
  if (status === 'authorised') return reader.load()
  reader.cancel()
  change({ ...EMPTY, status: status === 'guest' ? 'guest' : 'loading' })
}

/** Shows the items in another order. */
export function setSort(sort: ItemSort): void {
  if (sort === $inventory.get().sort) return
  change({ sort })
  void loadInventory()
}

/** Shows the items of one rarity, null for all. */
export function setRarity(rarity: Rarity | null): void {
  if (rarity === $inventory.get().rarity) return
  change({ rarity })
  void loadInventory()
}

/** Shows the items whose names contain a text, once the player has stopped typing. */
export function setSearch(q: string): void {
  change({ q })
  clearTimeout(typing)
  typing = setTimeout(() => void loadInventory(), TYPING_MS)
}

/** Shows the items of all names and rarities. */
export function clearFilters(): void {
  const { rarity, q } = $inventory.get()
  if (rarity === null && q === '') return
  change({ rarity: null, q: '' })
  void loadInventory()
}

/** Returns matching items from the most expensive on: those that are loaded, or a page of all; null when it could not be read. */
export async function dearestItems(): Promise<readonly OwnedItem[] | null> {
  try {
    const { cursor, items } = $inventory.get()
    const found = cursor === null ? items : (await pageAfter(null, 'dear')).items
    // The server orders them by the price when they were won.
    return found.toSorted((one, other) => other.price - one.price)
  } catch (fault) {
    console.error('The most expensive items could not be read', fault)
    recheckSession(fault)
    return null
  }
}

/** Removes items that a game or a sale has used up. */
export function removeItems(ids: readonly string[]): void {
  if (ids.length === 0) return
  const gone = new Set(ids)
  const { status, items, total } = $inventory.get()
  const used = items.filter(({ id }) => gone.has(id))
  const left = items.filter(({ id }) => !gone.has(id))
  const sum = used.reduce((cents, { price }) => cents + price, 0)
  change({ items: left, total: { ...total, count: total.count - used.length, sum: total.sum - sum } })
  // A pending answer still contains them, and only the server knows whether items that are not loaded match.
  if (status === 'loading' || used.length < gone.size) void loadInventory()
}

/** Adds an item that was just won, at its place in the order. */
export function addItem(item: OwnedItem): void {
  const { status, items, total, cursor, sort, rarity, q } = $inventory.get()
  if (rarity !== null && item.item.rarity !== rarity) return
  // Only the server knows which names contain the text, in the player's language.
  if (status === 'loading' || q.trim() !== '') {
    void loadInventory()
    return
  }
  if (status !== 'ready' || items.some(({ id }) => id === item.id)) return
  const before = items.filter((other) => ORDERS[sort](other, item) < 0)
  const isBehind = before.length === items.length && cursor !== null
  change({
    items: isBehind ? items : [...before, item, ...items.slice(before.length)],
    total: { ...total, count: total.count + 1, sum: total.sum + item.price },
  })
}

/** Reads the inventory of the user, and again when the user changes; returns the function that stops it. */
export function watchInventory(): () => void {
  return onUserChange((_, isAnother) => {
    // Items of another player are never shown.
    if (isAnother) change(EMPTY)
    void loadInventory()
  })
}
