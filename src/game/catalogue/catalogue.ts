// The shop's catalogue: skins, their items (wear, StatTrak), and the cases. Types only; no file is read here.
import type { Localized } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import type { Rarity } from './rarity.ts'

export const WEARS = ['FN', 'MW', 'FT', 'WW', 'BS'] as const

export type Wear = (typeof WEARS)[number]

export const WEAPON_CLASSES = ['pistol', 'smg', 'rifle', 'sniper', 'shotgun', 'machine-gun', 'knife', 'gloves'] as const

export type WeaponClass = (typeof WEAPON_CLASSES)[number]

/** A finish of a weapon, knife or pair of gloves; its items differ only in wear and StatTrak. */
export interface Skin {
  /** A slug of the English name, e.g. `ak-47-redline`, `karambit-doppler`. */
  readonly id: string
  /** The game's short model name, e.g. `ak47`, `awp`, `knife_karambit`, `sporty_gloves`. */
  readonly model: string
  readonly weaponClass: WeaponClass
  readonly rarity: Rarity
  /** True for knives and gloves, whose names have the star. */
  readonly star: boolean
  /** 'AK-47 | Redline' in each language, without star, StatTrak and wear. */
  readonly name: Localized
  /** A path or an absolute URL at Steam's image host; null until an import sets it. */
  readonly iconUrl: string | null
}

/** A skin in one wear, with or without StatTrak. */
export interface Item {
  /** Skin id, wear and StatTrak suffix: `ak-47-redline.ft`, `ak-47-redline.ft.st`; a vanilla knife has no wear: `karambit`. */
  readonly id: string
  readonly skin: Skin
  readonly wear: Wear | null
  readonly stattrak: boolean
  readonly priceCents: Cents
  /**
   * The English name on Steam's market: '★ StatTrak™ Karambit
   * Doppler (Factory New)'.
   */
  readonly marketHashName: string
}

/** An entry of a case: an item and its tickets out of 1,000,000. */
export interface CaseEntry {
  readonly item: Item
  readonly tickets: number
}

/** When a case is sold, in milliseconds since 1970. Its first moment is in the time, its last one is not. */
export interface SaleTimes {
  readonly fromMs?: number
  readonly untilMs?: number
}

export interface Case {
  /** The last part of its URL: /case/{url}. */
  readonly url: string
  readonly name: Localized
  /** File name in /assets/img/cases/. */
  readonly image: string
  readonly categoryId: string
  readonly priceCents: Cents
  /** In ticket order: the first entry has ticket 1. */
  readonly entries: readonly CaseEntry[]
  /** When it is sold; absent where it always is. */
  readonly sale?: SaleTimes
  /** True before it is sold for the first time: nobody is shown it. */
  readonly isComing?: true
  /** False when an operator or a price change switched it off, outside of its time, or while it cannot be sold without a held item. */
  readonly enabled: boolean
  /** The items that it lacks, or is paused for, because their price is held; absent when there are none. */
  readonly heldItems?: readonly Item[]
}

export interface Category {
  readonly id: string
  readonly name: Localized
  readonly cases: readonly Case[]
}

/** The whole checked catalogue. */
export interface Catalogue {
  readonly skins: ReadonlyMap<string, Skin>
  readonly items: ReadonlyMap<string, Item>
  readonly categories: readonly Category[]
  readonly cases: ReadonlyMap<string, Case>
}
