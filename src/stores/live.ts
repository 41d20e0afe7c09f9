// The feed of the live strip on this page: the machine of live-feed.ts on the browser's own clock, storage and server.
import { atom } from 'nanostores'
import type { LiveReply } from '../contract/live.ts'
import { afterArrival } from './after-frame.ts'
import { get } from './api.ts'
import { createLiveFeed } from './live-feed.ts'
import { $settings } from './settings.ts'
import { connectSocket } from './socket.ts'
import { $isHeld, $user, type UserState } from './user.ts'

export type LiveTab = 'best' | 'all'

export const $liveTab = atom<LiveTab>('all')

/** Storage may be forbidden; the feed does without it then. */
function sessionStore(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}

const feed = createLiveFeed({
  now: Date.now,
  setTimer: (action, delayMs) => {
    const timer = setTimeout(action, delayMs)
    return () => clearTimeout(timer)
  },
  load: () => get<LiveReply>('/live'),
  storage: {
    getItem: (key) => sessionStore()?.getItem(key) ?? null,
    setItem: (key, text) => sessionStore()?.setItem(key, text),
  },
  log: (message, cause) => console.error(message, cause),
})

export const $live = feed.$feed

function watchUser(state: UserState): void {
  if (state.status === 'authorised') feed.setOnlooker(state.user.id)
  else feed.setOnlooker(state.status === 'guest' ? null : undefined)
}

/** The strip stands still while the player's own moment runs, and moves on once its result has come in. */
function watchMoment(isHeld: boolean): void {
  if (isHeld) feed.setStill(true)
  else afterArrival(() => feed.setStill($isHeld.get()))
}

let started = false

/** Starts the feed and the connection that brings its drops; once a page, however many ask. */
export function startLive(): void {
  if (started) return
  started = true
  $user.subscribe(watchUser)
  $isHeld.subscribe(watchMoment)
  // Settings that came a moment before this make the offset too small by that moment: own drops come later, never sooner.
  $settings.subscribe((settings) => {
    if (settings !== null) feed.setClockOffset(settings.now - Date.now())
  })
  feed.start()
  connectSocket({ onLive: feed.receive, onConnect: feed.reload })
  addEventListener('pagehide', feed.save)
  addEventListener('pageshow', (event) => {
    if (event.persisted) feed.reload()
  })
}
