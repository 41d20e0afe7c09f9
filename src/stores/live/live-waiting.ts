// The queue of live drops that are not shown yet: which are due, which are delayed, and which the next page restores.

import { BEST_DROP_PRICE, REVEAL_DELAY_MS } from '../../game/base/economy-everywhere.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'
import { type FeedDrop, readDrops } from './live-drop.ts'

/** The queue of a background tab is limited: the oldest drop that is not expensive is removed. */
const WAITING_LIMIT = 200
const SNAPSHOT_KEY = 'spacedrop:live'
/** Browsers restore session storage with old tabs: older snapshots are ignored. */
const SNAPSHOT_AGE_MS = 60_000

/** The user of this page: a player's id, null for a guest, undefined while unknown. */
export type Viewer = number | null | undefined

export interface WaitingEnvironment {
  /** Milliseconds since 1970 on this device. */
  now(): number
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
  log(message: string, cause: unknown): void
}

interface Waiting {
  readonly drop: FeedDrop
  /** When it was received, by this device's clock. */
  readonly receivedMs: number
}

export interface WaitingDrops {
  has(id: string): boolean
  add(drop: FeedDrop): void
  /** Removes the due drops that are not wanted any more. */
  dropDue(isWanted: (drop: FeedDrop) => boolean): void
  remove(id: string): void
  /** Returns the drops that may be shown now, in the order of their arrival. */
  due(): FeedDrop[]
  /** Returns the time until the next drop is due, in milliseconds; null for an empty queue. */
  nextInMs(): number | null
  /** Tells whether a drop received now would be delayed. */
  wouldWait(drop: FeedDrop): boolean
  setViewer(viewer: Viewer): void
  /** @param offsetMs how far the server's clock is ahead of this device's */
  setClockOffset(offsetMs: number): void
  /** Restores the queue of the previous page. */
  restore(): void
  /** Saves the queue for the next page. */
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

/** Makes an empty queue. */
export function createWaitingDrops(environment: WaitingEnvironment): WaitingDrops {
  const { now, log } = environment
  let waiting: readonly Waiting[] = []
  let viewer: Viewer
  let offsetMs = 0

  /** Tells whether a drop may be the viewer's own: any while the viewer is unknown, and those of hidden players, which have no id. */
  function mayBeOwn({ user }: FeedDrop): boolean {
    if (viewer === null) return false
    return viewer === undefined || user.id === viewer || user.id === null
  }

  /** Returns when a drop is due, by this device's clock. */
  function dueMs({ drop, receivedMs }: Waiting): number {
    if (!mayBeOwn(drop)) return receivedMs
    const createdMs = drop.created_at === null ? receivedMs : drop.created_at - offsetMs
    return Math.min(createdMs, receivedMs) + REVEAL_DELAY_MS
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
    setViewer(next) {
      viewer = next
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
