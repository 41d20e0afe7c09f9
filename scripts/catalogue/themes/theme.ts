// How a case is described before it has items: what it may hold, how its prices are spread, and what its crate looks like.
import type { WeaponClass } from '../../../src/game/catalogue.ts'
import type { Localized } from '../../../src/game/language.ts'
import type { Rarity } from '../../../src/game/rarity.ts'

/** What the generator of case pictures draws from; the words are its vocabulary. */
export interface CaseArt {
  readonly form: 'crate' | 'capsule' | 'vault' | 'cylinder' | 'briefcase' | 'pod' | 'chest' | 'drum'
  readonly material: 'steel' | 'carbon' | 'gold' | 'ice' | 'rust' | 'crystal' | 'wood' | 'void'
  /** Degrees on the colour wheel, 0 to 359. */
  readonly hue1: number
  readonly hue2: number
  readonly emblem: string
  /** From 0, just built, to 1, long in space. */
  readonly wear: number
}

/** Skins that fit a case; every condition given must hold. */
export interface Pool {
  readonly classes?: readonly WeaponClass[]
  readonly models?: readonly string[]
  readonly rarities?: readonly Rarity[]
  /** Matched against the English name, 'AK-47 | Redline'. */
  readonly like?: RegExp
}

/**
 * How the prices of a case's items lie around its own: `long` reaches from crumbs to a hundred times the price, `steady`
 * stays near it, `duel` is won or lost about as often, `jackpot` is almost nothing and one very dear thing.
 */
export type Ladder = 'long' | 'steady' | 'duel' | 'jackpot'

export interface Theme {
  readonly url: string
  readonly name: Localized
  readonly category: string
  readonly priceCents: number
  /** Return to player that its odds are solved for. */
  readonly give: number
  readonly items: number
  readonly ladder: Ladder
  /** Skins that it is known for, by id; they are always in it. */
  readonly tops: readonly string[]
  readonly pools: readonly Pool[]
  readonly art: CaseArt
}

export function named(en: string, ru: string, uk: string): Localized {
  return { en, ru, uk }
}

export function drawn(
  form: CaseArt['form'],
  material: CaseArt['material'],
  hues: readonly [number, number],
  emblem: string,
  wear: number,
): CaseArt {
  return { form, material, hue1: hues[0], hue2: hues[1], emblem, wear }
}
