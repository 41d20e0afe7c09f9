// The geometry of the wheel: sectors as SVG paths, and the space for their labels. Angles are degrees clockwise from the top.
import type { Arc } from '../../../game/rewards/wheel.ts'

/** Half the width of the drawing; the radii of rim and hub are RIM and HUB. */
export const HALF = 112
export const RIM = 100
const HUB = 43

/** The distance of icons and of labels below them from the middle. */
export const ICON_AT = 86
const LABEL_AT = 65

/** The font size of labels: 12 CSS pixels on the smallest wheel (stage.module.css). */
export const LABEL_SIZE = 11.5
/** The width of a letter as a share of the font size. */
const LETTER = 0.62

/** The ends of a label along the radius. */
const ALONG = { outer: 91, inner: 51 } as const

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

/** Returns the width of a sector at a distance from the middle. */
export function widthAt({ from, to }: Arc, radius: number): number {
  const half = Math.min(90, (to - from) / 2)
  return 2 * radius * Math.sin((half * Math.PI) / 180)
}

/** A label lies across its sector, or along the radius of a narrow one. */
export interface LabelPlace {
  readonly direction: 'across' | 'along'
  /** The distance of its middle from the middle of the wheel. */
  readonly at: number
}

/** Returns the place of a label in its sector; null where it does not fit, so that the list next to the wheel has it only. */
export function labelPlace(arc: Arc, label: string): LabelPlace | null {
  const length = label.length * LETTER * LABEL_SIZE
  if (length <= widthAt(arc, LABEL_AT - LABEL_SIZE / 2) * 0.94) return { direction: 'across', at: LABEL_AT }
  const end = ALONG.outer - length
  if (end < ALONG.inner || widthAt(arc, end) < LABEL_SIZE) return null
  return { direction: 'along', at: ALONG.outer - length / 2 }
}

/** Returns the angle of the middle of a sector. */
export function middleOf({ from, to }: Arc): number {
  return (from + to) / 2
}

/**
 * Returns how far a label is turned in its place, in degrees, so that it does not stand on its head.
 *
 * @param atDegrees where its middle is on the screen, clockwise from the top
 */
export function labelTurn(atDegrees: number, direction: LabelPlace['direction']): number {
  const turn = direction === 'along' ? -90 : 0
  const onScreen = (((atDegrees + turn) % 360) + 360) % 360
  return onScreen > 90 && onScreen < 270 ? turn + 180 : turn
}
