// The items of the player as the pickers read them: pages in their order, the newest question alone, right again after a game.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ItemSort, ItemsReply, OwnedItem } from '../../src/contract/inventory.ts'
import type { Rarity } from '../../src/game/rarity.ts'
import {
  $inventory,
  addItem,
  forgetItems,
  loadInventory,
  loadMore,
  setRarity,
  setSearch,
  setSort,
  watchInventory,
} from '../../src/stores/inventory.ts'
import { $user } from '../../src/stores/user.ts'
import { redline } from './redline.ts'
import { fault, later, lost, PLAYER, Wire } from './wire.ts'

const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

function owned(number: number, price = 100 * number, rarity: Rarity = 'classified'): OwnedItem {
  return { id: id(number), item: { ...redline, rarity }, price, source: 'case', won_at: number }
}

function page(items: readonly OwnedItem[], cursor: string | null = null, count = items.length): ItemsReply {
  return {
    success: true,
    items: [...items],
    cursor,
    total: { count, sum: items.reduce((sum, { price }) => sum + price, 0) },
  }
}

const NEWEST = '/api/user/items?sort=new'

const numbers = (): string[] => $inventory.get().items.map((item) => String(Number(item.id.slice(-12))))

let wire: Wire

beforeEach(async () => {
  wire = new Wire()
  wire.open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  $user.set({ status: 'guest' })
  await loadInventory()
  $inventory.set({ ...$inventory.get(), sort: 'new', rarity: null, q: '' })
  $user.set({ status: 'authorised', user: PLAYER })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function given(items: readonly OwnedItem[], cursor: string | null = null, count?: number): Promise<void> {
  wire.on(NEWEST, () => page(items, cursor, count))
  await loadInventory()
}

describe('the inventory', () => {
  test('is read a page at a time, until there is none left', async () => {
    await given([owned(4), owned(3)], 'a', 4)
    wire.on(`${NEWEST}&cursor=a`, () => page([owned(2), owned(1)], null, 4))
    await loadMore()
    await loadMore()
    expect(numbers()).toEqual(['4', '3', '2', '1'])
    expect(wire.calls).toHaveLength(2)
    expect($inventory.get()).toMatchObject({ status: 'ready', total: { count: 4 }, cursor: null, more: 'idle' })
  })

  test('asks for a page once, however often its end is seen', async () => {
    await given([owned(2)], 'a', 2)
    const kept = later()
    wire.on(`${NEWEST}&cursor=a`, kept.answer)
    const first = loadMore()
    await loadMore()
    kept.go(page([owned(1)], null, 2))
    await first
    expect(wire.to(`${NEWEST}&cursor=a`)).toHaveLength(1)
  })

  test('of a guest is empty, and nothing is asked', async () => {
    $user.set({ status: 'guest' })
    await loadInventory()
    expect($inventory.get()).toMatchObject({ status: 'guest', items: [] })
    expect(wire.calls).toHaveLength(0)
  })

  test('of a session that has ended elsewhere is a guest’s', async () => {
    wire.on(NEWEST, () => fault(401))
    await loadInventory()
    expect($inventory.get().status).toBe('guest')
  })

  test('that did not arrive says so, and comes when it is asked for again', async () => {
    wire.on(NEWEST, lost)
    await loadInventory()
    expect($inventory.get().status).toBe('failed')
    await given([owned(1)])
    expect($inventory.get()).toMatchObject({ status: 'ready', items: [{ id: id(1) }] })
  })

  test('whose next page did not arrive keeps the ones before', async () => {
    await given([owned(2)], 'a', 2)
    wire.on(`${NEWEST}&cursor=a`, lost)
    await loadMore()
    expect($inventory.get()).toMatchObject({ status: 'ready', more: 'failed', items: [{ id: id(2) }] })
    wire.on(`${NEWEST}&cursor=a`, () => page([owned(1)], null, 2))
    await loadMore()
    expect(numbers()).toEqual(['2', '1'])
  })

  test('is read for whoever is signed in, once for each, and is never another player’s', async () => {
    await given([owned(1)])
    const stop = watchInventory()
    await vi.runAllTimersAsync()
    $user.set({ status: 'authorised', user: { ...PLAYER, balance: 5 } })
    expect(wire.calls).toHaveLength(2)
    const kept = later()
    wire.on(NEWEST, kept.answer)
    $user.set({ status: 'authorised', user: { ...PLAYER, id: 8 } })
    expect($inventory.get()).toMatchObject({ status: 'loading', items: [] })
    kept.go(page([owned(9)]))
    await vi.waitFor(() => expect(numbers()).toEqual(['9']))
    stop()
  })
})

describe('what is looked for', () => {
  test('goes along as order, rarity and letters', async () => {
    await given([])
    wire.on('/api/user/items?sort=cheap', () => page([owned(1)]))
    wire.on('/api/user/items?sort=cheap&rarity=covert', () => page([owned(2)]))
    wire.on('/api/user/items?sort=cheap&rarity=covert&q=red+line', () => page([owned(3)]))
    setSort('cheap')
    await vi.waitFor(() => expect(numbers()).toEqual(['1']))
    setRarity('covert')
    await vi.waitFor(() => expect(numbers()).toEqual(['2']))
    setSearch(' red line ')
    await vi.runAllTimersAsync()
    expect(numbers()).toEqual(['3'])
  })

  test('is asked for once the player stops typing', async () => {
    await given([])
    wire.on(`${NEWEST}&q=red`, () => page([owned(3)]))
    for (const text of ['r', 're', 'red']) setSearch(text)
    await vi.runAllTimersAsync()
    expect(wire.calls.map(({ path }) => path)).toEqual([NEWEST, `${NEWEST}&q=red`])
  })

  test('shows the answer to the newest question, whichever comes last', async () => {
    await given([])
    const slow = later()
    wire.on('/api/user/items?sort=dear', slow.answer)
    wire.on('/api/user/items?sort=cheap', () => page([owned(2)]))
    setSort('dear')
    setSort('cheap')
    await vi.waitFor(() => expect(numbers()).toEqual(['2']))
    slow.go(page([owned(1)]))
    await vi.runAllTimersAsync()
    expect(numbers()).toEqual(['2'])
  })
})

describe('after a game', () => {
  test('what was used up is gone, and the totals with it', async () => {
    await given([owned(3), owned(2), owned(1)], null)
    forgetItems([id(3), id(1)])
    expect(numbers()).toEqual(['2'])
    expect($inventory.get().total).toEqual({ count: 1, sum: 200 })
    expect(wire.calls).toHaveLength(1)
  })

  test('what was used up under another filter is told by the server', async () => {
    await given([owned(3)], null)
    wire.on(NEWEST, () => page([owned(2)]))
    forgetItems([id(7)])
    await vi.waitFor(() => expect(numbers()).toEqual(['2']))
  })

  test('an answer under way does not bring back what was used up', async () => {
    await given([owned(2), owned(1)])
    const old = later()
    wire.on(NEWEST, old.answer)
    const reading = loadInventory()
    wire.on(NEWEST, () => page([owned(1)]))
    forgetItems([id(2)])
    old.go(page([owned(2), owned(1)]))
    await reading
    await vi.waitFor(() => expect($inventory.get().status).toBe('ready'))
    expect(numbers()).toEqual(['1'])
  })

  test('what was won stands where it belongs, whatever the order', async () => {
    const sorts = fc.constantFrom<ItemSort>('new', 'old', 'dear', 'cheap')
    const prices = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(sorts, prices, fc.nat(), async (sort, list, which) => {
        const all = list.map((price, number) => owned(number + 1, price))
        const won = all[which % all.length] ?? owned(1)
        const order = (one: OwnedItem, other: OwnedItem): number => {
          if (sort === 'dear' && one.price !== other.price) return other.price - one.price
          if (sort === 'cheap' && one.price !== other.price) return one.price - other.price
          return sort === 'new' || sort === 'dear' ? (one.id < other.id ? 1 : -1) : one.id < other.id ? -1 : 1
        }
        const sorted = all.toSorted(order)
        $inventory.set({
          ...$inventory.get(),
          status: 'ready',
          items: sorted.filter((item) => item !== won),
          total: { count: all.length - 1, sum: 0 },
          cursor: null,
          sort,
        })
        addItem(won)
        expect($inventory.get().items).toEqual(sorted)
        expect($inventory.get().total.count).toBe(all.length)
      }),
    )
  })

  test('what belongs on a page that was not read waits there', async () => {
    await given([owned(5), owned(4)], 'a', 9)
    $inventory.set({ ...$inventory.get(), sort: 'old' })
    addItem(owned(8))
    expect(numbers()).toEqual(['5', '4'])
    expect($inventory.get().total.count).toBe(10)
  })

  test('what was won is not shown under a filter that it does not fit', async () => {
    await given([owned(1)])
    $inventory.set({ ...$inventory.get(), rarity: 'covert' })
    addItem(owned(2))
    expect(numbers()).toEqual(['1'])
    addItem(owned(3, 300, 'covert'))
    expect(numbers()).toEqual(['3', '1'])
  })

  test('what was won twice is there once', async () => {
    await given([owned(1)])
    addItem(owned(2))
    addItem(owned(2))
    expect(numbers()).toEqual(['2', '1'])
  })

  test('whether a name fits the letters only the server knows', async () => {
    await given([])
    wire.on(`${NEWEST}&q=red`, () => page([owned(2)]))
    setSearch('red')
    await vi.runAllTimersAsync()
    addItem(owned(3))
    await vi.waitFor(() => expect(wire.to(`${NEWEST}&q=red`)).toHaveLength(2))
  })
})
