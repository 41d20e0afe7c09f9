// Items selected in the dashboard: sold once despite network errors, and passed to a game for their player only.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnedItem } from '../../../src/protocol/inventory.ts'
import { $slots, receiveContractItems } from '../../../src/stores/games/contract.ts'
import { $staked, receiveStakeItems } from '../../../src/stores/games/upgrade.ts'
import {
  $selected,
  $selectedSum,
  $selling,
  clearSelection,
  selectItems,
  sellAllItems,
  sellSelected,
  toggleSelected,
} from '../../../src/stores/inventory/inventory-selection.ts'
import { handOffItems, receiveHandoff } from '../../../src/stores/inventory/item-handoff.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { account } from '../sample-account.ts'
import { redline } from '../sample-item.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, later, lost, PLAYER } from '../server-stub.ts'

const owned = (number: number): OwnedItem => ({
  id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  item: redline,
  price: number * 100,
  won_price: number * 100,
  source: 'case',
  won_at: number,
})

const SELL = '/api/user/items/sell'
/** The list that is read again after a sale, as the account is. */
const ITEMS = '/api/user/items?sort=new'
const sold = { success: true, message: 'Sold 2 items for $3.00', balance: 1300, sold: 2, sum: 300 }

const { wire } = openServerFixture()
let storage: Map<string, string>

beforeEach(() => {
  storage = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  })
  $user.set({ status: 'authorised', user: PLAYER })
  clearSelection()
  wire.on('/api/user/account', () => account())
  wire.on(ITEMS, () => ({ success: true, items: [], cursor: null, total: { count: 0, sum: 0 } }))
})

describe('selected items', () => {
  it('are summed, and can be deselected', () => {
    for (const number of [1, 2, 3]) toggleSelected(owned(number))
    toggleSelected(owned(3))
    expect([...$selected.get().keys()]).toEqual([owned(1).id, owned(2).id])
    expect($selectedSum.get()).toBe(300)
  })

  it('can be selected many at once, in addition to others', () => {
    toggleSelected(owned(1))
    selectItems([owned(1), owned(2), owned(3)])
    expect([...$selected.get().keys()]).toEqual([owned(1).id, owned(2).id, owned(3).id])
    expect($selectedSum.get()).toBe(600)
  })

  it('are sold together, once', async () => {
    for (const number of [1, 2]) toggleSelected(owned(number))
    const slow = later()
    wire.on(SELL, slow.answer)
    const first = sellSelected()
    expect(await sellSelected()).toBeNull()
    expect(await sellAllItems(300)).toBeNull()
    slow.go(sold)
    expect(await first).toEqual({ kind: 'sold', message: sold.message })
    expect(wire.to(SELL).map(({ body }) => body)).toEqual([{ ids: [owned(1).id, owned(2).id], isAll: false, sum: 300 }])
    expect($selected.get().size).toBe(0)
    expect($user.get()).toMatchObject({ user: { balance: 1300 } })
    expect(wire.to('/api/user/account')).toHaveLength(1)
  })

  it('with a missing item are deselected, and the list is reloaded', async () => {
    toggleSelected(owned(1))
    wire.on(SELL, () => ({ success: false, code: 'item-gone', message: 'Gone' }))
    expect(await sellSelected()).toEqual({ kind: 'refused', message: 'Gone' })
    expect($selected.get().size).toBe(0)
    expect(wire.to(ITEMS)).toHaveLength(1)
  })

  it('without a response stay selected, and are sent again with the same key', async () => {
    vi.useFakeTimers()
    toggleSelected(owned(1))
    wire.on(SELL, lost)
    const first = sellSelected()
    await vi.runAllTimersAsync()
    expect(await first).toEqual({ kind: 'failed' })
    expect($selling.get()).toBe(false)
    expect($selected.get().size).toBe(1)
    wire.on('/api/user/get', () => ({ success: true, user: { ...PLAYER, balance: 1500 } }))
    wire.on(SELL, () => sold)
    await sellSelected()
    expect(new Set(wire.to(SELL).map(({ key }) => key)).size).toBe(1)
    // The previous response may be outdated.
    await vi.waitFor(() => expect($user.get()).toMatchObject({ user: { balance: 1500 } }))
  })

  it('refused by a fault get a new key next time', async () => {
    toggleSelected(owned(1))
    wire.on(SELL, () => fault(422))
    await sellSelected()
    await sellSelected()
    expect(new Set(wire.to(SELL).map(({ key }) => key)).size).toBe(2)
  })
})

describe('all items', () => {
  it('are sold without listing them', async () => {
    wire.on(SELL, () => sold)
    await sellAllItems(1_250)
    expect(wire.to(SELL)[0]?.body).toEqual({ ids: [], isAll: true, sum: 1_250 })
  })
})

describe('items passed to another page', () => {
  const taken = (to: 'upgrade' | 'contract'): OwnedItem[] => {
    const items: OwnedItem[] = []
    receiveHandoff(to, (found) => void items.push(...found))
    return items
  }

  it('arrive once, at their destination', () => {
    handOffItems('upgrade', [owned(1), owned(2)])
    expect(taken('upgrade')).toEqual([owned(1), owned(2)])
    expect(taken('upgrade')).toEqual([])
    handOffItems('upgrade', [owned(1)])
    expect(taken('contract')).toEqual([])
    expect(taken('upgrade')).toEqual([])
  })

  it('wait until the player is known, and are for nobody else', () => {
    handOffItems('upgrade', [owned(1)])
    $user.set({ status: 'unknown' })
    const items: OwnedItem[] = []
    receiveHandoff('upgrade', (found) => void items.push(...found))
    expect(items).toEqual([])
    $user.set({ status: 'authorised', user: PLAYER })
    $user.set({ status: 'authorised', user: { ...PLAYER, balance: 1 } })
    expect(items).toEqual([owned(1)])
    handOffItems('upgrade', [owned(1)])
    $user.set({ status: 'authorised', user: { ...PLAYER, id: 8 } })
    expect(taken('upgrade')).toEqual([])
    $user.set({ status: 'guest' })
    handOffItems('upgrade', [owned(1)])
    expect(storage.size).toBe(0)
  })

  it.each([
    '',
    'nothing',
    'null',
    '{"to":"upgrade","player":7,"items":"all"}',
    '{"to":"upgrade","player":7,"items":[{}]}',
  ])('that are invalid (%s) are ignored', (text) => {
    storage.set('spacedrop:handoff', text)
    expect(taken('upgrade')).toEqual([])
  })

  it('are staked, at most six', () => {
    handOffItems('upgrade', [1, 2, 3, 4, 5, 6, 7].map(owned))
    receiveStakeItems()
    expect([...$staked.get().keys()]).toEqual([1, 2, 3, 4, 5, 6].map((number) => owned(number).id))
  })

  it('are put into the slots, and their results are requested once', async () => {
    handOffItems('contract', [1, 2, 3].map(owned))
    receiveContractItems()
    expect($slots.get().map((item) => item?.price ?? 0)).toEqual([100, 200, 300, 0, 0, 0, 0, 0, 0, 0])
    await vi.waitFor(() => expect(wire.to('/api/contract/preview')).toHaveLength(1))
  })
})
