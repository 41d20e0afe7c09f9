// Applies a list of prices to a catalogue, or accepts held prices. Pure: returns the new prices, and what is held.

import { cents } from '../../../game/base/money.ts'
import type { Catalogue, Item } from '../../../game/catalogue/catalogue.ts'
import {
  type HeldPrice,
  hasJumped,
  type PriceMove,
  type PriceRules,
  type PriceSpread,
  type PriceState,
} from '../../../game/prices/price-rules.ts'
import type { ListedPrices } from './price-list.ts'

export interface PriceChange {
  readonly id: string
  readonly name: string
  readonly before: number
  readonly after: number
}

/** A catalogue as prices are applied to it. */
export interface PricedCatalogue {
  readonly catalogue: Catalogue
  readonly priceRules: PriceRules
  readonly priceState: PriceState
}

export interface AppliedPrices {
  /** New prices in cents by item id. */
  readonly prices: ReadonlyMap<string, number>
  readonly changes: readonly PriceChange[]
  /** Moves of this list beyond the bound: their items are held at the accepted price, unless they are forced. */
  readonly jumps: readonly PriceChange[]
  /** What several sources contradict each other about, with the quote that is further away: these items are held too. */
  readonly disputes: readonly PriceChange[]
  /** Items whose hold ended, because their price is within the bound again or was accepted. */
  readonly lifted: readonly string[]
  /** What is held now, and how old prices are. */
  readonly state: PriceState
  /** The names of items that the list does not name: they keep their prices, and stay held where they are. */
  readonly unlisted: readonly string[]
  /** Names of the list that no item has. */
  readonly unknown: readonly string[]
}

/** Where a list is from, and how it is taken. */
export interface ListOrigin {
  readonly source: string
  readonly atMs: number
  /** True to take every price, also one beyond its bound. */
  readonly force: boolean
}

/** What a list says: prices, when they were made, and how far its sources are apart. */
type DatedPrices = Pick<ListedPrices, 'prices' | 'spreads' | 'timesMs'>

const HOUR_MS = 3_600_000

/** The time of a price that no list has named: old enough for every rule. */
const UNKNOWN_MS = 0

const changeOf = ({ id, marketHashName: name, priceCents: before }: Item, after: number): PriceChange => ({
  id,
  name,
  before,
  after,
})

/**
 * Returns when an accepted price was made: as the list tells it, in whole hours so that the file stays small, and never later than it was read. A
 * list that does not tell counts as made when it was read.
 */
export function madeAtMs(toldMs: number | undefined, readMs: number): number {
  if (toldMs === undefined) return readMs
  const madeMs = Math.min(toldMs, readMs)
  return madeMs - (madeMs % HOUR_MS)
}

/** Adds the times of accepted prices that are older than the newest one to the ages; returns the newest, which is the list's. */
function keepTimes(agesMs: Map<string, number>, madeMs: ReadonlyMap<string, number>, readMs: number): number {
  const newestMs = madeMs.size === 0 ? readMs : [...madeMs.values()].reduce((one, other) => Math.max(one, other))
  for (const [id, atMs] of madeMs) if (atMs < newestMs) agesMs.set(id, atMs)
  return newestMs
}

function keepSpread(spreads: Map<string, PriceSpread>, id: string, spread: PriceSpread | undefined): void {
  if (spread !== undefined) spreads.set(id, spread)
}

/**
 * Applies the prices of a list. An item whose price moved beyond the bound of its class is held at its accepted price; a hold ends
 * when a later price is within the bound again.
 */
export function applyPrices(
  { catalogue, priceRules, priceState }: PricedCatalogue,
  { prices: list, spreads: listedSpreads, timesMs }: DatedPrices,
  { source, atMs, force }: ListOrigin,
): AppliedPrices {
  const items = [...catalogue.items.values()]
  const prices = new Map(items.map(({ id, priceCents }) => [id, priceCents as number]))
  const holds = new Map<string, HeldPrice>()
  const agesMs = new Map<string, number>()
  const madeMs = new Map<string, number>()
  const spreads = new Map<string, PriceSpread>()
  const moves = new Map<string, PriceMove>(priceState.moves)
  const changes: PriceChange[] = []
  const jumps: PriceChange[] = []
  const unlisted: string[] = []
  for (const item of items) {
    const { id, marketHashName: name, priceCents: before } = item
    const after = list.get(name)
    const isJump = after !== undefined && hasJumped(priceRules, before, after)
    const heldBefore = priceState.held.get(id)
    if (isJump) jumps.push(changeOf(item, after))
    if (after === undefined) unlisted.push(name)
    if (after === undefined || (isJump && !force)) {
      agesMs.set(id, priceState.agesMs.get(id) ?? priceState.atMs ?? UNKNOWN_MS)
      if (after !== undefined) {
        const seenMs = madeAtMs(timesMs.get(name), atMs)
        holds.set(id, { seenCents: cents(after), seenMs, sinceMs: heldBefore?.sinceMs ?? atMs })
      } else if (heldBefore !== undefined) holds.set(id, heldBefore)
      keepSpread(spreads, id, priceState.spreads.get(id))
    } else {
      madeMs.set(id, madeAtMs(timesMs.get(name), atMs))
      keepSpread(spreads, id, listedSpreads.get(name))
      if (after === before) continue
      changes.push(changeOf(item, after))
      prices.set(id, after)
      moves.set(id, { fromCents: item.priceCents, atMs })
    }
  }
  const listMs = keepTimes(agesMs, madeMs, atMs)
  const names = new Set(items.map(({ marketHashName }) => marketHashName))
  return {
    prices,
    changes,
    jumps,
    disputes: [],
    lifted: [...priceState.held.keys()].filter((id) => !holds.has(id)),
    state: { source, atMs: listMs, agesMs, held: holds, spreads, moves, isShipped: false },
    unlisted,
    unknown: [...list.keys()].filter((name) => !names.has(name)),
  }
}

/** Accepts the held prices of items: they are as old as what the list said, and the holds end. Items that are not held are ignored. */
export function acceptPrices({ catalogue, priceState }: PricedCatalogue, ids: Iterable<string>): AppliedPrices {
  const prices = new Map([...catalogue.items.values()].map(({ id, priceCents }) => [id, priceCents as number]))
  const holds = new Map(priceState.held)
  const agesMs = new Map(priceState.agesMs)
  const spreads = new Map(priceState.spreads)
  const moves = new Map(priceState.moves)
  const changes: PriceChange[] = []
  const lifted: string[] = []
  for (const id of new Set(ids)) {
    const [item, seen] = [catalogue.items.get(id), holds.get(id)]
    if (item === undefined || seen === undefined) continue
    changes.push(changeOf(item, seen.seenCents))
    prices.set(id, seen.seenCents)
    holds.delete(id)
    const seenMs = seen.seenMs ?? seen.sinceMs
    if (priceState.atMs === null || seenMs < priceState.atMs) agesMs.set(id, seenMs)
    else agesMs.delete(id)
    // The sources of the price before do not speak of this one.
    spreads.delete(id)
    moves.set(id, { fromCents: item.priceCents, atMs: seenMs })
    lifted.push(id)
  }
  const state = { ...priceState, held: holds, agesMs, spreads, moves }
  return { prices, changes, jumps: [], disputes: [], lifted, state, unlisted: [], unknown: [] }
}
