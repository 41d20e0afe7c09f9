// A player's items and the targets of upgrades: searched, sorted, in pages.
import { type SQL, sql } from 'drizzle-orm'
import type { Item } from '../../../game/catalogue.ts'
import { type Language, type Localized, perLanguage } from '../../../game/language.ts'
import { firstAtLeast } from '../../../game/price-list.ts'
import type { Rarity } from '../../../game/rarity.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type {
  ItemSort,
  ItemSource,
  ItemsQuery,
  ItemsReply,
  TargetsQuery,
  TargetsReply,
} from '../../../protocol/inventory.ts'
import { isId } from '../../base/ids.ts'
import type { LoadedCatalogue } from '../../catalogue/reloadable-catalogue.ts'
import { type Database, queryRows } from '../../db/database.ts'
import { itemView, priceListOf } from '../kernel/item-view.ts'
import { PAGE_LIMIT, pageOf } from '../kernel/page.ts'

/** Not a parameter: plans are made without knowing values, and a page of unknown length is planned like a long one. */
const LIMIT_SQL = sql.raw(String(PAGE_LIMIT))
/** The matches of a filter are counted up to here: nobody scrolls further, and counting on would cost more with every item. */
const COUNTED = 1_000
const COUNTED_SQL = sql.raw(String(COUNTED + 1))

export interface Inventory {
  /** Returns a page of a player's items. */
  items(playerId: number, query: ItemsQuery, language: Language): Promise<Omit<ItemsReply, 'success'>>
  /** Returns a page of the catalogue's items that may be targets. */
  targets(query: TargetsQuery, language: Language): Omit<TargetsReply, 'success'>
}

/** Each order with its column and direction; the id breaks ties. */
const ORDERS: Readonly<Record<ItemSort, { by: 'id' | 'price'; up: boolean }>> = {
  new: { by: 'id', up: false },
  old: { by: 'id', up: true },
  dear: { by: 'price', up: false },
  cheap: { by: 'price', up: true },
}

/** The condition for items after the last one of the page before; true for the first page, and for an invalid cursor. */
function after(cursor: string | undefined, { by, up }: (typeof ORDERS)[ItemSort]): SQL {
  const [price = '', id = ''] = (cursor ?? '').split('_')
  if (!isId(id) || !/^\d{1,15}$/.test(price)) return sql`true`
  const sign = sql.raw(up ? '>' : '<')
  if (by === 'id') return sql`items.id ${sign} ${id}::uuid`
  return sql`(items.price, items.id) ${sign} (${price}::bigint, ${id}::uuid)`
}

/** An item of the current or an earlier catalogue, by which a list can be filtered. */
interface KnownItem {
  readonly id: string
  readonly rarity: Rarity
  readonly name: Localized
}

type ReadKnown = () => Promise<readonly KnownItem[]>

/** Returns everything that can be owned, read once for each catalogue. */
function knownItems(db: Database, catalogue: () => LoadedCatalogue): ReadKnown {
  const read = new WeakMap<LoadedCatalogue, Promise<readonly KnownItem[]>>()
  return () => {
    const loaded = catalogue()
    const known = read.get(loaded)
    if (known !== undefined) return known
    const reading = db.run<KnownItem>(KNOWN_ITEMS, [])
    read.set(loaded, reading)
    reading.catch(() => read.delete(loaded))
    return reading
  }
}

const KNOWN_ITEMS = {
  name: 'known-items',
  text: `select id, view->>'rarity' as rarity, view->'name' as name from catalogue_items`,
}

/** Lower-case names, each made once: every search needs thousands of them. */
const lowered = new WeakMap<Localized, Localized>()

function inSmall(name: Localized): Localized {
  const known = lowered.get(name)
  if (known !== undefined) return known
  const small = perLanguage((language) => name[language].toLocaleLowerCase(language))
  lowered.set(name, small)
  return small
}

/** Returns a test for names that contain a text, ignoring case. */
function nameFilter(part: string, language: Language): (name: Localized) => boolean {
  if (part === '') return () => true
  const small = part.toLocaleLowerCase(language)
  return (name) => inSmall(name)[language].includes(small)
}

/** Returns the ids that match a filter; null without a filter. */
async function matchingIds(
  read: ReadKnown,
  { q = '', rarity }: ItemsQuery,
  language: Language,
): Promise<string[] | null> {
  if (q === '' && rarity === undefined) return null
  const known = await read()
  const isNamed = nameFilter(q, language)
  return known
    .filter((item) => (rarity === undefined || item.rarity === rarity) && isNamed(item.name))
    .map(({ id }) => id)
}

interface ItemRow {
  readonly id: string
  readonly price: string | number
  readonly source: ItemSource
  readonly won_at: string | number
  readonly view: ItemView
}

const OWNED = sql.raw(`items.state = 'owned'`)

async function totalOf(db: Database, playerId: number, ids: readonly string[] | null): Promise<ItemsReply['total']> {
  const counting =
    ids === null
      ? sql`select items as count, worth as sum from accounts where id = ${playerId}`
      : sql`select count(*) as count, coalesce(sum(price), 0) as sum from (
          select price from items where player_id = ${playerId} and ${OWNED} and item_id = any(${sql.param(ids)}::text[])
          limit ${COUNTED_SQL}) fitting`
  const rows = await queryRows<{ count: string | number; sum: string | number }>(db.queries, counting)
  const [row] = rows
  if (row === undefined) throw new Error(`Player ${playerId} has no account`)
  const total = { count: Number(row.count), sum: Number(row.sum) }
  return ids !== null && total.count > COUNTED ? { ...total, count: COUNTED, least: true } : total
}

/**
 * Selects the owned items that a page is taken from. Few matches are found by their ids and sorted; with many matches the page is
 * found soon along the order. The planner cannot tell which it will be, so each has its own statement.
 */
function selectOwned(playerId: number, ids: readonly string[] | null, total: ItemsReply['total']): SQL {
  const owned = sql`items where items.player_id = ${playerId} and ${OWNED}`
  if (ids === null) return owned
  // A name can match hundreds of ids: a list would be compared with each row one by one, a table is hashed. The `is true` keeps
  // it from becoming a join, which would lose the order.
  const listed = sql`(items.item_id in (select unnest(${sql.param(ids)}::text[]))) is true`
  if (total.least === true) return sql`${owned} and ${listed}`
  // The planner does not push an order past an offset.
  return sql`(select * from ${owned} and ${listed} offset 0) items where true`
}

async function itemsOf(
  db: Database,
  playerId: number,
  query: ItemsQuery,
  ids: readonly string[] | null,
): Promise<Omit<ItemsReply, 'success'>> {
  const total = ids?.length === 0 ? { count: 0, sum: 0 } : await totalOf(db, playerId, ids)
  if (total.count === 0) return { items: [], cursor: null, total }
  const order = ORDERS[query.sort]
  const direction = sql.raw(order.up ? 'asc' : 'desc')
  const by = order.by === 'id' ? sql`items.id ${direction}` : sql`items.price ${direction}, items.id ${direction}`
  const rows = await queryRows<ItemRow>(
    db.queries,
    sql`
    select items.*, catalogue_items.view from (
      select items.id, items.item_id, items.price, items.source, extract(epoch from items.at) * 1000 as won_at
      from ${selectOwned(playerId, ids, total)} and ${after(query.cursor, order)} order by ${by} limit ${LIMIT_SQL}
    ) items join catalogue_items on catalogue_items.id = items.item_id order by ${by}`,
  )
  const page = pageOf(rows, (last) => `${last.price}_${last.id}`)
  return {
    items: page.rows.map(({ id, price, source, won_at, view }) => ({
      id,
      item: view,
      price: Number(price),
      source,
      won_at: Math.round(Number(won_at)),
    })),
    cursor: page.cursor,
    total,
  }
}

function targetsIn(list: readonly Item[], query: TargetsQuery, language: Language): Omit<TargetsReply, 'success'> {
  const from = firstAtLeast(list, query.min ?? 0)
  const to = query.max === undefined ? list.length : firstAtLeast(list, query.max + 1)
  const { q = '', rarity } = query
  const isNamed = nameFilter(q, language)
  const isWanted = ({ skin }: Item): boolean => (rarity === undefined || skin.rarity === rarity) && isNamed(skin.name)
  const found = list.slice(from, Math.max(from, to)).filter(isWanted)
  if (query.sort === 'dear') found.reverse()
  const begin = query.cursor === undefined ? 0 : found.findIndex(({ id }) => id === query.cursor) + 1
  const page = pageOf(found.slice(begin, begin + PAGE_LIMIT), ({ id }) => id)
  return {
    items: page.rows.map((item) => ({ item: itemView(item), price: item.priceCents })),
    cursor: page.cursor,
    total: found.length,
  }
}

/** Makes the inventory over a database and a catalogue. */
export function createInventory(deps: { db: Database; catalogue: () => LoadedCatalogue }): Inventory {
  const read = knownItems(deps.db, deps.catalogue)
  return {
    items: async (playerId, query, language) =>
      itemsOf(deps.db, playerId, query, await matchingIds(read, query, language)),
    targets: (query, language) => targetsIn(priceListOf(deps.catalogue()), query, language),
  }
}
