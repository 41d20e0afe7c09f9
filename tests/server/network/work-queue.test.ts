// The queue of expensive work: no network, however many addresses it has, takes it from the others.
import { describe, expect, it } from 'vitest'
import { networksOf } from '../../../src/server/network/networks.ts'
import { createWorkQueue } from '../../../src/server/network/work-queue.ts'

const LIMITS = { running: 1, waiting: 16, ofCaller: 4 }

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A queue whose work ends when the test says so, and what was started in it and refused by it. */
function openQueue() {
  const run = createWorkQueue(LIMITS)
  const started: string[] = []
  const ends: (() => void)[] = []
  let refused = 0
  return {
    started,
    refused: () => refused,
    ask: async (address: string, isLast = false): Promise<void> => {
      const work = (): Promise<void> => {
        started.push(address)
        return new Promise((resolve) => void ends.push(resolve))
      }
      await run(networksOf(address), work, { isLast }).catch((error: unknown) => {
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
        await turn()
      }
      await done
    },
  }
}

describe('a work queue', () => {
  it('has a share for an address, and one for a /48', async () => {
    const queue = openQueue()
    const flood = Array.from({ length: 80 }, (_, place) => queue.ask(`2001:db8:1:${place % 5}::${place + 1}`))
    await turn()
    expect(queue.refused()).toBe(76)
    const others = ['192.0.2.1', '2001:db8:2::1'].map((address) => queue.ask(address))
    const single = Array.from({ length: 5 }, () => queue.ask('192.0.2.2'))
    await queue.endAll([...flood, ...others, ...single])
    expect(queue.refused()).toBe(77)
    expect(queue.started).toHaveLength(4 + 2 + 4)
    const later = [queue.ask('2001:db8:1::1'), queue.ask('192.0.2.2')]
    await queue.endAll(later)
    expect(queue.started).toHaveLength(12)
  })

  it('is full when as much waits as may, for everybody', async () => {
    const queue = openQueue()
    const all = Array.from({ length: 20 }, (_, place) => queue.ask(`192.0.2.${place}`))
    await queue.endAll(all)
    expect(queue.started).toHaveLength(17)
    expect(queue.refused()).toBe(3)
  })

  it('takes the second work of a network after the first of every other', async () => {
    const queue = openQueue()
    const near = ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1']
    const asked = [...near, '192.0.2.1', '192.0.2.1', '192.0.2.2'].map((address) => queue.ask(address))
    await queue.endAll(asked)
    const [first, second, third, fourth] = near
    expect(queue.started).toEqual([first, '192.0.2.1', '192.0.2.2', second, '192.0.2.1', third, fourth])
  })

  it('takes what comes last after all other work, however much of it one network has', async () => {
    const queue = openQueue()
    const busy = queue.ask('192.0.2.9')
    const last = queue.ask('192.0.2.1', true)
    const others = Array.from({ length: 4 }, () => queue.ask('192.0.2.2'))
    await queue.endAll([busy, last, ...others])
    expect(queue.started).toEqual(['192.0.2.9', ...Array(4).fill('192.0.2.2'), '192.0.2.1'])
  })

  it('begins as much in a turn of the event loop as may run at once, also of what takes no time', async () => {
    const run = createWorkQueue({ running: 2, waiting: 100, ofCaller: 100 })
    let started = 0
    const work = async (): Promise<void> => {
      started++
    }
    const all = Array.from({ length: 10 }, () => run(networksOf('192.0.2.1'), work))
    const seen: number[] = []
    while (started < 10) {
      await turn()
      seen.push(started)
    }
    await Promise.all(all)
    for (const [place, count] of seen.entries()) expect(count - (seen[place - 1] ?? 0)).toBeLessThanOrEqual(2)
  })
})
