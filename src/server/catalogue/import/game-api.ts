// The public CSGO-API format: `skins`, `skins_not_grouped`, `collections` and `crates`, one file a language.
import { z } from 'zod'
import type { Language } from '../../../game/base/language.ts'
import { parseItemName } from '../../../game/catalogue/item-name.ts'
import type { Rarity } from '../../../game/catalogue/rarity.ts'

const thing = z.object({
  id: z.string().min(1).max(200),
  name: z.string().max(300).nullable(),
  /** Only single wears have it: their names contain the wear in the file's language. */
  market_hash_name: z.string().max(300).nullish(),
  rarity: z.object({ id: z.string().max(100) }).nullish(),
  image: z.string().max(2_000).nullish(),
})

type Thing = z.infer<typeof thing>

/** A skin, or a collection or crate of skins. */
const entry = thing.extend({ contains: z.array(thing).optional(), contains_rare: z.array(thing).optional() })

/** One file of the format. */
export const gameApiFile = z.array(entry).min(1)

export type GameApiFile = z.infer<typeof gameApiFile>

const RARITIES: Readonly<Record<string, Rarity>> = {
  rarity_common_weapon: 'consumer',
  rarity_uncommon_weapon: 'industrial',
  rarity_rare_weapon: 'mil-spec',
  rarity_mythical_weapon: 'restricted',
  rarity_legendary_weapon: 'classified',
  rarity_ancient_weapon: 'covert',
  // Gloves.
  rarity_ancient: 'covert',
  rarity_contraband_weapon: 'contraband',
  rarity_contraband: 'contraband',
}

/** Matches an address at Steam's image host; only its path is stored, the interface adds host and size. */
const STEAM_PICTURE = /^https:\/\/[a-z0-9.-]+\.steamstatic\.com\/economy\/image\/([A-Za-z0-9_-]+)(?:\/[\w.]*)?$/

/** A skin as the files describe it. */
export interface ListedSkin {
  /** None where the files know none, more than one where they disagree. */
  readonly rarities: ReadonlySet<Rarity>
  readonly icon: string | undefined
  /** Its names without the star, in the languages of the files. */
  readonly names: Partial<Record<Language, string>>
}

/** The skins of the files, by their English name without star, StatTrak and wear. */
export type ListedSkins = ReadonlyMap<string, ListedSkin>

/** A file and the language of its names. */
export interface LanguageFile {
  readonly language: Language
  readonly file: GameApiFile
}

function thingsOf(file: GameApiFile): Thing[] {
  return file.flatMap((one) => (one.contains === undefined ? [one] : [...one.contains, ...(one.contains_rare ?? [])]))
}

function bareName(name: string): string {
  const { type, name: finish } = parseItemName(name)
  return finish === null ? type : `${type} | ${finish}`
}

/** Returns the name of a skin without the star; undefined for a single wear, whose name contains the wear. */
function nameIn({ name, market_hash_name }: Thing): string | undefined {
  const bare = name?.replace(/^★\s*/, '').trim()
  return bare === undefined || bare === '' || market_hash_name != null || /★|StatTrak/.test(bare) ? undefined : bare
}

function englishName(one: Thing): string | undefined {
  const name = one.market_hash_name ?? one.name
  return name == null || name.trim() === '' ? undefined : bareName(name)
}

/** Collects the skins of files. The first value of each field is used, because phases of a finish share one name. */
export function collectSkins(files: readonly LanguageFile[]): ListedSkins {
  const listed = new Map<string, ListedSkin>()
  const english = new Map<string, string>()
  for (const { language, file } of files) {
    if (language !== 'en') continue
    for (const one of thingsOf(file)) {
      const name = englishName(one)
      if (name === undefined) continue
      english.set(one.id, name)
      const known = listed.get(name)
      const icon = one.image == null ? undefined : STEAM_PICTURE.exec(one.image)?.[1]
      const rarity = RARITIES[one.rarity?.id ?? '']
      listed.set(name, {
        rarities: new Set([...(known?.rarities ?? []), ...(rarity === undefined ? [] : [rarity])]),
        icon: known?.icon ?? icon,
        names: known?.names ?? {},
      })
    }
  }
  for (const { language, file } of files) {
    if (language === 'en') continue
    for (const one of thingsOf(file)) {
      const known = listed.get(english.get(one.id) ?? '')
      const name = nameIn(one)
      if (known !== undefined && name !== undefined) known.names[language] ??= name
    }
  }
  return listed
}

/**
 * Returns the places of files in which no entry is a skin of ours: music kits, agents, stickers.
 *
 * @param ours the English names of our skins
 */
export function placesWithoutSkins(
  files: readonly (LanguageFile & { readonly place: string })[],
  ours: ReadonlySet<string>,
): string[] {
  const english = files.filter(({ language }) => language === 'en').flatMap(({ file }) => thingsOf(file))
  const isOurs = (one: Thing): boolean => ours.has(englishName(one) ?? '')
  const ids = new Set(english.filter(isOurs).map(({ id }) => id))
  return files.filter(({ file }) => !thingsOf(file).some((one) => ids.has(one.id))).map(({ place }) => place)
}
