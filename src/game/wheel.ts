// The wheel as a table of tickets: what each sector is worth, where it lies, and what a spin gives back in the long run.
import { entryOfRoll, ticketRanges, ticketSum } from './case.ts'
import { type Cents, cents } from './money.ts'
import { BALANCE_PRIZE } from './odds-text.ts'
import type { Prize, Sector, Wheel } from './rewards.ts'

/** What a prize is worth in cents; an opening of a case what the case costs. */
export function worthOf(prize: Prize): Cents {
  switch (prize.kind) {
    case 'nothing':
      return cents(0)
    case 'balance':
      return prize.amount
    case 'item':
      return prize.item.priceCents
    case 'case':
      return prize.box.priceCents
  }
}

/** What a paid spin gives back in the long run, as a fraction of its price: Σ(worth × tickets) / (all tickets × price). */
export function wheelReturn({ priceCents, sectors }: Wheel): number {
  const worth = sectors.reduce((sum, { prize, tickets }) => sum + worthOf(prize) * tickets, 0)
  return worth / (ticketSum(sectors) * priceCents)
}

/** What a spin costs: the day's free one nothing. */
export function priceOfSpin({ priceCents }: Pick<Wheel, 'priceCents'>, isFree: boolean): Cents {
  return isFree ? cents(0) : priceCents
}

function itemOf(prize: Sector['prize']): string | null {
  if (prize.kind === 'item') return prize.item.id
  return prize.kind === 'balance' ? BALANCE_PRIZE : null
}

/** The odds of a spin as the text whose SHA-256 is bound into its roll: a line for each sector, in the order of the wheel. */
export function wheelText(wheel: Wheel, isFree: boolean): string {
  return JSON.stringify({
    wheel: 'spin',
    price: priceOfSpin(wheel, isFree),
    tickets: ticketSum(wheel.sectors),
    entries: wheel.sectors.map(({ prize, tickets }) => ({ item: itemOf(prize), price: worthOf(prize), tickets })),
  })
}

/**
 * The place of the sector that holds a roll, from 0.
 *
 * @throws RangeError when no sector holds that ticket
 */
export function sectorOfRoll(sectors: readonly Pick<Sector, 'tickets'>[], roll: number): number {
  return sectors.indexOf(entryOfRoll(sectors, roll))
}

/** From where to where a sector reaches, in degrees clockwise from the top of the wheel at rest. */
export interface Arc {
  readonly from: number
  readonly to: number
}

const TURN = 360

/** The arcs of sectors: each as wide as its share of the tickets, so that what one sees is the odds. */
export function sectorArcs(sectors: readonly Pick<Sector, 'tickets'>[]): Arc[] {
  const all = ticketSum(sectors)
  return ticketRanges(sectors).map(({ from, to }) => ({ from: ((from - 1) / all) * TURN, to: (to / all) * TURN }))
}

/** How near the edge of its sector the pointer may come to rest, as a share of the sector: nobody has to guess which one it is. */
const EDGE = 0.14

/**
 * Where in its sector the pointer comes to rest. The roll has decided the sector before; where in it is for the eye alone.
 *
 * @param chance from 0 up to 1, and not from the roll
 * @returns degrees clockwise from the top of the wheel at rest
 */
export function restingAngle({ from, to }: Arc, chance: number): number {
  return from + (to - from) * (EDGE + (1 - 2 * EDGE) * chance)
}

/** Whole turns before the wheel comes to its sector. */
const TURNS = 6

/**
 * How far the wheel is turned in the end, so that the pointer at its top stands on an angle: six whole turns at least.
 *
 * @param fromTurn how far it is turned now, in degrees
 */
export function endOfSpin(fromTurn: number, angle: number): number {
  const whole = Math.ceil((fromTurn + angle) / TURN) * TURN - angle
  return whole + TURNS * TURN
}
