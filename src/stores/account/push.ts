// Push messages to this device: whether its browser can show them and does, and turning them on and off.
import { atom } from 'nanostores'
import type { PushChangeReply, PushReply, SubscribeBody } from '../../protocol/push.ts'
import { get, post } from '../kernel/api.ts'
import { recheckSession } from '../kernel/paged.ts'

export type PushState =
  | { readonly status: 'loading' | 'failed' }
  /** The browser cannot show any, shows them to installed apps only, or was told to block them. */
  | { readonly status: 'unsupported' | 'install' | 'denied' }
  /** `silent` while a time-out or a self-exclusion is in force. */
  | { readonly status: 'ready'; readonly key: string; readonly isOn: boolean; readonly silent: boolean }

export const $push = atom<PushState>({ status: 'loading' })

/** Tells whether the site sends push messages. */
export function isPushOffered(page: Document): boolean {
  return page.documentElement.dataset.worker === 'push'
}

/** Returns why this browser shows no push messages; null when it can. */
function hindrance(): 'unsupported' | 'install' | 'denied' | null {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    // Safari of a phone has them once the site is on its home screen.
    return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'unsupported'
  }
  return Notification.permission === 'denied' ? 'denied' : null
}

const decode = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** Tells whether a subscription was made with the site's key: push services refuse messages that another one signed. */
function isOfKey({ options }: PushSubscription, key: string): boolean {
  const used = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  const wanted = decode(key)
  return used.length === wanted.length && wanted.every((byte, place) => byte === used[place])
}

function bodyOf(subscription: PushSubscription): SubscribeBody {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

function failed(what: string, fault: unknown): void {
  console.error(what, fault)
  recheckSession(fault)
}

/** Returns the subscription of this browser; undefined for none. */
async function ownSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** Sends the subscription again: its address may have changed unnoticed, and its messages are in the language of this page. */
function refresh(subscription: PushSubscription): void {
  post('/push/subscribe', bodyOf(subscription)).catch((fault: unknown) => {
    failed('The subscription could not be sent again', fault)
  })
}

/** Reads whether this device gets push messages; a failure is logged. */
export async function loadPush(): Promise<void> {
  const hindered = hindrance()
  if (hindered !== null) {
    $push.set({ status: hindered })
    return
  }
  try {
    const { key, on, silent } = await get<PushReply>('/push')
    const subscription = await ownSubscription()
    if (key === null) $push.set({ status: 'unsupported' })
    else {
      const isOn = on && subscription !== undefined && isOfKey(subscription, key)
      $push.set({ status: 'ready', key, isOn, silent })
      if (isOn) refresh(subscription)
    }
  } catch (fault) {
    failed('The state of push messages could not be read', fault)
    $push.set({ status: 'failed' })
  }
}

async function subscribe(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  if (known !== null && isOfKey(known, key)) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decode(key) })
}

function setOn(isOn: boolean): void {
  const state = $push.get()
  if (state.status === 'ready') $push.set({ ...state, isOn })
}

/** What a change came to; a refusal has its message. */
export type PushChange = 'done' | 'failed' | { readonly refusal: string }

async function change(path: string, body: object): Promise<PushChange> {
  const reply = await post<PushChangeReply>(path, body)
  return reply.success ? 'done' : { refusal: reply.message }
}

/** Asks the player for the permission, by a tap only, and turns push messages on. A player who decides nothing is asked again. */
export async function turnPushOn(): Promise<PushChange> {
  const state = $push.get()
  if (state.status !== 'ready') return 'failed'
  try {
    const permission = await Notification.requestPermission()
    if (permission === 'denied') $push.set({ status: 'denied' })
    if (permission !== 'granted') return 'done'
    const outcome = await change('/push/subscribe', bodyOf(await subscribe(state.key)))
    setOn(outcome === 'done')
    return outcome
  } catch (fault) {
    failed('Push messages could not be turned on', fault)
    return 'failed'
  }
}

/** Turns push messages off, at the server first: what the browser keeps is of no use then. */
export async function turnPushOff(): Promise<PushChange> {
  try {
    const outcome = await change('/push/unsubscribe', {})
    setOn(false)
    await (await ownSubscription())?.unsubscribe()
    return outcome
  } catch (fault) {
    failed('Push messages could not be turned off', fault)
    return 'failed'
  }
}

/** Has a test message sent to this device. */
export async function testPush(): Promise<PushChange> {
  try {
    return await change('/push/test', {})
  } catch (fault) {
    failed('A test message could not be sent', fault)
    return 'failed'
  }
}
