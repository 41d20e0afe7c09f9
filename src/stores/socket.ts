// The connection that tells this page what happens. Nothing depends on it: the API is the truth, a socket only tells.
import Cookies from 'js-cookie'
import { atom, type WritableAtom } from 'nanostores'
import type { Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '../contract/realtime.ts'
import { fieldsOf } from './live-drop.ts'
import { loadNotifications } from './notifications.ts'
import { mergeStatistics, setOnline } from './statistics.ts'
import { toast } from './toasts.ts'
import { $user, lookAgain, setBalance, setExp, TOKEN_COOKIE } from './user.ts'

export const CONNECTION = {
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  timeout: 20_000,
} as const

const SECURE_PORT = 8443
const PLAIN_PORT = 8081

/** How often the connection came to stand: each time something may have been missed before. */
export const $connections = atom(0)

/** The newest news of an order of this player, as it came; what shows orders is loaded late, and reads it. */
export const $toldOrder = atom<unknown>(null)

/** The newest news of a withdrawal of this player, as it came; what shows withdrawals is loaded late, and reads it. */
export const $toldWithdrawal = atom<unknown>(null)

/** What this player has closed for himself here or on another device, as it came; what shows it is loaded late, and reads it. */
export const $toldExclusion = atom<unknown>(null)

export interface LiveEar {
  /** Takes `live` messages as they come. */
  onLive(message: unknown): void
  /** Called when the connection stands: what happened before that, nobody told this page. */
  onConnect(): void
}

/** Takes an event that has arrived; false when it makes no sense. */
type Handlers = { readonly [Event in keyof ServerEvents]: (payload: unknown) => boolean }

function isMe(id: unknown): boolean {
  const state = $user.get()
  return state.status === 'authorised' && state.user.id === id
}

/** News of this player alone, `{ id, [name]: … }`, kept as they came for what is loaded late. */
function toStore(name: string, $store: WritableAtom<unknown>): (told: unknown) => boolean {
  return (told) => {
    const { id, [name]: news } = fieldsOf(told)
    if (typeof id !== 'number' || typeof news !== 'object' || news === null) return false
    if (isMe(id)) $store.set(news)
    return true
  }
}

/** The one table of what this page does with each event. */
export function createHandlers(onLive: LiveEar['onLive']): Handlers {
  return {
    online(count) {
      if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) return false
      setOnline(count)
      return true
    },
    stats(change) {
      const { live } = fieldsOf(change)
      if (typeof live !== 'object' || live === null) return false
      mergeStatistics(live)
      return true
    },
    live(message) {
      // The feed judges and logs its own messages.
      onLive(message)
      return true
    },
    'update user'(change) {
      const { id, balance, exp } = fieldsOf(change)
      if (typeof id !== 'number' || !Number.isSafeInteger(balance)) return false
      if (exp !== undefined && !Number.isSafeInteger(exp)) return false
      if (isMe(id)) {
        setBalance(balance as number)
        if (exp !== undefined) setExp(exp as number)
      }
      return true
    },
    notify(notice) {
      const { id, type, message } = fieldsOf(notice)
      if (typeof id !== 'number' || (type !== 'success' && type !== 'error') || typeof message !== 'string')
        return false
      if (isMe(id)) {
        toast(type, message)
        void loadNotifications()
      }
      return true
    },
    order: toStore('order', $toldOrder),
    exclusion: toStore('exclusion', $toldExclusion),
    withdrawal: toStore('withdrawal', $toldWithdrawal),
  }
}

/** Hands an event to its handler; what makes no sense is logged and ignored. */
export function receive(handlers: Handlers, event: keyof ServerEvents, payload: unknown): void {
  if (!handlers[event](payload)) console.error(`Invalid realtime event: ${event}`, payload)
}

/** Where the connection goes: the same host, on the port that the site names, else 8443 for https and 8081 without. */
export function realtimeUrl(page: { protocol: string; hostname: string }, port: number | null): string {
  const standard = page.protocol === 'https:' ? SECURE_PORT : PLAIN_PORT
  return `${page.protocol}//${page.hostname}:${port ?? standard}`
}

/** The port that the page names, which its security policy lets through; null for the standard ones. */
function namedPort(): number | null {
  const { realtimePort } = document.documentElement.dataset
  return realtimePort === undefined ? null : Number(realtimePort)
}

async function open(ear: LiveEar): Promise<void> {
  // Named at the import: bundlers leave out what nobody takes.
  const { io } = await import('socket.io-client')
  const socket: Socket<ServerEvents, ClientEvents> = io(realtimeUrl(location, namedPort()), {
    ...CONNECTION,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    // Read anew at each attempt: the player may have signed in or out meanwhile.
    auth: (answer) => answer({ token: Cookies.get(TOKEN_COOKIE) ?? null }),
  })
  const handlers = createHandlers(ear.onLive)
  for (const event of Object.keys(handlers) as (keyof ServerEvents)[]) {
    socket.on(event, (payload: unknown) => receive(handlers, event, payload))
  }
  socket.on('connect', () => {
    $connections.set($connections.get() + 1)
    // Nobody told this page what happened before: money may have come in, the session may have ended elsewhere.
    void lookAgain()
    ear.onConnect()
  })
  // The server ends a connection at sign-out, here, in another tab or on another device, or when it lags; the client does not come
  // back from that by itself.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), CONNECTION.reconnectionDelay)
  })
  // A page in the back-forward cache holds no connection, or browsers would not keep it.
  addEventListener('pagehide', () => socket.disconnect())
  addEventListener('pageshow', (event) => {
    if (event.persisted) socket.connect()
  })
}

/** Connects when the browser is idle. */
export function connectSocket(ear: LiveEar): void {
  const start = (): void => {
    open(ear).catch((fault) => console.error('The realtime connection could not be opened', fault))
  }
  if (typeof requestIdleCallback === 'function') requestIdleCallback(start, { timeout: 2_000 })
  else setTimeout(start, 1)
}
