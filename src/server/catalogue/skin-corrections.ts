// Errors of lists of skins, which the build of the catalogue and imports correct: in the names of the game's own localisation
// (csgo_ukrainian.txt), and in rarities.
import type { Language } from '../../game/base/language.ts'
import type { Rarity } from '../../game/catalogue/rarity.ts'

interface NameCorrection {
  /** What the game calls the finish. */
  readonly wrong: string
  readonly right: string
}

/** The corrections by the id of the skin. A correction stays without effect once the game's file has another text. */
const NAME_CORRECTIONS: Readonly<Record<string, { readonly [L in Language]?: NameCorrection }>> = {
  // The first letter is a Latin C.
  'desert-eagle-heirloom': { uk: { wrong: 'Cпадщина', right: 'Спадщина' } },
  'g3sg1-scavenger': { uk: { wrong: 'Cміттяр', right: 'Сміттяр' } },
  'p90-emerald-dragon': { uk: { wrong: 'Cмарагдовий дракон', right: 'Смарагдовий дракон' } },
  // The apostrophe is straight.
  'desert-eagle-mint-fan': { uk: { wrong: "М'ятне віяло", right: 'М’ятне віяло' } },
  // Every other skin of this finish has the right name.
  'hydra-gloves-case-hardened': { uk: { wrong: 'Зміцнені для футляра', right: 'Поверхневий гарт' } },
  // The AK-47 has another finish of this name ("Jaguar"); the game's other languages keep the Latin name of the species.
  'ak-47-panthera-onca': { uk: { wrong: 'Ягуар', right: 'Panthera onca' } },
}

/** Returns the name of a skin, 'weapon | finish', with the finish corrected where the game's own text is known to be wrong. */
export function correctName(id: string, language: Language, name: string): string {
  const correction = NAME_CORRECTIONS[id]?.[language]
  const [weapon, finish] = name.split(' | ')
  return correction === undefined || finish !== correction.wrong ? name : `${weapon} | ${correction.right}`
}

/**
 * The corrections of rarities by the id of the skin. A skin has the rarity of the loot list that drops it; one that none drops any more is
 * read with the rarity of its paint kit.
 */
const RARITY_CORRECTIONS: Readonly<Record<string, { readonly wrong: Rarity; readonly right: Rarity }>> = {
  // `[cu_usp_spitfire]weapon_usp_silencer` of the game's items_game.txt (published in csfloat/cs-files): the collection of the Huntsman case
  // has it, and no list of `client_loot_lists` any more. It dropped from `crate_community_3_legendary`: ByMykel/CSGO-API (`hardCoded` of
  // `loadRarities`) has it as classified, cs2-lib 7.33.1 as restricted.
  'usp-s-orion': { wrong: 'restricted', right: 'classified' },
}

/** Returns the rarity of a skin, corrected where a list is known to be wrong. */
export function correctRarity(id: string, rarity: Rarity): Rarity {
  const correction = RARITY_CORRECTIONS[id]
  return rarity === correction?.wrong ? correction.right : rarity
}
