// The drops that wait for their turn in the live strip: which are due, which are held back, and which the next page takes over.
import type { LiveDrop } from '../contract/live.ts'
import { BEST_DROP_PRICE } from '../game/economy-everywhere.ts'
import { fieldsOf, readDrops } from './live-drop.ts'

/** A player's own drop is held back this long, so that it does not spoil the reel. */
const OWN_DROP_DELAY_MS = 10_000
/** A tab in the background shows nothing for hours; what waits longest and is not dear is given up then. */
const WAITING_LIMIT = 200
const SNAPSHOT_KEY = 'spacedrop:live'
/** Browsers bring session storage back with yesterday's tabs: what waited that long is no news. */
const SNAPSHOT_AGE_MS = 60_000

/** Who looks on: a player's id, null for a guest, undefined while that is not known. */
export type Onlooker = number | null | undefined

export interface WaitingEnvironment {
  /** Milliseconds since 1970 on this computer. */
  now(): number
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
  log(message: string, cause: unknown): void
}

interface Waiting {
  readonly drop: LiveDrop
  /** When it came in, by this computer's clock. */
  readonly receivedMs: number
}

export interface WaitingDrops {
  has(id: string): boolean
  add(drop: LiveDrop): void
  /** Takes out those that may be shown now and are not wanted any more. */
  dropDue(isWanted: (drop: LiveDrop) => boolean): void
  remove(id: string): void
  /** Those that may be shown now, in the order in which they came. */
  due(): LiveDrop[]
  /** How long until the next one may be shown; null when none waits. */
  nextInMs(): number | null
  /** Whether a drop would have to wait if it came in now. */
  wouldWait(drop: LiveDrop): boolean
  setOnlooker(onlooker: Onlooker): void
  /** @param offsetMs what the server's clock is ahead of this computer's */
  setClockOffset(offsetMs: number): void
  /** Takes up what the page before this one left waiting. */
  restore(): void
  /** Keeps what waits for the next page. */
  save(): void
}

function readSnapshot({ storage, now, log }: WaitingEnvironment): Waiting[] {
  try {
    const entries: unknown = JSON.parse(storage?.getItem(SNAPSHOT_KEY) ?? '[]')
    if (!Array.isArray(entries)) return []
    return entries.slice(-WAITING_LIMIT).flatMap((entry: unknown) => {
      const { drop: kept, receivedMs } = fieldsOf(entry)
      const fresh = typeof receivedMs === 'number' && Math.abs(now() - receivedMs) < SNAPSHOT_AGE_MS
      if (!fresh) return []
      return readDrops([kept], (broken) => log('A kept drop cannot be read', broken)).map((drop) => ({
        drop,
        receivedMs,
      }))
    })
  } catch (fault) {
    log('The drops kept from the page before cannot be read', fault)
    return []
  }
}

/** A place to wait in, empty. */
export function createWaitingDrops(environment: WaitingEnvironment): WaitingDrops {
  const { now, log } = environment
  let waiting: readonly Waiting[] = []
  let onlooker: Onlooker
  let offsetMs = 0

  /** When a drop may be shown, by this computer's clock. While nobody knows who looks on, every drop may be their own. */
  function dueMs({ drop, receivedMs }: Waiting): number {
    if (onlooker !== undefined && drop.user.id !== onlooker) return receivedMs
    return Math.min(drop.created_at - offsetMs, receivedMs) + OWN_DROP_DELAY_MS
  }

  const isDue = (entry: Waiting): boolean => dueMs(entry) <= now()
  const has = (id: string): boolean => waiting.some(({ drop }) => drop.id === id)

  return {
    has,
    add(drop) {
      if (has(drop.id)) return
      waiting = [...waiting, { drop, receivedMs: now() }]
      if (waiting.length <= WAITING_LIMIT) return
      const given = waiting.findIndex((entry) => isDue(entry) && entry.drop.price < BEST_DROP_PRICE)
      waiting = waiting.toSpliced(Math.max(given, 0), 1)
    },
    dropDue(isWanted) {
      waiting = waiting.filter((entry) => !isDue(entry) || isWanted(entry.drop))
    },
    remove(id) {
      waiting = waiting.filter(({ drop }) => drop.id !== id)
    },
    due: () => waiting.filter(isDue).map(({ drop }) => drop),
    nextInMs: () => (waiting.length === 0 ? null : Math.max(Math.min(...waiting.map(dueMs)) - now(), 0)),
    wouldWait: (drop) => !isDue({ drop, receivedMs: now() }),
    setOnlooker(next) {
      onlooker = next
    },
    setClockOffset(next) {
      offsetMs = next
    },
    restore() {
      waiting = readSnapshot(environment)
    },
    save() {
      try {
        environment.storage?.setItem(SNAPSHOT_KEY, JSON.stringify(waiting))
      } catch (fault) {
        log('The waiting drops could not be kept', fault)
      }
    },
  }
}
