// The contract: items in slots, the preview of the results, and the run that turns them into one item.
import { atom, computed } from 'nanostores'
import { CONTRACT_ITEMS } from '../../game/base/economy.ts'
import type { ContractBody, ContractPreviewReply, ContractReply, ContractTableView } from '../../protocol/contract.ts'
import type { ItemsReply, OwnedItem } from '../../protocol/inventory.ts'
import { $inventory, addItem, loadInventory, removeItems } from '../inventory/inventory.ts'
import { receiveHandoff } from '../inventory/item-handoff.ts'
import type { DropState } from '../inventory/item-sale.ts'
import { get, isSignedOut, post } from '../kernel/api.ts'
import { openLogin } from '../kernel/modals.ts'
import { $user, askToSignIn, loadUser } from '../kernel/user.ts'
import { cheapestFor, EMPTY_SLOTS, fillSlots, itemsIn, keepListed, type Slots, sumOf } from './contract-slots.ts'
import { createGameRun, createResultSale, type GameRun, isBusyPhase, isOver } from './game-run.ts'

/** The results that the items in the slots can have. */
export type Preview =
  /** Too few items for a contract. */
  | { readonly status: 'none' }
  /** `last` is the table of the slots before the change. */
  | { readonly status: 'loading'; readonly last: ContractTableView | null }
  | { readonly status: 'ready'; readonly table: ContractTableView }
  | { readonly status: 'refused'; readonly message: string }
  | { readonly status: 'failed' }

/** A contract to sign. */
export interface ContractRequest {
  readonly body: ContractBody
  readonly slots: Slots
  readonly table: ContractTableView
}

/** A contract that was rolled. */
export interface PlayedContract {
  readonly slots: Slots
  /** The table that the roll was looked up in. */
  readonly table: ContractTableView
  /** The item that was won; its id is that of the roll. */
  readonly won: OwnedItem
  /** The ticket that was drawn, 1 to 1,000,000. */
  readonly roll: number
  /** The state of the item that was won. */
  readonly state: DropState
}

export type ContractRun = GameRun<ContractRequest, PlayedContract>

const NO_PREVIEW: Preview = { status: 'none' }

export const $slots = atom<Slots>(EMPTY_SLOTS)

export const $preview = atom<Preview>(NO_PREVIEW)

/** True while the cheapest items are read. */
export const $filling = atom(false)

/** The items in the slots by their ids. */
export const $placed = computed($slots, (slots): ReadonlyMap<string, OwnedItem> => {
  return new Map(itemsIn(slots).map((item) => [item.id, item]))
})

const run = createGameRun<ContractRequest, Extract<ContractReply, { success: true }>, PlayedContract>({
  send: ({ body }, key) => post<ContractReply>('/contract', body, key),
  toPlayed: ({ drop: { id, item, price, roll } }, { slots, table }) => {
    if (id === null) throw new Error('A contract without a roll')
    const won = { id, item, price, won_price: price, source: 'contract' as const, won_at: Date.now() }
    return { slots, table, won, roll, state: 'mine' }
  },
  isSettled: ({ state }) => isOver(state),
  onResult: ({ slots, won }) => {
    removeItems(itemsIn(slots).map(({ id }) => id))
    addItem(won)
    $slots.set(EMPTY_SLOTS)
    $preview.set(NO_PREVIEW)
  },
  onRefused: async (code, show) => {
    show()
    if (code === 'item-gone') await removeGoneItems()
    if (code === 'odds-changed') await loadPreview()
  },
  onSignedOut: clearPlayer,
  onDismissed: async () => {
    await loadInventory()
    $slots.set(keepListed($slots.get(), $inventory.get().items))
    await loadPreview()
  },
})

export const { $run: $contract, skip, keep, retry, dismissUnanswered } = run

/** Sells the result. */
export const sellWon = createResultSale(run, ({ won }) => won)

/** How many items can be added: none while a contract is being signed. */
export const $room = computed([$slots, $contract], (slots, contract) =>
  isBusyPhase(contract) ? 0 : slots.filter((item) => item === null).length,
)

function clearPlayer(): void {
  $slots.set(EMPTY_SLOTS)
  $preview.set(NO_PREVIEW)
}

/** Changes the slots, unless a contract is being signed; the last result or refusal is cleared. */
function changeSlots(change: (slots: Slots) => Slots): void {
  if (run.isBusy()) return
  keep()
  const before = $slots.get()
  const after = change(before)
  if (after === before) return
  $slots.set(after)
  void loadPreview()
}

/** Puts an item into the first free slot, or removes it from its slot. */
export function toggleItem(item: OwnedItem): void {
  changeSlots((slots) => {
    const place = slots.findIndex((placed) => placed?.id === item.id)
    if (place >= 0) return slots.with(place, null)
    const free = slots.indexOf(null)
    return free < 0 ? slots : slots.with(free, item)
  })
}

/** Puts items into the free slots, as many as fit. */
export function placeItems(items: readonly OwnedItem[]): void {
  changeSlots((slots) => fillSlots(slots, items))
}

/** Puts the items that the dashboard handed over into the free slots; returns the function that stops waiting for them. */
export function receiveContractItems(): () => void {
  return receiveHandoff('contract', placeItems)
}

/** Clears all slots. */
export function clearSlots(): void {
  changeSlots(() => EMPTY_SLOTS)
}

/**
 * Fills the free slots with the cheapest items that make a contract.
 *
 * @returns false when the items could not be read
 */
export async function fillWithCheapest(): Promise<boolean> {
  if (run.isBusy() || $filling.get()) return true
  $filling.set(true)
  try {
    if ($user.get().status === 'unknown') await loadUser()
    const { status } = $user.get()
    if (status !== 'authorised') {
      if (status === 'guest') openLogin()
      return status === 'guest'
    }
    const { items } = await get<ItemsReply>('/user/items?sort=cheap')
    changeSlots((slots) => {
      const placed = new Set(itemsIn(slots).map(({ id }) => id))
      // The server orders them by the price when they were won.
      const others = items.filter(({ id }) => !placed.has(id)).toSorted((one, other) => one.price - other.price)
      return fillSlots(slots, cheapestFor(others, slots.length - placed.size, sumOf(slots)))
    })
    return true
  } catch (fault) {
    if (endSession(fault)) return true
    console.error('The cheapest items could not be read', fault)
    return false
  } finally {
    $filling.set(false)
  }
}

/** Clears the slots and asks to sign in when a fault says that the session has ended; returns whether it did. */
function endSession(fault: unknown): boolean {
  if (!isSignedOut(fault)) return false
  $contract.set({ phase: 'idle' })
  clearPlayer()
  askToSignIn()
  return true
}

let reading: AbortController | null = null

/** Reads the table of the slots; a newer read aborts an older one. */
export async function loadPreview(): Promise<void> {
  reading?.abort()
  const ids = itemsIn($slots.get()).map(({ id }) => id)
  if (ids.length < CONTRACT_ITEMS.least) {
    $preview.set(NO_PREVIEW)
    return
  }
  const request = new AbortController()
  reading = request
  const before = $preview.get()
  const last = before.status === 'ready' ? before.table : before.status === 'loading' ? before.last : null
  $preview.set({ status: 'loading', last })
  try {
    const reply = await post<ContractPreviewReply>('/contract/preview', { ids }, undefined, request.signal)
    if (request.signal.aborted) return
    if (reply.success) $preview.set({ status: 'ready', table: reply.table })
    else if (reply.code === 'item-gone') {
      $contract.set({ phase: 'refused', code: 'item-gone', message: reply.message })
      await removeGoneItems()
    } else $preview.set({ status: 'refused', message: reply.message })
  } catch (fault) {
    if (request.signal.aborted || endSession(fault)) return
    console.error('The preview could not be read', fault)
    $preview.set({ status: 'failed' })
  }
}

/** Reads the inventory after a refusal because of an item that is gone, and removes from the slots what it does not list. */
async function removeGoneItems(): Promise<void> {
  $preview.set(NO_PREVIEW)
  await loadInventory()
  const before = $slots.get()
  const left = keepListed(before, $inventory.get().items)
  // Where the inventory lists all of them, any may be gone: the same items would be refused again.
  $slots.set(itemsIn(left).length === itemsIn(before).length ? EMPTY_SLOTS : left)
  await loadPreview()
}

/** Signs the contract over the items in the slots, with the displayed table; nothing happens while that is loading. */
export async function sign(): Promise<void> {
  await run.start(() => {
    const preview = $preview.get()
    if (preview.status !== 'ready') return null
    const slots = $slots.get()
    const ids = itemsIn(slots).map(({ id }) => id)
    return { body: { ids, oddsHash: preview.table.oddsHash }, slots, table: preview.table }
  })
}

/** Puts the result into the first slot of the next contract. */
export function placeWon(): void {
  const contract = $contract.get()
  if (contract.phase === 'result' && contract.played.state === 'mine') toggleItem(contract.played.won)
}
