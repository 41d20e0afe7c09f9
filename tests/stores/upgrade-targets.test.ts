// The targets on show and the one that is picked: asked for within what the stake allows, and never all of them.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Target, TargetsReply } from '../../src/contract/inventory.ts'
import { cents } from '../../src/game/money.ts'
import { sortByPrice } from '../../src/game/price-list.ts'
import { nearestTarget, targetPrices } from '../../src/game/upgrade-targets.ts'
import { $target, $upgrade, aim, clearStake, setAmount } from '../../src/stores/upgrade.ts'
import {
  $pick,
  $targets,
  $wish,
  loadMoreTargets,
  loadTargets,
  pickNear,
  watchTargets,
  wish,
} from '../../src/stores/upgrade-targets.ts'
import { redline } from './redline.ts'

const PAGE = 3

function target(price: number, number = price): Target {
  return { item: { ...redline, id: `item-${String(number).padStart(6, '0')}` }, price }
}

/** A shop that answers as the real one does, with pages of three. */
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
  return { success: true, items, cursor, total: found.length }
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
  $wish.set({ sort: 'cheap', rarity: null, q: '', least: '', most: '', isAll: false })
  clearStake()
  aim(null)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the list', () => {
  test('holds all without a stake, a page at a time', async () => {
    await loadTargets()
    expect([prices(), $targets.get().total]).toEqual([[200, 300, 400], 7])
    await loadMoreTargets()
    await loadMoreTargets()
    await loadMoreTargets()
    expect(prices()).toEqual([200, 300, 400, 500, 600, 700, 800])
    expect(asked).toHaveLength(3)
  })

  test('holds what the stake may be set against, or all on demand', async () => {
    const stop = watchTargets()
    await vi.runAllTimersAsync()
    setAmount('3')
    await vi.runAllTimersAsync()
    const { leastCents, mostCents } = targetPrices(cents(300))
    expect(asked.at(-1)?.get('min')).toBe(String(leastCents))
    expect(asked.at(-1)?.get('max')).toBe(String(mostCents))
    expect(prices()).toEqual([400, 500, 600])
    wish({ isAll: true })
    await vi.runAllTimersAsync()
    expect(prices()).toEqual([200, 300, 400])
    stop()
  })

  test('is asked for once, however fast the stake and the letters change', async () => {
    const stop = watchTargets()
    await vi.runAllTimersAsync()
    for (const amount of ['1', '2', '3']) setAmount(amount)
    for (const q of ['r', 're', 'red']) wish({ q })
    wish({ rarity: 'covert', sort: 'dear', least: '4', most: '7,5' })
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

  test('is read again when a price turned out to have changed', async () => {
    const stop = watchTargets()
    await vi.runAllTimersAsync()
    shop = [target(250)]
    $upgrade.set({ phase: 'refused', code: 'target-price', message: '' })
    await vi.waitFor(() => expect(prices()).toEqual([250]))
    stop()
  })

  test('that did not arrive says so and comes when it is asked for again', async () => {
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
  test('is the one that the rules name, found with two questions', async () => {
    const price = fc.integer({ min: 100, max: 140 })
    await fc.assert(
      fc.asyncProperty(fc.array(price, { maxLength: 30 }), price, async (list, wanted) => {
        shop = list.map((each, number) => target(each, number))
        setAmount('0.9')
        aim(null)
        asked = []
        await pickNear(cents(Math.max(wanted, targetPrices(cents(90)).leastCents)))
        const all = sortByPrice(shop.map((each) => ({ id: each.item.id, priceCents: cents(each.price) })))
        const nearest = nearestTarget(all, cents(90), cents(wanted))
        expect($target.get()?.price).toBe(nearest?.priceCents)
        expect($pick.get()).toBe(nearest === null ? 'none' : 'done')
        expect(asked).toHaveLength(2)
      }),
    )
  })

  test('is looked for among what the player asked to see', async () => {
    setAmount('2')
    wish({ rarity: 'covert', q: 'red' })
    await pickNear(cents(400))
    for (const question of asked) expect([question.get('rarity'), question.get('q')]).toEqual(['covert', 'red'])
  })

  test('is forgotten when the stake changes before the answer', async () => {
    setAmount('2')
    const picking = pickNear(cents(400))
    setAmount('3')
    await picking
    expect($target.get()).toBeNull()
  })

  test('that nobody could tell is said', async () => {
    isLost = true
    setAmount('2')
    await pickNear(cents(400))
    expect($pick.get()).toBe('failed')
  })
})
