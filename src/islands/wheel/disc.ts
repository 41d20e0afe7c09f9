// The geometry of the wheel: sectors as SVG paths, and the space for their labels. Angles are degrees clockwise from the top.
import type { Arc } from '../../game/wheel.ts'

/** Half the width of the drawing; the radii of rim and hub are RIM and HUB. */
export const HALF = 112
export const RIM = 100
const HUB = 43

/** The distance of labels from the middle. */
export const LABEL_AT = 80

/** The width of a letter as a share of the font size. */
const LETTER = 0.6

const LARGEST = 12
/** The least readable font size: smaller labels are left out, and the list next to the wheel has them. */
const SMALLEST = 6.5

function pointAt(angle: number, radius: number): string {
  const turned = ((angle - 90) * Math.PI) / 180
  return `${(radius * Math.cos(turned)).toFixed(3)} ${(radius * Math.sin(turned)).toFixed(3)}`
}

/** Returns the outline of a sector from an inner radius, by default that of the hub, to the rim. */
export function sectorPath({ from, to }: Arc, inner = HUB): string {
  const large = to - from > 180 ? 1 : 0
  return [
    `M${pointAt(from, RIM)}`,
    `A${RIM} ${RIM} 0 ${large} 1 ${pointAt(to, RIM)}`,
    `L${pointAt(to, inner)}`,
    `A${inner} ${inner} 0 ${large} 0 ${pointAt(from, inner)}Z`,
  ].join('')
}

/** Returns the line between a sector and the one before it. */
export function edgePath({ from }: Arc): string {
  return `M${pointAt(from, HUB)}L${pointAt(from, RIM)}`
}

/** Returns the width of a sector at its label. */
export function roomIn({ from, to }: Arc): number {
  const half = Math.min(90, (to - from) / 2)
  return 2 * LABEL_AT * Math.sin((half * Math.PI) / 180) * 0.84
}

/** Returns the font size at which a label fits into its sector; null when it does not. */
export function labelSize(arc: Arc, label: string): number | null {
  const size = Math.min(LARGEST, roomIn(arc) / (label.length * LETTER))
  return size < SMALLEST ? null : size
}

/** Returns the angle of the middle of a sector. */
export function middleOf({ from, to }: Arc): number {
  return (from + to) / 2
}

/** Returns how many edges have passed the pointer between two rotations, both in degrees. */
export function edgesPassed(arcs: readonly Arc[], before: number, turn: number): number {
  return arcs.reduce((sum, { from }) => sum + Math.floor((turn + from) / 360) - Math.floor((before + from) / 360), 0)
}
