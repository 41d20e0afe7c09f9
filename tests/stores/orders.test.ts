// The player's deposits: pages that stay together, states that only move on, and the moment in which money arrives.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order, OrderState } from '../../src/contract/payment.ts'
import {
  $arrived,
  $open,
  $orders,
  loadOlderOrders,
  loadOrders,
  POLL_MS,
  takeOrder,
  watchOrders,
} from '../../src/stores/orders.ts'
import { $connections, createHandlers, receive } from '../../src/stores/socket.ts'
import { $user } from '../../src/stores/user.ts'
import { lost, PLAYER, Wire } from './wire.ts'

const ORDERS = '/api/payment/orders'

const order = (number: number, state: OrderState): Order => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  state,
  method: 'card',
  amount: 1000,
  bonus: 50,
  bonusPercent: 5,
  currency: 'RUB',
  charge: 90_000,
  url: state === 'created' ? 'https://pay.test/1' : null,
  created_at: number,
  expires_at: 10_000,
  paid_at: state === 'paid' ? number + 1 : null,
})

const page = (orders: readonly Order[], cursor: string | null = null) => ({ success: true, orders, cursor })

const shown = (): (readonly [number, OrderState])[] => {
  const orders = $orders.get()
  return orders.status === 'ready' ? orders.list.map(({ created_at, state }) => [created_at, state] as const) : []
}

let wire: Wire
let logged: unknown[][]

beforeEach(() => {
  wire = new Wire()
  wire.open()
  logged = []
  vi.spyOn(console, 'error').mockImplementation((...line: unknown[]) => void logged.push(line))
  $orders.set({ status: 'loading' })
  $arrived.set(null)
  $user.set({ status: 'authorised', user: PLAYER })
  wire.on('/api/user/get', () => ({ success: true, user: { ...PLAYER, balance: 2050 } }))
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the list', () => {
  it('is read newest first, page by page', async () => {
    wire.on(ORDERS, () => page([order(4, 'created'), order(3, 'paid')], 'older'))
    wire.on(`${ORDERS}?cursor=older`, () => page([order(2, 'failed'), order(1, 'expired')]))
    await loadOrders()
    expect(shown()).toEqual([
      [4, 'created'],
      [3, 'paid'],
    ])
    await loadOlderOrders()
    expect(shown().map(([at]) => at)).toEqual([4, 3, 2, 1])
    expect($orders.get()).toMatchObject({ cursor: null })
    await loadOlderOrders()
    expect(wire.calls).toHaveLength(2)
  })

  it('keeps older pages, and the way on from them, when the newest is read again', async () => {
    wire.on(ORDERS, () => page([order(3, 'created')], 'a'))
    wire.on(`${ORDERS}?cursor=a`, () => page([order(2, 'paid')], 'b'))
    await loadOrders()
    await loadOlderOrders()
    wire.on(ORDERS, () => page([order(4, 'created'), order(3, 'created')], 'a'))
    await loadOrders()
    expect(shown().map(([at]) => at)).toEqual([4, 3, 2])
    expect($orders.get()).toMatchObject({ cursor: 'b' })
  })

  it('that cannot be read at first has failed; later it stays as it was', async () => {
    wire.on(ORDERS, lost)
    await loadOrders()
    expect($orders.get()).toEqual({ status: 'failed' })
    wire.on(ORDERS, () => page([order(1, 'paid')]))
    await loadOrders()
    wire.on(ORDERS, lost)
    await loadOrders()
    expect(shown()).toEqual([[1, 'paid']])
    expect(logged).toHaveLength(2)
  })

  it('knows which orders wait for their payment', async () => {
    wire.on(ORDERS, () => page([order(3, 'created'), order(2, 'paid'), order(1, 'expired')]))
    await loadOrders()
    expect($open.get().map(({ created_at }) => created_at)).toEqual([3])
  })
})

describe('an order that is told', () => {
  beforeEach(async () => {
    wire.on(ORDERS, () => page([order(1, 'created')]))
    await loadOrders()
  })

  it('is added, or changed where it stands', () => {
    takeOrder(order(2, 'created'))
    takeOrder(order(1, 'failed'))
    expect(shown()).toEqual([
      [2, 'created'],
      [1, 'failed'],
    ])
  })

  it('never goes back: late news are old news', () => {
    takeOrder(order(1, 'paid'))
    for (const state of ['created', 'expired', 'failed'] as const) takeOrder(order(1, state))
    expect(shown()).toEqual([[1, 'paid']])
    takeOrder(order(1, 'refunded'))
    takeOrder(order(1, 'paid'))
    expect(shown()).toEqual([[1, 'refunded']])
  })

  it('may be paid after it expired', () => {
    takeOrder(order(1, 'expired'))
    takeOrder(order(1, 'paid'))
    expect(shown()).toEqual([[1, 'paid']])
  })

  it('arrives once, when it turns paid before the eyes of its player', () => {
    takeOrder(order(1, 'paid'))
    expect($arrived.get()).toMatchObject({ created_at: 1 })
    $arrived.set(null)
    takeOrder(order(1, 'paid'))
    expect($arrived.get()).toBeNull()
  })

  it('does not arrive when it was paid before anybody looked', () => {
    takeOrder(order(2, 'paid'))
    expect($arrived.get()).toBeNull()
  })

  it.each([null, 'paid', {}, { ...order(2, 'paid'), state: 'lost' }, { ...order(2, 'paid'), amount: '10' }])(
    'and makes no sense (%j) is logged and ignored',
    (broken) => {
      takeOrder(broken)
      expect(shown()).toEqual([[1, 'created']])
      expect(logged).toHaveLength(1)
    },
  )

  it('found paid by reading arrives too, with the balance that nobody told', async () => {
    wire.on(ORDERS, () => page([order(1, 'paid')]))
    await loadOrders()
    expect($arrived.get()).toMatchObject({ created_at: 1 })
    expect($user.get()).toMatchObject({ user: { balance: 2050 } })
  })
})

describe('while it is watched', () => {
  let page_: EventTarget & { visibilityState: string; cookie: string }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    page_ = Object.assign(new EventTarget(), { visibilityState: 'visible', cookie: 'token=t; XSRF-TOKEN=x' })
    vi.stubGlobal('document', page_)
  })

  const reads = (): number => wire.to(ORDERS).length

  it('the list is read at once, after a gap, and when its player looks again', async () => {
    wire.on(ORDERS, () => page([]))
    const stop = watchOrders()
    await vi.waitFor(() => expect($orders.get().status).toBe('ready'))
    const happenings = [
      () => $connections.set($connections.get() + 1),
      () => window.dispatchEvent(new Event('focus')),
      () => page_.dispatchEvent(new Event('visibilitychange')),
    ]
    for (const [index, happen] of happenings.entries()) {
      happen()
      await vi.waitFor(() => expect(reads()).toBe(index + 2))
      await new Promise((resolve) => setImmediate(resolve))
    }
    stop()
    for (const happen of happenings) happen()
    expect(reads()).toBe(4)
  })

  it('news of the socket change it', async () => {
    wire.on(ORDERS, () => page([order(1, 'created')]))
    const stop = watchOrders()
    await vi.waitFor(() => expect($orders.get().status).toBe('ready'))
    const handlers = createHandlers(() => undefined)
    receive(handlers, 'order', { id: 8, order: order(2, 'created') })
    receive(handlers, 'order', { id: 7, order: order(1, 'paid') })
    expect(shown()).toEqual([[1, 'paid']])
    expect($arrived.get()).not.toBeNull()
    stop()
    expect($arrived.get()).toBeNull()
  })

  it('it is read now and then as long as an order is open and somebody looks', async () => {
    wire.on(ORDERS, () => page([order(1, 'created')]))
    const stop = watchOrders()
    await vi.waitFor(() => expect($orders.get().status).toBe('ready'))
    page_.visibilityState = 'hidden'
    vi.advanceTimersByTime(POLL_MS)
    expect(reads()).toBe(1)
    page_.visibilityState = 'visible'
    wire.on(ORDERS, () => page([order(1, 'failed')]))
    vi.advanceTimersByTime(POLL_MS)
    await vi.waitFor(() => expect(shown()).toEqual([[1, 'failed']]))
    vi.advanceTimersByTime(POLL_MS)
    expect(reads()).toBe(2)
    stop()
  })
})
