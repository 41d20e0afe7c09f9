// The feed of live drops on this page: the state machine of live-feed.ts with the browser's clock, storage and API.
import { atom, computed } from 'nanostores'
import type { LiveReply } from '../../protocol/live.ts'
import { $settings } from '../account/settings.ts'
import { get } from '../kernel/api.ts'
import { browserStorage, readFromSession } from '../kernel/browser-storage.ts'
import { onBackOnline } from '../kernel/connection.ts'
import { $isHeld, $user, type UserState } from '../kernel/user.ts'
import { createLiveFeed } from './live-feed.ts'
import { connectSocket } from './socket.ts'
import { $isStill } from './still-strip.ts'

export type LiveTab = 'best' | 'all'

export const $liveTab = atom<LiveTab>('all')

const feed = createLiveFeed({
  now: Date.now,
  setTimer: (action, delayMs) => {
    const timer = setTimeout(action, delayMs)
    return () => clearTimeout(timer)
  },
  load: () => get<LiveReply>('/live'),
  storage: {
    getItem: readFromSession,
    // Throws when the storage is full: the feed logs it.
    setItem: (key, text) => browserStorage('sessionStorage')?.setItem(key, text),
  },
  log: (message, cause) => console.error(message, cause),
})

export const $live = feed.$feed

function watchUser(state: UserState): void {
  if (state.status === 'authorised') feed.setViewer(state.user.id)
  else feed.setViewer(state.status === 'guest' ? null : undefined)
}

let started = false

/** Starts the feed and the realtime connection; further calls do nothing. */
export function startLive(): void {
  if (started) return
  started = true
  $user.subscribe(watchUser)
  // The strip pauses while the player's own game is animated, and while one of its cards is open.
  computed([$isHeld, $isStill], (isHeld, isStill) => isHeld || isStill).subscribe(feed.setPaused)
  // Settings that came earlier make the offset too small by that time: own drops appear later, never sooner.
  $settings.subscribe((settings) => {
    if (settings?.now) feed.setClockOffset(settings.now - Date.now())
  })
  feed.start()
  connectSocket({ onLive: feed.receive, onReconnect: feed.reload, onFirstState: feed.check })
  onBackOnline(feed.reload)
  addEventListener('pagehide', feed.save)
  addEventListener('pageshow', (event) => {
    if (event.persisted) feed.reload()
  })
}
