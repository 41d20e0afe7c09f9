// The list of all items by price or age, out of the catalogue in memory.
import { LANGUAGES } from '../../../../game/base/language.ts'
import { nicknamesOf } from '../../../../game/base/nicknames.ts'
import { createSearch } from '../../../../game/base/search.ts'
import { WEARS } from '../../../../game/catalogue/catalogue.ts'
import { wornItemName } from '../../../../game/catalogue/display-name.ts'
import type { PriceFilter, PriceOrder } from '../../../../game/office/prices.ts'
import { priceTimeMs } from '../../../../game/prices/price-rules.ts'
import type { HeldReply, PricedItem, PricesQuery, PricesReply } from '../../../../protocol/office/prices.ts'
import { PAGE, pageOf } from '../../calls/page.ts'
import { namedItem, type SoundReading } from './reading.ts'

const HOUR_MS = 3_600_000

/** All items, and the search among them. */
interface AllItems {
  readonly rows: ReadonlyMap<string, PricedItem>
  readonly find: (query: string) => ReadonlySet<PricedItem>
}

/** Counts the cases of each item. */
function casesOf({ catalogue }: SoundReading): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { entries } of catalogue.cases.values()) {
    for (const { item } of entries) counts.set(item.id, (counts.get(item.id) ?? 0) + 1)
  }
  return counts
}

/** Returns an item that has no price, by its id: the skin, its wear, and StatTrak. */
function unpricedItem({ catalogue }: SoundReading, id: string): PricedItem[] {
  const [skinId = '', ...marks] = id.split('.')
  const skin = catalogue.skins.get(skinId)
  if (skin === undefined) return []
  const wear = WEARS.find((one) => marks.includes(one.toLowerCase())) ?? null
  const named = namedItem({ id, skin, wear, stattrak: marks.includes('st') })
  return [{ ...named, price: null, at: null, spread: null, held: null, cases: 0 }]
}

function pricedItems(reading: SoundReading): PricedItem[] {
  const { catalogue, priceState } = reading
  const cases = casesOf(reading)
  return [...catalogue.items.values()].map((item) => {
    const { id, priceCents: price } = item
    const [spread, held] = [priceState.spreads.get(id), priceState.held.get(id)]
    // A price that no list has named is as old as time.
    const at = priceTimeMs(priceState, id)
    return {
      ...namedItem(item),
      price,
      at: at === 0 ? null : at,
      spread:
        spread === undefined
          ? null
          : { lowest: spread.lowestCents, highest: spread.highestCents, sources: spread.sources },
      held:
        held === undefined
          ? null
          : {
              seen: held.seenCents,
              since: held.sinceMs,
              moved: (held.seenCents / price - 1) * 100,
              ofWrongList: held.isOfWrongList === true,
            },
      cases: cases.get(id) ?? 0,
    }
  })
}

const read = new WeakMap<SoundReading, AllItems>()

/** Returns all items of a shop, prepared once for each edition. */
export function itemsOf(reading: SoundReading): AllItems {
  const before = read.get(reading)
  if (before !== undefined) return before
  const rows = [...pricedItems(reading), ...reading.unpriced.flatMap((id) => unpricedItem(reading, id))]
  const { skins, items } = reading.catalogue
  const namesOf = (row: PricedItem): string[] => {
    const model = skins.get(row.id.split('.')[0] ?? '')?.model ?? ''
    const worn = LANGUAGES.map((language) => wornItemName(row, language))
    return [...worn, items.get(row.id)?.marketHashName ?? '', ...nicknamesOf(model, row.name.en)]
  }
  const all = { rows: new Map(rows.map((row) => [row.id, row])), find: createSearch(rows, namesOf) }
  read.set(reading, all)
  return all
}

/** Tells whether a price is older than that of a chosen item may be; also one whose age is unknown. */
function isOld({ price, at }: PricedItem, freshHours: number, nowMs: number): boolean {
  return price !== null && (at === null || nowMs - at > freshHours * HOUR_MS)
}

function passes(row: PricedItem, filter: PriceFilter | undefined, freshHours: number, nowMs: number): boolean {
  if (filter === undefined) return true
  if (filter === 'held') return row.held !== null
  if (filter === 'unpriced') return row.price === null
  return filter === 'cases' ? row.cases > 0 : isOld(row, freshHours, nowMs)
}

const ORDERS: Readonly<Record<PriceOrder | 'dearest', (one: PricedItem, other: PricedItem) => number>> = {
  dearest: (one, other) => (other.price ?? 0) - (one.price ?? 0),
  cheapest: (one, other) => (one.price ?? 0) - (other.price ?? 0),
  oldest: (one, other) => (one.at ?? 0) - (other.at ?? 0),
  newest: (one, other) => (other.at ?? 0) - (one.at ?? 0),
}

/** What has no price has no place among prices: it comes last. */
const byPriced = (one: PricedItem, other: PricedItem): number =>
  Number(one.price === null) - Number(other.price === null)

/** Returns a page of the items. */
export function listPrices(
  reading: SoundReading,
  {
    q,
    filter,
    order = 'dearest',
    cursor = 0,
  }: Omit<PricesQuery, 'order'> & { readonly order?: PriceOrder | 'dearest' | undefined },
  nowMs: number,
): PricesReply {
  const { rows, find } = itemsOf(reading)
  const { priceState, priceRules } = reading
  const named = q === undefined ? rows.values() : find(q)
  const found = [...named]
    .filter((row) => passes(row, filter, priceRules.freshHours, nowMs))
    .sort((one, other) => byPriced(one, other) || ORDERS[order](one, other) || (one.id < other.id ? -1 : 1))
  const page = pageOf(found.slice(cursor, cursor + PAGE + 1), () => String(cursor + PAGE))
  return {
    items: page.rows,
    cursor: page.cursor,
    count: found.length,
    source: priceState.source,
    at: priceState.atMs,
    isShipped: priceState.isShipped,
    freshHours: priceRules.freshHours,
    held: priceState.held.size,
  }
}

/** Returns what is held: an item that is worth more than its price is the dangerous one, and comes first. */
export function listHeld(reading: SoundReading): HeldReply {
  const held = [...itemsOf(reading).rows.values()].filter((row) => row.held !== null)
  return { items: held.sort((one, other) => (other.held?.moved ?? 0) - (one.held?.moved ?? 0)) }
}
