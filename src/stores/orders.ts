// The player's deposits, newest first: read by pages, changed by what the server tells, and read again after every gap.
import { atom, computed } from 'nanostores'
import type { Order, OrderState, OrdersReply } from '../contract/payment.ts'
import { get } from './api.ts'
import { fieldsOf } from './live-drop.ts'
import { $connections, $toldOrder } from './socket.ts'
import { loadUser } from './user.ts'

export type Orders =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  /** `cursor` leads to older ones; null when all are there. */
  | { readonly status: 'ready'; readonly list: readonly Order[]; readonly cursor: string | null }

/** While an order is open and somebody looks, the list is read this often: the socket only tells, and may have missed it. */
export const POLL_MS = 15_000

/** An order only ever moves on: what is told late must not take it back. A payment that came too late is a payment. */
const STEP: Readonly<Record<OrderState, number>> = { created: 0, expired: 1, failed: 1, paid: 2, refunded: 3 }

export const $orders = atom<Orders>({ status: 'loading' })

/** The order that was paid a moment ago, before the eyes of its player. */
export const $arrived = atom<Order | null>(null)

/** Orders that wait for their payment. */
export const $open = computed($orders, (orders) =>
  orders.status === 'ready' ? orders.list.filter(({ state }) => state === 'created') : [],
)

function isOrder(value: unknown): value is Order {
  const { id, state, amount, created_at } = fieldsOf(value)
  return (
    typeof id === 'string' &&
    Object.hasOwn(STEP, String(state)) &&
    Number.isSafeInteger(amount) &&
    Number.isFinite(created_at)
  )
}

/** Takes orders into the list; tells whether one of them has been paid since it was last seen. */
function take(orders: readonly Order[], cursor: string | null): boolean {
  const before = $orders.get()
  const known = new Map((before.status === 'ready' ? before.list : []).map((order) => [order.id, order]))
  let paid: Order | null = null
  for (const order of orders) {
    const old = known.get(order.id)
    if (old !== undefined && STEP[old.state] > STEP[order.state]) continue
    if (old !== undefined && old.state !== 'paid' && order.state === 'paid') paid = order
    known.set(order.id, order)
  }
  const list = [...known.values()].sort((one, other) => other.created_at - one.created_at)
  $orders.set({ status: 'ready', list, cursor })
  if (paid !== null) $arrived.set(paid)
  return paid !== null
}

/** Takes one order: a new one, or a change of one. Before the list has been read there is nothing to change. */
export function takeOrder(order: unknown): void {
  const orders = $orders.get()
  if (!isOrder(order)) console.error('An order cannot be read', order)
  else if (orders.status === 'ready') take([order], orders.cursor)
}

let reading = false

/** Reads the newest orders; a failure is logged, and leaves what was there. */
export async function loadOrders(): Promise<void> {
  if (reading) return
  reading = true
  try {
    const reply = await get<OrdersReply>('/payment/orders')
    const orders = $orders.get()
    // Pages that were read before stay, and so does the way to the ones behind them.
    const paid = take(reply.orders, orders.status === 'ready' ? orders.cursor : reply.cursor)
    if (paid) await loadUser()
  } catch (fault) {
    console.error('Orders could not be read', fault)
    if ($orders.get().status !== 'ready') $orders.set({ status: 'failed' })
  } finally {
    reading = false
  }
}

/** Reads the next older page; a failure is logged, and the way to it stays. */
export async function loadOlderOrders(): Promise<void> {
  const orders = $orders.get()
  if (orders.status !== 'ready' || orders.cursor === null || reading) return
  reading = true
  try {
    const reply = await get<OrdersReply>(`/payment/orders?cursor=${orders.cursor}`)
    take(reply.orders, reply.cursor)
  } catch (fault) {
    console.error('Older orders could not be read', fault)
  } finally {
    reading = false
  }
}

/** Reads the orders and keeps them up to date; returns what ends that. */
export function watchOrders(): () => void {
  const reload = (): void => void loadOrders()
  const look = (): void => {
    if (document.visibilityState === 'visible') reload()
  }
  const poll = setInterval(() => {
    if ($open.get().length > 0) look()
  }, POLL_MS)
  const stops = [$toldOrder.listen((order) => takeOrder(order)), $connections.listen(reload)]
  window.addEventListener('focus', reload)
  document.addEventListener('visibilitychange', look)
  reload()
  return () => {
    clearInterval(poll)
    for (const stop of stops) stop()
    window.removeEventListener('focus', reload)
    document.removeEventListener('visibilitychange', look)
    $arrived.set(null)
  }
}
