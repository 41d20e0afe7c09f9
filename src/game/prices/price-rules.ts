// What may happen to a price before a person looks at it, and what an old or restless price costs in an upgrade.
import { PRICE_RULES } from '../base/economy.ts'
import type { Cents } from '../base/money.ts'

const HOUR_MS = 3_600_000

/** Prices up to a bound, which move alike. */
export interface PriceClass {
  /** The highest price of the class; null for the last one, which has no end. */
  readonly upToCents: Cents | null
  /** A price that moves by more than this is held: up to 100 + n percent of the accepted price, or as many times below it. */
  readonly movePercent: number
  /** Added to the edge of an upgrade to an item of this class, in ten-thousandths. */
  readonly edgeBasisPoints: number
}

export interface PriceRules {
  /** By rising bounds; the last one has no end. */
  readonly classes: readonly PriceClass[]
  /** Above this part of jumps among the prices that it would change, a list is wrong as a whole. */
  readonly wrongListPercent: number
  /** A price older than this is not offered as a target, where prices have a source. */
  readonly freshHours: number
  /** Once the newest list is older than this, nothing is drawn at its prices, where prices have a source. */
  readonly drawHours: number
  /** The edge of an upgrade in ten-thousandths of the stake; `upgradeEdge` adds its parts. */
  readonly upgradeEdge: {
    readonly basisPoints: number
    readonly perAgeHour: number
    readonly mostBasisPoints: number
  }
}

/** A price that waits for a decision. */
export interface HeldPrice {
  /** What the last list said. */
  readonly seenCents: Cents
  /** When what the last list said was made; absent where it is not known, as late as the hold at most. */
  readonly seenMs?: number
  readonly sinceMs: number
  /** True for what a list said that was wrong as a whole: no accepted list has said it since. */
  readonly isOfWrongList?: true
}

/** How far apart the sources of a price were, where several named it. */
export interface PriceSpread {
  readonly lowestCents: Cents
  readonly highestCents: Cents
  /** How many sources named it, two at least. */
  readonly sources: number
}

/** The last accepted change of a price. */
export interface PriceMove {
  readonly fromCents: Cents
  readonly atMs: number
}

/** What imports know about the prices of a catalogue. */
export interface PriceState {
  /** The source of the last accepted list; null before the first one. */
  readonly source: string | null
  /** When the newest price of the last accepted list was made; null before the first list. */
  readonly atMs: number | null
  /** The times of prices that are older: the last list did not name them, or tells so. By item id. */
  readonly agesMs: ReadonlyMap<string, number>
  /** By item id. */
  readonly held: ReadonlyMap<string, HeldPrice>
  /** Of the accepted prices that several sources named, by item id. */
  readonly spreads: ReadonlyMap<string, PriceSpread>
  /** By item id; none for a price that never changed. */
  readonly moves: ReadonlyMap<string, PriceMove>
  /** True for the list that came with the site, until another one is accepted. */
  readonly isShipped: boolean
}

/** Before the first import: nothing is held, and no age is known. */
export const NO_PRICE_STATE: PriceState = {
  source: null,
  atMs: null,
  agesMs: new Map(),
  held: new Map(),
  spreads: new Map(),
  moves: new Map(),
  isShipped: false,
}

/** Returns the class of a price. */
export function priceClassOf({ classes }: Pick<PriceRules, 'classes'>, priceCents: number): PriceClass {
  const priceClass = classes.find(({ upToCents }) => upToCents === null || priceCents <= upToCents)
  if (priceClass === undefined) throw new RangeError(`No price class holds ${priceCents} cents`)
  return priceClass
}

/** Tells whether a price moved by more than its class allows; the class is that of the accepted price. */
export function hasJumped(rules: Pick<PriceRules, 'classes'>, acceptedCents: number, seenCents: number): boolean {
  const [low, high] = acceptedCents < seenCents ? [acceptedCents, seenCents] : [seenCents, acceptedCents]
  return high * 100 > low * (100 + priceClassOf(rules, acceptedCents).movePercent)
}

/** Returns when a list last named an item's accepted price; null before the first list. */
export function priceTimeMs({ atMs, agesMs }: Pick<PriceState, 'atMs' | 'agesMs'>, itemId: string): number | null {
  return agesMs.get(itemId) ?? atMs
}

/** Returns the age of an item's price in milliseconds; null where it is unknown, or lies in the future. */
export function priceAgeMs(state: PriceState, itemId: string, nowMs: number): number | null {
  const from = priceTimeMs(state, itemId)
  return from === null || from > nowMs ? null : nowMs - from
}

/** Tells whether things may be drawn at the prices of a list: not of one that is too old, and not before the first one. */
export function areDrawable({ drawHours }: Pick<PriceRules, 'drawHours'>, atMs: number | null, nowMs: number): boolean {
  // A list that another instance took a moment ago, by its clock, is new.
  return atMs !== null && nowMs - atMs < drawHours * HOUR_MS
}

/**
 * Returns the edge of an upgrade to an item, in ten-thousandths of the stake.
 *
 * @param ageMs the age of the target's price; 0 where prices have no source
 */
export function upgradeEdge({ classes, upgradeEdge: edge }: PriceRules, targetCents: number, ageMs: number): number {
  const ofClass = priceClassOf({ classes }, targetCents).edgeBasisPoints
  const ofAge = Math.ceil((edge.perAgeHour * ageMs) / HOUR_MS)
  return Math.min(edge.mostBasisPoints, edge.basisPoints + ofClass + ofAge)
}

/** What applies where an operator's folder has no rules of its own. */
export const DEFAULT_PRICE_RULES: PriceRules = PRICE_RULES
