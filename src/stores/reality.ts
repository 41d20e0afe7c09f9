// The reminder of time and money as a clock that outlives pages and tabs: when a visit began and when the player last answered stand
// in storage, and everything else is worked out from them. Clock, storage and the look at the page are handed in.
import { atom, type ReadableAtom } from 'nanostores'
import type { VisitReply } from '../contract/limits.ts'
import { get } from './api.ts'
import { fieldsOf } from './live-drop.ts'

const STORAGE_KEY = 'spacedrop:reality'
const MINUTE_MS = 60_000

/** Away for so long, the next page begins a new visit. */
export const AWAY_MS = 30 * MINUTE_MS

/** How often a page that is looked at says that the visit goes on. */
const BEAT_MS = 30_000

/** How soon it is looked whether an animation has ended. */
const BUSY_MS = 300

/** Milliseconds since 1970 on this computer. */
interface Visit {
  readonly player: number
  readonly sinceMs: number
  /** When a page was looked at last. */
  readonly seenMs: number
  /** When the player answered last, or the visit began. */
  readonly answeredMs: number
}

/** Who is to be reminded, and how often; null for nobody. */
export type Reminded = { readonly id: number; readonly minutes: number } | null

export interface RealityEnvironment {
  now(): number
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** False for a tab in the background. */
  isLookedAt(): boolean
  /** True while an animation shows a result that nothing may give away, or cover. */
  isBusy(): boolean
}

export interface Reality {
  /** When the visit began that the player is to be told of now; null for nothing to tell. */
  readonly $due: ReadableAtom<number | null>
  /** Looks at the clock. Answers after how many milliseconds to look again; null for not before something changes. */
  look(reminded: Reminded): number | null
  /** The player has answered: the next reminder is a whole interval away, in every tab. */
  answer(): void
}

/** Storage is anyone's to write: what is no visit begins a new one. */
function readVisit(text: string | null): Visit | null {
  try {
    const { player, sinceMs, seenMs, answeredMs } = fieldsOf(JSON.parse(text ?? 'null'))
    const visit = { player, sinceMs, seenMs, answeredMs }
    return Object.values(visit).every(Number.isSafeInteger) ? (visit as Visit) : null
  } catch {
    return null
  }
}

/** Whether a visit that was kept is still the one that goes on; a clock that was set back begins a new one. */
function goesOn(visit: Visit, player: number, nowMs: number): boolean {
  const inOrder = visit.sinceMs <= visit.answeredMs && visit.answeredMs <= nowMs && visit.seenMs <= nowMs
  return visit.player === player && inOrder && nowMs - visit.seenMs < AWAY_MS
}

/** A clock that reminds nobody yet. */
export function createReality({ now, storage, isLookedAt, isBusy }: RealityEnvironment): Reality {
  const $due = atom<number | null>(null)

  const keep = (visit: Visit): void => storage.setItem(STORAGE_KEY, JSON.stringify(visit))

  function visitOf(player: number): Visit {
    const nowMs = now()
    const kept = readVisit(storage.getItem(STORAGE_KEY))
    if (kept !== null && goesOn(kept, player, nowMs)) return { ...kept, seenMs: nowMs }
    return { player, sinceMs: nowMs, seenMs: nowMs, answeredMs: nowMs }
  }

  return {
    $due,
    look(reminded) {
      if (reminded === null) {
        $due.set(null)
        return null
      }
      // Nobody is at a tab in the background: it neither goes on with the visit nor ends it.
      if (!isLookedAt()) return null
      const visit = visitOf(reminded.id)
      keep(visit)
      const waitMs = visit.answeredMs + reminded.minutes * MINUTE_MS - now()
      if (waitMs > 0) {
        // Answered in another tab, or the interval has grown.
        $due.set(null)
        return Math.min(waitMs, BEAT_MS)
      }
      if ($due.get() === null && isBusy()) return BUSY_MS
      $due.set(visit.sinceMs)
      return BEAT_MS
    },
    answer() {
      const visit = readVisit(storage.getItem(STORAGE_KEY))
      if (visit !== null) keep({ ...visit, answeredMs: now(), seenMs: now() })
      $due.set(null)
    },
  }
}

/**
 * Asks what the games of a visit have cost and brought; null when that cannot be known now, which is logged.
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
