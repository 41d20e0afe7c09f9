// The live feed to the number of the specification, on a clock that the tests turn by hand.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Bench, drop, ids, ME, many, message, OTHER, START_MS, settled } from './live-bench.ts'

describe('reading the lists', () => {
  it('is loading until the first answer', async () => {
    const bench = new Bench()
    const feed = bench.feed()
    expect(feed.$feed.get().loading).toBe(true)
    bench.reply = { all: many(3), best: [] }
    feed.setOnlooker(null)
    feed.start()
    expect(feed.$feed.get().loading).toBe(true)
    await settled()
    expect(feed.$feed.get().loading).toBe(false)
    expect(ids(feed.$feed.get().all)).toEqual(['d1', 'd2', 'd3'])
    expect(feed.$feed.get().all.some(({ isNew }) => isNew)).toBe(false)
  })

  it('stays loading after a failure, logs it, and tries again ever more rarely', async () => {
    const bench = new Bench()
    bench.reply = new Error('no connection')
    const feed = await bench.started()
    expect(feed.$feed.get().loading).toBe(true)
    expect(bench.logged).toHaveLength(1)
    bench.pass(1_000)
    await settled()
    expect(bench.loads).toBe(2)
    bench.pass(1_999)
    expect(bench.loads).toBe(2)
    bench.reply = { all: many(1), best: [] }
    bench.pass(1)
    await settled()
    expect(feed.$feed.get()).toMatchObject({ loading: false, all: [{ id: 'd1' }] })
  })

  it('takes an answer without lists for a failure', async () => {
    const bench = new Bench()
    bench.reply = { all: null }
    expect((await bench.started()).$feed.get().loading).toBe(true)
    expect(bench.logged).toHaveLength(1)
  })

  it('keeps drops that came before the answer for after it', async () => {
    const bench = new Bench()
    const feed = bench.feed()
    feed.setOnlooker(ME)
    feed.start()
    feed.receive(message(drop('early')))
    expect(feed.$feed.get().all).toEqual([])
    await settled()
    expect(ids(feed.$feed.get().all)).toEqual(['early'])
  })
})

describe('the queue', () => {
  it('shows one at a time, newest at the top, each new for 500 ms', async () => {
    const bench = new Bench()
    const feed = await bench.started()
    feed.receive(message(drop('a'), drop('b')))
    expect(feed.$feed.get().all).toMatchObject([{ id: 'a', isNew: true }])
    bench.pass(499)
    expect(ids(feed.$feed.get().all)).toEqual(['a'])
    bench.pass(1)
    expect(feed.$feed.get().all).toMatchObject([
      { id: 'b', isNew: true },
      { id: 'a', isNew: false },
    ])
    bench.pass(500)
    expect(feed.$feed.get().all.some(({ isNew }) => isNew)).toBe(false)
  })

  it('is not in fast mode with 10 waiting', async () => {
    const bench = new Bench()
    const feed = await bench.started()
    feed.receive(message(...many(10)))
    expect(feed.$feed.get().fast).toBe(false)
    bench.pass(499)
    expect(feed.$feed.get().all).toHaveLength(1)
  })

  it('is in fast mode with 11 waiting, 200 ms each, until none waits', async () => {
    const bench = new Bench()
    const feed = await bench.started()
    feed.receive(message(...many(11)))
    expect(feed.$feed.get().fast).toBe(true)
    bench.pass(200)
    expect(ids(feed.$feed.get().all)).toEqual(['d2', 'd1'])
    bench.pass(200 * 9)
    expect(ids(feed.$feed.get().all)[0]).toBe('d11')
    expect(feed.$feed.get().fast).toBe(true)
    bench.pass(200)
    expect(feed.$feed.get().fast).toBe(false)
    feed.receive(message(drop('slow'), drop('next')))
    bench.pass(499)
    expect(ids(feed.$feed.get().all)[0]).toBe('slow')
  })

  it('waits while the onlooker’s own moment runs, and goes on one by one after it', async () => {
    const bench = new Bench()
    const feed = await bench.started()
    feed.receive(message(drop('sliding')))
    feed.setStill(true)
    feed.receive(message(drop('first'), drop('second')))
    bench.pass(6_000)
    expect(ids(feed.$feed.get().all)).toEqual(['sliding'])
    feed.setStill(false)
    expect(ids(feed.$feed.get().all)).toEqual(['first', 'sliding'])
    bench.pass(500)
    expect(ids(feed.$feed.get().all)).toEqual(['second', 'first', 'sliding'])
  })

  it('holds 10 in each list and lets the oldest go', async () => {
    const bench = new Bench()
    bench.reply = { all: many(10), best: many(10, 'dear') }
    const feed = await bench.started()
    feed.receive(message(drop('new', { price: 2000 })))
    expect(ids(feed.$feed.get().all)).toEqual(['new', ...ids(many(9))])
    expect(ids(feed.$feed.get().best)).toHaveLength(10)
    expect(ids(feed.$feed.get().best)).not.toContain('dear10')
  })

  it('puts drops of 2000 cents or more among the best too', async () => {
    const bench = new Bench()
    const feed = await bench.started()
    feed.receive(message(drop('below', { price: 1999 }), drop('at', { price: 2000 })))
    bench.pass(1_000)
    expect(ids(feed.$feed.get().all)).toEqual(['at', 'below'])
    expect(ids(feed.$feed.get().best)).toEqual(['at'])
  })

  it('never shows a drop twice and never more than ten, whatever comes in whatever order', async () => {
    const arrival = fc.record({ id: fc.integer({ min: 1, max: 30 }), mine: fc.boolean(), pauseMs: fc.nat(3_000) })
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { maxLength: 60 }), async (arrivals) => {
        const bench = new Bench()
        const feed = await bench.started()
        const shown: string[] = []
        feed.$feed.listen(({ all, best }) => {
          const [newest] = all
          if (newest?.isNew === true && shown.at(-1) !== newest.id) shown.push(newest.id)
          expect(Math.max(all.length, best.length)).toBeLessThanOrEqual(10)
        })
        for (const { id, mine, pauseMs } of arrivals) {
          feed.receive(message(drop(`${id}`, { created_at: bench.nowMs }, mine ? ME : OTHER)))
          bench.pass(pauseMs)
        }
        bench.pass(60_000)
        expect(new Set(shown).size).toBe(shown.length)
        expect(new Set(shown)).toEqual(new Set(arrivals.map(({ id }) => `${id}`)))
      }),
    )
  })

  it('keeps what waits in bounds, and a dear drop longest', async () => {
    const bench = new Bench()
    const feed = await bench.started()
    feed.receive(message(drop('dear', { price: 2000 }), ...many(1_000)))
    feed.save()
    // The oldest is on show already.
    expect(JSON.parse([...bench.storage.values()][0] ?? '[]')).toHaveLength(199)
    bench.pass(200_000)
    expect(ids(feed.$feed.get().best)).toEqual(['dear'])
  })
})

describe('messages that make no sense', () => {
  it.each([null, 5, {}, { item: null }, { item: {} }, { item: { all: 'x' } }, { item: { all: [] } }])(
    'logs %j as invalid and ignores it',
    async (broken) => {
      const bench = new Bench()
      const feed = await bench.started()
      feed.receive(broken)
      expect(bench.logged).toEqual(['Invalid live message'])
      expect(feed.$feed.get().all).toEqual([])
    },
  )

  it('drops entries without id, logs what cannot be shown, and goes on', async () => {
    const bench = new Bench()
    const feed = await bench.started()
    const { id: _, ...nameless } = drop('x')
    feed.receive(message(nameless, { ...drop('broken'), item: null }, drop('good')))
    bench.pass(1_000)
    expect(ids(feed.$feed.get().all)).toEqual(['good'])
    expect(bench.logged).toEqual(['A drop cannot be shown'])
  })
})

describe('drops of the player who looks on', () => {
  it('appear 10000 ms after they were made, while others go by', async () => {
    const bench = new Bench()
    const feed = await bench.started()
    feed.receive(message(drop('mine', {}, ME), drop('theirs')))
    expect(ids(feed.$feed.get().all)).toEqual(['theirs'])
    bench.pass(9_999)
    expect(ids(feed.$feed.get().all)).toEqual(['theirs'])
    bench.pass(1)
    expect(ids(feed.$feed.get().all)).toEqual(['mine', 'theirs'])
  })

  it('are measured by the clock of the server', async () => {
    const bench = new Bench()
    const feed = await bench.started()
    feed.setClockOffset(3_600_000)
    feed.receive(message(drop('mine', { created_at: START_MS + 3_600_000 - 4_000 }, ME)))
    bench.pass(5_999)
    expect(feed.$feed.get().all).toEqual([])
    bench.pass(1)
    expect(ids(feed.$feed.get().all)).toEqual(['mine'])
  })

  it('wait no longer than 10000 ms where this clock is behind', async () => {
    const bench = new Bench()
    const feed = await bench.started()
    feed.receive(message(drop('mine', { created_at: START_MS + 3_600_000 }, ME)))
    bench.pass(10_000)
    expect(ids(feed.$feed.get().all)).toEqual(['mine'])
  })

  it('are held back in the answer of GET /live too, from both lists', async () => {
    const bench = new Bench()
    const young = drop('young', { created_at: START_MS - 4_000, price: 5000 }, ME)
    const old = drop('old', { created_at: START_MS - 10_000, price: 5000 }, ME)
    bench.reply = { all: [young, old], best: [young, old] }
    const feed = await bench.started()
    expect(ids(feed.$feed.get().all)).toEqual(['old'])
    expect(ids(feed.$feed.get().best)).toEqual(['old'])
    bench.pass(6_000)
    expect(ids(feed.$feed.get().all)).toEqual(['young', 'old'])
    expect(ids(feed.$feed.get().best)).toEqual(['young', 'old'])
  })

  it('are no empty list: while all that there is are held back, the feed says so', async () => {
    const bench = new Bench()
    bench.reply = { all: [drop('own', {}, ME)], best: [] }
    const feed = await bench.started()
    expect(feed.$feed.get()).toMatchObject({ loading: false, held: true, all: [] })
    bench.pass(10_000)
    expect(feed.$feed.get()).toMatchObject({ held: false, all: [{ id: 'own' }] })
    expect((await new Bench().started()).$feed.get()).toMatchObject({ loading: false, held: false })
  })

  it('appear after their ten seconds though the page changed', async () => {
    const bench = new Bench()
    const before = await bench.started()
    before.receive(message(drop('mine', {}, ME)))
    bench.pass(3_000)
    const after = await bench.navigated(before)
    bench.pass(6_999)
    expect(after.$feed.get().all).toEqual([])
    bench.pass(1)
    expect(ids(after.$feed.get().all)).toEqual(['mine'])
  })

  it('are not let out while nobody knows who looks on', async () => {
    const bench = new Bench()
    bench.reply = { all: [drop('fresh', { created_at: START_MS }, ME)], best: [] }
    const feed = await bench.started(undefined)
    expect(feed.$feed.get().all).toEqual([])
    feed.setOnlooker(ME)
    bench.pass(9_999)
    expect(feed.$feed.get().all).toEqual([])
    bench.pass(1)
    expect(ids(feed.$feed.get().all)).toEqual(['fresh'])
  })

  it('are everyone else’s to see at once, also when the guest turns out to be one', async () => {
    const bench = new Bench()
    const feed = await bench.started(undefined)
    feed.receive(message(drop('a', {}, ME)))
    expect(feed.$feed.get().all).toEqual([])
    feed.setOnlooker(null)
    expect(ids(feed.$feed.get().all)).toEqual(['a'])
  })
})

describe('a page after a page', () => {
  it('goes on with the queue, without showing twice what the lists hold', async () => {
    const bench = new Bench()
    const before = await bench.started()
    before.receive(message(drop('a'), drop('b'), drop('c')))
    bench.reply = { all: [drop('b'), drop('a')], best: [] }
    const after = await bench.navigated(before)
    bench.pass(5_000)
    expect(ids(after.$feed.get().all)).toEqual(['c', 'b', 'a'])
  })

  it.each(['{', '5', '[null, {"drop": 5, "receivedMs": 1}, {"drop": {"id": "x"}}]'])(
    'reads %s out of storage without harm',
    async (text) => {
      const bench = new Bench()
      bench.storage.set('spacedrop:live', text)
      expect((await bench.started()).$feed.get()).toMatchObject({ loading: false, all: [] })
    },
  )

  it('forgets what waited yesterday', async () => {
    const bench = new Bench()
    const before = await bench.started()
    before.receive(message(drop('mine', {}, ME)))
    before.save()
    bench.nowMs += 86_400_000
    const after = await bench.started()
    bench.pass(60_000)
    expect(after.$feed.get().all).toEqual([])
  })
})

describe('after a gap', () => {
  it('merges by id: what is new comes first, nothing else moves', async () => {
    const bench = new Bench()
    bench.reply = { all: [drop('b'), drop('a')], best: [] }
    const feed = await bench.started()
    bench.reply = { all: [drop('d'), drop('c'), drop('b'), drop('a')], best: [drop('z', { price: 3000 })] }
    feed.reload()
    await settled()
    expect(ids(feed.$feed.get().all)).toEqual(['d', 'c', 'b', 'a'])
    expect(ids(feed.$feed.get().best)).toEqual(['z'])
    feed.receive(message(drop('c')))
    bench.pass(1_000)
    expect(ids(feed.$feed.get().all)).toEqual(['d', 'c', 'b', 'a'])
  })

  it('asks once more when it was told of the gap while an older question was on its way', async () => {
    const bench = new Bench()
    bench.reply = { all: [drop('a')], best: [] }
    const feed = await bench.started()
    feed.reload()
    bench.reply = { all: [drop('b'), drop('a')], best: [] }
    feed.reload()
    await settled()
    expect(ids(feed.$feed.get().all)).toEqual(['b', 'a'])
  })

  it('keeps the lists when the answer fails', async () => {
    const bench = new Bench()
    bench.reply = { all: many(2), best: [] }
    const feed = await bench.started()
    bench.reply = new Error('still away')
    feed.reload()
    await settled()
    expect(feed.$feed.get()).toMatchObject({ loading: false, all: [{ id: 'd1' }, { id: 'd2' }] })
  })
})
