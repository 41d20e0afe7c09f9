// What a player owns, and what an upgrade may aim at: searched, sorted, in pages.
import { type SQL, sql } from 'drizzle-orm'
import type { ItemView } from '../../contract/common.ts'
import type {
  ItemSort,
  ItemSource,
  ItemsQuery,
  ItemsReply,
  TargetsQuery,
  TargetsReply,
} from '../../contract/inventory.ts'
import type { Item } from '../../game/catalogue.ts'
import type { Language, Localized } from '../../game/language.ts'
import { firstAtLeast } from '../../game/price-list.ts'
import type { Rarity } from '../../game/rarity.ts'
import type { HeldCatalogue } from '../catalogue/catalogue-holder.ts'
import type { Database } from '../db/database.ts'
import { isId } from '../ids.ts'
import { itemView, priceListOf } from './item-view.ts'

const PAGE = 50
/** Not handed in as a value: plans are made without knowing values, and a page of unknown length is planned like a long one. */
const PAGE_SQL = sql.raw(String(PAGE))
/** What fits a narrowed question is counted up to here: nobody scrolls further, and counting on would cost more with every item. */
const COUNTED = 1_000
const COUNTED_SQL = sql.raw(String(COUNTED + 1))

export interface Inventory {
  /** The items that a player owns. */
  items(playerId: number, wish: ItemsQuery, language: Language): Promise<Omit<ItemsReply, 'success'>>
  /** The items of the catalogue that may be aimed at. */
  targets(wish: TargetsQuery, language: Language): Omit<TargetsReply, 'success'>
}

/** Each order with the column that it goes by and the direction; the id settles ties. */
const ORDERS: Readonly<Record<ItemSort, { by: 'id' | 'price'; up: boolean }>> = {
  new: { by: 'id', up: false },
  old: { by: 'id', up: true },
  dear: { by: 'price', up: false },
  cheap: { by: 'price', up: true },
}

/** What stands after the last item of the page before; nothing for the first page, and for a cursor that is none. */
function after(cursor: string | undefined, { by, up }: (typeof ORDERS)[ItemSort]): SQL {
  const [price = '', id = ''] = (cursor ?? '').split('_')
  if (!isId(id) || !/^\d{1,15}$/.test(price)) return sql`true`
  const sign = sql.raw(up ? '>' : '<')
  if (by === 'id') return sql`items.id ${sign} ${id}::uuid`
  return sql`(items.price, items.id) ${sign} (${price}::bigint, ${id}::uuid)`
}

/** An item of the catalogue of today or of any day before, by which a question can be narrowed. */
interface KnownItem {
  readonly id: string
  readonly rarity: Rarity
  readonly name: Localized
}

type ReadKnown = () => Promise<readonly KnownItem[]>

/** Everything that can be owned, read once for each catalogue. */
function knownItems(db: Database, catalogue: () => HeldCatalogue): ReadKnown {
  const read = new WeakMap<HeldCatalogue, Promise<readonly KnownItem[]>>()
  return () => {
    const held = catalogue()
    const known = read.get(held)
    if (known !== undefined) return known
    const reading = db.run<KnownItem>(KNOWN_ITEMS, [])
    read.set(held, reading)
    reading.catch(() => read.delete(held))
    return reading
  }
}

const KNOWN_ITEMS = {
  name: 'known-items',
  text: `select id, view->>'rarity' as rarity, view->'name' as name from catalogue_items`,
}

/** Names in small letters, each made once: there are thousands of them in every question. */
const lowered = new WeakMap<Localized, Localized>()

function inSmall(name: Localized): Localized {
  const known = lowered.get(name)
  if (known !== undefined) return known
  const small = {
    en: name.en.toLocaleLowerCase('en'),
    ru: name.ru.toLocaleLowerCase('ru'),
    uk: name.uk.toLocaleLowerCase('uk'),
  }
  lowered.set(name, small)
  return small
}

/** Says of names whether a part is in them, whatever its letters are. */
function naming(part: string, language: Language): (name: Localized) => boolean {
  if (part === '') return () => true
  const small = part.toLocaleLowerCase(language)
  return (name) => inSmall(name)[language].includes(small)
}

/** The ids of what fits a narrowed question; null for one that is not. */
async function narrowedTo(
  read: ReadKnown,
  { q = '', rarity }: ItemsQuery,
  language: Language,
): Promise<string[] | null> {
  if (q === '' && rarity === undefined) return null
  const known = await read()
  const isNamed = naming(q, language)
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
  const { rows } = (await db.queries.execute(counting)) as unknown as {
    rows: { count: string | number; sum: string | number }[]
  }
  const [row] = rows
  if (row === undefined) throw new Error(`Player ${playerId} has no account`)
  const total = { count: Number(row.count), sum: Number(row.sum) }
  return ids !== null && total.count > COUNTED ? { ...total, count: COUNTED, least: true } : total
}

/**
 * The owned items that a page is taken from. Few that fit are found by what they are, and sorted; of many the page is met soon on
 * the way along the order. The database cannot tell which it will be, so each is written for one way alone.
 */
function shelfOf(playerId: number, ids: readonly string[] | null, total: ItemsReply['total']): SQL {
  const owned = sql`items where items.player_id = ${playerId} and ${OWNED}`
  if (ids === null) return owned
  // A name can fit hundreds of ids: as a list each row would be compared with one after the other, as a table they are hashed. The
  // `is true` keeps it from becoming a join, which would lose the order.
  const listed = sql`(items.item_id in (select unnest(${sql.param(ids)}::text[]))) is true`
  if (total.least === true) return sql`${owned} and ${listed}`
  // No order passes an offset.
  return sql`(select * from ${owned} and ${listed} offset 0) items where true`
}

async function itemsOf(
  db: Database,
  playerId: number,
  wish: ItemsQuery,
  ids: readonly string[] | null,
): Promise<Omit<ItemsReply, 'success'>> {
  const total = ids?.length === 0 ? { count: 0, sum: 0 } : await totalOf(db, playerId, ids)
  if (total.count === 0) return { items: [], cursor: null, total }
  const order = ORDERS[wish.sort]
  const direction = sql.raw(order.up ? 'asc' : 'desc')
  const by = order.by === 'id' ? sql`items.id ${direction}` : sql`items.price ${direction}, items.id ${direction}`
  const { rows } = (await db.queries.execute(sql`
    select items.*, catalogue_items.view from (
      select items.id, items.item_id, items.price, items.source, extract(epoch from items.at) * 1000 as won_at
      from ${shelfOf(playerId, ids, total)} and ${after(wish.cursor, order)} order by ${by} limit ${PAGE_SQL}
    ) items join catalogue_items on catalogue_items.id = items.item_id order by ${by}`)) as unknown as {
    rows: ItemRow[]
  }
  const last = rows.length === PAGE ? rows.at(-1) : undefined
  return {
    items: rows.map(({ id, price, source, won_at, view }) => ({
      id,
      item: view,
      price: Number(price),
      source,
      won_at: Math.round(Number(won_at)),
    })),
    cursor: last === undefined ? null : `${last.price}_${last.id}`,
    total,
  }
}

function targetsIn(list: readonly Item[], wish: TargetsQuery, language: Language): Omit<TargetsReply, 'success'> {
  const from = firstAtLeast(list, wish.min ?? 0)
  const to = wish.max === undefined ? list.length : firstAtLeast(list, wish.max + 1)
  const { q = '', rarity } = wish
  const isNamed = naming(q, language)
  const isWanted = ({ skin }: Item): boolean => (rarity === undefined || skin.rarity === rarity) && isNamed(skin.name)
  const found = list.slice(from, Math.max(from, to)).filter(isWanted)
  if (wish.sort === 'dear') found.reverse()
  const begin = wish.cursor === undefined ? 0 : found.findIndex(({ id }) => id === wish.cursor) + 1
  const page = found.slice(begin, begin + PAGE)
  return {
    items: page.map((item) => ({ item: itemView(item), price: item.priceCents })),
    cursor: begin + PAGE < found.length ? (page.at(-1)?.id ?? null) : null,
    total: found.length,
  }
}

/** The inventory over a database and a catalogue. */
export function createInventory(deps: { db: Database; catalogue: () => HeldCatalogue }): Inventory {
  const read = knownItems(deps.db, deps.catalogue)
  return {
    items: async (playerId, wish, language) => itemsOf(deps.db, playerId, wish, await narrowedTo(read, wish, language)),
    targets: (wish, language) => targetsIn(priceListOf(deps.catalogue()), wish, language),
  }
}
