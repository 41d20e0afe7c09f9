// What the shop holds: skins, the items they come as (wear, StatTrak), and the cases made of them. Shapes only; no file is read here.
import type { Localized } from './language.ts'
import type { Cents } from './money.ts'
import type { Rarity } from './rarity.ts'

export const WEARS = ['FN', 'MW', 'FT', 'WW', 'BS'] as const

export type Wear = (typeof WEARS)[number]

export const WEAPON_CLASSES = ['pistol', 'smg', 'rifle', 'sniper', 'shotgun', 'machine-gun', 'knife', 'gloves'] as const

export type WeaponClass = (typeof WEAPON_CLASSES)[number]

/** A finish of a weapon, knife or pair of gloves; its items differ in wear and StatTrak only. */
export interface Skin {
  /** Slug made of the English name, e.g. `ak-47-redline`, `karambit-doppler`. */
  readonly id: string
  /** The game's short model name, e.g. `ak47`, `awp`, `knife_karambit`, `sporty_gloves`. */
  readonly model: string
  readonly weaponClass: WeaponClass
  readonly rarity: Rarity
  /** Knives and gloves carry the star. */
  readonly star: boolean
  /** 'AK-47 | Redline' in each language, without star, StatTrak and wear. */
  readonly name: Localized
  /** Path or absolute address at the Steam image host; null until an import filled it. */
  readonly iconUrl: string | null
}

/** One thing that can be won: a skin in one wear, with or without StatTrak. */
export interface Item {
  /** Skin id, wear and StatTrak mark: `ak-47-redline.ft`, `ak-47-redline.ft.st`; a vanilla knife has no wear: `karambit`. */
  readonly id: string
  readonly skin: Skin
  readonly wear: Wear | null
  readonly stattrak: boolean
  readonly priceCents: Cents
  /** The English name as Steam's market writes it: '★ StatTrak™ Karambit | Doppler (Factory New)'. */
  readonly marketHashName: string
}

/** What a case holds: an item and its tickets out of 1,000,000. */
export interface CaseEntry {
  readonly item: Item
  readonly tickets: number
}

export interface Case {
  /** Last part of its address: /case/{url}. */
  readonly url: string
  readonly name: Localized
  /** File name in /assets/img/cases/. */
  readonly image: string
  readonly categoryId: string
  readonly priceCents: Cents
  /** In ticket order: the first entry holds ticket 1. */
  readonly entries: readonly CaseEntry[]
  /** False when an operator or a price change switched it off. */
  readonly enabled: boolean
}

export interface Category {
  readonly id: string
  readonly name: Localized
  readonly cases: readonly Case[]
}

/** The whole shop, checked. */
export interface Catalogue {
  readonly skins: ReadonlyMap<string, Skin>
  readonly items: ReadonlyMap<string, Item>
  readonly categories: readonly Category[]
  readonly cases: ReadonlyMap<string, Case>
}
