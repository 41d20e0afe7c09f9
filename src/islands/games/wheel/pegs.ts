// The pegs on the rim, and the pointer that they bend. They are evenly spaced, so that their rhythm tells the speed of the wheel.
import { evenMarks, timeAt } from '../parts/reel-motion.ts'

const PEGS = 20
const STEP = 360 / PEGS

/** The angles of the pegs, in degrees clockwise from the top of the wheel at rest. */
export const PEG_ANGLES: readonly number[] = Array.from({ length: PEGS }, (_, index) => index * STEP)

/** Returns where pegs pass the pointer between two rotations in degrees, as shares of the way. */
export function pegMarks(from: number, to: number): readonly number[] {
  return evenMarks(to - from, STEP, STEP - (from % STEP))
}

/** How far a peg bends the pointer, in degrees: the wheel turns clockwise, and pushes the tip to the right. */
const BEND = -17
/** How far before and behind the pointer a peg touches it, in degrees of the wheel. */
const TOUCH = 4
const RELEASE = 1
/** How long the pointer takes to spring back. */
const SPRING_MS = 150

/** The angle of the pointer at a share of the time. */
export interface PointerFrame {
  readonly offset: number
  readonly degrees: number
}

/**
 * Returns the motion of the pointer during a spin: bent while a peg touches it, then springing back, which the next peg may interrupt.
 *
 * @param from the rotation at the start, in degrees
 * @param to the rotation at the end
 * @param durationMs of the spin
 */
export function pointerFrames(from: number, to: number, durationMs: number): PointerFrame[] {
  const spring = SPRING_MS / durationMs
  const at = (turn: number): number => timeAt((turn - from) / (to - from))
  const frames: PointerFrame[] = [{ offset: 0, degrees: 0 }]
  let released: number | null = null
  const springBack = (until: number): void => {
    if (released === null) return
    if (released + spring < until) frames.push({ offset: released + spring, degrees: 0 })
  }
  for (let peg = Math.ceil((from + TOUCH) / STEP) * STEP; peg + RELEASE <= to; peg += STEP) {
    const touched = at(peg - TOUCH)
    springBack(touched)
    const left = released === null ? 0 : Math.max(0, 1 - (touched - released) / spring)
    released = at(peg + RELEASE)
    frames.push({ offset: touched, degrees: BEND * left }, { offset: released, degrees: BEND })
  }
  springBack(1)
  frames.push({ offset: 1, degrees: 0 })
  return frames
}
