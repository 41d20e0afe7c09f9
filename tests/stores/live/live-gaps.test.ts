// A page that is disconnected repeatedly: after each gap the live drops equal the server's, none missing, none twice.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIVE_DROPS } from '../../../src/game/base/economy-everywhere.ts'
import type { LiveDrop } from '../../../src/protocol/live.ts'
import type { LiveFeed } from '../../../src/stores/live/live-feed.ts'
import { drop, ids, LiveFixture, message, START_MS, settled } from './live-fixture.ts'

/** Longer than the display of everything that may wait. */
const CATCHING_UP_MS = 60_000

/** The server's list, and a connection that can be cut. */
class Shop {
  readonly fixture = new LiveFixture()
  readonly #drops: LiveDrop[] = []
  #connected = true
  #feed: LiveFeed | undefined

  async open(): Promise<LiveFeed> {
    this.#answer()
    this.#feed = await this.fixture.started(null)
    return this.#feed
  }

  #answer(): void {
    const newest = this.#drops.toReversed()
    this.fixture.reply = {
      all: newest.slice(0, LIVE_DROPS),
      best: newest.filter(({ price }) => price >= 2000).slice(0, LIVE_DROPS),
    }
  }

  get newest(): string[] {
    return ids(this.#drops.toReversed().slice(0, LIVE_DROPS))
  }

  get best(): string[] {
    return ids(this.#drops.toReversed().filter(({ price }) => price >= 2000)).slice(0, LIVE_DROPS)
  }

  win(price: number): void {
    const won = drop(`w${this.#drops.length}`, { price, created_at: this.fixture.nowMs })
    this.#drops.push(won)
    this.#answer()
    if (this.#connected) this.#feed?.receive(message(won))
  }

  cut(): void {
    this.#connected = false
  }

  /** Reconnects; the socket store tells the feed to reload. */
  async back(): Promise<void> {
    this.#connected = true
    this.#feed?.reload()
    await settled()
  }
}

const gap = fc.record({
  /** Milliseconds without a connection. */
  awayMs: fc.integer({ min: 100, max: 120_000 }),
  /** The drops that are won meanwhile, and between this gap and the next. */
  missed: fc.array(fc.integer({ min: 100, max: 4000 }), { maxLength: 25 }),
  heard: fc.array(fc.integer({ min: 100, max: 4000 }), { maxLength: 5 }),
})

describe('the live drops of a page that is disconnected ten times for up to two minutes', () => {
  it('match the server after each gap, each drop once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(gap, { minLength: 10, maxLength: 10 }), async (gaps) => {
        const shop = new Shop()
        const feed = await shop.open()
        for (const { awayMs, missed, heard } of gaps) {
          for (const price of heard) {
            shop.win(price)
            shop.fixture.pass(300)
          }
          shop.cut()
          for (const price of missed) {
            shop.win(price)
            shop.fixture.pass(awayMs / missed.length)
          }
          if (missed.length === 0) shop.fixture.pass(awayMs)
          await shop.back()
          shop.fixture.pass(CATCHING_UP_MS)
          const { all, best } = feed.$feed.get()
          expect(ids(all)).toEqual(shop.newest)
          expect(ids(best)).toEqual(shop.best)
        }
        expect(shop.fixture.nowMs).toBeGreaterThan(START_MS)
        expect(shop.fixture.logged).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})
