// Simulated battles against what their cases return: every format and mode, the same number of battles of each. A real roll costs
// microseconds, so values and deciding rolls come from a fast generator; who gets what is decided by the rules themselves.

import { type Cents, cents } from '../../../src/game/base/money.ts'
import { BATTLE_FORMATS, type BattleTerms, decideBattle } from '../../../src/game/battles/battle.ts'
import { type CaseOdds, ticketRanges } from '../../../src/game/cases/case.ts'
import { type Hmac, ROLL_RANGE, runDraw } from '../../../src/game/fairness/fairness.ts'
import { drawFrom, seededStream } from '../fairness/chi-squared.ts'
import { ALL_TERMS } from './outcomes.ts'

/** At most this many rounds a battle: more of them only bring every battle nearer to its mean. */
const MOST_ROUNDS = 4

/** What of a case is needed for a fast draw. */
interface FastCase {
  readonly priceCents: number
  /** The mean of its items' prices and their variance, in cents and square cents. */
  readonly mean: number
  readonly variance: number
  /** The last ticket of each entry, and its price. */
  readonly lasts: readonly number[]
  readonly prices: readonly Cents[]
}

/** A sum of what a seat got above its expectation, in prices of the seat, and the variance of that sum. */
class Excess {
  private sum = 0
  private variance = 0

  add(excess: number, variance: number): void {
    this.sum += excess
    this.variance += variance
  }

  /** How many standard errors the sum is away from 0. */
  get deviation(): number {
    return this.variance === 0 ? 0 : this.sum / Math.sqrt(this.variance)
  }
}

export interface SimulatedTerms {
  readonly terms: BattleTerms
  readonly battles: number
  /** The mean return of the cases that were played. */
  readonly published: number
  /** The mean return of each seat, by slot. */
  readonly returned: readonly number[]
  /** The greatest distance of a seat from the return of its cases, and from an equal part of the pot, in standard errors. */
  readonly fromCases: number
  readonly fromEqual: number
}

function fastCase({ priceCents, entries }: CaseOdds): FastCase {
  const meanOf = (power: number): number =>
    entries.reduce((sum, { item, tickets }) => sum + item.priceCents ** power * tickets, 0) / ROLL_RANGE
  return {
    priceCents,
    mean: meanOf(1),
    variance: meanOf(2) - meanOf(1) ** 2,
    lasts: ticketRanges(entries).map(({ to }) => to),
    prices: entries.map(({ item }) => item.priceCents),
  }
}

/** Returns the price that a roll wins. */
function priceOf({ lasts, prices }: FastCase, roll: number): Cents {
  let [low, high] = [0, lasts.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (roll <= (lasts[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return prices[low] ?? cents(0)
}

/** Returns a source of blocks instead of an HMAC: random chunks, in the same 32 bytes each time. */
function randomBlocks(stream: () => number): Hmac {
  const words = new Uint32Array(8)
  const block = new Uint8Array(words.buffer)
  return () => {
    for (let at = 0; at < words.length; at++) words[at] = stream()
    return block
  }
}

/** The values of a battle, and what is known of them before they are drawn. */
interface Values {
  readonly rounds: readonly (readonly Cents[])[]
  readonly priceCents: number
  /** Of what one seat draws. */
  readonly mean: number
  readonly variance: number
}

function drawValues(cases: readonly FastCase[], seats: number, stream: () => number): Values {
  let [priceCents, mean, variance] = [0, 0, 0]
  const rounds: Cents[][] = []
  for (let left = drawFrom(stream, MOST_ROUNDS); left > 0; left--) {
    const box = cases[drawFrom(stream, cases.length) - 1]
    if (box === undefined) throw new RangeError('No cases to play')
    priceCents += box.priceCents
    mean += box.mean
    variance += box.variance
    const values: Cents[] = []
    for (let seat = 0; seat < seats; seat++) values.push(priceOf(box, drawFrom(stream, ROLL_RANGE)))
    rounds.push(values)
  }
  return { rounds, priceCents, mean, variance }
}

const largest = (excesses: readonly Excess[]): number =>
  excesses.reduce((most, { deviation }) => (Math.abs(deviation) > Math.abs(most) ? deviation : most), 0)

interface Simulation {
  readonly battles: number
  readonly stream: () => number
  readonly blocks: Hmac
}

/**
 * Simulates battles of the same terms. The variance of a seat's share is known where no seat is better than another, so that rare and
 * dear items, of which few battles have one, do not make it look too small: with k sides of n seats in all, a side wins the pot P with
 * chance 1 / k and its seats share it, so that the mean square of a share is k / n² × E[P²].
 */
function simulateTerms(terms: BattleTerms, cases: readonly FastCase[], simulation: Simulation): SimulatedTerms {
  const { battles, stream, blocks } = simulation
  const { seats, sideSize } = BATTLE_FORMATS[terms.format]
  const sides = terms.mode === 'share' ? 1 : seats / sideSize
  const returned = new Float64Array(seats)
  const aboveCases = Array.from({ length: seats }, () => new Excess())
  const aboveEqual = Array.from({ length: seats }, () => new Excess())
  let published = 0
  for (let battle = 0; battle < battles; battle++) {
    const { rounds, priceCents, mean, variance } = drawValues(cases, seats, stream)
    const { potCents, shareCents } = runDraw(blocks, decideBattle(terms, rounds))
    const potSquare = seats * variance + (seats * mean) ** 2
    const leftover = ((potCents * sides) / seats) % 1
    const ofCents = (leftover * (1 - leftover)) / sides
    const ofCases = (potSquare * sides) / seats ** 2 - mean ** 2 + ofCents
    const ofEqual = (potSquare * (sides - 1)) / seats ** 2 + ofCents
    published += mean / priceCents
    let handedOut = 0
    for (let at = 0; at < seats; at++) {
      const share = shareCents[at] ?? 0
      handedOut += share
      returned[at] = (returned[at] ?? 0) + share / priceCents
      aboveCases[at]?.add((share - mean) / priceCents, ofCases / priceCents ** 2)
      aboveEqual[at]?.add((share - potCents / seats) / priceCents, ofEqual / priceCents ** 2)
    }
    if (handedOut !== potCents) throw new RangeError(`${handedOut} of ${potCents} cents were handed out`)
  }
  return {
    terms,
    battles,
    published: published / battles,
    returned: [...returned].map((sum) => sum / battles),
    fromCases: largest(aboveCases),
    fromEqual: largest(aboveEqual),
  }
}

export interface SimulationOptions {
  /** In sum, split equally among all terms. */
  readonly battles: number
  /** Of the generator: the same seed gives the same battles. */
  readonly seed: number
  /** Where deciding rolls come from; the generator when left out. */
  readonly blocks?: Hmac
}

/** Simulates battles of all terms, of cases that are each as likely. */
export function* simulateBattles(
  cases: readonly CaseOdds[],
  { battles, seed, blocks }: SimulationOptions,
): Generator<SimulatedTerms> {
  const fast = cases.map(fastCase)
  for (const [at, terms] of ALL_TERMS.entries()) {
    const stream = seededStream(seed + at)
    const ofTerms = Math.ceil(battles / ALL_TERMS.length)
    yield simulateTerms(terms, fast, { battles: ofTerms, stream, blocks: blocks ?? randomBlocks(stream) })
  }
}
