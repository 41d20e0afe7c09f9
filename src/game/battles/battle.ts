// Case battles: formats and modes, and who gets what of a drawn battle. Every mode hands out exactly what was drawn, so that the
// return to player is that of the cases.
import { BATTLE_FUND_DAY, BATTLE_PART_PERCENT, BATTLE_ROUNDS, BATTLE_SAME_CASE_MOST } from '../base/economy.ts'
import { type Cents, cents, sumCents } from '../base/money.ts'
import { type DrawSteps, drawSteps } from '../fairness/fairness.ts'

/** The seats of a format, and how many of them form a side; sides are neighbours: of 2v2 the slots 1 and 2 play together. */
interface FormatShape {
  readonly seats: number
  readonly sideSize: number
}

export const BATTLE_FORMATS = {
  '1v1': { seats: 2, sideSize: 1 },
  '1v1v1': { seats: 3, sideSize: 1 },
  '1v1v1v1': { seats: 4, sideSize: 1 },
  '1v1v1v1v1': { seats: 5, sideSize: 1 },
  '1v1v1v1v1v1': { seats: 6, sideSize: 1 },
  '2v2': { seats: 4, sideSize: 2 },
  '3v3': { seats: 6, sideSize: 3 },
  '2v2v2': { seats: 6, sideSize: 2 },
} as const satisfies Record<string, FormatShape>

export type BattleFormat = keyof typeof BATTLE_FORMATS
export const BATTLE_FORMAT_NAMES = Object.keys(BATTLE_FORMATS) as readonly BattleFormat[]

/**
 * `normal`: the highest sum takes all. `share`: all seats get the same. `terminal`: the highest last round takes all. `jackpot`: a
 * draw takes all, with chances by what each side drew. `rush`: the highest side of each round gets a point, the most points take all.
 */
export const BATTLE_MODES = ['normal', 'share', 'terminal', 'jackpot', 'rush'] as const
export type BattleMode = (typeof BATTLE_MODES)[number]

/** How a battle is decided. */
export interface BattleTerms {
  readonly format: BattleFormat
  readonly mode: BattleMode
  /** Inverts the comparison: the lowest wins. Never with `share`. */
  readonly crazy: boolean
}

/** Tells whether a mode can be inverted. */
export function allowsCrazy(mode: BattleMode): boolean {
  return mode !== 'share'
}

/** Why a list of rounds cannot be played. */
export type RoundsFault = 'rounds-few' | 'rounds-many' | 'case-repeated'

/**
 * Checks the cases of a battle.
 *
 * @param cases the case of each round, by its URL
 * @returns null when they can be played
 */
export function faultOfRounds(cases: readonly string[]): RoundsFault | null {
  if (cases.length < BATTLE_ROUNDS.least) return 'rounds-few'
  if (cases.length > BATTLE_ROUNDS.most) return 'rounds-many'
  const counts = new Map<string, number>()
  for (const url of cases) counts.set(url, (counts.get(url) ?? 0) + 1)
  return Math.max(...counts.values()) > BATTLE_SAME_CASE_MOST ? 'case-repeated' : null
}

/** Returns the sides of a format, as slots from 1. */
export function sidesOf(format: BattleFormat): readonly (readonly number[])[] {
  const { seats, sideSize } = BATTLE_FORMATS[format]
  return Array.from({ length: seats / sideSize }, (_, side) =>
    Array.from({ length: sideSize }, (_, place) => side * sideSize + place + 1),
  )
}

/** What one seat draws in one round: the value of the item. */
export type RoundValues = readonly Cents[]

/** The draws that decide what the values leave open, by the battle's seed; null where none was needed. */
export interface DecidingRolls {
  /** Which of the tied sides wins, from 1, in the order of their slots. */
  readonly tie: number | null
  /** The cent of the pot that wins, from 1. */
  readonly jackpot: number | null
  /** In which order winning seats get the leftover cents, from 1; see `placesOfCents`. */
  readonly cents: number | null
}

/** A decided battle. */
export interface BattleResult {
  /** The value of everything that was drawn. */
  readonly potCents: Cents
  /** What each seat drew in sum, by slot. */
  readonly seatCents: readonly Cents[]
  /**
   * What each side is compared by: its sum, its last round, its points; of a jackpot its chances. Chances and points are no money.
   */
  readonly sideScores: readonly number[]
  /** The winning slots, ascending. All of them where the pot is shared. */
  readonly winners: readonly number[]
  /** What each seat gets, by slot; their sum is the pot. */
  readonly shareCents: readonly Cents[]
  /** True where one seat gets everything, and so gets the items themselves; others get money. */
  readonly givesItems: boolean
  readonly deciding: DecidingRolls
}

/** What the rounds of a battle come to, before anything is drawn that they leave open. */
export interface Standings {
  /** What each seat drew in sum, by slot. */
  readonly seatCents: readonly Cents[]
  /** See `BattleResult.sideScores`. */
  readonly sideScores: readonly number[]
  /** The places of the sides that are ahead, from 0; none where the pot is shared, and before the first round. */
  readonly leaders: readonly number[]
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Returns the places of the greatest scores, or of the least. */
function bestPlaces(scores: readonly number[], crazy: boolean): number[] {
  const best = crazy ? Math.min(...scores) : Math.max(...scores)
  return scores.flatMap((score, place) => (score === best ? [place] : []))
}

/** Returns the points of each side: one for each round in which no side drew better. */
function pointsOf(rounds: readonly (readonly number[])[], crazy: boolean): number[] {
  const points = (rounds[0] ?? []).map(() => 0)
  for (const scores of rounds) {
    for (const place of bestPlaces(scores, crazy)) points[place] = (points[place] ?? 0) + 1
  }
  return points
}

/** Returns what the sides are compared by; see `BattleResult.sideScores`. */
function scoresOf({ format, mode, crazy }: BattleTerms, rounds: readonly (readonly number[])[]): number[] {
  const sums = sidesOf(format).map((_, side) => sum(rounds.map((scores) => scores[side] ?? 0)))
  switch (mode) {
    case 'normal':
    case 'share':
      return sums
    case 'terminal':
      return [...(rounds.at(-1) ?? sums)]
    case 'rush':
      return pointsOf(rounds, crazy)
    case 'jackpot':
      return crazy ? sums.map((value) => sum(sums) - value) : sums
  }
}

/**
 * Returns what the first rounds of a battle come to, or all of them.
 *
 * @param rounds of each round the values by slot
 */
export function standingsOf(terms: BattleTerms, rounds: readonly RoundValues[]): Standings {
  const sides = sidesOf(terms.format)
  const sideScores = scoresOf(
    terms,
    rounds.map((values) => sides.map((side) => sum(side.map((slot) => values[slot - 1] ?? 0)))),
  )
  return {
    seatCents: sides.flat().map((slot) => sumCents(rounds.map((values) => values[slot - 1] ?? cents(0)))),
    sideScores,
    leaders: terms.mode === 'share' || rounds.length === 0 ? [] : bestPlaces(sideScores, isLowestBest(terms)),
  }
}

/** Tells whether the lowest score is the best one. Points and chances are inverted already. */
export function isLowestBest({ mode, crazy }: BattleTerms): boolean {
  return crazy && mode !== 'rush' && mode !== 'jackpot'
}

/** Returns the place of the side that holds a cent of the pot. */
function placeOfCent(scores: readonly number[], cent: number): number {
  let last = 0
  const place = scores.findIndex((score) => {
    last += score
    return cent <= last
  })
  if (place < 0) throw new RangeError(`No side holds cent ${cent} of ${last}`)
  return place
}

interface WinningSide {
  readonly place: number
  readonly tie: number | null
  readonly jackpot: number | null
}

/** The name of a seat in the messages of deciding draws. Rounds count from 1, so that no seat's message is the same. */
const decidingMessage = (name: 'tie' | 'jackpot' | 'cents'): string => `battle:${name}:0:0`

/** Decides which side takes the pot; draws only where the scores leave it open. */
function* winningSide({ mode }: BattleTerms, { sideScores, leaders }: Standings): DrawSteps<WinningSide> {
  if (mode === 'jackpot') {
    const jackpot = yield* drawSteps(decidingMessage('jackpot'), sum(sideScores))
    return { place: placeOfCent(sideScores, jackpot), tie: null, jackpot }
  }
  const tie = leaders.length === 1 ? null : yield* drawSteps(decidingMessage('tie'), leaders.length)
  const place = leaders[(tie ?? 1) - 1]
  if (place === undefined) throw new RangeError('A battle without sides')
  return { place, tie, jackpot: null }
}

/** Returns in how many orders some of the seats can get one leftover cent each. */
function ordersOf(seats: number, leftover: number): number {
  return Array.from({ length: leftover }, (_, place) => seats - place).reduce((all, left) => all * left, 1)
}

/** Returns the places that a drawn order gives a leftover cent to: each cent to one of the seats that have none yet. */
function placesOfCents(seats: number, leftover: number, order: number): readonly number[] {
  const left = Array.from({ length: seats }, (_, place) => place)
  let rest = order - 1
  return Array.from({ length: leftover }, () => {
    const at = rest % left.length
    rest = Math.floor(rest / left.length)
    return left.splice(at, 1)[0] ?? 0
  })
}

/** Splits a pot among seats in equal parts; one roll draws the order of seats in which leftover cents are given out. */
function* split(potCents: Cents, seats: number): DrawSteps<{ shares: Cents[]; order: number | null }> {
  const leftover = potCents % seats
  const order = leftover === 0 ? null : yield* drawSteps(decidingMessage('cents'), ordersOf(seats, leftover))
  const places = order === null ? [] : placesOfCents(seats, leftover, order)
  const shares = Array.from({ length: seats }, (_, place) =>
    cents(Math.floor(potCents / seats) + (places.includes(place) ? 1 : 0)),
  )
  return { shares, order }
}

/**
 * Decides a battle by what its seats drew.
 *
 * @param rounds of each round the values by slot; at least one round
 */
export function* decideBattle(terms: BattleTerms, rounds: readonly RoundValues[]): DrawSteps<BattleResult> {
  const sides = sidesOf(terms.format)
  const slots = sides.flat()
  const standings = standingsOf(terms, rounds)
  const { seatCents, sideScores } = standings
  const potCents = sumCents(seatCents)
  const won = terms.mode === 'share' ? null : yield* winningSide(terms, standings)
  const winners = won === null ? slots : (sides[won.place] ?? [])
  const { shares, order } = yield* split(potCents, winners.length)
  return {
    potCents,
    seatCents,
    sideScores,
    winners,
    shareCents: slots.map((slot) => shares[winners.indexOf(slot)] ?? cents(0)),
    givesItems: winners.length === 1,
    deciding: { tie: won?.tie ?? null, jackpot: won?.jackpot ?? null, cents: order },
  }
}

/** Returns what a player pays for a part of a seat: rounded up, so that the house never pays more than its part. */
export function partOfPrice(priceCents: Cents, percent: number): Cents {
  return cents(Math.ceil((priceCents * percent) / 100))
}

/** Returns what a player gets of what their seat gets: rounded down, as the house rounds its price. */
export function partOfShare(shareCents: Cents, percent: number): Cents {
  return cents(Math.floor((shareCents * percent) / 100))
}

/** Tells whether a part of a seat can be chosen: 10, 20, … 100 percent. */
export function isPart(percent: number): boolean {
  const { least, most, step } = BATTLE_PART_PERCENT
  return percent >= least && percent <= most && percent % step === 0
}

/** Returns what a player may still pay for the seats of others, by what they paid within the last day. */
export function fundingLeft(paidCents: Cents): Cents {
  return cents(Math.max(0, BATTLE_FUND_DAY - paidCents))
}
