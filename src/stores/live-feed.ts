// The live feed as a machine: drops come in, wait their turn, and appear one at a time. Clock, timers, server and storage are
// handed in. Every number is the specification's (sections 4 and 9).
import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import type { LiveDrop } from '../contract/live.ts'
import { BEST_DROP_PRICE } from '../game/economy-everywhere.ts'
import { fieldsOf, readDrops } from './live-drop.ts'
import { createWaitingDrops, type Onlooker, type WaitingDrops, type WaitingEnvironment } from './live-waiting.ts'
import { oneReading } from './one-reading.ts'

/** Each list holds this many; the oldest goes. */
export const LIST_CAP = 10
export const ANIMATION_MS = 500
export const FAST_ANIMATION_MS = 200
/** Fast mode begins when more than this many wait, and ends when none does. */
const FAST_ABOVE = 10

const REMEMBERED_IDS = 500
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 60_000

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

export interface FeedEnvironment extends WaitingEnvironment {
  /** Calls `action` once after `delayMs`; what it returns prevents that. */
  setTimer(action: () => void, delayMs: number): () => void
  /** Answer of GET /live. */
  load(): Promise<unknown>
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
  /** Lets nothing in while the onlooker's own moment runs, and what has waited one by one after it. */
  setStill(isStill: boolean): void
  /** @param offsetMs what the server's clock is ahead of this computer's */
  setClockOffset(offsetMs: number): void
  /** Keeps what waits for the next page. */
  save(): void
}

const settled = (drop: LiveDrop): ShownDrop => ({ ...drop, isNew: false })

function has(list: readonly LiveDrop[], id: string): boolean {
  return list.some((drop) => drop.id === id)
}

function withNew(list: readonly ShownDrop[], drop: ShownDrop): readonly ShownDrop[] {
  return has(list, drop.id) ? list : [drop, ...list].slice(0, LIST_CAP)
}

/** The feed while a drop slides in. */
function withDrop({ all, best }: Feed, drop: LiveDrop, fast: boolean): Feed {
  const shown = { ...drop, isNew: true }
  return {
    loading: false,
    held: false,
    fast,
    all: withNew(all, shown),
    best: drop.price >= BEST_DROP_PRICE ? withNew(best, shown) : best,
  }
}

/** The feed with what the server's lists told; `isNews` where they were not empty. */
function withTold(
  { fast, all, best }: Feed,
  arrived: readonly LiveDrop[],
  arrivedDear: readonly LiveDrop[],
  isNews: boolean,
): Feed {
  const shown = [...arrived.map(settled), ...all].slice(0, LIST_CAP)
  const dear = [...arrivedDear.map(settled), ...best].sort((one, other) => other.created_at - one.created_at)
  return { loading: false, held: shown.length === 0 && isNews, fast, all: shown, best: dear.slice(0, LIST_CAP) }
}

/** Ids that were there before, as far as they are remembered. */
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

interface Show {
  /** Shows the next drop that is due, and comes back when its animation is over or the next one falls due. */
  advance(): void
  setStill(isStill: boolean): void
}

/** Shows what waits, one drop at a time. */
function createShow(
  { setTimer }: FeedEnvironment,
  $feed: WritableAtom<Feed>,
  waiting: WaitingDrops,
  seen: Memory,
): Show {
  let still = false
  let sliding = false
  let cancelWake = (): void => undefined

  function advance(): void {
    const feed = $feed.get()
    if (feed.loading || still || sliding) return
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
    setStill(next) {
      still = next
      advance()
    },
  }
}

/** Makes a feed that stands still until it is started. */
export function createLiveFeed(environment: FeedEnvironment): LiveFeed {
  const { setTimer, log } = environment
  const $feed = atom<Feed>({ loading: true, held: false, fast: false, all: [], best: [] })
  const waiting = createWaitingDrops(environment)
  const seen = createMemory()
  const { advance, setStill } = createShow(environment, $feed, waiting, seen)
  let failures = 0

  const logBroken = (entry: unknown): void => log('A drop cannot be shown', entry)

  function enqueue(drop: LiveDrop): void {
    if (!seen.has(drop.id)) waiting.add(drop)
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
    waiting.dropDue(({ id, created_at }) => created_at >= oldest && !has(told, id))
    for (const drop of told.toReversed()) if (waiting.wouldWait(drop)) enqueue(drop)
    const feed = $feed.get()
    const arrived = newest.filter(({ id }) => !waiting.has(id) && !seen.has(id))
    const arrivedDear = dear.filter(({ id }) => !waiting.has(id) && !has(feed.best, id))
    for (const { id } of [...newest, ...arrivedDear]) if (!waiting.has(id)) seen.add(id)
    $feed.set(withTold(feed, arrived, arrivedDear, newest.length > 0))
    advance()
  }

  const read = oneReading(async () => {
    try {
      merge(await environment.load())
      failures = 0
    } catch (fault) {
      log('The live feed could not be read', fault)
      setTimer(reload, Math.min(FIRST_RETRY_MS * 2 ** failures++, LAST_RETRY_MS))
    }
  })

  function reload(): void {
    void read()
  }

  return {
    $feed,
    reload,
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
    setOnlooker(onlooker) {
      waiting.setOnlooker(onlooker)
      advance()
    },
    setStill,
    setClockOffset(offsetMs) {
      waiting.setClockOffset(offsetMs)
      advance()
    },
    save: waiting.save,
  }
}
