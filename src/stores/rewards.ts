// What the signed-in player can claim now. Loaded late, for players alone: it is no part of what every page needs.
import { atom } from 'nanostores'
import type { ClaimMarks, RewardsReply } from '../contract/rewards.ts'
import { get } from './api.ts'
import { $claimsChanged } from './claims-changed.ts'
import { oneReading } from './one-reading.ts'
import { $toldOrder } from './socket.ts'

/** Null until it is known. */
export const $marks = atom<ClaimMarks | null>(null)

/** Who comes back to a page after this long may find more. */
const OLD_MS = 3 * 60_000
/** A clock that is months wrong must not make a delay that timers cannot hold: those are over at once. */
const LONGEST_MS = 24 * 3_600_000
/** A day ends for everyone at once: the pages ask one after the other. */
const SPREAD_MS = 5_000

let readAtMs = 0
let untilMs = Number.POSITIVE_INFINITY
let turn: ReturnType<typeof setTimeout> | undefined

/** Asks what can be claimed; asked for meanwhile, once more. */
const loadMarks = oneReading(async () => {
  try {
    const { marks, until } = await get<RewardsReply>('/rewards')
    readAtMs = Date.now()
    // By this device's clock: one that is wrong asks at another time, and is told the same.
    untilMs = until
    clearTimeout(turn)
    const delayMs = Math.min(LONGEST_MS, Math.max(OLD_MS / 3, until - readAtMs))
    turn = setTimeout(() => void loadMarks(), delayMs + Math.random() * SPREAD_MS)
    $marks.set(marks)
  } catch (fault) {
    // Nobody misses a mark: the pages themselves say what can be claimed.
    console.error('What can be claimed could not be read', fault)
  }
})

let watched = false

/** Keeps the marks up to date; once a page, however many ask. */
export function watchMarks(page: Document): void {
  if (watched) return
  watched = true
  const again = (): void => void loadMarks()
  $claimsChanged.listen(again)
  // A deposit opens free cases and raffles.
  $toldOrder.listen(again)
  page.addEventListener('visibilitychange', () => {
    const now = Date.now()
    if (page.visibilityState === 'visible' && (now - readAtMs > OLD_MS || now >= untilMs)) again()
  })
  again()
}
