// What owned items sell and are staked for: the price when they were won, and from a day later on their price now if it is lower.
// An item was won when its id was made: all decisions about time go by the site's clock.
import { type SQL, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { itemValue, lockedAtValue } from '../../../game/rewards/gifts.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import { leastIdAt, timeOfId } from '../../base/ids.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import { type Queries, queryRows } from '../../db/database.ts'

/** The parts of a catalogue that values follow from. */
export interface PricedCatalogue {
  readonly catalogue: { readonly items: ReadonlyMap<string, { readonly priceCents: Cents }> }
  readonly rewards: { readonly gifts: Pick<GiftRules, 'wonPriceHours'> }
}

/** A moment's prices. */
export interface Prices<Loaded extends PricedCatalogue = LoadedCatalogue> {
  readonly loaded: Loaded
  readonly atMs: number
}

/** An item as it was won. */
export interface WonAt {
  readonly id: string
  /** The id in the catalogue. */
  readonly itemId: string
  /** The price when it was won. */
  readonly price: number
}

/** Returns what an item counts for wherever the house takes it: sold, staked, replaced or taken for a reversal. */
export function valueNow({ id, itemId, price }: WonAt, { loaded, atMs }: Prices<PricedCatalogue>): Cents {
  const now = loaded.catalogue.items.get(itemId)?.priceCents ?? null
  return itemValue({ priceCents: cents(price), wonAtMs: timeOfId(id) }, now, atMs, loaded.rewards.gifts)
}

/** Returns an item at its value, with the part of the value that is locked. */
export function atValue<Item extends WonAt & { readonly locked: Cents }>(
  item: Item,
  prices: Prices<PricedCatalogue>,
): Pick<Item, 'id'> & { readonly wonPrice: Cents; readonly price: Cents; readonly locked: Cents } {
  const price = valueNow(item, prices)
  const wonPrice = cents(item.price)
  const locked = lockedAtValue({ priceCents: wonPrice, lockedCents: item.locked }, price)
  return { id: item.id, wonPrice, price, locked }
}

/** Returns the value that the end of an item stores: null for the price when it was won. */
export function storedValue({ price, wonPrice }: { readonly price: number; readonly wonPrice: number }): number | null {
  return price === wonPrice ? null : price
}

/** Returns the least id of the items that still have the price when they were won. */
export function leastFreshId({ loaded, atMs }: Prices<PricedCatalogue>): string {
  // Whole milliseconds from the first that is too late: an item is fresh until its hours are over.
  return leastIdAt(atMs - loaded.rewards.gifts.wonPriceHours * 3_600_000 + 1)
}

interface OldRow {
  readonly id: string
  readonly item_id: string
  readonly price: string | number
}

/**
 * Returns the values that differ from the price when it was won, by the ids of the items.
 *
 * @param named selects the items; those that are still fresh are left out
 */
export async function fallenValues(
  queries: Queries,
  named: SQL,
  prices: Prices<PricedCatalogue>,
): Promise<ReadonlyMap<string, Cents>> {
  const rows = await queryRows<OldRow>(
    queries,
    sql`select id, item_id, price from items where ${named} and id < ${leastFreshId(prices)}::uuid`,
  )
  const fallen = new Map<string, Cents>()
  for (const { id, item_id: itemId, price } of rows) {
    const value = valueNow({ id, itemId, price: Number(price) }, prices)
    if (value < Number(price)) fallen.set(id, value)
  }
  return fallen
}

interface KindRow {
  readonly item_id: string
  readonly price: string | number
  readonly least_id: string
  readonly count: string | number
}

/** What items are worth, in cents. */
export interface Worth {
  readonly count: number
  /** When they were won. */
  readonly won: number
  readonly now: number
}

/**
 * Returns what items are worth. Many items are of few kinds: they are counted by the database.
 *
 * @param owned selects rows of items, as a table
 */
export async function worthOf(queries: Queries, owned: SQL, prices: Prices<PricedCatalogue>): Promise<Worth> {
  const rows = await queryRows<KindRow>(
    queries,
    sql`select item_id, price, count(*) as count, min(id::text) as least_id from (${owned}) items
      group by item_id, price, id < ${leastFreshId(prices)}::uuid`,
  )
  const none: Worth = { count: 0, won: 0, now: 0 }
  return rows.reduce((sum, { item_id: itemId, price, least_id: id, count }) => {
    const [won, many] = [Number(price), Number(count)]
    const now = valueNow({ id, itemId, price: won }, prices)
    return { count: sum.count + many, won: sum.won + won * many, now: sum.now + now * many }
  }, none)
}
