// A page that is cut off again and again: what the strip shows after each gap is what the server has, nothing missed, nothing twice.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LiveDrop } from '../../src/contract/live.ts'
import { LIST_CAP, type LiveFeed } from '../../src/stores/live-feed.ts'
import { Bench, drop, ids, message, START_MS, settled } from './live-bench.ts'

/** Longer than everything that may wait takes to be shown. */
const CATCHING_UP_MS = 60_000

/** What the server has, and a connection that can be cut. */
class Shop {
  readonly bench = new Bench()
  readonly #drops: LiveDrop[] = []
  #connected = true
  #feed: LiveFeed | undefined

  async open(): Promise<LiveFeed> {
    this.#answer()
    this.#feed = await this.bench.started(null)
    return this.#feed
  }

  #answer(): void {
    const newest = this.#drops.toReversed()
    this.bench.reply = {
      all: newest.slice(0, LIST_CAP),
      best: newest.filter(({ price }) => price >= 2000).slice(0, LIST_CAP),
    }
  }

  get newest(): string[] {
    return ids(this.#drops.toReversed().slice(0, LIST_CAP))
  }

  get best(): string[] {
    return ids(this.#drops.toReversed().filter(({ price }) => price >= 2000)).slice(0, LIST_CAP)
  }

  win(price: number): void {
    const won = drop(`w${this.#drops.length}`, { price, created_at: this.bench.nowMs })
    this.#drops.push(won)
    this.#answer()
    if (this.#connected) this.#feed?.receive(message(won))
  }

  cut(): void {
    this.#connected = false
  }

  /** The connection stands again; the socket store tells the feed to read. */
  async back(): Promise<void> {
    this.#connected = true
    this.#feed?.reload()
    await settled()
  }
}

const gap = fc.record({
  /** Milliseconds without a connection. */
  awayMs: fc.integer({ min: 100, max: 120_000 }),
  /** What is won meanwhile, and between this gap and the next. */
  missed: fc.array(fc.integer({ min: 100, max: 4000 }), { maxLength: 25 }),
  heard: fc.array(fc.integer({ min: 100, max: 4000 }), { maxLength: 5 }),
})

describe('the live strip of a page that is cut off ten times for up to two minutes', () => {
  it('shows what the server has after each gap, each drop once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(gap, { minLength: 10, maxLength: 10 }), async (gaps) => {
        const shop = new Shop()
        const feed = await shop.open()
        for (const { awayMs, missed, heard } of gaps) {
          for (const price of heard) {
            shop.win(price)
            shop.bench.pass(300)
          }
          shop.cut()
          for (const price of missed) {
            shop.win(price)
            shop.bench.pass(awayMs / missed.length)
          }
          if (missed.length === 0) shop.bench.pass(awayMs)
          await shop.back()
          shop.bench.pass(CATCHING_UP_MS)
          const { all, best } = feed.$feed.get()
          expect(ids(all)).toEqual(shop.newest)
          expect(ids(best)).toEqual(shop.best)
        }
        expect(shop.bench.nowMs).toBeGreaterThan(START_MS)
        expect(shop.bench.logged).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})
