// What the player owns, page by page, as the pickers of the games show it: searched, sorted, and right again after each game.
import { atom } from 'nanostores'
import type { ItemSort, ItemsReply, OwnedItem } from '../contract/inventory.ts'
import type { Rarity } from '../game/rarity.ts'
import { get, isSignedOut } from './api.ts'
import { $user } from './user.ts'
import { watchPlayer } from './watch-player.ts'

export interface Inventory {
  /** While it is `loading` the items of before stay on show; `guest` owns nothing because nobody is signed in. */
  readonly status: 'loading' | 'ready' | 'failed' | 'guest'
  /** As far as they were read. */
  readonly items: readonly OwnedItem[]
  /** Of all that fits, in all pages; `sum` in cents. */
  readonly total: ItemsReply['total']
  /** Where the next page begins; null when there is none. */
  readonly cursor: string | null
  /** What becomes of the next page. */
  readonly more: 'idle' | 'loading' | 'failed'
  readonly sort: ItemSort
  /** Null for all seven. */
  readonly rarity: Rarity | null
  /** Part of a name; empty for all. */
  readonly q: string
}

const NOTHING = { items: [], total: { count: 0, sum: 0 }, cursor: null, more: 'idle' } as const

/** How long a search waits for the next letter. */
const TYPING_MS = 250

export const $inventory = atom<Inventory>({ status: 'loading', ...NOTHING, sort: 'new', rarity: null, q: '' })

const ORDERS: Readonly<Record<ItemSort, (one: OwnedItem, other: OwnedItem) => number>> = {
  // Ids grow with time.
  new: (one, other) => compare(other.id, one.id),
  old: (one, other) => compare(one.id, other.id),
  dear: (one, other) => other.price - one.price || compare(other.id, one.id),
  cheap: (one, other) => one.price - other.price || compare(one.id, other.id),
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** Counts the questions: only the answer to the newest one is shown. */
let asked = 0
let typing: ReturnType<typeof setTimeout> | undefined

function change(part: Partial<Inventory>): void {
  $inventory.set({ ...$inventory.get(), ...part })
}

function pageAfter(cursor: string | null): Promise<ItemsReply> {
  const { sort, rarity, q } = $inventory.get()
  const wish = new URLSearchParams({ sort })
  if (rarity !== null) wish.set('rarity', rarity)
  if (q.trim() !== '') wish.set('q', q.trim())
  if (cursor !== null) wish.set('cursor', cursor)
  return get<ItemsReply>(`/user/items?${wish}`)
}

/** Reads the first page of what fits; what was on show stays until it is there. */
export async function loadInventory(): Promise<void> {
  clearTimeout(typing)
  const question = ++asked
  if ($user.get().status !== 'authorised') {
    change({ ...NOTHING, status: $user.get().status === 'guest' ? 'guest' : 'loading' })
    return
  }
  change({ status: 'loading', more: 'idle' })
  try {
    const { items, total, cursor } = await pageAfter(null)
    if (question === asked) change({ status: 'ready', items, total, cursor })
  } catch (fault) {
    if (question !== asked) return
    console.error('The inventory could not be read', fault)
    change(isSignedOut(fault) ? { ...NOTHING, status: 'guest' } : { status: 'failed' })
  }
}

/** Reads the next page, if there is one and it is not on its way. */
export async function loadMore(): Promise<void> {
  const { status, cursor, more } = $inventory.get()
  if (status !== 'ready' || cursor === null || more === 'loading') return
  const question = asked
  change({ more: 'loading' })
  try {
    const page = await pageAfter(cursor)
    if (question !== asked) return
    // What was won meanwhile stands there already.
    const known = new Set($inventory.get().items.map(({ id }) => id))
    const items = [...$inventory.get().items, ...page.items.filter(({ id }) => !known.has(id))]
    change({ items, total: page.total, cursor: page.cursor, more: 'idle' })
  } catch (fault) {
    if (question !== asked) return
    console.error('More of the inventory could not be read', fault)
    change({ more: 'failed' })
  }
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

/** Shows the items whose names hold these letters, once the player has stopped typing. */
export function setSearch(q: string): void {
  change({ q })
  clearTimeout(typing)
  typing = setTimeout(() => void loadInventory(), TYPING_MS)
}

/** Takes items away that a game or a sale has used up. */
export function forgetItems(ids: readonly string[]): void {
  if (ids.length === 0) return
  const gone = new Set(ids)
  const { status, items, total } = $inventory.get()
  const used = items.filter(({ id }) => gone.has(id))
  const left = items.filter(({ id }) => !gone.has(id))
  const sum = used.reduce((cents, { price }) => cents + price, 0)
  change({ items: left, total: { ...total, count: total.count - used.length, sum: total.sum - sum } })
  // An answer under way still holds them, and of items that are not on show nobody here knows whether they fit.
  if (status === 'loading' || used.length < gone.size) void loadInventory()
}

/** Adds an item that was just won, where it belongs in the order. */
export function addItem(item: OwnedItem): void {
  const { status, items, total, cursor, sort, rarity, q } = $inventory.get()
  if (rarity !== null && item.item.rarity !== rarity) return
  // Which names hold the letters only the server knows, in the language of the player.
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

/** Reads the inventory of whoever is signed in, and again when that changes; returns what stops it. */
export function watchInventory(): () => void {
  return watchPlayer((_, isAnother) => {
    // What belongs to another player is not shown to this one for a moment.
    if (isAnother) change(NOTHING)
    void loadInventory()
  })
}
