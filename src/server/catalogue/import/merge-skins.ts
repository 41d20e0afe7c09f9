// Merges a public list into the records of skins.json. Pure: returns the new records and the changes.
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import type { Rarity } from '../../../game/catalogue/rarity.ts'
import type { SkinRecord } from '../records.ts'
import { correctName, correctRarity } from '../skin-corrections.ts'
import type { ListedSkin, ListedSkins } from './game-api.ts'

export interface SkinChange {
  readonly id: string
  readonly field: 'icon' | 'rarity' | `name.${Language}`
  readonly before: string | null
  readonly after: string
}

export interface MergedSkins {
  readonly skins: readonly SkinRecord[]
  readonly changes: readonly SkinChange[]
  /** The ids of our skins of whose rarity the files say different things: ours stays. */
  readonly disputed: readonly string[]
  /** The ids of our skins that are not in the list. */
  readonly unlisted: readonly string[]
  /** The number of listed skins that are not in the catalogue. */
  readonly unknown: number
}

/** The English name identifies a skin, so it is not changed. */
const TRANSLATED = LANGUAGES.filter((language) => language !== 'en')

/** Returns what the files say of the rarity of a skin, corrected: more than one where they disagree. */
const raritiesOf = ({ id }: SkinRecord, listed: ListedSkin | undefined): ReadonlySet<Rarity> =>
  new Set([...(listed?.rarities ?? [])].map((rarity) => correctRarity(id, rarity)))

function merge(skin: SkinRecord, listed: ListedSkin): { skin: SkinRecord; changes: SkinChange[] } {
  const changes: SkinChange[] = []
  const applyField = <T extends string>(
    field: SkinChange['field'],
    before: T | null,
    after: T | undefined,
  ): T | null => {
    if (after === undefined || after === before) return before
    changes.push({ id: skin.id, field, before, after })
    return after
  }
  const name = { ...skin.name }
  for (const language of TRANSLATED) {
    const listedName = listed.names[language]
    const after = listedName === undefined ? undefined : correctName(skin.id, language, listedName)
    name[language] = applyField(`name.${language}`, skin.name[language] ?? null, after) ?? skin.name[language]
  }
  const icon = applyField('icon', skin.icon, listed.icon)
  const rarities = raritiesOf(skin, listed)
  const [listedRarity] = rarities.size === 1 ? rarities : []
  const rarity = applyField('rarity', skin.rarity, listedRarity) ?? skin.rarity
  return { skin: { ...skin, name, rarity, icon }, changes }
}

/** Merges pictures, rarities and translated names. */
export function mergeSkins(skins: readonly SkinRecord[], listed: ListedSkins): MergedSkins {
  const ours = new Set(skins.map(({ name }) => name.en))
  const merged = skins.map((skin) => {
    const known = listed.get(skin.name.en)
    return known === undefined ? { skin, changes: [] } : merge(skin, known)
  })
  return {
    skins: merged.map(({ skin }) => skin),
    changes: merged.flatMap(({ changes }) => changes),
    disputed: skins.filter((skin) => raritiesOf(skin, listed.get(skin.name.en)).size > 1).map(({ id }) => id),
    unlisted: skins.filter(({ name }) => !listed.has(name.en)).map(({ id }) => id),
    unknown: [...listed.keys()].filter((name) => !ours.has(name)).length,
  }
}
