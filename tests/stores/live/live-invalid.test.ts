// Messages and drops that the live feed refuses.
import { describe, expect, it } from 'vitest'
import { redline } from '../sample-item.ts'
import { drop, ids, LiveFixture, message, OTHER } from './live-fixture.ts'

describe('invalid messages', () => {
  it.each([null, 5, {}, { item: null }, { item: {} }, { item: { all: 'x' } }, { item: { all: [] } }])(
    'of %j are logged and ignored',
    async (broken) => {
      const fixture = new LiveFixture()
      const feed = await fixture.started()
      feed.receive(broken)
      expect(fixture.logged).toEqual(['Invalid live message'])
      expect(feed.$feed.get().all).toEqual([])
    },
  )

  it('with entries without id skip those, log what cannot be shown, and continue', async () => {
    const fixture = new LiveFixture()
    const feed = await fixture.started()
    const { id: _, ...nameless } = drop('x')
    feed.receive(message(nameless, { ...drop('broken'), item: null }, drop('good')))
    fixture.pass(1_000)
    expect(ids(feed.$feed.get().all)).toEqual(['good'])
    expect(fixture.logged).toEqual(['A drop cannot be shown: item'])
  })

  const box = { url: 'orion', image: 'orion.svg', name: redline.name }

  it.each([
    ['type', { type: 'lottery' }],
    ['price', { price: 10.5 }],
    ['price', { price: -1 }],
    ['price', { price: Number.NaN }],
    ['proof', { proof: '/fairness?roll=\ud800' }],
    ['item', { item: { ...redline, skin: '' } }],
    ['item', { item: { ...redline, icon_url: undefined } }],
    ['item', { item: { ...redline, name: { ...redline.name, uk: '\udfff' } } }],
    ['user', { user: { id: 8, username: 'Vega\ud83d', avatar: '', lvl: 3 } }],
    ['user', { user: { id: 8, username: 'Vega', avatar: undefined, lvl: 3 } }],
    ['user', { user: { id: 8.5, username: 'Vega', avatar: '', lvl: 3 } }],
    ['case', { case: { ...box, url: '\ud800' } }],
    ['case', { case: { ...box, url: '' } }],
    ['case', { case: { url: 'orion', name: redline.name } }],
  ] as const)('with a wrong %s, %j, are refused, and the rest is shown', async (reason, changes) => {
    const fixture = new LiveFixture()
    const broken = { ...drop('broken'), ...changes }
    fixture.reply = { all: [broken, drop('listed')], best: [broken] }
    const feed = await fixture.started()
    feed.receive(message(broken, drop('good')))
    fixture.pass(1_000)
    expect(ids(feed.$feed.get().all)).toEqual(['good', 'listed'])
    expect(feed.$feed.get().best).toEqual([])
    expect(fixture.logged).toEqual([`A drop cannot be shown: ${reason}`])
  })

  it('of one reason are logged once, of another again', async () => {
    const fixture = new LiveFixture()
    const feed = await fixture.started()
    for (const id of ['a', 'b']) {
      feed.receive(message(drop(id, { price: -1 })))
      feed.receive(message({ ...drop(id), user: null }))
    }
    expect(fixture.logged).toEqual(['A drop cannot be shown: price', 'A drop cannot be shown: user'])
  })

  it('is not a drop whose texts have letters of two code units', async () => {
    const fixture = new LiveFixture()
    const feed = await fixture.started()
    feed.receive(message(drop('a', { user: { id: OTHER, username: '🚀', avatar: '', lvl: 1 } })))
    expect(ids(feed.$feed.get().all)).toEqual(['a'])
  })
})
