// The displayed targets and the selected one: requested within the limits of the stake, and never all of them.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { nearestTarget, targetPrices } from '../../../src/game/games/upgrade-targets.ts'
import { sortByPrice } from '../../../src/game/prices/price-list.ts'
import type { Target, TargetsReply } from '../../../src/protocol/inventory.ts'
import { $target, $upgrade, clearStake, setAmount, setTarget } from '../../../src/stores/games/upgrade.ts'
import {
  $filters,
  $pick,
  $targets,
  changeFilters,
  loadMoreTargets,
  loadTargets,
  pickNearestTarget,
  watchTargets,
} from '../../../src/stores/games/upgrade-targets.ts'
import { redline } from '../sample-item.ts'

const PAGE = 3

function target(price: number, number = price): Target {
  return { item: { ...redline, id: `item-${String(number).padStart(6, '0')}` }, price, edge: 800 }
}

/** A shop that responds like the real one, with pages of three. */
let shop: Target[]
let asked: URLSearchParams[]
let isLost: boolean

function answer(path: string): TargetsReply {
  const wanted = new URLSearchParams(path.split('?')[1])
  asked.push(wanted)
  const [min, max] = [Number(wanted.get('min') ?? 0), Number(wanted.get('max') ?? Number.MAX_SAFE_INTEGER)]
  const found = shop
    .filter(({ price }) => min <= price && price <= max)
    .sort((one, other) => one.price - other.price || (one.item.id < other.item.id ? -1 : 1))
  if (wanted.get('sort') === 'dear') found.reverse()
  const begin = found.findIndex(({ item }) => item.id === wanted.get('cursor')) + 1
  const items = found.slice(begin, begin + PAGE)
  const cursor = begin + PAGE < found.length ? (items.at(-1)?.item.id ?? null) : null
  return { success: true, items, cursor, total: found.length, edge: 800, old: 0 }
}

const prices = (): number[] => $targets.get().items.map(({ price }) => price)

beforeEach(() => {
  shop = [200, 300, 400, 500, 600, 700, 800].map((price) => target(price))
  asked = []
  isLost = false
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', async (path: string) => {
    if (isLost) throw new TypeError('Failed to fetch')
    return Response.json(answer(path))
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  $upgrade.set({ phase: 'idle' })
  $filters.set({ sort: 'cheap', rarity: null, q: '', least: '', most: '', isAll: false })
  clearStake()
  setTarget(null)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the list', () => {
  test('contains all without a stake, a page at a time', async () => {
    await loadTargets()
    expect([prices(), $targets.get().total]).toEqual([[200, 300, 400], 7])
    await loadMoreTargets()
    await loadMoreTargets()
    await loadMoreTargets()
    expect(prices()).toEqual([200, 300, 400, 500, 600, 700, 800])
    expect(asked).toHaveLength(3)
  })

  test('contains the allowed targets of the stake, or all on request', async () => {
    const stop = watchTargets()
    await vi.runAllTimersAsync()
    setAmount('3')
    await vi.runAllTimersAsync()
    const { leastCents, mostCents } = targetPrices(cents(300))
    expect(asked.at(-1)?.get('min')).toBe(String(leastCents))
    expect(asked.at(-1)?.get('max')).toBe(String(mostCents))
    expect(prices()).toEqual([400, 500, 600])
    changeFilters({ isAll: true })
    await vi.runAllTimersAsync()
    expect(prices()).toEqual([200, 300, 400])
    stop()
  })

  test('is requested once, however fast the stake and the query change', async () => {
    const stop = watchTargets()
    await vi.runAllTimersAsync()
    for (const amount of ['1', '2', '3']) setAmount(amount)
    for (const q of ['r', 're', 'red']) changeFilters({ q })
    changeFilters({ rarity: 'covert', sort: 'dear', least: '4', most: '7,5' })
    await vi.runAllTimersAsync()
    expect(asked).toHaveLength(2)
    expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({
      q: 'red',
      rarity: 'covert',
      sort: 'dear',
      min: '400',
      max: '750',
    })
    expect(prices()).toEqual([700, 600, 500])
    stop()
  })

  test('is reloaded when a price has changed', async () => {
    const stop = watchTargets()
    await vi.runAllTimersAsync()
    shop = [target(250)]
    $upgrade.set({ phase: 'refused', code: 'target-price', message: '' })
    await vi.waitFor(() => expect(prices()).toEqual([250]))
    stop()
  })

  test('keeps its length when it is reloaded after the player has read more pages', async () => {
    const stop = watchTargets()
    await vi.runAllTimersAsync()
    await loadMoreTargets()
    expect(prices()).toEqual([200, 300, 400, 500, 600, 700])
    shop = [210, 310, 410, 510, 610, 710, 810].map((price) => target(price))
    $upgrade.set({ phase: 'refused', code: 'target-price', message: '' })
    await vi.waitFor(() => expect(prices()).toEqual([210, 310, 410, 510, 610, 710]))
    await loadMoreTargets()
    expect(prices()).toEqual([210, 310, 410, 510, 610, 710, 810])
    // Another list begins at its first page.
    changeFilters({ sort: 'dear' })
    await vi.runAllTimersAsync()
    expect(prices()).toEqual([810, 710, 610])
    stop()
  })

  test('that failed to load says so and can be retried', async () => {
    isLost = true
    await loadTargets()
    expect($targets.get().status).toBe('failed')
    isLost = false
    await loadTargets()
    isLost = true
    await loadMoreTargets()
    expect($targets.get()).toMatchObject({ status: 'ready', more: 'failed' })
    expect(prices()).toEqual([200, 300, 400])
  })
})

describe('the nearest target', () => {
  test('is the one of the rules, found with two requests', async () => {
    const price = fc.integer({ min: 100, max: 140 })
    await fc.assert(
      fc.asyncProperty(fc.array(price, { maxLength: 30 }), price, async (list, wanted) => {
        shop = list.map((each, number) => target(each, number))
        setAmount('0.9')
        setTarget(null)
        asked = []
        await pickNearestTarget(cents(Math.max(wanted, targetPrices(cents(90)).leastCents)))
        const all = sortByPrice(shop.map((each) => ({ id: each.item.id, priceCents: cents(each.price) })))
        const nearest = nearestTarget(all, cents(90), cents(wanted))
        expect($target.get()?.price).toBe(nearest?.priceCents)
        expect($pick.get()).toBe(nearest === null ? 'none' : 'done')
        expect(asked).toHaveLength(2)
      }),
    )
  })

  test('respects the player’s filters', async () => {
    setAmount('2')
    changeFilters({ rarity: 'covert', q: 'red' })
    await pickNearestTarget(cents(400))
    for (const question of asked) expect([question.get('rarity'), question.get('q')]).toEqual(['covert', 'red'])
  })

  test('is discarded when the stake changes before the response', async () => {
    setAmount('2')
    const picking = pickNearestTarget(cents(400))
    setAmount('3')
    await picking
    expect($target.get()).toBeNull()
  })

  test('that is unavailable is reported', async () => {
    isLost = true
    setAmount('2')
    await pickNearestTarget(cents(400))
    expect($pick.get()).toBe('failed')
  })
})
