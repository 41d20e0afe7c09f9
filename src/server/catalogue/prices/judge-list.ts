// Tells whether a list of prices is wrong as a whole, and why: of the items that it would change, too many jump. Nothing of such a list
// applies, also what is within its bound: of a list in cents that is what was priced a hundred times too high.

import { cents } from '../../../game/base/money.ts'
import { CURRENCIES, type Currency, type Rates } from '../../../game/payments/deposit.ts'
import { type HeldPrice, hasJumped, type PriceRules, type PriceState } from '../../../game/prices/price-rules.ts'
import { type AppliedPrices, madeAtMs, type PriceChange } from './apply-prices.ts'

/** Fewer jumps are single moves, also where they are most of a short list. */
const JUMPS_LEAST = 3
/** How far the ratio of two prices may be from that of two units: markets differ by a third. */
const NEAR = 1.5
/** The part of prices that stands for all: a list has odd rows. */
const MOST = 0.9
/** A unit explains a list when this part of the jumps is within a factor of it; single markets and years differ by as much. */
const EXPLAINED = 2 / 3
const SPREAD = 5

export interface WrongList {
  /** The part of jumps among the items that the list would change, in percent. */
  readonly percent: number
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

/**
 * Judges what a list would do.
 *
 * @returns null for a list whose jumps are single ones. Otherwise what is held until a person decides: the items whose prices are beyond
 *   their bound, also in the unit that the list seems to be in. Holds from before stay as they are.
 */
export function judgeList(
  { changes, jumps }: Pick<AppliedPrices, 'changes' | 'jumps'>,
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
  const percent = (jumps.length * 100) / Math.max(1, jumps.length + changes.length)
  if (jumps.length < JUMPS_LEAST || percent <= priceRules.wrongListPercent) return null
  const ratio = median(jumps.map(({ before, after }) => after / before))
  const unit = unitOf(jumps, ratio, rates)
  const holds = new Map(priceState.held)
  // Where most jump, the unit is that of the other rows too.
  const isUnitOfAll = unit !== undefined && jumps.length > changes.length
  for (const { id, name, before, after } of isUnitOfAll ? [...jumps, ...changes] : jumps) {
    const seen = inUnit(after, unit)
    if (holds.has(id) || !hasJumped(priceRules, before, seen)) continue
    holds.set(id, { seenCents: cents(seen), seenMs: madeAtMs(timesMs.get(name), atMs), sinceMs: atMs })
  }
  return {
    percent,
    ratio,
    held: holds,
    closesAll: false,
    cause: unit?.cause ?? 'of another column or another market, or the market moved',
  }
}

/** Describes a list that is wrong as a whole, in two sentences. */
export function describeWrongList({ percent, ratio, cause, closesAll }: WrongList, wrongListPercent: number): string {
  const share = `${percent.toFixed(1)} % of the prices that the list would change moved too far, more than ${wrongListPercent} %`
  const holds = closesAll ? ' Nothing is held because of it: no case would stay open.' : ''
  return `${share}: the list is wrong as a whole. Its prices are ${describe(ratio)} the accepted ones in the middle: it is likely ${cause}.${holds}`
}
