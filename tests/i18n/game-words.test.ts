// The names of rarities and wears are the game's own. Source: the localisation files of Counter-Strike 2, csgo_english.txt,
// csgo_russian.txt and csgo_ukrainian.txt, read in November 2026 from the public copies of csfloat/cs-files and CSGO-API. Names of items
// come from the same files through the item library (scripts/catalogue/skins.ts).
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Localized } from '../../src/game/base/language.ts'
import type { Wear } from '../../src/game/catalogue/catalogue.ts'
import type { Rarity } from '../../src/game/catalogue/rarity.ts'
import { textFor } from '../../src/i18n/text.ts'

/** By the key Rarity_Ancient of the game: what it calls gloves, in the place of covert. */
const GLOVES_RARITY: Localized = { en: 'Extraordinary', ru: 'экстраординарного типа', uk: 'надзвичайний предмет' }

/** By the keys Rarity_Common_Weapon, …Uncommon…, …Rare…, …Mythical…, …Legendary…, …Ancient… and …Contraband… of the game. */
const RARITY_NAMES: Readonly<Record<Rarity, Localized>> = {
  consumer: { en: 'Consumer Grade', ru: 'Ширпотреб', uk: 'роздрібного ґатунку' },
  industrial: { en: 'Industrial Grade', ru: 'Промышленное качество', uk: 'промислового ґатунку' },
  'mil-spec': { en: 'Mil-Spec Grade', ru: 'Армейское качество', uk: 'армійського ґатунку' },
  restricted: { en: 'Restricted', ru: 'Запрещённое', uk: 'зброя спецслужб' },
  classified: { en: 'Classified', ru: 'Засекреченное', uk: 'секретна зброя' },
  covert: { en: 'Covert', ru: 'Тайное', uk: 'надсекретна зброя' },
  contraband: { en: 'Contraband', ru: 'Контрабанда', uk: 'контрабандна зброя' },
}

/** By the keys SFUI_InvTooltip_Wear_Amount_0 to _4 of the game. */
const WEAR_NAMES: Readonly<Record<Wear, Localized>> = {
  FN: { en: 'Factory New', ru: 'Прямо с завода', uk: 'щойно з фабрики' },
  MW: { en: 'Minimal Wear', ru: 'Немного поношенное', uk: 'майже без подряпин' },
  FT: { en: 'Field-Tested', ru: 'После полевых испытаний', uk: 'після бойових випробувань' },
  WW: { en: 'Well-Worn', ru: 'Поношенное', uk: 'з численними подряпинами' },
  BS: { en: 'Battle-Scarred', ru: 'Закалённое в боях', uk: 'понівечено в боях' },
}

/** The game writes some of them in small letters, to follow the name of an item; here they stand alone. */
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const withPlainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ')

describe.each(LANGUAGES)('in the language %s', (language) => {
  const t = textFor(language, 'common')

  it.each(Object.entries(RARITY_NAMES) as [Rarity, Localized][])(
    'the rarity %s has its name of the game',
    (rarity, names) => {
      expect(withPlainSpaces(t(`rarity.${rarity}`))).toBe(capitalised(names[language]))
    },
  )

  it('the rarity of gloves has its name of the game', () => {
    expect(withPlainSpaces(t('rarity.extraordinary'))).toBe(capitalised(GLOVES_RARITY[language]))
  })

  it.each(Object.entries(WEAR_NAMES) as [Wear, Localized][])('the wear %s has its name of the game', (wear, names) => {
    expect(withPlainSpaces(t(`wear.${wear}`))).toBe(capitalised(names[language]))
  })
})
