// Push messages to a device: what the settings show in each browser, and what turning them on and off does.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushReply } from '../../../src/protocol/push.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, lost } from '../server-stub.ts'

const KEY = Buffer.from([4, ...Array(64).fill(7)]).toString('base64url')
const OTHER_KEY = Buffer.from([4, ...Array(64).fill(8)])
const BODY = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }

/** A subscription that a browser holds. */
class Subscription {
  isEnded = false
  readonly options: { applicationServerKey: ArrayBuffer }

  constructor(key: Uint8Array) {
    this.options = { applicationServerKey: new Uint8Array(key).buffer }
  }

  toJSON() {
    return { ...BODY, expirationTime: null }
  }

  async unsubscribe(): Promise<boolean> {
    this.isEnded = true
    if (subscription === this) subscription = null
    return true
  }
}

const { wire: server } = openServerFixture()
let subscription: Subscription | null
let permission: NotificationPermission
/** What the player answers when they are asked. */
let decision: NotificationPermission
const asked = vi.fn()

/** Makes a browser with push messages; without them where `able` is false. */
function openBrowser(able = true, navigation: object = {}): void {
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      subscription = new Subscription(applicationServerKey)
      return subscription
    },
  }
  const registration = { pushManager }
  const serviceWorker = {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  }
  const Notification = {
    get permission() {
      return permission
    },
    requestPermission: async () => {
      asked()
      permission = decision
      return decision
    },
  }
  vi.stubGlobal('navigator', able ? { serviceWorker, ...navigation } : navigation)
  vi.stubGlobal('Notification', Notification)
  vi.stubGlobal('window', able ? { PushManager: {}, Notification } : {})
}

const open = () => import('../../../src/stores/account/push.ts')

const serverSays = (reply: Partial<PushReply>) =>
  server.on('/api/push', () => ({ success: true, key: KEY, on: false, silent: false, ...reply }))

beforeEach(() => {
  vi.resetModules()
  server.on('/api/push/subscribe', () => ({ success: true }))
  server.on('/api/push/unsubscribe', () => ({ success: true }))
  subscription = null
  permission = 'default'
  decision = 'granted'
  asked.mockClear()
  openBrowser()
})

describe('the settings show', () => {
  it('that the browser cannot show messages', async () => {
    openBrowser(false)
    const { $push, loadPush } = await open()
    await loadPush()
    expect($push.get()).toEqual({ status: 'unsupported' })
    expect(server.calls).toEqual([])
  })

  it('that the site has to be installed on a phone of Apple', async () => {
    openBrowser(false, { standalone: false })
    const { $push, loadPush } = await open()
    await loadPush()
    expect($push.get()).toEqual({ status: 'install' })
  })

  it('that the player has blocked them', async () => {
    permission = 'denied'
    const { $push, loadPush } = await open()
    await loadPush()
    expect($push.get()).toEqual({ status: 'denied' })
  })

  it('that they are off until the player turns them on, and ask for no permission', async () => {
    serverSays({})
    const { $push, loadPush } = await open()
    await loadPush()
    expect($push.get()).toEqual({ status: 'ready', key: KEY, isOn: false, silent: false })
    expect(asked).not.toHaveBeenCalled()
  })

  it('that they are on where the browser and the server say so, and send the subscription again', async () => {
    subscription = new Subscription(Buffer.from(KEY, 'base64url'))
    serverSays({ on: true, silent: true })
    const { $push, loadPush } = await open()
    await loadPush()
    expect($push.get()).toMatchObject({ isOn: true, silent: true })
    await expect.poll(() => server.to('/api/push/subscribe').map(({ body }) => body)).toEqual([BODY])
  })

  it.each([
    ['the server has ended the subscription', false, Buffer.from(KEY, 'base64url')],
    ['the site has another key by now', true, OTHER_KEY],
    ['the browser has none', true, null],
  ])('that they are off where %s', async (_name, on, key) => {
    subscription = key === null ? null : new Subscription(key)
    serverSays({ on })
    const { $push, loadPush } = await open()
    await loadPush()
    expect($push.get()).toMatchObject({ status: 'ready', isOn: false })
    expect(server.to('/api/push/subscribe')).toEqual([])
  })

  it('nothing to turn on where the site has no key', async () => {
    serverSays({ key: null })
    const { $push, loadPush } = await open()
    await loadPush()
    expect($push.get()).toEqual({ status: 'unsupported' })
  })

  it('that the state could not be read', async () => {
    server.on('/api/push', () => fault(400))
    const { $push, loadPush } = await open()
    await loadPush()
    expect($push.get()).toEqual({ status: 'failed' })
  })
})

describe('turning them on', () => {
  async function turnOn() {
    serverSays({})
    const store = await open()
    await store.loadPush()
    return { ...store, outcome: await store.turnPushOn() }
  }

  it('asks for the permission, subscribes with the site’s key and tells the server', async () => {
    const { outcome, $push } = await turnOn()
    expect(outcome).toBe('done')
    expect($push.get()).toMatchObject({ isOn: true })
    expect(server.to('/api/push/subscribe').map(({ body }) => body)).toEqual([BODY])
    expect(Buffer.from(subscription?.options.applicationServerKey ?? new ArrayBuffer()).toString('base64url')).toBe(KEY)
  })

  it('replaces a subscription of another key, and keeps one of this key', async () => {
    const old = new Subscription(OTHER_KEY)
    subscription = old
    const { turnPushOn } = await turnOn()
    expect([old.isEnded, subscription === old]).toEqual([true, false])
    const kept = subscription
    await turnPushOn()
    expect([subscription, kept.isEnded]).toEqual([kept, false])
  })

  it('does nothing when the player denies it, and says how to allow it', async () => {
    decision = 'denied'
    const { $push } = await turnOn()
    expect($push.get()).toEqual({ status: 'denied' })
    expect(server.to('/api/push/subscribe')).toEqual([])
  })

  it('does nothing when the player closes the question', async () => {
    decision = 'default'
    const { $push, outcome } = await turnOn()
    expect([$push.get(), outcome]).toEqual([expect.objectContaining({ isOn: false }), 'done'])
    expect(subscription).toBeNull()
  })

  it('says what the server refuses', async () => {
    server.on('/api/push/subscribe', () => ({ success: false, code: 'push-service', message: 'Another browser' }))
    const { $push, outcome } = await turnOn()
    expect([$push.get(), outcome]).toEqual([expect.objectContaining({ isOn: false }), { refusal: 'Another browser' }])
  })

  it('fails when the server cannot be reached', async () => {
    vi.useFakeTimers()
    server.on('/api/push/subscribe', lost)
    const turning = turnOn()
    await vi.runAllTimersAsync()
    const { $push, outcome } = await turning
    expect([$push.get(), outcome]).toEqual([expect.objectContaining({ isOn: false }), 'failed'])
    vi.useRealTimers()
  })
})

describe('turning them off', () => {
  it('tells the server, then ends the browser’s subscription', async () => {
    const own = new Subscription(Buffer.from(KEY, 'base64url'))
    subscription = own
    serverSays({ on: true })
    const { $push, loadPush, turnPushOff } = await open()
    await loadPush()
    expect(await turnPushOff()).toBe('done')
    expect($push.get()).toMatchObject({ isOn: false })
    expect([server.to('/api/push/unsubscribe').length, own.isEnded]).toEqual([1, true])
  })

  it('stays on when the server does not answer', async () => {
    const own = new Subscription(Buffer.from(KEY, 'base64url'))
    subscription = own
    serverSays({ on: true })
    server.on('/api/push/unsubscribe', () => fault(400))
    const { $push, loadPush, turnPushOff } = await open()
    await loadPush()
    expect(await turnPushOff()).toBe('failed')
    expect([$push.get(), own.isEnded]).toEqual([expect.objectContaining({ isOn: true }), false])
  })
})

describe('a test', () => {
  it.each([
    [{ success: true }, 'done'],
    [{ success: false, code: 'excluded', message: 'Until 01.12.2026' }, { refusal: 'Until 01.12.2026' }],
  ])('answered with %o is %o', async (reply, outcome) => {
    server.on('/api/push/test', () => reply)
    const { testPush } = await open()
    expect(await testPush()).toEqual(outcome)
  })
})

it('is offered by pages of a site that sends messages only', async () => {
  const { isPushOffered } = await open()
  const page = (worker?: string) => ({ documentElement: { dataset: { worker } } }) as unknown as Document
  expect([page('push'), page('on'), page()].map(isPushOffered)).toEqual([true, false, false])
})
