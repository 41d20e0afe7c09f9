// The first connection of a page: what it missed since the lists were read.
import { describe, expect, it } from 'vitest'
import { drop, ids, LiveFixture, ME, many, message, settled } from './live-fixture.ts'

describe('the first connection of a page', () => {
  const listed = many(10, 'e').toReversed()

  it('reads nothing again when the page has the newest drops of the server', async () => {
    const fixture = new LiveFixture()
    fixture.reply = { all: many(2, 'e'), best: [] }
    const feed = await fixture.started()
    feed.receive(message(drop('mine', {}, ME), drop('theirs')))
    feed.check(['e1', 'e2', 'mine', 'theirs'])
    await settled()
    expect(fixture.loads).toBe(1)
  })

  it('reads them again when one was missed between the response and the connection', async () => {
    const fixture = new LiveFixture()
    fixture.reply = { all: many(2, 'e'), best: [] }
    const feed = await fixture.started()
    fixture.reply = { all: [drop('missed'), ...many(2, 'e')], best: [] }
    feed.check(['e1', 'missed'])
    await settled()
    expect(fixture.loads).toBe(2)
    expect(ids(feed.$feed.get().all)).toContain('missed')
  })

  it('compares after the response, when the connection was faster', async () => {
    for (const [newest, loads] of [
      ['e1', 1],
      ['missed', 2],
    ] as const) {
      const fixture = new LiveFixture()
      fixture.reply = { all: many(2, 'e'), best: [] }
      const feed = fixture.feed()
      feed.setViewer(null)
      feed.start()
      feed.check([newest])
      await settled()
      await settled()
      expect(fixture.loads).toBe(loads)
    }
  })

  it('misses no drop that is older than the lists', async () => {
    const fixture = new LiveFixture()
    fixture.reply = { all: listed, best: [] }
    const feed = await fixture.started()
    feed.check(['d9', 'e10'])
    await settled()
    expect(fixture.loads).toBe(1)
  })
})
