// Items and cases as the protocol shows them.

import { LANGUAGES } from '../../../game/base/language.ts'
import { nicknamesOf } from '../../../game/base/nicknames.ts'
import { ticketRanges } from '../../../game/cases/case.ts'
import type { CaseContents } from '../../../game/cases/case-find.ts'
import type { Case, CaseEntry, Item } from '../../../game/catalogue/catalogue.ts'
import { sortByPrice } from '../../../game/prices/price-list.ts'
import type { CaseCard, CaseView, CategoryView, ContentView } from '../../../protocol/case.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { Shop } from '../../../protocol/shop.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'

const BEST_SHOWN = 3

const priceLists = new WeakMap<LoadedCatalogue, readonly Item[]>()

/** Returns the items that can be chosen and won, by price, sorted once for each catalogue: all but those whose price is held. */
export function priceListOf(loaded: LoadedCatalogue): readonly Item[] {
  const known = priceLists.get(loaded)
  if (known !== undefined) return known
  const { items } = loaded.catalogue
  const list = sortByPrice([...items.values()].filter(({ id }) => !loaded.priceState.held.has(id)))
  priceLists.set(loaded, list)
  return list
}

/** Converts an item of the catalogue for the protocol. */
export function itemView(item: Item): ItemView {
  return {
    id: item.id,
    skin: item.skin.id,
    model: item.skin.model,
    weaponClass: item.skin.weaponClass,
    rarity: item.skin.rarity,
    star: item.skin.star,
    stattrak: item.stattrak,
    wear: item.wear,
    icon_url: item.skin.iconUrl,
    market_hash_name: item.marketHashName,
    name: item.skin.name,
  }
}

function caseCard(box: Case, returnToPlayer: number): CaseCard {
  const seen = new Set<string>()
  const best = [...box.entries]
    .sort((one, other) => other.item.priceCents - one.item.priceCents)
    .filter((entry) => !seen.has(entry.item.skin.id) && seen.add(entry.item.skin.id))
    .slice(0, BEST_SHOWN)
  return {
    url: box.url,
    name: box.name,
    image: box.image,
    price: box.priceCents,
    enabled: box.enabled,
    ...(!box.enabled && box.heldItems !== undefined ? { paused: true as const } : {}),
    best: best.map((entry) => itemView(entry.item)),
    bestPrice: best[0]?.item.priceCents ?? box.priceCents,
    returnToPlayer,
  }
}

/** Converts the contents of a case for the protocol: most expensive first, each entry with its tickets. */
export function contentViews(entries: readonly CaseEntry[]): ContentView[] {
  const ranges = ticketRanges(entries)
  const contents = entries.map((entry, index) => ({
    item: itemView(entry.item),
    price: entry.item.priceCents,
    tickets: entry.tickets,
    from: ranges[index]?.from ?? 0,
    to: ranges[index]?.to ?? 0,
  }))
  return contents.sort((one, other) => other.price - one.price)
}

function caseView(box: Case, loaded: LoadedCatalogue): CaseView {
  const odds = loaded.odds.get(box.url)
  if (odds === undefined) throw new Error(`No odds were published for ${box.url}`)
  const { best: _, bestPrice: __, ...card } = caseCard(box, odds.returnToPlayer)
  return {
    ...card,
    oddsHash: odds.hash,
    contents: contentViews(box.entries),
  }
}

/** Returns the skins that the cases of a catalogue contain. */
function caseContents({ catalogue }: LoadedCatalogue): CaseContents {
  const cases = [...catalogue.cases].filter(([, { isComing }]) => isComing !== true)
  const places = new Map<string, number>()
  const skins: CaseContents['skins'][number][] = []
  const placeOf = ({ skin: { id, model, name } }: Item): number => {
    const known = places.get(id)
    if (known !== undefined) return known
    const names = [...LANGUAGES.map((language) => name[language]), ...nicknamesOf(model, name.en)]
    places.set(id, skins.push({ id, names }) - 1)
    return skins.length - 1
  }
  const ofCase = ({ entries }: Case): number[] => {
    const byPrice = entries.toSorted((one, other) => other.item.priceCents - one.item.priceCents)
    return [...new Set(byPrice.map(({ item }) => placeOf(item)))]
  }
  return { cases: Object.fromEntries(cases.map(([url, box]) => [url, ofCase(box)])), skins }
}

/**
 * Makes the shop over a catalogue; views are cached until another catalogue replaces it.
 *
 * @param countOf returns what was counted of a case
 */
export function createShop(catalogue: () => LoadedCatalogue, countOf: Shop['countOf']): Shop {
  let shown: LoadedCatalogue | null = null
  let categories: readonly CategoryView[] = []
  let contents: CaseContents | null = null
  const cases = new Map<string, CaseView>()

  function refresh(): LoadedCatalogue {
    const current = catalogue()
    if (current === shown) return current
    shown = current
    cases.clear()
    contents = null
    categories = current.catalogue.categories.map((category) => ({
      id: category.id,
      name: category.name,
      cases: category.cases.map((box) => caseCard(box, current.odds.get(box.url)?.returnToPlayer ?? 0)),
    }))
    return current
  }

  return {
    categories: () => {
      refresh()
      return categories
    },
    contents: () => {
      const current = refresh()
      contents ??= caseContents(current)
      return contents
    },
    countOf,
    caseAt: (url) => {
      const current = refresh()
      const known = cases.get(url)
      if (known !== undefined) return known
      const box = current.catalogue.cases.get(url)
      if (box === undefined || box.isComing === true) return undefined
      const view = caseView(box, current)
      cases.set(url, view)
      return view
    },
    priceList: () => priceListOf(catalogue()).map((item) => ({ item: itemView(item), price: item.priceCents })),
  }
}
