// The live feed as a machine: drops come in, wait their turn, and appear one at a time. Clock, timers, server and storage are
// handed in. Every number is the specification's (sections 4 and 9).
import { atom, type ReadableAtom } from 'nanostores'
import type { LiveDrop } from '../contract/live.ts'
import { BEST_DROP_PRICE } from '../game/economy-everywhere.ts'
import { fieldsOf, readDrops } from './live-drop.ts'

/** Each list holds this many; the oldest goes. */
export const LIST_CAP = 10
/** A player's own drop is held back this long, so that it does not spoil the reel. */
export const OWN_DROP_DELAY_MS = 10_000
export const ANIMATION_MS = 500
export const FAST_ANIMATION_MS = 200
/** Fast mode begins when more than this many wait, and ends when none does. */
export const FAST_ABOVE = 10

/** A tab in the background shows nothing for hours; what waits longest and is not dear is given up then. */
const WAITING_LIMIT = 200
const REMEMBERED_IDS = 500
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 60_000
const SNAPSHOT_KEY = 'spacedrop:live'
/** Browsers bring session storage back with yesterday's tabs: what waited that long is no news. */
const SNAPSHOT_AGE_MS = 60_000

export interface ShownDrop extends LiveDrop {
  /** True while it slides in. */
  readonly isNew: boolean
}

export interface Feed {
  /** True until the first answer of GET /live. */
  readonly loading: boolean
  /** True while all that GET /live told is held back: there are drops, and none to show yet. */
  readonly held: boolean
  readonly fast: boolean
  /** Newest first. */
  readonly all: readonly ShownDrop[]
  readonly best: readonly ShownDrop[]
}

/** Who looks on: a player's id, null for a guest, undefined while that is not known. */
export type Onlooker = number | null | undefined

export interface FeedEnvironment {
  /** Milliseconds since 1970 on this computer. */
  now(): number
  /** Calls `action` once after `delayMs`; what it returns prevents that. */
  setTimer(action: () => void, delayMs: number): () => void
  /** Answer of GET /live. */
  load(): Promise<unknown>
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
  log(message: string, cause: unknown): void
}

export interface LiveFeed {
  readonly $feed: ReadableAtom<Feed>
  /** Takes up what a page before this one left waiting, and reads the lists; a failure is logged and tried again. */
  start(): void
  /** Reads the lists again after a gap and merges them by id. */
  reload(): void
  /** Takes a `live` message; one without drops is logged and ignored. */
  receive(message: unknown): void
  setOnlooker(onlooker: Onlooker): void
  /** @param offsetMs what the server's clock is ahead of this computer's */
  setClockOffset(offsetMs: number): void
  /** Keeps what waits for the next page. */
  save(): void
}

interface Waiting {
  readonly drop: LiveDrop
  /** When it came in, by this computer's clock. */
  readonly receivedMs: number
}

const settled = (drop: LiveDrop): ShownDrop => ({ ...drop, isNew: false })

function has(list: readonly LiveDrop[], id: string): boolean {
  return list.some((drop) => drop.id === id)
}

function withNew(list: readonly ShownDrop[], drop: ShownDrop): readonly ShownDrop[] {
  return has(list, drop.id) ? list : [drop, ...list].slice(0, LIST_CAP)
}

function readSnapshot({ storage, now, log }: FeedEnvironment): Waiting[] {
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

/** Makes a feed that stands still until it is started. */
export function createLiveFeed(environment: FeedEnvironment): LiveFeed {
  const { now, setTimer, log } = environment
  const $feed = atom<Feed>({ loading: true, held: false, fast: false, all: [], best: [] })
  const seen = new Set<string>()
  let waiting: readonly Waiting[] = []
  let onlooker: Onlooker
  let offsetMs = 0
  let sliding = false
  let reading = false
  /** Asked for while an older question was on its way: its answer may be from before. */
  let again = false
  let failures = 0
  let cancelWake = (): void => undefined

  const logBroken = (entry: unknown): void => log('A drop cannot be shown', entry)
  const isWaiting = (id: string): boolean => waiting.some(({ drop }) => drop.id === id)

  /** When a drop may be shown, by this computer's clock. While nobody knows who looks on, every drop may be their own. */
  function dueMs({ drop, receivedMs }: Waiting): number {
    if (onlooker !== undefined && drop.user.id !== onlooker) return receivedMs
    return Math.min(drop.created_at - offsetMs, receivedMs) + OWN_DROP_DELAY_MS
  }

  const isDue = (entry: Waiting): boolean => dueMs(entry) <= now()

  function remember(id: string): void {
    seen.add(id)
    for (const oldest of seen) {
      if (seen.size <= REMEMBERED_IDS) break
      seen.delete(oldest)
    }
  }

  function enqueue(drop: LiveDrop): void {
    if (seen.has(drop.id) || isWaiting(drop.id)) return
    waiting = [...waiting, { drop, receivedMs: now() }]
    if (waiting.length <= WAITING_LIMIT) return
    const given = waiting.findIndex((entry) => isDue(entry) && entry.drop.price < BEST_DROP_PRICE)
    waiting = waiting.toSpliced(Math.max(given, 0), 1)
  }

  function show(drop: LiveDrop, fast: boolean): void {
    const { all, best } = $feed.get()
    const shown = { ...drop, isNew: true }
    remember(drop.id)
    $feed.set({
      loading: false,
      held: false,
      fast,
      all: withNew(all, shown),
      best: drop.price >= BEST_DROP_PRICE ? withNew(best, shown) : best,
    })
  }

  /** Shows the next drop that is due, and comes back when its animation is over or the next one falls due. */
  function advance(): void {
    const feed = $feed.get()
    if (feed.loading || sliding) return
    cancelWake()
    const due = waiting.filter(isDue)
    const [next] = due
    if (next === undefined) {
      if (feed.fast) $feed.set({ ...feed, fast: false })
      if (waiting.length === 0) return
      cancelWake = setTimer(advance, Math.max(Math.min(...waiting.map(dueMs)) - now(), 0))
      return
    }
    const fast = feed.fast || due.length > FAST_ABOVE
    waiting = waiting.filter((entry) => entry !== next)
    sliding = true
    show(next.drop, fast)
    setTimer(settle, fast ? FAST_ANIMATION_MS : ANIMATION_MS)
  }

  function settle(): void {
    const feed = $feed.get()
    sliding = false
    $feed.set({ ...feed, all: feed.all.map(settled), best: feed.best.map(settled) })
    advance()
  }

  /** Brings the lists of the server and those on show together; nothing on show moves but to make room. */
  function merge(reply: unknown): void {
    const lists = fieldsOf(reply)
    if (!Array.isArray(lists.all) || !Array.isArray(lists.best)) throw new TypeError('GET /live answered without lists')
    const newest = readDrops(lists.all, logBroken)
    const dear = readDrops(lists.best, logBroken)
    const told = [...newest, ...dear]
    const oldest = newest[LIST_CAP - 1]?.created_at ?? 0
    // What the lists hold already needs no turn of its own, nor what they have left behind, unless it is held back.
    waiting = waiting.filter((entry) => !isDue(entry) || (entry.drop.created_at >= oldest && !has(told, entry.drop.id)))
    for (const drop of told.toReversed()) if (!isDue({ drop, receivedMs: now() })) enqueue(drop)
    const { fast, all, best } = $feed.get()
    const arrived = newest.filter((drop) => !isWaiting(drop.id) && !seen.has(drop.id)).map(settled)
    const arrivedDear = dear.filter((drop) => !isWaiting(drop.id) && !has(best, drop.id)).map(settled)
    for (const drop of [...newest, ...arrivedDear]) if (!isWaiting(drop.id)) remember(drop.id)
    const shown = [...arrived, ...all].slice(0, LIST_CAP)
    $feed.set({
      loading: false,
      held: shown.length === 0 && newest.length > 0,
      fast,
      all: shown,
      best: [...arrivedDear, ...best].sort((one, other) => other.created_at - one.created_at).slice(0, LIST_CAP),
    })
    advance()
  }

  async function read(): Promise<void> {
    again = reading
    if (reading) return
    reading = true
    try {
      merge(await environment.load())
      failures = 0
    } catch (fault) {
      log('The live feed could not be read', fault)
      setTimer(reload, Math.min(FIRST_RETRY_MS * 2 ** failures++, LAST_RETRY_MS))
    } finally {
      reading = false
      if (again) reload()
    }
  }

  function reload(): void {
    void read()
  }

  return {
    $feed,
    reload,
    start() {
      waiting = readSnapshot(environment)
      reload()
    },
    receive(message) {
      const list = fieldsOf(fieldsOf(message).item).all
      if (!Array.isArray(list) || list.length === 0) {
        log('Invalid live message', message)
        return
      }
      for (const drop of readDrops(list, logBroken)) enqueue(drop)
      advance()
    },
    setOnlooker(next) {
      onlooker = next
      advance()
    },
    setClockOffset(next) {
      offsetMs = next
      advance()
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
