// A browser for the live feed with a fake clock, and drops to feed it with.
import type { LiveDrop } from '../../../src/protocol/live.ts'
import { createLiveFeed, type LiveFeed } from '../../../src/stores/live/live-feed.ts'
import { redline } from '../sample-item.ts'

export const START_MS = 1_800_000_000_000
export const ME = 7
export const OTHER = 8

interface Timer {
  atMs: number
  action: () => void
}

/** A browser whose time is stopped until the test advances it. */
export class LiveFixture {
  nowMs = START_MS
  readonly logged: string[] = []
  readonly storage = new Map<string, string>()
  /** The next response of GET /live; an Error is a failure. */
  reply: unknown = { all: [], best: [] }
  loads = 0
  #timers: Timer[] = []

  feed(): LiveFeed {
    return createLiveFeed({
      now: () => this.nowMs,
      setTimer: (action, delayMs) => {
        const timer = { atMs: this.nowMs + delayMs, action }
        this.#timers.push(timer)
        return () => {
          this.#timers = this.#timers.filter((other) => other !== timer)
        }
      },
      load: async () => {
        this.loads++
        if (this.reply instanceof Error) throw this.reply
        return this.reply
      },
      storage: {
        getItem: (key) => this.storage.get(key) ?? null,
        setItem: (key, text) => void this.storage.set(key, text),
      },
      log: (message) => this.logged.push(message),
    })
  }

  /** Advances the time: every timer fires in order. */
  pass(durationMs: number): void {
    const endMs = this.nowMs + durationMs
    for (;;) {
      const [next] = this.#timers.toSorted((one, other) => one.atMs - other.atMs)
      if (next === undefined || next.atMs > endMs) break
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.nowMs = next.atMs
      next.action()
    }
    this.nowMs = endMs
  }

  /** A feed that has loaded its lists, for a player. */
  async started(onlooker: number | null | undefined = ME): Promise<LiveFeed> {
    const feed = this.feed()
    feed.setViewer(onlooker)
    feed.start()
    await settled()
    return feed
  }

  /** The feed of the next page: this one's timers end with it. */
  async navigated(from: LiveFeed, onlooker: number | null | undefined = ME): Promise<LiveFeed> {
    from.save()
    this.#timers = []
    return this.started(onlooker)
  }
}

/** Flushes settled promises. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export function drop(id: string, changes: Partial<LiveDrop> = {}, playerId = OTHER): LiveDrop {
  return {
    id,
    type: 'upgrade',
    price: 1000,
    item: redline,
    proof: `/fairness?roll=${id}`,
    user: { id: playerId, username: 'Vega', avatar: '', lvl: 3 },
    created_at: START_MS,
    ...changes,
  }
}

export const many = (count: number, prefix = 'd'): LiveDrop[] =>
  Array.from({ length: count }, (_, index) => drop(`${prefix}${index + 1}`))
export const message = (...drops: unknown[]): unknown => ({ item: { all: drops } })
export const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id)
