import { describe, expect, it } from 'vitest'
import { applyIcons } from '../../../src/server/catalogue/icons/apply-icons.ts'
import { type LoadedCatalogue, openCatalogue } from '../../../src/server/catalogue/reloadable-catalogue.ts'
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
    const { current } = await openCatalogue(place)
    const before = structuredClone(current)
    const held = applyIcons(current, ICONS)
    expect(picturesIn(held).length).toBe(picturesIn(current).length)
    expect(pictures(held)).toEqual(new Set(['redline', 'karambit']))
    expect(current).toEqual(before)
  })

  it('change nothing else', async () => {
    await using place = await catalogueFolder()
    const { current } = await openCatalogue(place)
    const text = JSON.stringify([[...current.catalogue.cases], current.rewards, [...current.catalogue.items]])
    const held = applyIcons(current, ICONS)
    const after = JSON.stringify([[...held.catalogue.cases], held.rewards, [...held.catalogue.items]])
    expect(after.replace(/"iconUrl":"(redline|karambit)"/g, '"iconUrl":null')).toBe(text)
    expect(held.odds).toBe(current.odds)
  })

  it('leave a skin its own, and one that nothing is known of without', async () => {
    await using place = await catalogueFolder()
    await place.replace('skins.json', '"icon":null', '"icon":"our-own"')
    const { current } = await openCatalogue(place)
    expect(pictures(applyIcons(current, ICONS))).toEqual(new Set(['our-own', 'karambit']))
    expect(pictures(applyIcons(current, new Map([['AWP | Nobody', 'x']])))).toEqual(new Set(['our-own', null]))
    expect(applyIcons(current, new Map())).toBe(current)
  })
})

describe('the catalogue in force', () => {
  it('shows pictures as soon as they are known, once they were written down, and keeps them over changes', async () => {
    await using place = await catalogueFolder()
    let icons = new Map<string, string>()
    const holder = await openCatalogue({ ...place, icons: () => icons })
    const before = holder.current
    const heard: LoadedCatalogue[] = []
    holder.onChange((held) => heard.push(held))
    icons = ICONS
    expect(pictures(holder.current)).toEqual(new Set([null]))
    await holder.refreshIcons(async (held) => {
      expect(pictures(held)).toEqual(new Set(['redline', 'karambit']))
      expect(holder.current).toBe(before)
    })
    expect(heard).toEqual([holder.current])
    expect(holder.current.digest).toBe(before.digest)
    await place.replace('prices.json', '"karambit": 60000', '"karambit": 61000')
    expect(await holder.reload()).toEqual([])
    expect(pictures(holder.current)).toEqual(new Set(['redline', 'karambit']))
    holder.close()
  })

  it('stays as it is when they cannot be written down', async () => {
    await using place = await catalogueFolder()
    const holder = await openCatalogue({ ...place, icons: () => ICONS })
    const before = holder.current
    await expect(holder.refreshIcons(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
    expect(holder.current).toBe(before)
    holder.close()
  })
})
