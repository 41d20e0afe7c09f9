// Rarities of public lists: a known error of a list is corrected before it is merged.
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Rarity } from '../../../src/game/catalogue/rarity.ts'
import { mergeSkins } from '../../../src/server/catalogue/import/merge-skins.ts'
import { type SkinRecord, skinRecord } from '../../../src/server/catalogue/records.ts'

let orion: SkinRecord

beforeAll(async () => {
  const skins = z.array(skinRecord).parse(JSON.parse(await readFile('data/skins.json', 'utf8')))
  const [skin] = skins.filter(({ id }) => id === 'usp-s-orion')
  if (skin === undefined) throw new Error('There is no USP-S | Orion')
  orion = skin
})

it.each<[string, readonly Rarity[], number, readonly string[]]>([
  ['as in the library', ['restricted'], 0, []],
  ['as in the game', ['classified'], 0, []],
  ['in both ways', ['restricted', 'classified'], 0, []],
  ['as nothing corrects it', ['covert'], 1, []],
  ['in two other ways', ['covert', 'classified'], 0, ['usp-s-orion']],
])('the rarity of USP-S | Orion is merged %s', (_, rarities, changes, disputed) => {
  const listed = new Map([[orion.name.en, { rarities: new Set(rarities), icon: undefined, names: {} }]])
  const merged = mergeSkins([orion], listed)
  expect([merged.changes.length, merged.disputed]).toEqual([changes, disputed])
  if (changes === 0) expect(merged.skins).toEqual([orion])
})
