// A theme describes a case before it has items: the skins that fit, the distribution of prices, the art of its crate.

import type { CrateArt } from '../../../src/art/crates.ts'
import type { Localized } from '../../../src/game/base/language.ts'
import type { WeaponClass } from '../../../src/game/catalogue/catalogue.ts'
import type { Rarity } from '../../../src/game/catalogue/rarity.ts'

/** The skins that fit a case: those that meet every given condition. */
export interface Pool {
  readonly classes?: readonly WeaponClass[]
  readonly models?: readonly string[]
  readonly rarities?: readonly Rarity[]
  /** Matches the English name, 'AK-47 | Redline'. */
  readonly like?: RegExp
}

/**
 * The distribution of the prices of a case's items around its own: `long` reaches from a tenth to a hundred times the price, `steady`
 * stays near it, `duel` has a chance to win near one half, `jackpot` has many cheap items and a very expensive one.
 */
export type PriceDistribution = 'long' | 'steady' | 'duel' | 'jackpot'

export interface Theme {
  readonly url: string
  readonly name: Localized
  readonly category: string
  readonly priceCents: number
  /** The return to player that its odds are solved for, as a fraction. */
  readonly returnToPlayer: number
  readonly items: number
  readonly distribution: PriceDistribution
  /** The ids of skins that it always contains. */
  readonly featured: readonly string[]
  readonly pools: readonly Pool[]
  readonly art: CrateArt
}

export function localized(en: string, ru: string, uk: string): Localized {
  return { en, ru, uk }
}

export function artOf(
  form: CrateArt['form'],
  material: CrateArt['material'],
  hues: readonly [number, number],
  emblem: CrateArt['emblem'],
  wear: number,
): CrateArt {
  return { form, material, hue1: hues[0], hue2: hues[1], emblem, wear }
}
