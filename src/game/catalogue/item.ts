// The items of a skin and their names: every wear of its range, with and without StatTrak.
import type { Skin, Wear } from './catalogue.ts'
import { composeItemName, parseItemName } from './item-name.ts'

/** What distinguishes the items of one skin. A knife without a finish has no wear. */
export interface Variant {
  readonly wear: Wear | null
  readonly stattrak: boolean
}

/**
 * Returns the id of an item: `ak-47-redline.ft.st` for a StatTrak AK-47
 * Redline (Field-Tested), `karambit` for a karambit without a finish.
 */
export function itemId(skinId: string, { wear, stattrak }: Variant): string {
  return `${skinId}${wear === null ? '' : `.${wear.toLowerCase()}`}${stattrak ? '.st' : ''}`
}

/**
 * Returns every variant of a skin: those without StatTrak first, best wear first. `wears` is empty for a knife without a finish.
 */
export function variantsOf(skin: { wears: readonly Wear[]; stattrak: boolean }): Variant[] {
  const wears = skin.wears.length === 0 ? [null] : skin.wears
  const marks = skin.stattrak ? [false, true] : [false]
  return marks.flatMap((stattrak) => wears.map((wear) => ({ wear, stattrak })))
}

/** Returns the market name of a variant of a skin. */
export function marketHashName(skin: Pick<Skin, 'name' | 'star'>, { wear, stattrak }: Variant): string {
  const { type, name } = parseItemName(skin.name.en)
  return composeItemName({ star: skin.star, stattrak, type, name, condition: wear })
}
