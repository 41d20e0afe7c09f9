// Errors in the names of the game's own localisation (csgo_ukrainian.txt), which the build of the catalogue and imports correct.
import type { Language } from '../../game/base/language.ts'

interface Correction {
  /** What the game calls the finish. */
  readonly wrong: string
  readonly right: string
}

/** The corrections by the id of the skin. A correction stays without effect once the game's file has another text. */
const CORRECTIONS: Readonly<Record<string, { readonly [L in Language]?: Correction }>> = {
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
  const correction = CORRECTIONS[id]?.[language]
  const [weapon, finish] = name.split(' | ')
  return correction === undefined || finish !== correction.wrong ? name : `${weapon} | ${correction.right}`
}
