// Brings what a public list tells into the records of skins.json. Pure: records in, records and what changed out.
import type { Language } from '../../../game/language.ts'
import type { SkinRecord } from '../records.ts'
import type { Told, ToldSkins } from './game-api.ts'

export interface SkinChange {
  readonly id: string
  readonly field: 'icon' | 'rarity' | `name.${Language}`
  readonly before: string | null
  readonly after: string
}

export interface MergedSkins {
  readonly skins: readonly SkinRecord[]
  readonly changes: readonly SkinChange[]
  /** Ids of ours that nothing was told of. */
  readonly untold: readonly string[]
  /** How many that were told of are not ours. */
  readonly unknown: number
}

/** The English name is what skins are known by, so it stays. */
const TRANSLATED = ['ru', 'uk'] as const

function merge(skin: SkinRecord, told: Told): { skin: SkinRecord; changes: SkinChange[] } {
  const changes: SkinChange[] = []
  const take = <T extends string>(field: SkinChange['field'], before: T | null, after: T | undefined): T | null => {
    if (after === undefined || after === before) return before
    changes.push({ id: skin.id, field, before, after })
    return after
  }
  const name = { ...skin.name }
  for (const language of TRANSLATED) {
    name[language] = take(`name.${language}`, skin.name[language], told.names[language]) ?? skin.name[language]
  }
  const icon = take('icon', skin.icon, told.icon)
  const rarity = take('rarity', skin.rarity, told.rarity) ?? skin.rarity
  return { skin: { ...skin, name, rarity, icon }, changes }
}

/** Takes over pictures, rarities and translated names. */
export function mergeSkins(skins: readonly SkinRecord[], told: ToldSkins): MergedSkins {
  const ours = new Set(skins.map(({ name }) => name.en))
  const merged = skins.map((skin) => {
    const known = told.get(skin.name.en)
    return known === undefined ? { skin, changes: [] } : merge(skin, known)
  })
  return {
    skins: merged.map(({ skin }) => skin),
    changes: merged.flatMap(({ changes }) => changes),
    untold: skins.filter(({ name }) => !told.has(name.en)).map(({ id }) => id),
    unknown: [...told.keys()].filter((name) => !ours.has(name)).length,
  }
}
