// The wheel as shapes: rings of sectors as SVG paths, and what has room in them. Angles are degrees clockwise from the top.
import type { Arc } from '../../game/wheel.ts'

/** Half the width of the drawing; the rim lies at RIM, the hub ends at HUB. */
export const HALF = 112
export const RIM = 100
const HUB = 43

/** Where labels stand, from the middle. */
export const LABEL_AT = 80

/** Letters of the text face are so wide, as a share of their size. */
const LETTER = 0.6

const LARGEST = 12
/** Below this nobody can read a label, and there is none: the list beside the wheel has all of them. */
const SMALLEST = 6.5

function pointAt(angle: number, radius: number): string {
  const turned = ((angle - 90) * Math.PI) / 180
  return `${(radius * Math.cos(turned)).toFixed(3)} ${(radius * Math.sin(turned)).toFixed(3)}`
}

/** The outline of a sector from a distance from the middle, the hub's unless told otherwise, to the rim. */
export function sectorPath({ from, to }: Arc, inner = HUB): string {
  const large = to - from > 180 ? 1 : 0
  return [
    `M${pointAt(from, RIM)}`,
    `A${RIM} ${RIM} 0 ${large} 1 ${pointAt(to, RIM)}`,
    `L${pointAt(to, inner)}`,
    `A${inner} ${inner} 0 ${large} 0 ${pointAt(from, inner)}Z`,
  ].join('')
}

/** The line between a sector and the one before it. */
export function edgePath({ from }: Arc): string {
  return `M${pointAt(from, HUB)}L${pointAt(from, RIM)}`
}

/** How wide a sector is where its label stands. */
export function roomIn({ from, to }: Arc): number {
  const half = Math.min(90, (to - from) / 2)
  return 2 * LABEL_AT * Math.sin((half * Math.PI) / 180) * 0.84
}

/** The size at which a label fits into its sector; null where it does not. */
export function labelSize(arc: Arc, label: string): number | null {
  const size = Math.min(LARGEST, roomIn(arc) / (label.length * LETTER))
  return size < SMALLEST ? null : size
}

/** The middle of a sector. */
export function middleOf({ from, to }: Arc): number {
  return (from + to) / 2
}

/** How many edges have passed the pointer between two turns of the wheel; `turn` and `before` in degrees. */
export function edgesPassed(arcs: readonly Arc[], before: number, turn: number): number {
  return arcs.reduce((sum, { from }) => sum + Math.floor((turn + from) / 360) - Math.floor((before + from) / 360), 0)
}
