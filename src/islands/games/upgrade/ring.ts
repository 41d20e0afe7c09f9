// The geometry of the ring: ticket 1 is at the top, the others follow clockwise. The angle of the pointer is the ticket; nothing about it
// is staged.
import type { TicketRange } from '../../../game/cases/case.ts'
import { ROLL_RANGE } from '../../../game/fairness/fairness.ts'

const TURN = 360

/** The full rotations before the pointer stops. */
const TURNS = 3

/** Returns the angle of the middle of a ticket, in degrees clockwise from the top. */
export function angleOf(ticket: number): number {
  return ((ticket - 0.5) / ROLL_RANGE) * TURN
}

/** Returns a range of tickets as a stroke of a circle whose length is the number of all tickets. */
export function strokeOf({ from, to }: TicketRange): { readonly dasharray: string; readonly dashoffset: number } {
  const tickets = to - from + 1
  return { dasharray: `${tickets} ${ROLL_RANGE - tickets}`, dashoffset: 1 - from }
}

/**
 * Returns where the pointer stops, in degrees, after at least three rotations.
 *
 * @param fromAngle its start, from 0 up to 360
 */
export function endOfRun(fromAngle: number, ticket: number): number {
  const angle = angleOf(ticket)
  return TURNS * TURN + angle + (angle < fromAngle ? TURN : 0)
}
