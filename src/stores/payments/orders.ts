// The player's deposits, newest first: read by pages, updated by events, and read again after every gap in the connection.
import { atom, computed } from 'nanostores'
import type { CancelReply, Order, OrderState, OrdersReply } from '../../protocol/payment.ts'
import { get, isUnknownCall, post } from '../kernel/api.ts'
import { createLivePaged } from '../kernel/live-paged.ts'
import { recheckSession } from '../kernel/paged.ts'
import { $connectionCount, $orderEvent } from '../kernel/realtime-events.ts'
import { toast } from '../kernel/toasts.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'
import { loadUser } from '../kernel/user.ts'

/** How often the list is read while an order is open and the page is visible: events may be missed. */
export const POLL_MS = 15_000

/**
 * The order of the states: a late event must not undo a later state. A late payment counts as paid; refunds and disputes follow each
 * other in any order.
 */
const STEP: Readonly<Record<OrderState, number>> = {
  created: 0,
  expired: 1,
  failed: 1,
  cancelled: 1,
  kept: 2,
  paid: 2,
  refunded: 3,
  partly_refunded: 3,
  disputed: 3,
  won: 3,
  lost: 3,
}

/** The order that was paid while the page was open; null before that, and after the player closed the message. */
export const $paidOrder = atom<Order | null>(null)

const pages = createLivePaged<Order>(
  'orders',
  async (cursor) => {
    try {
      const reply = await get<OrdersReply>(`/payment/orders${cursor === null ? '' : `?cursor=${cursor}`}`)
      return { entries: reply.orders, cursor: reply.cursor }
    } catch (fault) {
      // A server without this call lists no orders.
      if (isUnknownCall(fault)) return { entries: [], cursor: null }
      throw fault
    }
  },
  {
    compare: (one, other) => other.created_at - one.created_at,
    isOutdated: (told, known) => STEP[known.state] > STEP[told.state],
    replaced: (order, known) => {
      if (order.state === 'paid' && known.state !== 'paid') $paidOrder.set(order)
    },
  },
)

export const $orders = pages.$list

/** Orders that wait for their payment. */
export const $open = computed($orders, ({ entries }) => entries.filter(({ state }) => state === 'created'))

function isOrder(value: unknown): value is Order {
  const { id, state, amount, created_at } = fieldsOf(value)
  return (
    typeof id === 'string' &&
    Object.hasOwn(STEP, String(state)) &&
    Number.isSafeInteger(amount) &&
    Number.isFinite(created_at)
  )
}

/** Puts an order that an event brought into the list. */
export function applyOrder(order: unknown): void {
  if (isOrder(order)) pages.put([order])
  else console.error('An order cannot be read', order)
}

/** Reads the newest orders; pages read before stay. Reads the balance too when one of them is newly paid. */
export async function loadOrders(): Promise<void> {
  const before = $paidOrder.get()
  await pages.refresh()
  const arrived = $paidOrder.get()
  if (arrived !== null && arrived !== before) await loadUser()
}

export const { loadMore: loadOlderOrders } = pages

/**
 * Cancels an open order, and shows the server's answer.
 *
 * @returns false when the outcome is unknown
 */
export async function cancelOrder(id: string): Promise<boolean> {
  try {
    const reply = await post<CancelReply>(`/payment/orders/${id}/cancel`, {})
    toast(reply.success ? 'success' : 'error', reply.message)
    if (reply.success) applyOrder(reply.order)
    else await loadOrders()
    return true
  } catch (fault) {
    console.error('The order could not be cancelled', fault)
    recheckSession(fault)
    return false
  }
}

/** Reads the orders and keeps them up to date; returns the function that stops it. */
export function watchOrders(): () => void {
  const reload = (): void => void loadOrders()
  const reloadIfVisible = (): void => {
    if (document.visibilityState === 'visible') reload()
  }
  const poll = setInterval(() => {
    if ($open.get().length > 0) reloadIfVisible()
  }, POLL_MS)
  const stops = [$orderEvent.listen((order) => applyOrder(order)), $connectionCount.listen(reload)]
  window.addEventListener('focus', reload)
  document.addEventListener('visibilitychange', reloadIfVisible)
  reload()
  return () => {
    clearInterval(poll)
    for (const stop of stops) stop()
    window.removeEventListener('focus', reload)
    document.removeEventListener('visibilitychange', reloadIfVisible)
    $paidOrder.set(null)
  }
}
