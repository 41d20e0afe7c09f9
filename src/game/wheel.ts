// The wheel as a table of tickets: what each sector is worth, and what a spin gives back in the long run.
import { ticketSum } from './case.ts'
import { type Cents, cents } from './money.ts'
import type { Prize, Wheel } from './rewards.ts'

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
