// The state machine of the live feed: drops are queued and shown one at a time. Clock, timers, API and storage are arguments. The
// numbers are the specification's (sections 4 and 9).
import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import { BEST_DROP_PRICE, LIVE_DROPS } from '../../game/base/economy-everywhere.ts'
import { singleFlight } from '../kernel/single-flight.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'
import { type FeedDrop, readDrops } from './live-drop.ts'
import { createWaitingDrops, type Viewer, type WaitingDrops, type WaitingEnvironment } from './live-waiting.ts'

export const ANIMATION_MS = 500
export const FAST_ANIMATION_MS = 200
/** Fast mode begins when more drops than this are queued, and ends when none is. */
const FAST_ABOVE = 10

const REMEMBERED_IDS = 500
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 60_000

export interface ShownDrop extends FeedDrop {
  /** True during its entrance animation. */
  readonly isNew: boolean
}

export interface Feed {
  /** True until the first answer of GET /live. */
  readonly loading: boolean
  /** True while all drops of GET /live are delayed. */
  readonly held: boolean
  readonly fast: boolean
  /** Newest first. */
  readonly all: readonly ShownDrop[]
  readonly best: readonly ShownDrop[]
}

export interface FeedEnvironment extends WaitingEnvironment {
  /** Calls `action` once after `delayMs`; returns the function that cancels it. */
  setTimer(action: () => void, delayMs: number): () => void
  /** Reads GET /live. */
  load(): Promise<unknown>
}

export interface LiveFeed {
  readonly $feed: ReadableAtom<Feed>
  /** Restores the queue of the previous page and reads the lists; a failure is logged and tried again. */
  start(): void
  /** Reads the lists again after a gap and merges them by id. */
  reload(): void
  /** Reads the lists again when one of these drops, the newest at the server, was missed since they were read. */
  check(newestIds: readonly string[]): void
  /** Queues the drops of a `live` message; a message without drops is logged and ignored. */
  receive(message: unknown): void
  setViewer(viewer: Viewer): void
  /** Pauses the feed; the drops that were queued meanwhile are shown one by one after it. */
  setPaused(isPaused: boolean): void
  /** @param offsetMs how far the server's clock is ahead of this device's */
  setClockOffset(offsetMs: number): void
  /** Saves the queue for the next page. */
  save(): void
}

const settled = (drop: FeedDrop): ShownDrop => ({ ...drop, isNew: false })

function has(list: readonly FeedDrop[], id: string): boolean {
  return list.some((drop) => drop.id === id)
}

function withNew(list: readonly ShownDrop[], drop: ShownDrop): readonly ShownDrop[] {
  return has(list, drop.id) ? list : [drop, ...list].slice(0, LIVE_DROPS)
}

/** Returns the feed with a new drop. */
function withDrop({ all, best }: Feed, drop: FeedDrop, fast: boolean): Feed {
  const shown = { ...drop, isNew: true }
  return {
    loading: false,
    held: false,
    fast,
    all: withNew(all, shown),
    best: drop.price >= BEST_DROP_PRICE ? withNew(best, shown) : best,
  }
}

/** Drops of the server's lists: all of them, and those that are not displayed yet. */
interface Lists {
  readonly listed: readonly FeedDrop[]
  readonly arrived: readonly FeedDrop[]
  readonly arrivedDear: readonly FeedDrop[]
}

/** Returns the feed with the drops of the server's lists. */
function withLists({ fast, all, best }: Feed, { listed, arrived, arrivedDear }: Lists): Feed {
  // What is displayed may name a player who hides now, or is erased.
  const current = new Map(listed.map((drop) => [drop.id, drop]))
  const renamed = (drop: ShownDrop): ShownDrop => ({ ...drop, user: current.get(drop.id)?.user ?? drop.user })
  const shown = [...arrived.map(settled), ...all.map(renamed)].slice(0, LIVE_DROPS)
  const dear = [...arrivedDear.map(settled), ...best.map(renamed)].sort(
    // Drops without a time keep the order of the server.
    (one, other) => (other.created_at ?? 0) - (one.created_at ?? 0),
  )
  return {
    loading: false,
    held: shown.length === 0 && listed.length > 0,
    fast,
    all: shown,
    best: dear.slice(0, LIVE_DROPS),
  }
}

/** The ids of the last drops that were shown. */
interface Memory {
  has(id: string): boolean
  add(id: string): void
}

function createMemory(): Memory {
  const ids = new Set<string>()
  return {
    has: (id) => ids.has(id),
    add(id) {
      ids.add(id)
      for (const oldest of ids) {
        if (ids.size <= REMEMBERED_IDS) break
        ids.delete(oldest)
      }
    },
  }
}

interface Presenter {
  /** Shows the next due drop, and runs again when its animation has ended or the next drop is due. */
  advance(): void
  setPaused(isPaused: boolean): void
}

/** Shows queued drops, one at a time. */
function createPresenter(
  { setTimer }: FeedEnvironment,
  $feed: WritableAtom<Feed>,
  waiting: WaitingDrops,
  seen: Memory,
): Presenter {
  let isPaused = false
  let sliding = false
  let cancelWake = (): void => undefined

  function advance(): void {
    const feed = $feed.get()
    if (feed.loading || isPaused || sliding) return
    cancelWake()
    const due = waiting.due()
    const [next] = due
    if (next === undefined) {
      if (feed.fast) $feed.set({ ...feed, fast: false })
      const inMs = waiting.nextInMs()
      if (inMs !== null) cancelWake = setTimer(advance, inMs)
      return
    }
    const fast = feed.fast || due.length > FAST_ABOVE
    waiting.remove(next.id)
    sliding = true
    seen.add(next.id)
    $feed.set(withDrop(feed, next, fast))
    setTimer(settle, fast ? FAST_ANIMATION_MS : ANIMATION_MS)
  }

  function settle(): void {
    const feed = $feed.get()
    sliding = false
    $feed.set({ ...feed, all: feed.all.map(settled), best: feed.best.map(settled) })
    advance()
  }

  return {
    advance,
    setPaused(next) {
      isPaused = next
      advance()
    },
  }
}

/** Makes a feed, which does nothing until it is started. */
export function createLiveFeed(environment: FeedEnvironment): LiveFeed {
  const { setTimer, log } = environment
  const $feed = atom<Feed>({ loading: true, held: false, fast: false, all: [], best: [] })
  const waiting = createWaitingDrops(environment)
  const seen = createMemory()
  const { advance, setPaused } = createPresenter(environment, $feed, waiting, seen)
  let failures = 0
  /** The oldest id in the server's list: an older drop was not missed. */
  let oldestId = ''
  let unchecked: readonly string[] = []

  /** The fields that were wrong in a drop before: one server that sends them would fill the log. */
  const wrongFields = new Set<string>()

  function logBroken(entry: unknown, field: string): void {
    if (wrongFields.has(field)) return
    wrongFields.add(field)
    log(`A drop cannot be shown: ${field}`, entry)
  }

  function enqueue(drop: FeedDrop): void {
    if (!seen.has(drop.id)) waiting.add(drop)
  }

  /** Merges the lists of the server into those displayed; displayed drops move only to make room. */
  function merge(reply: unknown): void {
    const lists = fieldsOf(reply)
    if (!Array.isArray(lists.all) || !Array.isArray(lists.best)) throw new TypeError('GET /live answered without lists')
    const newest = readDrops(lists.all, logBroken)
    const dear = readDrops(lists.best, logBroken)
    const listed = [...newest, ...dear]
    const oldest = newest[LIVE_DROPS - 1]?.created_at ?? 0
    // Due drops that the lists contain, or that are older than the lists, need no animation.
    waiting.dropDue(({ id, created_at }) => (created_at ?? oldest) >= oldest && !has(listed, id))
    const feed = $feed.get()
    // Of unknown age, what the first list has is older than the page, and the rest is new.
    const isOld = ({ created_at }: FeedDrop): boolean => created_at === null && feed.loading
    for (const drop of listed.toReversed()) if (!isOld(drop) && waiting.wouldWait(drop)) enqueue(drop)
    const arrived = newest.filter(({ id }) => !waiting.has(id) && !seen.has(id))
    const arrivedDear = dear.filter(({ id }) => !waiting.has(id) && !has(feed.best, id))
    for (const { id } of [...newest, ...arrivedDear]) if (!waiting.has(id)) seen.add(id)
    $feed.set(withLists(feed, { listed, arrived, arrivedDear }))
    oldestId = newest[LIVE_DROPS - 1]?.id ?? ''
    check(unchecked)
    advance()
  }

  const read = singleFlight(async () => {
    try {
      merge(await environment.load())
      failures = 0
    } catch (fault) {
      log('The live feed could not be read', fault)
      setTimer(reload, Math.min(FIRST_RETRY_MS * 2 ** failures++, LAST_RETRY_MS))
    }
  })

  function check(newestIds: readonly string[]): void {
    const isLoading = $feed.get().loading
    unchecked = isLoading ? newestIds : []
    if (!isLoading && newestIds.some((id) => id > oldestId && !seen.has(id) && !waiting.has(id))) reload()
  }

  function reload(): void {
    void read()
  }

  return {
    $feed,
    reload,
    check,
    start() {
      waiting.restore()
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
    setViewer(viewer) {
      waiting.setViewer(viewer)
      advance()
    },
    setPaused: setPaused,
    setClockOffset(offsetMs) {
      waiting.setClockOffset(offsetMs)
      advance()
    },
    save: waiting.save,
  }
}
