// A list of prices before it is published: what it changes and holds, what of it is not used, and what it does to what is sold.
import { extname } from 'node:path'
import type { Item } from '../../../../game/catalogue/catalogue.ts'
import type { ListReply } from '../../../../protocol/office/prices.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import { ImportFailed } from '../../../catalogue/import/source.ts'
import type { PriceChange } from '../../../catalogue/prices/apply-prices.ts'
import { readCsv } from '../../../catalogue/prices/price-csv.ts'
import { readPriceJson } from '../../../catalogue/prices/price-formats.ts'
import { type ListedPrices, oddRowsOf, type PriceProvider } from '../../../catalogue/prices/price-list.ts'
import { type TakenList, takeList } from '../../../catalogue/prices/take-list.ts'
import { ratesToCompare } from '../../../payments/rates.ts'
import { effectsOf } from './effects.ts'
import { namedItem, type ReadShop, type SoundReading, shopInForce } from './reading.ts'
import type { SeenList, SeenLists } from './seen-lists.ts'
import type { PriceDesk } from './typed.ts'

/** What reading a list needs. */
export interface ListDesk extends PriceDesk {
  readonly lists: SeenLists
  /** Where lists are asked for. */
  readonly source: () => PriceProvider
  /** The folder of the exchange rates. */
  readonly ratesFolder: string
}

/** A list as somebody gives it; null for that of the shop's address. */
export type GivenFile = { readonly name: string; readonly text: string } | null

/** How many rows of each kind are shown. */
const SHOWN = 100

/** Reads a list. Throws ProtocolError 'list-refused' with the reason, which the office shows to the member who chose the list. */
export async function refusing<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImportFailed) throw new ProtocolError(409, 'list-refused', error.message)
    throw error
  }
}

async function readList({ source }: ListDesk, file: GivenFile, { priceRules }: SoundReading) {
  if (file === null) {
    const provider = source()
    return { list: await provider.prices(priceRules), source: provider.name }
  }
  const { name, text } = file
  const list: ListedPrices = extname(name).toLowerCase() === '.json' ? readPriceJson(name, text) : readCsv(name, text)
  return { list, source: name }
}

/**
 * Takes a list that was seen, as the command does.
 *
 * @throws ImportFailed when no case would stay open
 */
export async function takeSeen(
  { reading }: ReadShop,
  { list, source, atMs }: SeenList,
  force: boolean,
  folder: string,
): Promise<TakenList> {
  return takeList(reading, list, { source, atMs, force, rates: await ratesToCompare(folder) })
}

const firstOf = <Row>(rows: readonly Row[]) => ({ count: rows.length, first: rows.slice(0, SHOWN) })

/** The greatest move first. */
const byMove = (one: PriceChange, other: PriceChange): number =>
  Math.abs(Math.log(other.after / other.before)) - Math.abs(Math.log(one.after / one.before))

function moveOf({ items }: { readonly items: ReadonlyMap<string, Item> }, { id, before, after }: PriceChange) {
  const item = items.get(id)
  return item === undefined ? [] : [{ ...namedItem(item), before, after }]
}

/** Returns what is said of a list that was taken for a look. */
function lookAt(shop: ReadShop, seen: SeenList, taken: TakenList): Omit<ListReply, 'id' | 'force'> {
  const { edition, reading } = shop
  const { catalogue } = reading
  const { list, source } = seen
  const { applied, wrong, files } = taken
  const names = new Set([...catalogue.items.values()].map(({ marketHashName }) => marketHashName))
  const movesOf = (changes: readonly PriceChange[]) =>
    firstOf(changes.toSorted(byMove).flatMap((change) => moveOf(catalogue, change)))
  const held = [...applied.jumps, ...applied.disputes]
  const prices = wrong === null ? applied.prices : new Map<string, number>()
  const { effects, same } = effectsOf(reading, { prices, held: (wrong ?? applied.state).held, files })
  return {
    edition,
    source,
    column: list.column,
    wrong: wrong === null ? null : { percent: wrong.percent, ratio: wrong.ratio, isDisputed: wrong.isDisputed },
    prices: list.prices.size,
    changes: wrong === null ? movesOf(applied.changes) : { count: 0, first: [] },
    held: { ...movesOf(held), up: held.filter(({ before, after }) => after > before).length },
    lifted: wrong === null ? applied.lifted.length : 0,
    unlisted: firstOf(applied.unlisted),
    unknown: firstOf(applied.unknown),
    refused: firstOf(oddRowsOf(list, names).map(({ reason }) => reason)),
    failed: [...list.failed],
    effects,
    same,
    changesShop: Object.keys(files).length > 0,
  }
}

/**
 * Reads a list, keeps it, and returns what it would do.
 *
 * @param force takes what moved beyond its bound too
 * @throws ProtocolError 'list-refused' where it has no price, or no case would stay open
 */
export async function lookAtList(
  desk: ListDesk,
  { file, force }: { readonly file: GivenFile; readonly force: boolean },
  staffId: string,
): Promise<ListReply> {
  const shop = await shopInForce(desk.db, desk.shop)
  return refusing(async () => {
    const { list, source } = await readList(desk, file, shop.reading)
    const seen: SeenList = { list, source, staffId, atMs: desk.now() }
    const taken = await takeSeen(shop, seen, force, desk.ratesFolder)
    return { id: desk.lists.keep(seen), force, ...lookAt(shop, seen, taken) }
  })
}
