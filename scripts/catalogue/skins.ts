// Chooses the skins of the catalogue from the item library (MIT), which only the build depends on.
import { CS2_ITEMS, type CS2Item } from '@ianlucas/cs2-lib'
import { english, russian, ukrainian } from '@ianlucas/cs2-lib/translations'
import { type Language, perLanguage } from '../../src/game/base/language.ts'
import { WEARS, type Wear } from '../../src/game/catalogue/catalogue.ts'
import { RARITIES, RARITY_COLOURS, type Rarity } from '../../src/game/catalogue/rarity.ts'
import type { SkinRecord } from '../../src/server/catalogue/records.ts'
import { correctName, correctRarity } from '../../src/server/catalogue/skin-corrections.ts'
import { hashFraction } from './hash-random.ts'
import { FINISH_SHARES } from './knife-finishes.ts'
import { DISCONTINUED_SKIN, KNOWN_SKINS } from './known-skins.ts'
import { WEAPONS } from './weapons.ts'

const NAMES = { en: english, ru: russian, uk: ukrainian }
const WEAR_ENDS: Readonly<Record<Wear, readonly [number, number]>> = {
  FN: [0, 0.07],
  MW: [0.07, 0.15],
  FT: [0.15, 0.38],
  WW: [0.38, 0.45],
  BS: [0.45, 1],
}

/** The shares of each rarity that the catalogue takes, for weapons in least and in most demand. */
const SHARES: Readonly<Record<Rarity, readonly [number, number]>> = {
  consumer: [0.16, 0.36],
  industrial: [0.16, 0.4],
  'mil-spec': [0.2, 0.5],
  restricted: [0.4, 0.8],
  classified: [0.7, 1],
  covert: [1, 1],
  contraband: [1, 1],
}

/**
 * Returns the skins of the catalogue, ordered by weapon class and id.
 *
 * @param wanted ids of skins that have to be included
 */
export function chooseSkins(wanted: ReadonlySet<string>): SkinRecord[] {
  const cased = skinsOfCases()
  const skins = new Map<string, SkinRecord>()
  for (const item of CS2_ITEMS) {
    const skin = readSkin(item, cased)
    // A Doppler is one skin with several phases; the market sells them under one name.
    if (skin === null || skins.has(skin.id)) continue
    if (wanted.has(skin.id) || isTaken(skin)) skins.set(skin.id, skin)
  }
  return [...skins.values()].sort((a, b) => a.class.localeCompare(b.class) || a.id.localeCompare(b.id))
}

/** Returns the slug of an English name: 'AK-47 | Fire Serpent' gives `ak-47-fire-serpent`. */
function slugOf(name: string): string {
  return name
    .replace('壱', ' 1')
    .replace('弐', ' 2')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function readSkin(item: CS2Item, cased: ReadonlySet<number>): SkinRecord | null {
  const weapon = WEAPONS.get(item.model ?? '')
  if (weapon === undefined || item.model === undefined || item.free === true) return null
  const star = weapon.weaponClass === 'knife' || weapon.weaponClass === 'gloves'
  const isPlain = item.base === true
  if (isPlain && weapon.weaponClass !== 'knife') return null
  const id = slugOf(nameIn('en', item))
  const listedRarity = RARITIES.find((one) => RARITY_COLOURS[one] === item.rarity)
  if (listedRarity === undefined) return null
  const rarity = correctRarity(id, listedRarity)
  const fromCase = cased.has(item.id) || id === DISCONTINUED_SKIN
  return {
    id,
    model: item.model,
    class: weapon.weaponClass,
    rarity,
    star,
    name: perLanguage((language) => correctName(id, language, nameIn(language, item))),
    wears: isPlain ? [] : wearsBetween(item.wearMin ?? 0, item.wearMax ?? 1),
    stattrak: item.statTrakless !== true && (weapon.weaponClass === 'knife' || (!star && fromCase)),
    icon: null,
  }
}

function nameIn(language: Language, item: CS2Item): string {
  const name = NAMES[language][item.id]?.name
  if (name === undefined) throw new Error(`Item ${item.id} has no name in ${language}`)
  return name.trim()
}

function wearsBetween(least: number, most: number): Wear[] {
  return WEARS.filter((wear) => WEAR_ENDS[wear][0] < most && WEAR_ENDS[wear][1] > least)
}

function skinsOfCases(): ReadonlySet<number> {
  const cases = CS2_ITEMS.filter((item) => item.type === 'case' && item.containerType === 0 && !item.statTrakless)
  return new Set(cases.flatMap((item) => item.contents ?? []))
}

function isTaken(skin: SkinRecord): boolean {
  if (KNOWN_SKINS.has(skin.id)) return true
  const chance = hashFraction(`take ${skin.id}`)
  if (skin.class === 'gloves') return chance < 0.7
  if (skin.class === 'knife') {
    const [, finish] = skin.name.en.split(' | ')
    return chance < (finish === undefined ? 1 : (FINISH_SHARES.get(finish) ?? 0))
  }
  const [least, most] = SHARES[skin.rarity]
  const demand = Math.min(1, (WEAPONS.get(skin.model)?.demand ?? 1) / 1.6)
  return chance < least + (most - least) * demand
}
