// Tells whether a list of prices is wrong as a whole, and why: of the items that it would change, too many jump. Nothing of such a list
// applies, also what is within its bound: of a list in cents that is what was priced a hundred times too high.

import { cents } from '../../../game/base/money.ts'
import { CURRENCIES, type Currency, type Rates } from '../../../game/payments/deposit.ts'
import { type HeldPrice, hasJumped, type PriceRules, type PriceState } from '../../../game/prices/price-rules.ts'
import { type AppliedPrices, madeAtMs, type PriceChange } from './apply-prices.ts'

/** Fewer jumps are single moves, also where they are most of a short list: a lone one, and two that no unit explains. */
const JUMPS_LEAST = { inUnit: 2, otherwise: 3 }
/** Markets differ, also by more than the bound: so much may be disputed where no unit explains it. Each such item is held alone. */
const DISPUTED_MOST_PERCENT = 50
/** How far the ratio of two prices may be from that of two units: markets differ by a third. */
const NEAR = 1.5
/** The part of prices that stands for all: a list has odd rows. */
const MOST = 0.9
/** A unit explains a list when this part of the jumps is within a factor of it; single markets and years differ by as much. */
const EXPLAINED = 2 / 3
const SPREAD = 5

export interface WrongList {
  /** The part of new jumps among the items that the list would change, or of disputed ones among those that it names, in percent. */
  readonly percent: number
  /** True where not the list jumps, but its sources contradict each other. */
  readonly isDisputed: boolean
  /** Listed prices are this many times the accepted ones, in the middle. */
  readonly ratio: number
  /** The likely mistake, as the end of a sentence: `in cents, not in dollars`. */
  readonly cause: string
  /** What is held because of the list. */
  readonly held: ReadonlyMap<string, HeldPrice>
  /** True where its holds would close every case: then it adds none. */
  readonly closesAll: boolean
}

interface Unit {
  readonly ratio: number
  readonly cause: string
}

function unitsOf(rates: Rates): Unit[] {
  const currencies = CURRENCIES.filter((currency): currency is Exclude<Currency, 'USD'> => currency !== 'USD')
  return [
    { ratio: 100, cause: 'in cents, not in dollars' },
    { ratio: 0.01, cause: 'in dollars where cents are expected' },
    ...currencies.map((currency) => ({ ratio: rates.USD / rates[currency], cause: `in ${currency}, not in USD` })),
  ]
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = 1, high = 1] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (low + high) / 2
}

const distance = (a: number, b: number): number => Math.abs(Math.log(a / b))

/**
 * Returns the unit that explains a list; undefined for none. Cents and roubles are near each other: read as dollars, cents are whole
 * ones, and roubles are not.
 */
function unitOf(jumps: readonly PriceChange[], ratio: number, rates: Rates): Unit | undefined {
  const part = (isSo: (jump: PriceChange) => boolean): number => jumps.filter(isSo).length / jumps.length
  const areWhole = part(({ after }) => after % 100 === 0) >= MOST
  const near = unitsOf(rates).filter(
    (unit) =>
      distance(unit.ratio, ratio) <= Math.log(NEAR) &&
      (unit.ratio !== 100 || areWhole) &&
      part(({ before, after }) => distance(after / before, unit.ratio) <= Math.log(SPREAD)) >= EXPLAINED,
  )
  return (
    near.find((unit) => unit.ratio === 100) ??
    near.toSorted((a, b) => distance(a.ratio, ratio) - distance(b.ratio, ratio))[0]
  )
}

const inUnit = (after: number, unit: Unit | undefined): number =>
  unit === undefined ? after : Math.max(1, Math.round(after / unit.ratio))

const describe = (ratio: number): string =>
  ratio >= 1 ? `${ratio.toFixed(2)} times` : `1/${(1 / ratio).toFixed(2)} of`

interface Doubt {
  readonly percent: number
  readonly ratio: number
  readonly unit: Unit | undefined
}

const percentOf = (part: number, whole: number): number => (part * 100) / Math.max(1, whole)

/**
 * Returns what is odd about jumps; null for single ones.
 *
 * @param leastPercent above this part of the list they are odd where a unit explains them
 * @param mostPercent above this part they are odd in any case
 */
function doubtIn(
  jumps: readonly PriceChange[],
  percent: number,
  { leastPercent, mostPercent }: { readonly leastPercent: number; readonly mostPercent: number },
  rates: Rates,
): Doubt | null {
  if (jumps.length < JUMPS_LEAST.inUnit || percent <= leastPercent) return null
  const ratio = median(jumps.map(({ before, after }) => after / before))
  const unit = unitOf(jumps, ratio, rates)
  const isSingle = jumps.length < JUMPS_LEAST.otherwise || percent <= mostPercent
  return unit === undefined && isSingle ? null : { percent, ratio, unit }
}

/**
 * Judges what a list would do. A jump that an accepted list holds already is no news and does not count; one of a wrong list counts
 * again, or the rest of that list would apply the next time.
 *
 * @returns null for a list whose jumps are single ones. Otherwise what is held until a person decides: the items whose prices are beyond
 *   their bound, also in the unit that the list seems to be in. Holds from before stay as they are.
 */
export function judgeList(
  { changes, jumps, disputes, prices, unlisted }: AppliedPrices,
  {
    priceRules,
    priceState,
    timesMs,
    atMs,
    rates,
  }: {
    readonly priceRules: PriceRules
    readonly priceState: PriceState
    /** When the list's prices were made, by their names. */
    readonly timesMs: ReadonlyMap<string, number>
    readonly atMs: number
    readonly rates: Rates
  },
): WrongList | null {
  const leastPercent = priceRules.wrongListPercent
  const news = jumps.filter(({ id, after }) => {
    const hold = priceState.held.get(id)
    return hold === undefined || hold.isOfWrongList === true || hasJumped(priceRules, hold.seenCents, after)
  })
  const movedPercent = percentOf(news.length, news.length + changes.length)
  const moved = doubtIn(news, movedPercent, { leastPercent, mostPercent: leastPercent }, rates)
  const disputedPercent = percentOf(disputes.length, prices.size - unlisted.length)
  const disputed = doubtIn(disputes, disputedPercent, { leastPercent, mostPercent: DISPUTED_MOST_PERCENT }, rates)
  const doubt = moved ?? disputed
  if (doubt === null) return null
  const holds = new Map(priceState.held)
  const hold = (beyond: readonly PriceChange[], unit: Unit | undefined): void => {
    for (const { id, name, before, after } of beyond) {
      const seen = inUnit(after, unit)
      if (holds.has(id) || !hasJumped(priceRules, before, seen)) continue
      const seenMs = madeAtMs(timesMs.get(name), atMs)
      holds.set(id, { seenCents: cents(seen), seenMs, sinceMs: atMs, isOfWrongList: true })
    }
  }
  // Where most jump, the unit is that of the other rows too.
  const isUnitOfAll = moved?.unit !== undefined && news.length > changes.length
  hold(isUnitOfAll ? [...jumps, ...changes] : jumps, moved?.unit)
  hold(disputes, disputed?.unit)
  return {
    percent: doubt.percent,
    ratio: doubt.ratio,
    isDisputed: moved === null,
    held: holds,
    closesAll: false,
    cause: doubt.unit?.cause ?? 'of another column or another market, or the market moved',
  }
}

/** Describes a list that is wrong as a whole, in two sentences. */
export function describeWrongList(
  { percent, ratio, isDisputed, cause, closesAll }: WrongList,
  wrongListPercent: number,
): string {
  const share = isDisputed
    ? `The sources contradict each other about ${percent.toFixed(1)} % of the prices: one of them is wrong as a whole. Its prices are`
    : `${percent.toFixed(1)} % of the prices that the list would change moved too far, more than ${wrongListPercent} %: the list is wrong as a whole. Its prices are`
  const holds = closesAll ? ' Nothing is held because of it: no case would stay open.' : ''
  return `${share} ${describe(ratio)} the accepted ones in the middle: it is likely ${cause}.${holds}`
}
