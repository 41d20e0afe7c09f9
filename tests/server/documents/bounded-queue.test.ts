// The queue of expensive work: no network, however many addresses it has, takes it from the others.
import { describe, expect, it } from 'vitest'
import { networksOf } from '../../../src/server/base/networks.ts'
import { createBoundedQueue } from '../../../src/server/documents/bounded-queue.ts'

const LIMITS = { running: 1, waiting: 16, ofAddress: 4, ofWider: 6 }

/** A queue whose work ends when the test says so, and what was started in it and refused by it. */
function openQueue() {
  const run = createBoundedQueue(LIMITS)
  const started: string[] = []
  const ends: (() => void)[] = []
  let refused = 0
  return {
    started,
    refused: () => refused,
    ask: async (address: string): Promise<void> => {
      const work = (): Promise<void> => {
        started.push(address)
        return new Promise((resolve) => void ends.push(resolve))
      }
      await run(networksOf(address), work).catch((error: unknown) => {
        expect(error).toMatchObject({ status: 503, code: 'busy' })
        refused++
      })
    },
    /** Ends what runs, until everything has run. */
    endAll: async (all: readonly Promise<void>[]): Promise<void> => {
      let isDone = false
      const done = Promise.all(all).then(() => {
        isDone = true
      })
      while (!isDone) {
        ends.shift()?.()
        await new Promise((resolve) => setImmediate(resolve))
      }
      await done
    },
  }
}

describe('a bounded queue', () => {
  it('has a share for an address, and one for its /48', async () => {
    const queue = openQueue()
    const flood = Array.from({ length: 80 }, (_, place) => queue.ask(`2001:db8:1:${place % 5}::${place + 1}`))
    await new Promise((resolve) => setImmediate(resolve))
    expect(queue.refused()).toBe(74)
    const others = ['192.0.2.1', '2001:db8:2::1'].map((address) => queue.ask(address))
    const single = Array.from({ length: 5 }, () => queue.ask('192.0.2.2'))
    await queue.endAll([...flood, ...others, ...single])
    expect(queue.refused()).toBe(75)
    expect(queue.started).toHaveLength(6 + 2 + 4)
    const later = [queue.ask('2001:db8:1::1'), queue.ask('192.0.2.2')]
    await queue.endAll(later)
    expect(queue.started).toHaveLength(14)
  })

  it('is full when as much waits as may, for everybody', async () => {
    const queue = openQueue()
    const all = Array.from({ length: 20 }, (_, place) => queue.ask(`192.0.2.${place}`))
    await queue.endAll(all)
    expect(queue.started).toHaveLength(17)
    expect(queue.refused()).toBe(3)
  })

  it('takes the networks in turn', async () => {
    const queue = openQueue()
    const near = ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1']
    const asked = [...near, '192.0.2.1', '192.0.2.1', '192.0.2.2'].map((address) => queue.ask(address))
    await queue.endAll(asked)
    const [first, second, third, fourth] = near
    expect(queue.started).toEqual([first, second, '192.0.2.1', '192.0.2.2', third, '192.0.2.1', fourth])
  })
})
