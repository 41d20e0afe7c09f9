// The realtime connection. The API is the source of truth: events only notify, and may be missed.
import Cookies from 'js-cookie'
import type { WritableAtom } from 'nanostores'
import type { Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '../../protocol/realtime.ts'
import { loadNotifications } from '../account/notifications.ts'
import { onBackOnline } from '../kernel/connection.ts'
import { loadPart } from '../kernel/load-part.ts'
import {
  $battleEvent,
  $battlesEvent,
  $connectionCount,
  $exclusionEvent,
  $orderEvent,
  $withdrawalEvent,
} from '../kernel/realtime-events.ts'
import { playScene, readScene } from '../kernel/scenes.ts'
import { type Toast, toastAfterResult } from '../kernel/toasts.ts'
import { TOKEN_COOKIE } from '../kernel/token-cookie.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'
import { $user, checkUser, recheckUser, setBalance, setExp } from '../kernel/user.ts'
import { whenIdle } from '../kernel/when-idle.ts'
import { mergeStatistics, setOnline } from './statistics.ts'

export const CONNECTION = {
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  timeout: 20_000,
} as const

const SECURE_PORT = 8443
const PLAIN_PORT = 8081

export interface LiveListener {
  /** Called with each `live` message. */
  onLive(message: unknown): void
  /** Called when the connection is established again: earlier events were missed. */
  onReconnect(): void
  /** Called with the newest drops when the connection is established first: what is not among the page's was missed. */
  onFirstState(newestDrops: readonly string[]): void
}

/** Handles the payload of an event; returns false for one that is invalid. */
type Handlers = { readonly [Event in keyof ServerEvents]: (payload: unknown) => boolean }

function isCurrentUser(id: unknown): boolean {
  const state = $user.get()
  return state.status === 'authorised' && state.user.id === id
}

/** Makes the handler that stores events of this player, `{ id, [name]: … }`, unparsed. */
function toStore(name: string, $store: WritableAtom<unknown>): (payload: unknown) => boolean {
  return (payload) => {
    const { id, [name]: news } = fieldsOf(payload)
    if (typeof id !== 'number' || typeof news !== 'object' || news === null) return false
    if (isCurrentUser(id)) $store.set(news)
    return true
  }
}

/** A path of this site: two slashes would begin the address of another one. */
const SITE_PATH = /^\/(?![/\\])/

/** Makes the table of handlers. */
export function createHandlers(
  onLive: LiveListener['onLive'],
  onFirstState: LiveListener['onFirstState'] = () => undefined,
): Handlers {
  return {
    state(state) {
      const { player, balance, drops } = fieldsOf(state)
      if (!Array.isArray(drops)) return false
      void checkUser(player, balance)
      onFirstState(drops.filter((id) => typeof id === 'string'))
      return true
    },
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
      // The feed validates and logs its messages.
      onLive(message)
      return true
    },
    'update user'(change) {
      const { id, balance, exp } = fieldsOf(change)
      if (typeof id !== 'number' || !Number.isSafeInteger(balance)) return false
      if (exp !== undefined && !Number.isSafeInteger(exp)) return false
      if (isCurrentUser(id)) {
        setBalance(balance as number)
        if (exp !== undefined) setExp(exp as number)
      }
      return true
    },
    notify(notice) {
      const { id, type, message, sound, link, ...rest } = fieldsOf(notice)
      if (typeof id !== 'number' || (type !== 'success' && type !== 'error') || typeof message !== 'string')
        return false
      if (isCurrentUser(id)) {
        const scene = readScene(rest.scene)
        const isLink = typeof link === 'string' && SITE_PATH.test(link)
        const told: Toast = {
          type,
          message,
          ...(sound === 'level' ? { sound: 'level' as const } : {}),
          ...(isLink ? { link } : {}),
        }
        if (scene === null) toastAfterResult(told)
        else playScene(scene, told)
        void loadNotifications()
      }
      return true
    },
    battle(event) {
      const { id, kind } = fieldsOf(event)
      if (typeof id !== 'string' || typeof kind !== 'string') return false
      $battleEvent.set(event)
      return true
    },
    battles(changes) {
      const { battles } = fieldsOf(changes)
      if (!Array.isArray(battles)) return false
      $battlesEvent.set(battles)
      return true
    },
    order: toStore('order', $orderEvent),
    exclusion: toStore('exclusion', $exclusionEvent),
    withdrawal: toStore('withdrawal', $withdrawalEvent),
  }
}

/** Calls the handler of an event; an invalid payload is logged and ignored. */
export function dispatchEvent(handlers: Handlers, event: keyof ServerEvents, payload: unknown): void {
  if (!handlers[event](payload)) console.error(`Invalid realtime event: ${event}`, payload)
}

/** Returns the address of the connection: the same host, on the port that the site names, else 8443 for https and 8081 for http. */
export function realtimeUrl(page: { protocol: string; hostname: string }, port: number | null): string {
  const standard = page.protocol === 'https:' ? SECURE_PORT : PLAIN_PORT
  return `${page.protocol}//${page.hostname}:${port ?? standard}`
}

/** Returns the port that the page names and its security policy allows; null for the standard ports. */
function namedPort(): number | null {
  const { realtimePort } = document.documentElement.dataset
  return realtimePort === undefined ? null : Number(realtimePort)
}

async function open(listener: LiveListener): Promise<void> {
  const { io } = await loadPart(() => import('./socket-client.ts'))
  const socket: Socket<ServerEvents, ClientEvents> = io(realtimeUrl(location, namedPort()), {
    ...CONNECTION,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    // Read at each attempt: the player may have signed in or out meanwhile.
    auth: (answer) =>
      answer({
        token: Cookies.get(TOKEN_COOKIE) ?? null,
        again: $connectionCount.get() > 0,
        topic: document.documentElement.dataset.topic ?? null,
      }),
  })
  const handlers = createHandlers(listener.onLive, listener.onFirstState)
  for (const event of Object.keys(handlers) as (keyof ServerEvents)[]) {
    socket.on(event, (payload: unknown) => dispatchEvent(handlers, event, payload))
  }
  socket.on('connect', () => {
    $connectionCount.set($connectionCount.get() + 1)
    // The page has just read everything; its first state tells whether that was too early.
    if ($connectionCount.get() === 1) return
    // Events before this were missed: a deposit may have been credited, the session may have ended.
    void recheckUser()
    listener.onReconnect()
  })
  // The server disconnects at sign-out, also in another tab or on another device, and slow consumers; the client does not reconnect
  // after that by itself.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), CONNECTION.reconnectionDelay)
  })
  // A connection from before is dead, which the client notices late, and its next attempt may be seconds away.
  onBackOnline(() => socket.disconnect().connect())
  // Browsers keep no page with an open connection in the back-forward cache.
  addEventListener('pagehide', () => socket.disconnect())
  addEventListener('pageshow', (event) => {
    if (event.persisted) socket.connect()
  })
}

/** Connects when the browser is idle. */
export function connectSocket(listener: LiveListener): void {
  whenIdle(() => {
    open(listener).catch((fault) => console.error('The realtime connection could not be opened', fault))
  })
}
