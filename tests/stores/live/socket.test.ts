// The reaction of a page to each realtime event, and its connection to a real server.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRealtime } from '../../../src/server/realtime/realtime.ts'
import { $notifications } from '../../../src/stores/account/notifications.ts'
import {
  $battleEvent,
  $battlesEvent,
  $exclusionEvent,
  $orderEvent,
} from '../../../src/stores/kernel/realtime-events.ts'
import { $scene, endScene } from '../../../src/stores/kernel/scenes.ts'
import { takeToasts } from '../../../src/stores/kernel/toasts.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import {
  CONNECTION,
  connectSocket,
  createHandlers,
  dispatchEvent,
  realtimeUrl,
} from '../../../src/stores/live/socket.ts'
import { $statistics } from '../../../src/stores/live/statistics.ts'

const ME = {
  id: 7,
  username: 'Vega',
  steamid: '76561198000000007',
  avatar: '',
  balance: 1000,
  tradeLink: null,
  lvl: 1,
  exp: 0,
  realityMinutes: null,
  unseeded: null,
  termsAsked: null,
}

const balance = (): number | null => {
  const state = $user.get()
  return state.status === 'authorised' ? state.user.balance : null
}

let logged: unknown[][]
const lives: unknown[] = []
const handlers = createHandlers((message) => lives.push(message))

beforeEach(() => {
  logged = []
  vi.spyOn(console, 'error').mockImplementation((...line: unknown[]) => void logged.push(line))
  $user.set({ status: 'authorised', user: ME })
  $statistics.set({ users: 1, cases: 2, upgrades: 3, contracts: 4, online: 5 })
  takeToasts()
  lives.length = 0
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('an event', () => {
  it('online sets the online count', () => {
    dispatchEvent(handlers, 'online', 42)
    expect($statistics.get().online).toBe(42)
  })

  it('stats merges its live part into the counters', () => {
    dispatchEvent(handlers, 'stats', { live: { cases: 20, contracts: 40 } })
    expect($statistics.get()).toEqual({ users: 1, cases: 20, upgrades: 3, contracts: 40, online: 5 })
  })

  it('live is passed to the feed unchanged', () => {
    dispatchEvent(handlers, 'live', { item: { all: [] } })
    expect(lives).toEqual([{ item: { all: [] } }])
  })

  it('update user sets the balance if the id is the player’s', () => {
    dispatchEvent(handlers, 'update user', { id: 7, balance: 1250 })
    expect(balance()).toBe(1250)
  })

  it('update user raises the level with the points of a game, and never lowers it', () => {
    dispatchEvent(handlers, 'update user', { id: 7, balance: 900, exp: 3000 })
    expect($user.get()).toMatchObject({ user: { balance: 900, exp: 3000, lvl: 2 } })
    dispatchEvent(handlers, 'update user', { id: 7, balance: 950, exp: 2999 })
    expect($user.get()).toMatchObject({ user: { balance: 950, exp: 3000, lvl: 2 } })
    dispatchEvent(handlers, 'update user', { id: 8, balance: 950, exp: 9000 })
    expect($user.get()).toMatchObject({ user: { exp: 3000 } })
  })

  it('update user of another player is ignored', () => {
    dispatchEvent(handlers, 'update user', { id: 8, balance: 1250 })
    expect(balance()).toBe(1000)
    $user.set({ status: 'guest' })
    dispatchEvent(handlers, 'update user', { id: 7, balance: 1250 })
    expect($user.get()).toEqual({ status: 'guest' })
    expect(logged).toEqual([])
  })

  it.each(['success', 'error'] as const)('notify shows a toast of %s if the id is the player’s', (type) => {
    dispatchEvent(handlers, 'notify', { id: 7, type, message: 'Paid' })
    dispatchEvent(handlers, 'notify', { id: 8, type, message: 'Not mine' })
    expect(takeToasts()).toEqual([{ type, message: 'Paid' }])
  })

  it('notify shows a new level with its own sound, and no other name is taken for a sound', () => {
    dispatchEvent(handlers, 'notify', { id: 7, type: 'success', message: 'Level 2', sound: 'level' })
    dispatchEvent(handlers, 'notify', { id: 7, type: 'success', message: 'Paid', sound: '../secret' })
    expect(takeToasts()).toEqual([
      { type: 'success', message: 'Level 2', sound: 'level' },
      { type: 'success', message: 'Paid' },
    ])
  })

  it('notify links what there is to do, on this site only', () => {
    dispatchEvent(handlers, 'notify', { id: 7, type: 'success', message: 'Done', link: '/missions' })
    for (const link of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 7])
      dispatchEvent(handlers, 'notify', { id: 7, type: 'success', message: 'Done', link })
    expect(takeToasts().map(({ link }) => link)).toEqual(['/missions', ...Array.from({ length: 5 })])
  })

  it('notify with a scene plays it instead of a toast that links nothing; a broken scene is a toast', () => {
    vi.useFakeTimers()
    vi.stubGlobal('document', { cookie: '', querySelector: () => null })
    const scene = { kind: 'level', mark: '2', title: 'New level', text: 'You’ve reached level 2.' }
    const notice = { id: 7, type: 'success', message: 'Level 2', sound: 'level' }
    dispatchEvent(handlers, 'notify', { ...notice, id: 8, scene })
    expect($scene.get()).toBeNull()
    dispatchEvent(handlers, 'notify', { ...notice, scene })
    expect($scene.get()).toEqual(scene)
    expect(takeToasts()).toEqual([])
    endScene()
    for (const broken of [{ ...scene, kind: 'rain' }, { ...scene, mark: 2 }, 'scene', null]) {
      dispatchEvent(handlers, 'notify', { ...notice, scene: broken })
      expect(takeToasts()).toEqual([{ type: 'success', message: 'Level 2', sound: 'level' }])
      expect($scene.get()).toBeNull()
    }
    vi.runAllTimers()
    dispatchEvent(handlers, 'notify', { ...notice, scene, link: '/missions' })
    expect($scene.get()).toEqual(scene)
    expect(takeToasts()).toEqual([])
    endScene()
    expect(takeToasts().map(({ link }) => link)).toEqual(['/missions'])
    vi.useRealTimers()
  })

  it('notify reloads the notifications, because there is one more', async () => {
    const asked: unknown[] = []
    vi.stubGlobal('document', { cookie: '' })
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path)
      return Response.json([])
    })
    dispatchEvent(handlers, 'notify', { id: 8, type: 'success', message: 'Not mine' })
    dispatchEvent(handlers, 'notify', { id: 7, type: 'success', message: 'Paid' })
    expect(asked).toEqual(['/api/notification/get'])
    await vi.waitFor(() => expect($notifications.get()).toEqual([]))
  })

  it('exclusion reports the player’s self-exclusion, and no other player’s', () => {
    const mine = { kind: 'time-out', until: 1 }
    dispatchEvent(handlers, 'exclusion', { id: 7, exclusion: mine })
    dispatchEvent(handlers, 'exclusion', { id: 8, exclusion: { kind: 'self-exclusion', until: null } })
    expect($exclusionEvent.get()).toBe(mine)
  })

  it('order reports an order of the player, and no other player’s', () => {
    const mine = { id: 'a', state: 'paid' }
    dispatchEvent(handlers, 'order', { id: 7, order: mine })
    dispatchEvent(handlers, 'order', { id: 8, order: { id: 'b', state: 'paid' } })
    expect($orderEvent.get()).toBe(mine)
  })

  it('battle and battles report changes of what the page watches', () => {
    const joined = { id: 'b', kind: 'changed', card: {} }
    dispatchEvent(handlers, 'battle', joined)
    expect($battleEvent.get()).toBe(joined)
    const battles = [{ id: 'b' }]
    dispatchEvent(handlers, 'battles', { battles })
    expect($battlesEvent.get()).toBe(battles)
  })

  it.each([
    ['state', null],
    ['state', { player: 7, balance: 1000 }],
    ['online', -1],
    ['online', '5'],
    ['online', Number.NaN],
    ['stats', null],
    ['stats', { live: 5 }],
    ['update user', { id: 7 }],
    ['update user', { id: 7, balance: 12.5 }],
    ['update user', { id: 7, balance: 900, exp: '3000' }],
    ['update user', null],
    ['notify', { id: 7, type: 'loud', message: 'x' }],
    ['notify', { id: 7, type: 'error' }],
    ['exclusion', { id: 7, exclusion: null }],
    ['exclusion', { exclusion: {} }],
    ['order', { order: {} }],
    ['order', { id: 7, order: null }],
    ['order', { id: 7, order: 'paid' }],
    ['battle', null],
    ['battle', { id: 'b' }],
    ['battles', { battles: {} }],
  ] as const)('%s with %j is logged and ignored', (event, payload) => {
    dispatchEvent(handlers, event, payload)
    expect(logged).toEqual([[`Invalid realtime event: ${event}`, payload]])
    expect(balance()).toBe(1000)
    expect($statistics.get().online).toBe(5)
    expect(takeToasts()).toEqual([])
  })
})

describe('the connection', () => {
  it('uses the same host: 8443 for https, 8081 without, or the port of the page', () => {
    expect(realtimeUrl({ protocol: 'https:', hostname: 'shop.test' }, null)).toBe('https://shop.test:8443')
    expect(realtimeUrl({ protocol: 'http:', hostname: 'localhost' }, null)).toBe('http://localhost:8081')
    expect(realtimeUrl({ protocol: 'http:', hostname: '[::1]' }, 9000)).toBe('http://[::1]:9000')
  })

  it('retries after 1 s, then up to 5 s, with a timeout of 20 s per attempt', () => {
    expect(CONNECTION).toEqual({ reconnectionDelay: 1_000, reconnectionDelayMax: 5_000, timeout: 20_000 })
  })

  it('receives from a real server, pauses in the back-forward cache, and loads session and balance when it is back', async () => {
    const realtime = createRealtime({
      port: 0,
      host: '127.0.0.1',
      allowedOrigin: () => true,
      identify: async (token) => (token === 'good' ? { playerId: 7, sessionId: 'a' } : null),
      languageOf: () => 'en',
      log: console,
      random: () => 0,
      now: Date.now,
    })
    await realtime.listen()
    const page = new EventTarget()
    const reload = vi.fn()
    vi.stubGlobal('location', { protocol: 'http:', hostname: '127.0.0.1', reload })
    vi.stubGlobal('sessionStorage', { clear: () => undefined })
    // The page names the port, so no request comes first.
    const documentElement = { dataset: { realtimePort: String(realtime.port) } }
    const browser = { cookie: 'token=good', documentElement }
    vi.stubGlobal('document', browser)
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    let known = 555
    vi.stubGlobal('fetch', async () => Response.json({ success: true, user: { ...ME, balance: known } }))
    const happened: unknown[] = []
    try {
      connectSocket({
        onLive: (message) => happened.push(message),
        onReconnect: () => happened.push('connected again'),
        onFirstState: (newestDrops) => happened.push(newestDrops),
      })
      await expect.poll(() => $statistics.get().online).toBe(1 + 5)
      await expect.poll(() => happened).toEqual([[]])
      // The server did not say 1000, the balance that this page has read.
      await expect.poll(() => balance()).toBe(555)
      realtime.emitToPlayer(7, 'update user', { id: 7, balance: 777 })
      await expect.poll(() => balance()).toBe(777)

      page.dispatchEvent(new Event('pagehide'))
      await expect.poll(() => realtime.onlineCount()).toBe(0)
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
      known = 888
      await expect.poll(() => happened).toEqual([[], 'connected again'])
      await expect.poll(() => balance()).toBe(888)

      browser.cookie = ''
      realtime.closePlayer(7)
      await expect.poll(() => happened).toEqual([[], 'connected again', 'connected again'])
      await expect.poll(() => reload).toHaveBeenCalledOnce()
      page.dispatchEvent(new Event('pagehide'))
    } finally {
      await realtime.close()
    }
  })
})
