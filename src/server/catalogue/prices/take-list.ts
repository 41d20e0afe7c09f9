// Decides what a list of prices does to a catalogue: it applies, with the shop kept open, or it is wrong as a whole and only holds. Pure.

import { cents } from '../../../game/base/money.ts'
import type { Rates } from '../../../game/payments/deposit.ts'
import { withoutHeld } from '../../../game/prices/held-items.ts'
import { type HeldPrice, hasJumped } from '../../../game/prices/price-rules.ts'
import { ImportFailed } from '../import/source.ts'
import type { CatalogueFiles } from '../read-catalogue.ts'
import {
  type AppliedPrices,
  acceptPrices,
  applyPrices,
  type ListOrigin,
  madeAtMs,
  type PriceChange,
  type PricedCatalogue,
} from './apply-prices.ts'
import { judgeList, type WrongList } from './judge-list.ts'
import { priceStateText, priceTexts } from './price-files.ts'
import type { ListedPrices } from './price-list.ts'
import { type SettledShop, type ShopReading, settleShop } from './settle-shop.ts'

export interface TakenList {
  readonly applied: AppliedPrices
  /** Null where the list applies. */
  readonly wrong: WrongList | null
  /** Null for a list that is wrong. */
  readonly settled: SettledShop | null
  /** The files that change. */
  readonly files: CatalogueFiles
}

/** Adds what sources contradict each other about: such an item is held as if its price had jumped to the quote that is further away. */
function withDisputed(
  applied: AppliedPrices,
  { catalogue }: PricedCatalogue,
  { disputed, timesMs }: ListedPrices,
  { atMs, force }: ListOrigin,
): AppliedPrices {
  if (disputed.size === 0 || force) return applied
  const held = new Map(applied.state.held)
  const disputes: PriceChange[] = []
  for (const { id, marketHashName: name, priceCents: before } of catalogue.items.values()) {
    const quotes = disputed.get(name)
    if (quotes === undefined) continue
    const [after = before] = quotes.toSorted((a, b) => Math.abs(Math.log(b / before)) - Math.abs(Math.log(a / before)))
    disputes.push({ id, name, before, after })
    held.set(id, {
      seenCents: cents(after),
      seenMs: madeAtMs(timesMs.get(name), atMs),
      sinceMs: held.get(id)?.sinceMs ?? atMs,
    })
  }
  return {
    ...applied,
    disputes,
    unlisted: applied.unlisted.filter((name) => !disputed.has(name)),
    state: { ...applied.state, held },
  }
}

/** Leaves items out of a wrong list's holds whose accepted price one of the sources confirms. */
function unconfirmed(
  wrong: WrongList,
  { catalogue, priceRules, priceState }: PricedCatalogue,
  { disputed }: ListedPrices,
): WrongList {
  const isConfirmed = (id: string): boolean => {
    const item = catalogue.items.get(id)
    const quotes = item === undefined ? undefined : disputed.get(item.marketHashName)
    return item !== undefined && (quotes ?? []).some((quote) => !hasJumped(priceRules, item.priceCents, quote))
  }
  return { ...wrong, held: new Map([...wrong.held].filter(([id]) => priceState.held.has(id) || !isConfirmed(id))) }
}

/** Counts the cases that are open with these items held. */
export function openCases(reading: Pick<ShopReading, 'catalogue' | 'rewards'>, held: ReadonlyMap<string, HeldPrice>) {
  return [...withoutHeld(reading, held).catalogue.cases.values()].filter(({ enabled }) => enabled).length
}

/** Leaves the holds as they are where those of a wrong list would close every case: it is the list that is wrong, not every price. */
function keptOpen(wrong: WrongList, reading: PricedCatalogue & ShopReading): WrongList {
  const { held } = reading.priceState
  const closesAll = openCases(reading, held) > 0 && openCases(reading, wrong.held) === 0
  return closesAll ? { ...wrong, held, closesAll } : wrong
}

/**
 * Takes a list of prices.
 *
 * @param rates to recognise a list in another currency
 * @throws ImportFailed when no case would stay open
 */
export function takeList(
  reading: PricedCatalogue & ShopReading,
  list: ListedPrices,
  { rates, ...origin }: ListOrigin & { readonly rates: Rates },
): TakenList {
  const { priceRules, priceState } = reading
  const applied = withDisputed(applyPrices(reading, list, origin), reading, list, origin)
  const judged = origin.force
    ? null
    : judgeList(applied, { priceRules, priceState, timesMs: list.timesMs, atMs: origin.atMs, rates })
  if (judged !== null) {
    const wrong = keptOpen(unconfirmed(judged, reading, list), reading)
    const text = priceStateText({ ...priceState, held: wrong.held })
    const isSame = wrong.held.size === priceState.held.size
    return { applied, wrong, settled: null, files: isSame ? {} : { 'price-state.json': text } }
  }
  const settled = settleShop(reading, applied.prices, applied.state.held)
  const after = { ...reading, catalogue: { ...reading.catalogue, cases: settled.cases } }
  if (settled.off.length > 0 && openCases(after, applied.state.held) === 0) {
    const off = `${settled.off.join(', ')} would be off, and the others are off or pause by held items`
    throw new ImportFailed(`No case would stay open at these prices: ${off}.`)
  }
  return { applied, wrong: null, settled, files: { ...priceTexts(applied), ...settled.files } }
}

export interface TakenPrices {
  readonly applied: AppliedPrices
  readonly settled: SettledShop
  /** The files that change. */
  readonly files: CatalogueFiles
}

/** Takes the held prices of items, and keeps the shop open with them as far as tickets bring back what leaves its range. */
export function takeHeld(reading: PricedCatalogue & ShopReading, ids: Iterable<string>): TakenPrices {
  const applied = acceptPrices(reading, ids)
  const settled = settleShop(reading, applied.prices, applied.state.held)
  return { applied, settled, files: { ...priceTexts(applied), ...settled.files } }
}
