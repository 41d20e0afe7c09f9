// The live feed with the numbers of the specification, on a fake clock.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drop, ids, LiveFixture, ME, many, message, OTHER, START_MS, settled } from './live-fixture.ts'

describe('loading the lists', () => {
  it('is pending until the first response', async () => {
    const fixture = new LiveFixture()
    const feed = fixture.feed()
    expect(feed.$feed.get().loading).toBe(true)
    fixture.reply = { all: many(3), best: [] }
    feed.setViewer(null)
    feed.start()
    expect(feed.$feed.get().loading).toBe(true)
    await settled()
    expect(feed.$feed.get().loading).toBe(false)
    expect(ids(feed.$feed.get().all)).toEqual(['d1', 'd2', 'd3'])
    expect(feed.$feed.get().all.some(({ isNew }) => isNew)).toBe(false)
  })

  it('stays pending after a failure, logs it, and retries with increasing delays', async () => {
    const fixture = new LiveFixture()
    fixture.reply = new Error('no connection')
    const feed = await fixture.started()
    expect(feed.$feed.get().loading).toBe(true)
    expect(fixture.logged).toHaveLength(1)
    fixture.pass(1_000)
    await settled()
    expect(fixture.loads).toBe(2)
    fixture.pass(1_999)
    expect(fixture.loads).toBe(2)
    fixture.reply = { all: many(1), best: [] }
    fixture.pass(1)
    await settled()
    expect(feed.$feed.get()).toMatchObject({ loading: false, all: [{ id: 'd1' }] })
  })

  it('treats a response without lists as a failure', async () => {
    const fixture = new LiveFixture()
    fixture.reply = { all: null }
    expect((await fixture.started()).$feed.get().loading).toBe(true)
    expect(fixture.logged).toHaveLength(1)
  })

  it('adds drops that arrived before the response after it', async () => {
    const fixture = new LiveFixture()
    const feed = fixture.feed()
    feed.setViewer(ME)
    feed.start()
    feed.receive(message(drop('early')))
    expect(feed.$feed.get().all).toEqual([])
    await settled()
    expect(ids(feed.$feed.get().all)).toEqual(['early'])
  })
})

describe('the queue', () => {
  it('shows one at a time, newest at the top, each marked as new for 500 ms', async () => {
    const fixture = new LiveFixture()
    const feed = await fixture.started()
    feed.receive(message(drop('a'), drop('b')))
    expect(feed.$feed.get().all).toMatchObject([{ id: 'a', isNew: true }])
    fixture.pass(499)
    expect(ids(feed.$feed.get().all)).toEqual(['a'])
    fixture.pass(1)
    expect(feed.$feed.get().all).toMatchObject([
      { id: 'b', isNew: true },
      { id: 'a', isNew: false },
    ])
    fixture.pass(500)
    expect(feed.$feed.get().all.some(({ isNew }) => isNew)).toBe(false)
  })

  it('is not in fast mode with 10 waiting', async () => {
    const fixture = new LiveFixture()
    const feed = await fixture.started()
    feed.receive(message(...many(10)))
    expect(feed.$feed.get().fast).toBe(false)
    fixture.pass(499)
    expect(feed.$feed.get().all).toHaveLength(1)
  })

  it('is in fast mode with 11 waiting, 200 ms each, until it is empty', async () => {
    const fixture = new LiveFixture()
    const feed = await fixture.started()
    feed.receive(message(...many(11)))
    expect(feed.$feed.get().fast).toBe(true)
    fixture.pass(200)
    expect(ids(feed.$feed.get().all)).toEqual(['d2', 'd1'])
    fixture.pass(200 * 9)
    expect(ids(feed.$feed.get().all)[0]).toBe('d11')
    expect(feed.$feed.get().fast).toBe(true)
    fixture.pass(200)
    expect(feed.$feed.get().fast).toBe(false)
    feed.receive(message(drop('slow'), drop('next')))
    fixture.pass(499)
    expect(ids(feed.$feed.get().all)[0]).toBe('slow')
  })

  it('is paused during the player’s own result, and continues one by one after it', async () => {
    const fixture = new LiveFixture()
    const feed = await fixture.started()
    feed.receive(message(drop('sliding')))
    feed.setPaused(true)
    feed.receive(message(drop('first'), drop('second')))
    fixture.pass(6_000)
    expect(ids(feed.$feed.get().all)).toEqual(['sliding'])
    feed.setPaused(false)
    expect(ids(feed.$feed.get().all)).toEqual(['first', 'sliding'])
    fixture.pass(500)
    expect(ids(feed.$feed.get().all)).toEqual(['second', 'first', 'sliding'])
  })

  it('keeps 10 in each list and drops the oldest', async () => {
    const fixture = new LiveFixture()
    fixture.reply = { all: many(10), best: many(10, 'dear') }
    const feed = await fixture.started()
    feed.receive(message(drop('new', { price: 2000 })))
    expect(ids(feed.$feed.get().all)).toEqual(['new', ...ids(many(9))])
    expect(ids(feed.$feed.get().best)).toHaveLength(10)
    expect(ids(feed.$feed.get().best)).not.toContain('dear10')
  })

  it('adds drops of 2000 cents or more to the best too', async () => {
    const fixture = new LiveFixture()
    const feed = await fixture.started()
    feed.receive(message(drop('below', { price: 1999 }), drop('at', { price: 2000 })))
    fixture.pass(1_000)
    expect(ids(feed.$feed.get().all)).toEqual(['at', 'below'])
    expect(ids(feed.$feed.get().best)).toEqual(['at'])
  })

  it('never shows a drop twice and never more than ten, for any messages in any order', async () => {
    const arrival = fc.record({ id: fc.integer({ min: 1, max: 30 }), mine: fc.boolean(), pauseMs: fc.nat(3_000) })
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { maxLength: 60 }), async (arrivals) => {
        const fixture = new LiveFixture()
        const feed = await fixture.started()
        const shown: string[] = []
        feed.$feed.listen(({ all, best }) => {
          const [newest] = all
          if (newest?.isNew === true && shown.at(-1) !== newest.id) shown.push(newest.id)
          expect(Math.max(all.length, best.length)).toBeLessThanOrEqual(10)
        })
        for (const { id, mine, pauseMs } of arrivals) {
          feed.receive(message(drop(`${id}`, { created_at: fixture.nowMs }, mine ? ME : OTHER)))
          fixture.pass(pauseMs)
        }
        fixture.pass(60_000)
        expect(new Set(shown).size).toBe(shown.length)
        expect(new Set(shown)).toEqual(new Set(arrivals.map(({ id }) => `${id}`)))
      }),
    )
  })

  it('is limited, and keeps expensive drops longest', async () => {
    const fixture = new LiveFixture()
    const feed = await fixture.started()
    feed.receive(message(drop('dear', { price: 2000 }), ...many(1_000)))
    feed.save()
    // The oldest is visible already.
    expect(JSON.parse([...fixture.storage.values()][0] ?? '[]')).toHaveLength(199)
    fixture.pass(200_000)
    expect(ids(feed.$feed.get().best)).toEqual(['dear'])
  })
})

describe('the player’s own drops', () => {
  it('appear 10000 ms after they were made, while others appear at once', async () => {
    const fixture = new LiveFixture()
    const feed = await fixture.started()
    feed.receive(message(drop('mine', {}, ME), drop('theirs')))
    expect(ids(feed.$feed.get().all)).toEqual(['theirs'])
    fixture.pass(9_999)
    expect(ids(feed.$feed.get().all)).toEqual(['theirs'])
    fixture.pass(1)
    expect(ids(feed.$feed.get().all)).toEqual(['mine', 'theirs'])
  })

  it('are delayed by the clock of the server', async () => {
    const fixture = new LiveFixture()
    const feed = await fixture.started()
    feed.setClockOffset(3_600_000)
    feed.receive(message(drop('mine', { created_at: START_MS + 3_600_000 - 4_000 }, ME)))
    fixture.pass(5_999)
    expect(feed.$feed.get().all).toEqual([])
    fixture.pass(1)
    expect(ids(feed.$feed.get().all)).toEqual(['mine'])
  })

  it('are delayed no longer than 10000 ms where the local clock is behind', async () => {
    const fixture = new LiveFixture()
    const feed = await fixture.started()
    feed.receive(message(drop('mine', { created_at: START_MS + 3_600_000 }, ME)))
    fixture.pass(10_000)
    expect(ids(feed.$feed.get().all)).toEqual(['mine'])
  })

  it('are delayed in the response of GET /live too, in both lists', async () => {
    const fixture = new LiveFixture()
    const young = drop('young', { created_at: START_MS - 4_000, price: 5000 }, ME)
    const old = drop('old', { created_at: START_MS - 10_000, price: 5000 }, ME)
    fixture.reply = { all: [young, old], best: [young, old] }
    const feed = await fixture.started()
    expect(ids(feed.$feed.get().all)).toEqual(['old'])
    expect(ids(feed.$feed.get().best)).toEqual(['old'])
    fixture.pass(6_000)
    expect(ids(feed.$feed.get().all)).toEqual(['young', 'old'])
    expect(ids(feed.$feed.get().best)).toEqual(['young', 'old'])
  })

  it('do not count as an empty list: while all drops are delayed, the feed says so', async () => {
    const fixture = new LiveFixture()
    fixture.reply = { all: [drop('own', {}, ME)], best: [] }
    const feed = await fixture.started()
    expect(feed.$feed.get()).toMatchObject({ loading: false, held: true, all: [] })
    fixture.pass(10_000)
    expect(feed.$feed.get()).toMatchObject({ held: false, all: [{ id: 'own' }] })
    expect((await new LiveFixture().started()).$feed.get()).toMatchObject({ loading: false, held: false })
  })

  it('appear after their ten seconds even when the page changed', async () => {
    const fixture = new LiveFixture()
    const before = await fixture.started()
    before.receive(message(drop('mine', {}, ME)))
    fixture.pass(3_000)
    const after = await fixture.navigated(before)
    fixture.pass(6_999)
    expect(after.$feed.get().all).toEqual([])
    fixture.pass(1)
    expect(ids(after.$feed.get().all)).toEqual(['mine'])
  })

  it('stay delayed until the user is known', async () => {
    const fixture = new LiveFixture()
    fixture.reply = { all: [drop('fresh', { created_at: START_MS }, ME)], best: [] }
    const feed = await fixture.started(undefined)
    expect(feed.$feed.get().all).toEqual([])
    feed.setViewer(ME)
    fixture.pass(9_999)
    expect(feed.$feed.get().all).toEqual([])
    fixture.pass(1)
    expect(ids(feed.$feed.get().all)).toEqual(['fresh'])
  })

  it('of other players appear at once, also when the user turns out to be a guest', async () => {
    const fixture = new LiveFixture()
    const feed = await fixture.started(undefined)
    feed.receive(message(drop('a', {}, ME)))
    expect(feed.$feed.get().all).toEqual([])
    feed.setViewer(null)
    expect(ids(feed.$feed.get().all)).toEqual(['a'])
  })

  it('may be any drop of a hidden player, which has no id: players get those later, guests at once', async () => {
    const hidden = { user: { id: null, username: null, avatar: null, lvl: 3 } }
    const [fixture, guests] = [new LiveFixture(), new LiveFixture()]
    const [feed, guest] = [await fixture.started(), await guests.started(null)]
    for (const one of [feed, guest]) one.receive(message(drop('hidden', hidden)))
    expect(ids(guest.$feed.get().all)).toEqual(['hidden'])
    fixture.pass(9_999)
    expect(feed.$feed.get().all).toEqual([])
    fixture.pass(1)
    expect(ids(feed.$feed.get().all)).toEqual(['hidden'])
  })
})

describe('a page change', () => {
  it('continues the queue, without duplicates of the lists', async () => {
    const fixture = new LiveFixture()
    const before = await fixture.started()
    before.receive(message(drop('a'), drop('b'), drop('c')))
    fixture.reply = { all: [drop('b'), drop('a')], best: [] }
    const after = await fixture.navigated(before)
    fixture.pass(5_000)
    expect(ids(after.$feed.get().all)).toEqual(['c', 'b', 'a'])
  })

  it.each(['{', '5', '[null, {"drop": 5, "receivedMs": 1}, {"drop": {"id": "x"}}]'])(
    'reads %s from storage without an error',
    async (text) => {
      const fixture = new LiveFixture()
      fixture.storage.set('spacedrop:live', text)
      expect((await fixture.started()).$feed.get()).toMatchObject({ loading: false, all: [] })
    },
  )

  it('discards what was queued yesterday', async () => {
    const fixture = new LiveFixture()
    const before = await fixture.started()
    before.receive(message(drop('mine', {}, ME)))
    before.save()
    fixture.nowMs += 86_400_000
    const after = await fixture.started()
    fixture.pass(60_000)
    expect(after.$feed.get().all).toEqual([])
  })
})

describe('the feed after a gap', () => {
  it('merges by id: new drops come first, others do not move', async () => {
    const fixture = new LiveFixture()
    fixture.reply = { all: [drop('b'), drop('a')], best: [] }
    const feed = await fixture.started()
    fixture.reply = { all: [drop('d'), drop('c'), drop('b'), drop('a')], best: [drop('z', { price: 3000 })] }
    feed.reload()
    await settled()
    expect(ids(feed.$feed.get().all)).toEqual(['d', 'c', 'b', 'a'])
    expect(ids(feed.$feed.get().best)).toEqual(['z'])
    feed.receive(message(drop('c')))
    fixture.pass(1_000)
    expect(ids(feed.$feed.get().all)).toEqual(['d', 'c', 'b', 'a'])
  })

  it('requests again when the gap was reported during an older request', async () => {
    const fixture = new LiveFixture()
    fixture.reply = { all: [drop('a')], best: [] }
    const feed = await fixture.started()
    feed.reload()
    fixture.reply = { all: [drop('b'), drop('a')], best: [] }
    feed.reload()
    await settled()
    expect(ids(feed.$feed.get().all)).toEqual(['b', 'a'])
  })

  it('forgets the name of a player who hides now, or was erased', async () => {
    const hidden = { user: { id: null, username: null, avatar: null, lvl: 3 } }
    const fixture = new LiveFixture()
    const [a, b] = [drop('a', { price: 3000 }), drop('b')]
    fixture.reply = { all: [b, a], best: [a] }
    const feed = await fixture.started()
    fixture.reply = { all: [b, { ...a, ...hidden }], best: [{ ...a, ...hidden }] }
    feed.reload()
    await settled()
    const { all, best } = feed.$feed.get()
    expect([...all, ...best].map(({ user }) => user.username)).toEqual(['Vega', null, null])
  })

  it('keeps the lists when the request fails', async () => {
    const fixture = new LiveFixture()
    fixture.reply = { all: many(2), best: [] }
    const feed = await fixture.started()
    fixture.reply = new Error('still away')
    feed.reload()
    await settled()
    expect(feed.$feed.get()).toMatchObject({ loading: false, all: [{ id: 'd1' }, { id: 'd2' }] })
  })
})
