// A player's items and the targets of upgrades: searched, sorted, in pages.
import { type SQL, sql } from 'drizzle-orm'
import type { Localized } from '../../../game/base/language.ts'
import { type Cents, cents } from '../../../game/base/money.ts'
import { nicknamesOf } from '../../../game/base/nicknames.ts'
import { createSearch } from '../../../game/base/search.ts'
import type { Item, Skin } from '../../../game/catalogue/catalogue.ts'
import type { Rarity } from '../../../game/catalogue/rarity.ts'
import { firstAtLeast } from '../../../game/prices/price-list.ts'
import { giftAllowance, lockedAtValue } from '../../../game/rewards/gifts.ts'
import { giftWait, heldPriceWait, type Wait } from '../../../game/withdrawal/waiting.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type {
  ItemSort,
  ItemSource,
  ItemsQuery,
  ItemsReply,
  OwnedItem,
  TargetsQuery,
  TargetsReply,
} from '../../../protocol/inventory.ts'
import { isId } from '../../base/ids.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import { type Database, queryRows } from '../../db/database.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'
import type { ChosenPrices } from '../money/chosen-price.ts'
import { ACCOUNT_VERSION, type FallenWorth } from '../money/fallen-worth.ts'
import { type Prices, valueNow, worthOf } from '../money/item-value.ts'
import { readGiftAccount } from '../money/pay.ts'
import { itemView, priceListOf } from '../rolls/item-view.ts'

/** Not a parameter: plans are made without knowing values, and a page of unknown length is planned like a long one. */
const LIMIT_SQL = sql.raw(String(PAGE_LIMIT))
/** The matches of a filter are counted up to here: nobody scrolls further, and counting on would cost more with every item. */
const COUNTED = 1_000
const COUNTED_SQL = sql.raw(String(COUNTED + 1))

export interface Inventory {
  /** Returns a page of a player's items. */
  items(playerId: number, query: ItemsQuery): Promise<Omit<ItemsReply, 'success'>>
  /** Returns those of the items that the player still owns, the most expensive when won first. */
  owned(playerId: number, ids: readonly string[]): Promise<OwnedItem[]>
  /** Returns a page of the catalogue's items that may be targets. */
  targets(query: TargetsQuery): Omit<TargetsReply, 'success'>
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

/** The items of the current and earlier catalogues that have one name and rarity: all conditions of a skin. */
interface KnownSkin {
  readonly model: string | null
  readonly rarity: Rarity
  readonly name: Localized
  readonly ids: readonly string[]
}

type Search<Entry> = (query: string) => ReadonlySet<Entry>

interface KnownSkins {
  readonly all: readonly KnownSkin[]
  readonly find: Search<KnownSkin>
}

/** Returns all names by which players search a skin. */
function namesOf({ name, model }: { name: Localized; model: string | null }): string[] {
  return [...Object.values(name), ...nicknamesOf(model ?? '', name.en)]
}

/** Returns a function that reads everything that can be owned, once for each catalogue. */
function knownSkins(db: Database, catalogue: () => LoadedCatalogue): () => Promise<KnownSkins> {
  const read = new WeakMap<LoadedCatalogue, Promise<KnownSkins>>()
  return () => {
    const loaded = catalogue()
    const known = read.get(loaded)
    if (known !== undefined) return known
    const reading = db.run<KnownSkin>(KNOWN_SKINS, []).then((all) => ({ all, find: createSearch(all, namesOf) }))
    read.set(loaded, reading)
    reading.catch(() => read.delete(loaded))
    return reading
  }
}

const KNOWN_SKINS = {
  name: 'known-skins',
  text: `select view->>'model' as model, view->>'rarity' as rarity, view->'name' as name, array_agg(id) as ids
    from catalogue_items group by 1, 2, 3`,
}

const targetSearches = new WeakMap<LoadedCatalogue, Search<Skin>>()

/** Returns the search over the skins of a catalogue, prepared once for each catalogue. */
function targetSearchOf(loaded: LoadedCatalogue): Search<Skin> {
  const known = targetSearches.get(loaded)
  if (known !== undefined) return known
  const search = createSearch(loaded.catalogue.skins.values(), namesOf)
  targetSearches.set(loaded, search)
  return search
}

/** Returns the ids that match a filter; null without a filter. */
async function matchingIds(read: () => Promise<KnownSkins>, { q = '', rarity }: ItemsQuery): Promise<string[] | null> {
  if (q === '' && rarity === undefined) return null
  const { all, find } = await read()
  const named = q === '' ? all : [...find(q)]
  return named.filter((skin) => rarity === undefined || skin.rarity === rarity).flatMap(({ ids }) => ids)
}

interface ItemRow {
  readonly id: string
  readonly item_id: string
  readonly price: string | number
  readonly source: ItemSource
  readonly won_at: string | number
  readonly view: ItemView
  readonly held_since: string | number | null
  /** The part of its price that gifts gave and that is not unlocked. */
  readonly locked: string | number
}

/** What a player's owned items are shown with. */
interface OwnedContext {
  readonly prices: Prices
  /** What margin still unlocks, in cents. */
  readonly allowance: Cents
}

/** Returns why an item cannot leave; undefined for one that can. */
function waitOf({ item_id: itemId, price, held_since, locked }: ItemRow, context: OwnedContext): Wait | undefined {
  if (held_since !== null) return heldPriceWait(Math.round(Number(held_since)))
  if (Number(locked) === 0) return undefined
  const won = cents(Number(price))
  const value = cents(Math.max(won, context.prices.loaded.catalogue.items.get(itemId)?.priceCents ?? won))
  const need = lockedAtValue({ priceCents: won, lockedCents: cents(Number(locked)) }, value)
  return need > context.allowance ? giftWait('item', context.allowance, need) : undefined
}

function ownedItemOf(row: ItemRow, context: OwnedContext): OwnedItem {
  const { id, item_id: itemId, price, source, won_at, view } = row
  const { prices } = context
  const wait = waitOf(row, context)
  return {
    id,
    item: view,
    price: valueNow({ id, itemId, price: Number(price) }, prices),
    won_price: Number(price),
    source,
    won_at: Math.round(Number(won_at)),
    ...(wait === undefined ? {} : { wait }),
  }
}

/** Converts rows for their player, whose account is read only where a part of an item is locked. */
async function ownedItemsOf(
  db: Database,
  playerId: number,
  rows: readonly ItemRow[],
  prices: Prices,
): Promise<OwnedItem[]> {
  const isLocked = rows.some(({ locked }) => Number(locked) > 0)
  const allowance = isLocked
    ? giftAllowance(await readGiftAccount(db.queries, playerId), prices.loaded.rewards.gifts)
    : cents(0)
  return rows.map((row) => ownedItemOf(row, { prices, allowance }))
}

const OWNED = sql.raw(`items.state = 'owned'`)
const ITEM_COLUMNS = sql.raw(
  `items.id, items.item_id, items.price, items.source, extract(epoch from items.at) * 1000 as won_at,
  case when items.unlocked is null then coalesce(items.locked, 0) else 0 end as locked,
  (select extract(epoch from held_items.since) * 1000 from held_items where held_items.item_id = items.item_id) as held_since`,
)

interface TotalRow {
  readonly count: string | number
  readonly sum: string | number
  readonly version: string
}

/** Returns how many items a player owns, and their worth now. */
async function totalOfAll(
  db: Database,
  playerId: number,
  fallenWorth: FallenWorth,
  prices: Prices,
): Promise<ItemsReply['total']> {
  const [account] = await queryRows<TotalRow>(
    db.queries,
    sql`select items as count, worth as sum, ${ACCOUNT_VERSION} as version from accounts where id = ${playerId}`,
  )
  if (account === undefined) throw new Error(`Player ${playerId} has no account`)
  const fallen = await fallenWorth({ playerId, version: account.version }, prices)
  return { count: Number(account.count), sum: Number(account.sum) - fallen }
}

/** Returns how many of a player's items are of certain kinds, and their worth now: counted up to a limit. */
async function totalOfKinds(
  db: Database,
  playerId: number,
  ids: readonly string[],
  prices: Prices,
): Promise<ItemsReply['total']> {
  if (ids.length === 0) return { count: 0, sum: 0 }
  const fitting = sql`select id, item_id, price from items
    where player_id = ${playerId} and ${OWNED} and item_id = any(${sql.param(ids)}::text[]) limit ${COUNTED_SQL}`
  const { count, now: sum } = await worthOf(db.queries, fitting, prices)
  return count > COUNTED ? { count: COUNTED, sum, least: true } : { count, sum }
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
  { ids, total, prices }: { ids: readonly string[] | null; total: ItemsReply['total']; prices: Prices },
): Promise<Omit<ItemsReply, 'success'>> {
  if (total.count === 0) return { items: [], cursor: null, total }
  const order = ORDERS[query.sort]
  const direction = sql.raw(order.up ? 'asc' : 'desc')
  const by = order.by === 'id' ? sql`items.id ${direction}` : sql`items.price ${direction}, items.id ${direction}`
  const rows = await queryRows<ItemRow>(
    db.queries,
    sql`
    select items.*, catalogue_items.view from (
      select ${ITEM_COLUMNS}
      from ${selectOwned(playerId, ids, total)} and ${after(query.cursor, order)} order by ${by} limit ${LIMIT_SQL}
    ) items join catalogue_items on catalogue_items.id = items.item_id order by ${by}`,
  )
  const page = pageOf(rows, (last) => `${last.price}_${last.id}`)
  return {
    items: await ownedItemsOf(db, playerId, page.rows, prices),
    cursor: page.cursor,
    total,
  }
}

async function ownedOf(db: Database, playerId: number, ids: readonly string[], prices: Prices): Promise<OwnedItem[]> {
  if (ids.length === 0) return []
  const rows = await queryRows<ItemRow>(
    db.queries,
    sql`
    select ${ITEM_COLUMNS}, catalogue_items.view from items join catalogue_items on catalogue_items.id = items.item_id
    where items.player_id = ${playerId} and ${OWNED} and items.id = any(${sql.param(ids)}::uuid[])
    order by items.price desc, items.id`,
  )
  return ownedItemsOf(db, playerId, rows, prices)
}

function targetsIn(
  loaded: LoadedCatalogue,
  query: TargetsQuery,
  chosenPrices: ChosenPrices,
): Omit<TargetsReply, 'success'> {
  const all = priceListOf(loaded)
  const list = all.filter(({ id }) => chosenPrices.isFresh(loaded, id))
  const from = firstAtLeast(list, query.min ?? 0)
  const to = query.max === undefined ? list.length : firstAtLeast(list, query.max + 1)
  const { q = '', rarity } = query
  const named = q === '' ? null : targetSearchOf(loaded)(q)
  const isWanted = ({ skin }: Item): boolean =>
    (rarity === undefined || skin.rarity === rarity) && (named === null || named.has(skin))
  const found = list.slice(from, Math.max(from, to)).filter(isWanted)
  if (query.sort === 'dear') found.reverse()
  const begin = query.cursor === undefined ? 0 : found.findIndex(({ id }) => id === query.cursor) + 1
  const page = pageOf(found.slice(begin, begin + PAGE_LIMIT), ({ id }) => id)
  return {
    items: page.rows.map((item) => ({
      item: itemView(item),
      price: item.priceCents,
      edge: chosenPrices.edgeOf(loaded, item),
    })),
    cursor: page.cursor,
    total: found.length,
    edge: loaded.priceRules.upgradeEdge.basisPoints,
    old: all.length - list.length,
  }
}

/** Makes the inventory over a database and a catalogue. */
export function createInventory(deps: {
  db: Database
  catalogue: () => LoadedCatalogue
  fallenWorth: FallenWorth
  chosenPrices: ChosenPrices
  now: () => number
}): Inventory {
  const { db, fallenWorth } = deps
  const read = knownSkins(db, deps.catalogue)
  const pricesNow = (): Prices => ({ loaded: deps.catalogue(), atMs: deps.now() })
  return {
    items: async (playerId, query) => {
      const ids = await matchingIds(read, query)
      const prices = pricesNow()
      const counting =
        ids === null ? totalOfAll(db, playerId, fallenWorth, prices) : totalOfKinds(db, playerId, ids, prices)
      return itemsOf(db, playerId, query, { ids, total: await counting, prices })
    },
    owned: (playerId, ids) => ownedOf(db, playerId, ids, pricesNow()),
    targets: (query) => targetsIn(deps.catalogue(), query, deps.chosenPrices),
  }
}
