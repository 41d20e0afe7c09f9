// The player's deposits: consistent pages, states that only move forward, and the arrival of money.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order, OrderState } from '../../../src/protocol/payment.ts'
import { $connectionCount } from '../../../src/stores/kernel/realtime-events.ts'
import { takeToasts } from '../../../src/stores/kernel/toasts.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { createHandlers, dispatchEvent } from '../../../src/stores/live/socket.ts'
import {
  $open,
  $orders,
  $paidOrder,
  applyOrder,
  cancelOrder,
  loadOlderOrders,
  loadOrders,
  POLL_MS,
  watchOrders,
} from '../../../src/stores/payments/orders.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, lost, PLAYER } from '../server-stub.ts'

const ORDERS = '/api/payment/orders'

const order = (number: number, state: OrderState): Order => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  state,
  method: 'card',
  amount: 1000,
  bonus: 50,
  bonusPercent: 5,
  returned: 0,
  currency: 'RUB',
  charge: 90_000,
  url: state === 'created' ? 'https://pay.test/1' : null,
  created_at: number,
  expires_at: 10_000,
  paid_at: state === 'paid' ? number + 1 : null,
})

const page = (orders: readonly Order[], cursor: string | null = null) => ({ success: true, orders, cursor })

const shown = (): (readonly [number, OrderState])[] =>
  $orders.get().entries.map(({ created_at, state }) => [created_at, state] as const)

const { wire, logged } = openServerFixture()

beforeEach(() => {
  $orders.set({ status: 'loading', entries: [], cursor: null, more: 'idle' })
  $paidOrder.set(null)
  $user.set({ status: 'authorised', user: PLAYER })
  wire.on('/api/user/get', () => ({ success: true, user: { ...PLAYER, balance: 2050 } }))
})

describe('the list', () => {
  it('is loaded newest first, page by page', async () => {
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

  it('keeps older pages and their cursor when the newest is reloaded', async () => {
    wire.on(ORDERS, () => page([order(3, 'created')], 'a'))
    wire.on(`${ORDERS}?cursor=a`, () => page([order(2, 'paid')], 'b'))
    await loadOrders()
    await loadOlderOrders()
    wire.on(ORDERS, () => page([order(4, 'created'), order(3, 'created')], 'a'))
    await loadOrders()
    expect(shown().map(([at]) => at)).toEqual([4, 3, 2])
    expect($orders.get()).toMatchObject({ cursor: 'b' })
  })

  it('that cannot be loaded at first has failed; later it does not change', async () => {
    wire.on(ORDERS, lost)
    await loadOrders()
    expect($orders.get()).toMatchObject({ status: 'failed', entries: [] })
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

describe('an order event', () => {
  beforeEach(async () => {
    wire.on(ORDERS, () => page([order(1, 'created')]))
    await loadOrders()
  })

  it('adds an order, or updates it in place', () => {
    applyOrder(order(2, 'created'))
    applyOrder(order(1, 'failed'))
    expect(shown()).toEqual([
      [2, 'created'],
      [1, 'failed'],
    ])
  })

  it('never sets back an order: outdated events are ignored', () => {
    applyOrder(order(1, 'paid'))
    for (const state of ['created', 'expired', 'failed'] as const) applyOrder(order(1, state))
    expect(shown()).toEqual([[1, 'paid']])
    applyOrder(order(1, 'refunded'))
    applyOrder(order(1, 'paid'))
    expect(shown()).toEqual([[1, 'refunded']])
  })

  it('may pay an order after it expired', () => {
    applyOrder(order(1, 'expired'))
    applyOrder(order(1, 'paid'))
    expect(shown()).toEqual([[1, 'paid']])
  })

  it('announces an order once, when it is paid while the player watches', () => {
    applyOrder(order(1, 'paid'))
    expect($paidOrder.get()).toMatchObject({ created_at: 1 })
    $paidOrder.set(null)
    applyOrder(order(1, 'paid'))
    expect($paidOrder.get()).toBeNull()
  })

  it('announces nothing that was paid before it was loaded', () => {
    applyOrder(order(2, 'paid'))
    expect($paidOrder.get()).toBeNull()
  })

  it.each([null, 'paid', {}, { ...order(2, 'paid'), state: 'gone' }, { ...order(2, 'paid'), amount: '10' }])(
    'that is invalid (%j) is logged and ignored',
    (broken) => {
      applyOrder(broken)
      expect(shown()).toEqual([[1, 'created']])
      expect(logged).toHaveLength(1)
    },
  )

  it('is not needed for an order found paid by loading, which is announced too, with the balance', async () => {
    wire.on(ORDERS, () => page([order(1, 'paid')]))
    await loadOrders()
    expect($paidOrder.get()).toMatchObject({ created_at: 1 })
    expect($user.get()).toMatchObject({ user: { balance: 2050 } })
  })
})

describe('while the list is open, it', () => {
  let page_: EventTarget & { visibilityState: string; cookie: string }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    page_ = Object.assign(new EventTarget(), { visibilityState: 'visible', cookie: 'token=t; XSRF-TOKEN=x' })
    vi.stubGlobal('document', page_)
  })

  const reads = (): number => wire.to(ORDERS).length

  it('is reloaded at once, after a gap, and when the tab becomes visible', async () => {
    wire.on(ORDERS, () => page([]))
    const stop = watchOrders()
    await vi.waitFor(() => expect($orders.get().status).toBe('ready'))
    const happenings = [
      () => $connectionCount.set($connectionCount.get() + 1),
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

  it('is updated by socket events', async () => {
    wire.on(ORDERS, () => page([order(1, 'created')]))
    const stop = watchOrders()
    await vi.waitFor(() => expect($orders.get().status).toBe('ready'))
    const handlers = createHandlers(() => undefined)
    dispatchEvent(handlers, 'order', { id: 8, order: order(2, 'created') })
    dispatchEvent(handlers, 'order', { id: 7, order: order(1, 'paid') })
    expect(shown()).toEqual([[1, 'paid']])
    expect($paidOrder.get()).not.toBeNull()
    stop()
    expect($paidOrder.get()).toBeNull()
  })

  it('is polled while an order is open and the tab is visible', async () => {
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

describe('cancelling an order', () => {
  const CANCEL = `${ORDERS}/${order(1, 'created').id}/cancel`

  beforeEach(() => {
    $orders.set({ status: 'ready', entries: [order(1, 'created')], cursor: null, more: 'idle' })
    takeToasts()
  })

  it('shows its end at once, and says so', async () => {
    wire.on(CANCEL, () => ({ success: true, message: 'Cancelled', order: order(1, 'cancelled') }))
    await cancelOrder(order(1, 'created').id)
    expect([shown(), takeToasts()]).toEqual([[[1, 'cancelled']], [{ type: 'success', message: 'Cancelled' }]])
  })

  it('that is refused says why, and reads the orders again', async () => {
    wire.on(CANCEL, () => ({ success: false, code: 'order-closed', message: 'Paid' }))
    wire.on(ORDERS, () => page([order(1, 'paid')]))
    await cancelOrder(order(1, 'created').id)
    expect([shown(), takeToasts()]).toEqual([[[1, 'paid']], [{ type: 'error', message: 'Paid' }]])
  })

  it('without an answer is logged, and tells the caller', async () => {
    wire.on(CANCEL, () => fault(500))
    expect(await cancelOrder(order(1, 'created').id)).toBe(false)
    expect([shown(), logged.length]).toEqual([[[1, 'created']], 1])
  })
})
