// The reality check: a reminder of time and money across pages and tabs. Storage holds when a visit began and when the player last
// answered; the rest is derived. Clock, storage and the state of the page are arguments.
import { atom, type ReadableAtom } from 'nanostores'
import type { VisitReply } from '../../protocol/limits.ts'
import { get } from '../kernel/api.ts'
import { fieldsOf, parseJson } from '../kernel/unknown-value.ts'

const STORAGE_KEY = 'spacedrop:reality'
const MINUTE_MS = 60_000

/** After an absence of this length, the next page begins a new visit. */
export const AWAY_MS = 30 * MINUTE_MS

/** How often a visible page extends the visit. */
const BEAT_MS = 30_000

/** How soon the end of an animation is checked for. */
const BUSY_MS = 300

/** Milliseconds since 1970 on this device. */
interface Visit {
  readonly player: number
  readonly sinceMs: number
  /** When a page was visible last. */
  readonly seenMs: number
  /** When the player last answered, or the visit began. */
  readonly answeredMs: number
}

/** The player to remind and the interval in minutes; null for none. */
export type Reminder = { readonly id: number; readonly minutes: number } | null

export interface RealityEnvironment {
  now(): number
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** False for a tab in the background. */
  isVisible(): boolean
  /** True during the animation of a game, which no dialog may cover. */
  isBusy(): boolean
}

export interface RealityCheck {
  /** When the visit began that the player is reminded of now; null while no reminder is due. */
  readonly $due: ReadableAtom<number | null>
  /** Checks the clock. Returns after how many milliseconds to check again; null for not before something changes. */
  check(reminded: Reminder): number | null
  /** Stores that the player has answered: the next reminder is due after a whole interval, in every tab. */
  acknowledge(): void
}

/** Parses a stored visit; anything may be in storage. */
function readVisit(text: string | null): Visit | null {
  const { player, sinceMs, seenMs, answeredMs } = fieldsOf(parseJson(text ?? 'null'))
  const visit = { player, sinceMs, seenMs, answeredMs }
  return Object.values(visit).every(Number.isSafeInteger) ? (visit as Visit) : null
}

/** Tells whether a stored visit continues; a clock that was set back begins a new one. */
function isContinued(visit: Visit, player: number, nowMs: number): boolean {
  const inOrder = visit.sinceMs <= visit.answeredMs && visit.answeredMs <= nowMs && visit.seenMs <= nowMs
  return visit.player === player && inOrder && nowMs - visit.seenMs < AWAY_MS
}

/** Makes a reality check. */
export function createRealityCheck({ now, storage, isVisible, isBusy }: RealityEnvironment): RealityCheck {
  const $due = atom<number | null>(null)

  const store = (visit: Visit): void => storage.setItem(STORAGE_KEY, JSON.stringify(visit))

  function visitOf(player: number): Visit {
    const nowMs = now()
    const stored = readVisit(storage.getItem(STORAGE_KEY))
    if (stored !== null && isContinued(stored, player, nowMs)) return { ...stored, seenMs: nowMs }
    return { player, sinceMs: nowMs, seenMs: nowMs, answeredMs: nowMs }
  }

  return {
    $due,
    check(reminded) {
      if (reminded === null) {
        $due.set(null)
        return null
      }
      // A tab in the background neither extends a visit nor ends it.
      if (!isVisible()) return null
      const visit = visitOf(reminded.id)
      store(visit)
      const waitMs = visit.answeredMs + reminded.minutes * MINUTE_MS - now()
      if (waitMs > 0) {
        // The player answered in another tab, or the interval has grown.
        $due.set(null)
        return Math.min(waitMs, BEAT_MS)
      }
      if ($due.get() === null && isBusy()) return BUSY_MS
      $due.set(visit.sinceMs)
      return BEAT_MS
    },
    acknowledge() {
      const visit = readVisit(storage.getItem(STORAGE_KEY))
      if (visit !== null) store({ ...visit, answeredMs: now(), seenMs: now() })
      $due.set(null)
    },
  }
}

/**
 * Reads what the games of a visit have cost and paid; null after a failure, which is logged.
 *
 * @param lastedMs how long the visit has lasted
 */
export async function loadVisit(lastedMs: number): Promise<VisitReply | null> {
  try {
    return await get<VisitReply>(`/limits/visit?lasted=${Math.max(0, Math.round(lastedMs))}`)
  } catch (fault) {
    console.error('The result of the visit could not be read', fault)
    return null
  }
}
