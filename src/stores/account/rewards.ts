// What the signed-in player can claim now, the badges in the navigation, and how much of their gifts is locked. Loaded late and
// for players only.
import { atom } from 'nanostores'
import type { ClaimMarks, LockedGifts, RewardsReply } from '../../protocol/rewards.ts'
import { get, isUnknownCall } from '../kernel/api.ts'
import { $claimsChanged } from '../kernel/claims-changed.ts'
import { $orderEvent } from '../kernel/realtime-events.ts'
import { singleFlight } from '../kernel/single-flight.ts'
import { hasToken } from '../kernel/token-cookie.ts'

/** Null until loaded. */
export const $badges = atom<ClaimMarks | null>(null)

/** Null until loaded. */
export const $gifts = atom<LockedGifts | null>(null)

/** True while the last reading has failed. */
export const $isRewardsFailed = atom(false)

/** After this time a page that becomes visible reads again. */
const OLD_MS = 3 * 60_000
/** The longest delay: a clock that is months wrong must not exceed what timers hold, which would run at once. */
const LONGEST_MS = 24 * 3_600_000
/** Spreads the requests of all pages at the end of a day. */
const SPREAD_MS = 5_000

let readAtMs = 0
let untilMs = Number.POSITIVE_INFINITY
let turn: ReturnType<typeof setTimeout> | undefined

/** Reads what can be claimed, and what is locked; a failure is logged. */
export const loadRewards = singleFlight(async () => {
  try {
    const { marks, gifts, until } = await get<RewardsReply>('/rewards')
    readAtMs = Date.now()
    // By this device's clock: a wrong one reads at another time.
    untilMs = until
    clearTimeout(turn)
    const delayMs = Math.min(LONGEST_MS, Math.max(OLD_MS / 3, until - readAtMs))
    turn = setTimeout(() => void loadRewards(), delayMs + Math.random() * SPREAD_MS)
    $badges.set(marks)
    $gifts.set(gifts)
    $isRewardsFailed.set(false)
  } catch (fault) {
    $isRewardsFailed.set(true)
    // Badges are optional: the pages themselves show what can be claimed, and a server may have none.
    if (!isUnknownCall(fault)) console.error('What can be claimed could not be read', fault)
  }
})

let firstReading: Promise<void> | undefined

/** Reads unless that was begun before. */
const readOnce = (): Promise<void> => {
  firstReading ??= loadRewards()
  return firstReading
}

/**
 * Reads a call for a screen that shows the locked gifts. For a player it also waits for these: a line that appears later would
 * move the content below it. If they cannot be read, the screen shows without them.
 *
 * @param path of the call, from /api on
 */
export async function getWithGifts<Reply>(path: string): Promise<Reply> {
  const [reply] = await Promise.all([get<Reply>(path), hasToken() ? readOnce() : undefined])
  return reply
}

let watched = false

/** Keeps the badges up to date; further calls do nothing. */
export function watchBadges(page: Document): void {
  if (watched) return
  watched = true
  const again = (): void => void loadRewards()
  $claimsChanged.listen(again)
  // A deposit opens free cases and raffles.
  $orderEvent.listen(again)
  page.addEventListener('visibilitychange', () => {
    const now = Date.now()
    if (page.visibilityState === 'visible' && (now - readAtMs > OLD_MS || now >= untilMs)) again()
  })
  void readOnce()
}
