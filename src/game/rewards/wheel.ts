// The wheel as a table of tickets: the value and place of each sector, and the return to player of a spin.

import { type Cents, cents } from '../base/money.ts'
import { entryOfRoll, ticketRanges, ticketSum } from '../cases/case.ts'
import { BALANCE_PRIZE } from '../fairness/odds-text.ts'
import type { Prize, Sector, Wheel } from './rewards.ts'

/** Returns the value of a prize in cents; for an opening the price of its case. */
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

/** Returns the return to player of a paid spin, as a fraction of its price: Σ(value × tickets) / (all tickets × price). */
export function wheelReturn({ priceCents, sectors }: Wheel): number {
  const worth = sectors.reduce((sum, { prize, tickets }) => sum + worthOf(prize) * tickets, 0)
  return worth / (ticketSum(sectors) * priceCents)
}

/** Returns the price of a spin; the daily free one costs nothing. */
export function priceOfSpin({ priceCents }: Pick<Wheel, 'priceCents'>, isFree: boolean): Cents {
  return isFree ? cents(0) : priceCents
}

function itemOf(prize: Sector['prize']): string | null {
  if (prize.kind === 'item') return prize.item.id
  return prize.kind === 'balance' ? BALANCE_PRIZE : null
}

/** Returns the odds of a spin as the text whose SHA-256 its roll commits to: a line for each sector, in the order of the wheel. */
export function wheelText(wheel: Wheel, isFree: boolean): string {
  return JSON.stringify({
    wheel: 'spin',
    price: priceOfSpin(wheel, isFree),
    tickets: ticketSum(wheel.sectors),
    entries: wheel.sectors.map(({ prize, tickets }) => ({ item: itemOf(prize), price: worthOf(prize), tickets })),
  })
}

/**
 * Returns the index of the sector that a roll wins.
 *
 * @throws RangeError when no sector has that ticket
 */
export function sectorOfRoll(sectors: readonly Pick<Sector, 'tickets'>[], roll: number): number {
  return sectors.indexOf(entryOfRoll(sectors, roll))
}

/** The start and end of a sector, in degrees clockwise from the top of the wheel at rest. */
export interface Arc {
  readonly from: number
  readonly to: number
}

const TURN = 360

/** Returns the arcs of sectors: each as wide as its share of the tickets, so that the wheel shows its odds. */
export function sectorArcs(sectors: readonly Pick<Sector, 'tickets'>[]): Arc[] {
  const all = ticketSum(sectors)
  return ticketRanges(sectors).map(({ from, to }) => ({ from: ((from - 1) / all) * TURN, to: (to / all) * TURN }))
}

/** The margin of a sector in which the pointer never stops, as a share of the sector, so that the result is clear. */
const EDGE = 0.14

/**
 * Returns where in its sector the pointer stops. The roll has chosen the sector; the place in it is decoration only.
 *
 * @param chance from 0 up to 1, and not from the roll
 * @returns degrees clockwise from the top of the wheel at rest
 */
export function restingAngle({ from, to }: Arc, chance: number): number {
  return from + (to - from) * (EDGE + (1 - 2 * EDGE) * chance)
}

/** Full rotations before the wheel stops. */
const TURNS = 6

/**
 * Returns the final rotation at which the pointer at the top shows an angle, after at least six full rotations.
 *
 * @param fromTurn the current rotation, in degrees
 */
export function endOfSpin(fromTurn: number, angle: number): number {
  const whole = Math.ceil((fromTurn + angle) / TURN) * TURN - angle
  return whole + TURNS * TURN
}
