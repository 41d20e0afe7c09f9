// Where lists of rarities on this machine disagree with a catalogue: the item library, which only the build depends on, and a public
// list beside the project.
import { existsSync } from 'node:fs'
import type { Skin } from '../../src/game/catalogue/catalogue.ts'
import type { Rarity } from '../../src/game/catalogue/rarity.ts'
import { collectSkins, gameApiFile } from '../../src/server/catalogue/import/game-api.ts'
import { readSource } from '../../src/server/catalogue/import/source.ts'
import { correctRarity } from '../../src/server/catalogue/skin-corrections.ts'

/** A list of rarities. */
interface RarityList {
  readonly title: string
  /** By the English names of skins, more than one where the list contradicts itself; null where it is not on this machine. */
  readonly rarities: ReadonlyMap<string, ReadonlySet<Rarity>> | null
}

async function libraryList(): Promise<RarityList> {
  // It is large, and a development dependency.
  const { libraryRarities } = await import('../catalogue/library-rarities.ts')
  return { title: '@ianlucas/cs2-lib', rarities: await libraryRarities() }
}

/** Others' list, which is not ours to hand on: it is beside the project where somebody has put it. */
const PUBLIC_LIST = '../shared/data/csgo-api-collections.json'

async function publicList(): Promise<RarityList> {
  if (!existsSync(PUBLIC_LIST)) return { title: PUBLIC_LIST, rarities: null }
  const file = await readSource(PUBLIC_LIST, gameApiFile, globalThis.fetch)
  const skins = [...collectSkins([{ language: 'en', file }])]
  return { title: PUBLIC_LIST, rarities: new Map(skins.map(([name, { rarities }]) => [name, rarities])) }
}

function disagreements(skins: readonly Skin[], { title, rarities }: RarityList): string[] {
  return skins.flatMap(({ id, name, rarity }) =>
    [...(rarities?.get(name.en) ?? [])].flatMap((listed) => {
      if (listed === rarity) return []
      const isKnown = correctRarity(id, listed) === rarity
      const remark = isKnown ? ', a known error of the list' : ''
      return [`Rarity of ${id}: ${rarity}, but ${listed} in ${title}${remark}`]
    }),
  )
}

/**
 * Compares the rarities of skins with the lists that are on this machine.
 *
 * @param isShipped true for the catalogue that comes with the project, which is made from the lists: one that is missing is named too
 * @returns a line for each skin and list that disagree; none where all agree
 */
export async function compareRarities(skins: readonly Skin[], isShipped: boolean): Promise<string[]> {
  const lists = await Promise.all([libraryList(), publicList()])
  const missing = lists.flatMap(({ title, rarities }) => (rarities === null && isShipped ? [title] : []))
  return [
    ...lists.flatMap((list) => disagreements(skins, list)),
    ...missing.map((title) => `Rarities are not compared with ${title}: it is not on this machine.`),
  ]
}
