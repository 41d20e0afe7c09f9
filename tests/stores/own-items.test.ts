// Items chosen in the dashboard: sold once, whatever the network does, and taken along to a game by their player alone.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnedItem } from '../../src/contract/inventory.ts'
import { carry, receive } from '../../src/stores/carried.ts'
import { $docks, receiveDocks } from '../../src/stores/contract.ts'
import {
  $chosen,
  $chosenSum,
  $selling,
  choose,
  clearChosen,
  sellChosen,
  sellEverything,
  toggleChosen,
} from '../../src/stores/own-items.ts'
import { $staked, receiveStake } from '../../src/stores/upgrade.ts'
import { $user } from '../../src/stores/user.ts'
import { redline } from './redline.ts'
import { fault, later, lost, PLAYER, Wire } from './wire.ts'

const owned = (number: number): OwnedItem => ({
  id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  item: redline,
  price: number * 100,
  source: 'case',
  won_at: number,
})

const SELL = '/api/user/items/sell'
const sold = { success: true, message: 'Sold 2 items for $3.00', balance: 1300, sold: 2, sum: 300 }

let wire: Wire
let storage: Map<string, string>

beforeEach(() => {
  wire = new Wire()
  wire.open()
  storage = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  $user.set({ status: 'authorised', user: PLAYER })
  clearChosen()
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('chosen items', () => {
  it('add up, and can be put back', () => {
    for (const number of [1, 2, 3]) toggleChosen(owned(number))
    toggleChosen(owned(3))
    expect([...$chosen.get().keys()]).toEqual([owned(1).id, owned(2).id])
    expect($chosenSum.get()).toBe(300)
  })

  it('can be many at once, beside those before', () => {
    toggleChosen(owned(1))
    choose([owned(1), owned(2), owned(3)])
    expect([...$chosen.get().keys()]).toEqual([owned(1).id, owned(2).id, owned(3).id])
    expect($chosenSum.get()).toBe(600)
  })

  it('are sold together, once', async () => {
    for (const number of [1, 2]) toggleChosen(owned(number))
    const slow = later()
    wire.on(SELL, slow.answer)
    const first = sellChosen()
    expect(await sellChosen()).toBeNull()
    expect(await sellEverything()).toBeNull()
    slow.go(sold)
    expect(await first).toEqual({ kind: 'sold', message: sold.message })
    expect(wire.to(SELL).map(({ body }) => body)).toEqual([{ ids: [owned(1).id, owned(2).id], isAll: false }])
    expect($chosen.get().size).toBe(0)
    expect($user.get()).toMatchObject({ user: { balance: 1300 } })
    expect(wire.to('/api/user/account')).toHaveLength(1)
  })

  it('of which one is gone are put back, and the list is read again', async () => {
    toggleChosen(owned(1))
    wire.on(SELL, () => ({ success: false, code: 'item-gone', message: 'Gone' }))
    expect(await sellChosen()).toEqual({ kind: 'refused', message: 'Gone' })
    expect($chosen.get().size).toBe(0)
    expect(wire.to('/api/user/items?sort=new')).toHaveLength(1)
  })

  it('without an answer stay chosen, and go under the same key again', async () => {
    vi.useFakeTimers()
    toggleChosen(owned(1))
    wire.on(SELL, lost)
    const first = sellChosen()
    await vi.runAllTimersAsync()
    expect(await first).toEqual({ kind: 'failed' })
    expect($selling.get()).toBe(false)
    expect($chosen.get().size).toBe(1)
    wire.on('/api/user/get', () => ({ success: true, user: { ...PLAYER, balance: 1500 } }))
    wire.on(SELL, () => sold)
    await sellChosen()
    expect(new Set(wire.to(SELL).map(({ key }) => key)).size).toBe(1)
    // What was answered then may be old by now.
    await vi.waitFor(() => expect($user.get()).toMatchObject({ user: { balance: 1500 } }))
  })

  it('that a fault refused go under a key of their own next time', async () => {
    toggleChosen(owned(1))
    wire.on(SELL, () => fault(422))
    await sellChosen()
    await sellChosen()
    expect(new Set(wire.to(SELL).map(({ key }) => key)).size).toBe(2)
  })
})

describe('everything', () => {
  it('is sold without naming it', async () => {
    wire.on(SELL, () => sold)
    await sellEverything()
    expect(wire.to(SELL)[0]?.body).toEqual({ ids: [], isAll: true })
  })
})

describe('what is taken along', () => {
  const taken = (to: 'upgrade' | 'contract'): OwnedItem[] => {
    const items: OwnedItem[] = []
    receive(to, (found) => void items.push(...found))
    return items
  }

  it('arrives once, where it was meant to', () => {
    carry('upgrade', [owned(1), owned(2)])
    expect(taken('upgrade')).toEqual([owned(1), owned(2)])
    expect(taken('upgrade')).toEqual([])
    carry('upgrade', [owned(1)])
    expect(taken('contract')).toEqual([])
    expect(taken('upgrade')).toEqual([])
  })

  it('waits until it is known who looks, and is for nobody else', () => {
    carry('upgrade', [owned(1)])
    $user.set({ status: 'unknown' })
    const items: OwnedItem[] = []
    receive('upgrade', (found) => void items.push(...found))
    expect(items).toEqual([])
    $user.set({ status: 'authorised', user: PLAYER })
    $user.set({ status: 'authorised', user: { ...PLAYER, balance: 1 } })
    expect(items).toEqual([owned(1)])
    carry('upgrade', [owned(1)])
    $user.set({ status: 'authorised', user: { ...PLAYER, id: 8 } })
    expect(taken('upgrade')).toEqual([])
    $user.set({ status: 'guest' })
    carry('upgrade', [owned(1)])
    expect(storage.size).toBe(0)
  })

  it.each([
    '',
    'nothing',
    'null',
    '{"to":"upgrade","player":7,"items":"all"}',
    '{"to":"upgrade","player":7,"items":[{}]}',
  ])('and makes no sense (%s) is left out', (text) => {
    storage.set('spacedrop:carried', text)
    expect(taken('upgrade')).toEqual([])
  })

  it('is staked, six at most', () => {
    carry('upgrade', [1, 2, 3, 4, 5, 6, 7].map(owned))
    receiveStake()
    expect([...$staked.get().keys()]).toEqual([1, 2, 3, 4, 5, 6].map((number) => owned(number).id))
  })

  it('is put into the docks, and its results are asked for once', async () => {
    carry('contract', [1, 2, 3].map(owned))
    receiveDocks()
    expect($docks.get().map((item) => item?.price ?? 0)).toEqual([100, 200, 300, 0, 0, 0, 0, 0, 0, 0])
    await vi.waitFor(() => expect(wire.to('/api/contract/preview')).toHaveLength(1))
  })
})
