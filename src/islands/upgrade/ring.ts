// Where tickets lie on the ring: ticket 1 begins at the top, and they go round clockwise. The pointer's angle is the ticket, nothing
// about it is staged.
import type { TicketRange } from '../../game/case.ts'
import { ROLL_RANGE } from '../../game/fairness.ts'

const TURN = 360

/** Whole turns before the pointer comes to its ticket. */
const TURNS = 3

/** The angle of the middle of a ticket, in degrees clockwise from the top. */
export function angleOf(ticket: number): number {
  return ((ticket - 0.5) / ROLL_RANGE) * TURN
}

/** A range of tickets as a stroke of a circle whose whole length is the number of all tickets. */
export function strokeOf({ from, to }: TicketRange): { readonly dasharray: string; readonly dashoffset: number } {
  const tickets = to - from + 1
  return { dasharray: `${tickets} ${ROLL_RANGE - tickets}`, dashoffset: 1 - from }
}

/**
 * Where the pointer ends that starts at an angle and runs three turns at least, in degrees.
 *
 * @param fromAngle where it stands, from 0 up to 360
 */
export function endOfRun(fromAngle: number, ticket: number): number {
  const angle = angleOf(ticket)
  return TURNS * TURN + angle + (angle < fromAngle ? TURN : 0)
}
