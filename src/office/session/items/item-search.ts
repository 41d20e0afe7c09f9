// Finds items by name in any language, wear, StatTrak and price.
import { LANGUAGES } from '../../../game/base/language.ts'
import { nicknamesOf } from '../../../game/base/nicknames.ts'
import { createSearch } from '../../../game/base/search.ts'
import type { Wear } from '../../../game/catalogue/catalogue.ts'
import type { Items, ShopItem } from './catalogue.ts'

export interface ItemFilter {
  readonly words: string
  readonly wear: Wear | undefined
  readonly stattrak: boolean | undefined
  /** In cents, both included. */
  readonly least: number | undefined
  readonly most: number | undefined
}

/** Prepares items for searches, which return those that a filter lets through, the dearest first. */
export function createItemSearch({ all }: Items): (filter: ItemFilter) => readonly ShopItem[] {
  const skins = new Map(all.map((item) => [item.skin, item]))
  const search = createSearch(skins.values(), ({ model, name }) => [
    ...LANGUAGES.map((language) => name[language]),
    ...nicknamesOf(model, name.en),
  ])
  return ({ words, wear, stattrak, least = 0, most = Number.POSITIVE_INFINITY }) => {
    const found = words.trim() === '' ? undefined : new Set([...search(words)].map(({ skin }) => skin))
    return all.filter(
      (item) =>
        (found === undefined || found.has(item.skin)) &&
        (wear === undefined || item.wear === wear) &&
        (stattrak === undefined || item.stattrak === stattrak) &&
        item.priceCents >= least &&
        item.priceCents <= most,
    )
  }
}
