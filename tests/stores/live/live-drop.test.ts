// Drops with the fields of the specification alone (section 3), and what each field of ours adds.
import { describe, expect, it } from 'vitest'
import { LANGUAGES, perLanguage } from '../../../src/game/base/language.ts'
import { readDrops } from '../../../src/stores/live/live-drop.ts'
import { drop, ids, LiveFixture, ME, message, settled } from './live-fixture.ts'

const specified = (id: unknown, changes: object = {}, playerId = 8) => ({
  id,
  type: 'upgrade',
  price: 2500,
  item: { rarity: 'covert', icon_url: 'icon', market_hash_name: '★ StatTrak™ Karambit | Doppler (Factory New)' },
  user: { id: playerId, username: 'Rigel', avatar: '' },
  ...changes,
})

const read = (entry: unknown) => readDrops([entry], (_, field) => expect.unreachable(field))[0]

describe('a drop of the specification', () => {
  it('is named as on the market in every language, without its marks and its wear', () => {
    const { item } = read(specified('a')) ?? {}
    for (const language of LANGUAGES) expect(item?.name[language]).toBe('Karambit | Doppler')
    expect(item).toMatchObject({
      rarity: 'covert',
      icon_url: 'icon',
      skin: null,
      star: true,
      stattrak: true,
      wear: 'FN',
    })
  })

  it('has no level, no proof and no time', () => {
    const { user, proof, created_at } = read(specified('a')) ?? {}
    expect([user, proof, created_at]).toEqual([{ id: 8, username: 'Rigel', avatar: '', lvl: null }, undefined, null])
  })

  it('may have a number for an id, and one name of its case', () => {
    const box = { url: 'orion', image: 'orion.svg', name: 'Orion' }
    expect(read(specified(5, { type: 'case', case: box }))).toMatchObject({
      id: '5',
      case: { ...box, name: perLanguage(() => 'Orion') },
    })
  })

  it('of an unknown rarity has the lowest level, and its letters may be large', () => {
    expect(
      read(specified('a', { item: { rarity: 'Covert', icon_url: null, market_hash_name: 'X' } }))?.item.rarity,
    ).toBe('covert')
    expect(read(specified('a', { item: { rarity: 'odd', icon_url: null, market_hash_name: 'X' } }))?.item.rarity).toBe(
      'consumer',
    )
  })

  it('without a name cannot be shown', () => {
    const broken: string[] = []
    const nameless = specified('a', { item: { rarity: 'covert', icon_url: null } })
    expect(readDrops([nameless], (_, field) => void broken.push(field))).toEqual([])
    expect(broken).toEqual(['item'])
  })

  it('is read again from storage as it was', () => {
    const once = read(specified('a'))
    expect(read(JSON.parse(JSON.stringify(once)))).toEqual(once)
  })
})

describe('a drop of the shop', () => {
  it('is great where the server says so, also from storage, and for no other value', () => {
    const great = read({ ...drop('a'), great: true })
    expect(great?.great).toBe(true)
    expect(read(JSON.parse(JSON.stringify(great)))).toEqual(great)
    for (const other of [undefined, false, 1, 'true'])
      expect(read({ ...drop('a'), great: other })).not.toHaveProperty('great')
  })

  it('keeps its own fields', () => {
    expect(read(drop('a'))).toMatchObject({
      item: { name: drop('a').item.name, skin: 'ak-47-redline', weaponClass: 'rifle' },
      user: { lvl: 3 },
      proof: '/fairness?roll=a',
      created_at: drop('a').created_at,
    })
  })
})

describe('drops without a time', () => {
  it('are shown at once when a page lists them, the player’s own too', async () => {
    const fixture = new LiveFixture()
    fixture.reply = { all: [specified('b', {}, ME), specified('a')], best: [specified('b', {}, ME), specified('a')] }
    const { all, best } = (await fixture.started()).$feed.get()
    expect([ids(all), ids(best)]).toEqual([
      ['b', 'a'],
      ['b', 'a'],
    ])
  })

  it('of the player are delayed by ten seconds when they arrive, in an event or after a gap', async () => {
    const fixture = new LiveFixture()
    const feed = await fixture.started()
    feed.receive(message(specified('own', {}, ME)))
    fixture.reply = { all: [specified('other own', {}, ME), specified('own', {}, ME)], best: [] }
    feed.reload()
    await settled()
    fixture.pass(9_999)
    expect(ids(feed.$feed.get().all)).toEqual([])
    fixture.pass(2_000)
    expect(ids(feed.$feed.get().all)).toEqual(['other own', 'own'])
  })
})
