// The player's items as the pickers read them: pages in order, only the newest request, correct after a game.
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Rarity } from '../../../src/game/catalogue/rarity.ts'
import type { ItemSort, ItemsReply, OwnedItem } from '../../../src/protocol/inventory.ts'
import {
  $inventory,
  addItem,
  dearestItems,
  loadInventory,
  loadMore,
  removeItems,
  setRarity,
  setSearch,
  setSort,
  watchInventory,
} from '../../../src/stores/inventory/inventory.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { redline } from '../sample-item.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, later, lost, PLAYER } from '../server-stub.ts'

const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

function owned(number: number, price = 100 * number, rarity: Rarity = 'classified'): OwnedItem {
  return { id: id(number), item: { ...redline, rarity }, price, won_price: price, source: 'case', won_at: number }
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

const { wire } = openServerFixture({ toFake: ['setTimeout', 'clearTimeout'] })

beforeEach(async () => {
  $user.set({ status: 'guest' })
  await loadInventory()
  $inventory.set({ ...$inventory.get(), sort: 'new', rarity: null, q: '' })
  $user.set({ status: 'authorised', user: PLAYER })
})

async function given(items: readonly OwnedItem[], cursor: string | null = null, count?: number): Promise<void> {
  wire.on(NEWEST, () => page(items, cursor, count))
  await loadInventory()
}

describe('the most expensive items', () => {
  test('are those of a whole list by what they are worth now', async () => {
    await given([owned(1, 300), owned(2, 900), owned(3, 500)])
    expect((await dearestItems())?.map(({ price }) => price)).toEqual([900, 500, 300])
  })

  test('are read where not all are loaded; null without an answer', async () => {
    await given([owned(1, 10)], 'a', 90)
    wire.on('/api/user/items?sort=dear', () => page([owned(7, 700), owned(8, 800)], 'b', 90))
    expect((await dearestItems())?.map(({ price }) => price)).toEqual([800, 700])
    wire.on('/api/user/items?sort=dear', lost)
    expect(await dearestItems()).toBeNull()
  })
})

describe('the inventory', () => {
  test('is loaded a page at a time, until the last one', async () => {
    await given([owned(4), owned(3)], 'a', 4)
    wire.on(`${NEWEST}&cursor=a`, () => page([owned(2), owned(1)], null, 4))
    await loadMore()
    await loadMore()
    expect(numbers()).toEqual(['4', '3', '2', '1'])
    expect(wire.calls).toHaveLength(2)
    expect($inventory.get()).toMatchObject({ status: 'ready', total: { count: 4 }, cursor: null, more: 'idle' })
  })

  test('requests a page once, however often its end is visible', async () => {
    await given([owned(2)], 'a', 2)
    const kept = later()
    wire.on(`${NEWEST}&cursor=a`, kept.answer)
    const first = loadMore()
    await loadMore()
    kept.go(page([owned(1)], null, 2))
    await first
    expect(wire.to(`${NEWEST}&cursor=a`)).toHaveLength(1)
  })

  test('of a guest is empty, without a request', async () => {
    $user.set({ status: 'guest' })
    await loadInventory()
    expect($inventory.get()).toMatchObject({ status: 'guest', items: [] })
    expect(wire.calls).toHaveLength(0)
  })

  test('of a session that ended elsewhere is that of a guest', async () => {
    wire.on(NEWEST, () => fault(401))
    await loadInventory()
    expect($inventory.get().status).toBe('guest')
  })

  test('that failed to load says so, and can be retried', async () => {
    wire.on(NEWEST, lost)
    await loadInventory()
    expect($inventory.get().status).toBe('failed')
    await given([owned(1)])
    expect($inventory.get()).toMatchObject({ status: 'ready', items: [{ id: id(1) }] })
  })

  test('whose next page failed keeps the previous ones', async () => {
    await given([owned(2)], 'a', 2)
    wire.on(`${NEWEST}&cursor=a`, lost)
    await loadMore()
    expect($inventory.get()).toMatchObject({ status: 'ready', more: 'failed', items: [{ id: id(2) }] })
    wire.on(`${NEWEST}&cursor=a`, () => page([owned(1)], null, 2))
    await loadMore()
    expect(numbers()).toEqual(['2', '1'])
  })

  test('is loaded once for each player, and never shows another player’s', async () => {
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

describe('the query', () => {
  test('is sent as order, rarity and text', async () => {
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

  test('is sent once the player stops typing', async () => {
    await given([])
    wire.on(`${NEWEST}&q=red`, () => page([owned(3)]))
    for (const text of ['r', 're', 'red']) setSearch(text)
    await vi.runAllTimersAsync()
    expect(wire.calls.map(({ path }) => path)).toEqual([NEWEST, `${NEWEST}&q=red`])
  })

  test('shows the response to the newest request, in any order of arrival', async () => {
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

describe('the inventory after a game', () => {
  test('removes used items, and updates the totals', async () => {
    await given([owned(3), owned(2), owned(1)], null)
    removeItems([id(3), id(1)])
    expect(numbers()).toEqual(['2'])
    expect($inventory.get().total).toEqual({ count: 1, sum: 200 })
    expect(wire.calls).toHaveLength(1)
  })

  test('asks the server about used items under another filter', async () => {
    await given([owned(3)], null)
    wire.on(NEWEST, () => page([owned(2)]))
    removeItems([id(7)])
    await vi.waitFor(() => expect(numbers()).toEqual(['2']))
  })

  test('is not reverted by a response that was already loading', async () => {
    await given([owned(2), owned(1)])
    const old = later()
    wire.on(NEWEST, old.answer)
    const reading = loadInventory()
    wire.on(NEWEST, () => page([owned(1)]))
    removeItems([id(2)])
    old.go(page([owned(2), owned(1)]))
    await reading
    await vi.waitFor(() => expect($inventory.get().status).toBe('ready'))
    expect(numbers()).toEqual(['1'])
  })

  test('inserts a prize at its place in any order', async () => {
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

  test('leaves a prize on a page that was not loaded', async () => {
    await given([owned(5), owned(4)], 'a', 9)
    $inventory.set({ ...$inventory.get(), sort: 'old' })
    addItem(owned(8))
    expect(numbers()).toEqual(['5', '4'])
    expect($inventory.get().total.count).toBe(10)
  })

  test('hides a prize that does not match the filter', async () => {
    await given([owned(1)])
    $inventory.set({ ...$inventory.get(), rarity: 'covert' })
    addItem(owned(2))
    expect(numbers()).toEqual(['1'])
    addItem(owned(3, 300, 'covert'))
    expect(numbers()).toEqual(['3', '1'])
  })

  test('contains a prize once', async () => {
    await given([owned(1)])
    addItem(owned(2))
    addItem(owned(2))
    expect(numbers()).toEqual(['2', '1'])
  })

  test('asks the server whether a name matches the text', async () => {
    await given([])
    wire.on(`${NEWEST}&q=red`, () => page([owned(2)]))
    setSearch('red')
    await vi.runAllTimersAsync()
    addItem(owned(3))
    await vi.waitFor(() => expect(wire.to(`${NEWEST}&q=red`)).toHaveLength(2))
  })
})
