import { describe, expect, it } from 'vitest'
import { applyIcons } from '../../../src/server/catalogue/icons/apply-icons.ts'
import type { LoadedCatalogue } from '../../../src/server/catalogue/loaded-catalogue.ts'
import { loadCatalogue } from '../../support/shop/shop.ts'
import { catalogueFolder } from './catalogue-folder.ts'

const ICONS = new Map([
  ['AK-47 | Redline', 'redline'],
  ['Karambit', 'karambit'],
])

/** Every picture of a skin, wherever one hangs in a catalogue. */
function picturesIn(thing: unknown, found: (string | null)[] = []): (string | null)[] {
  if (typeof thing !== 'object' || thing === null) return found
  if ('iconUrl' in thing) found.push(thing.iconUrl as string | null)
  for (const part of thing instanceof Map ? thing.values() : Object.values(thing)) picturesIn(part, found)
  return found
}

const pictures = (held: LoadedCatalogue): Set<string | null> => new Set(picturesIn([held.catalogue, held.rewards]))

describe('pictures for a catalogue', () => {
  it('are on every skin in it, wherever its items are, and on nothing that was handed in', async () => {
    await using place = await catalogueFolder()
    const current = await loadCatalogue(place)
    const before = structuredClone(current)
    const held = applyIcons(current, ICONS)
    expect(picturesIn(held).length).toBe(picturesIn(current).length)
    expect(pictures(held)).toEqual(new Set(['redline', 'karambit']))
    expect(current).toEqual(before)
  })

  it('change nothing else', async () => {
    await using place = await catalogueFolder()
    const current = await loadCatalogue(place)
    const text = JSON.stringify([[...current.catalogue.cases], current.rewards, [...current.catalogue.items]])
    const held = applyIcons(current, ICONS)
    const after = JSON.stringify([[...held.catalogue.cases], held.rewards, [...held.catalogue.items]])
    expect(after.replace(/"iconUrl":"(redline|karambit)"/g, '"iconUrl":null')).toBe(text)
    expect(held.odds).toBe(current.odds)
  })

  it('leave a skin its own, and one that nothing is known of without', async () => {
    await using place = await catalogueFolder()
    await place.replace('skins.json', '"icon":null', '"icon":"our-own"')
    const current = await loadCatalogue(place)
    expect(pictures(applyIcons(current, ICONS))).toEqual(new Set(['our-own', 'karambit']))
    expect(pictures(applyIcons(current, new Map([['AWP | Nobody', 'x']])))).toEqual(new Set(['our-own', null]))
    expect(applyIcons(current, new Map())).toBe(current)
  })
})
