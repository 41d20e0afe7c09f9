// The flight path: a curve that leaves the horizon flat and rises, in percent of the picture's width and height.

interface Point {
  readonly x: number
  readonly y: number
}

const FROM: Point = { x: -4, y: 92 }
const BEND: Point = { x: 52, y: 90 }
const TO: Point = { x: 104, y: 12 }

/**
 * A point of the path.
 *
 * @param share of the way, from 0 to 1
 */
export function pointAt(share: number): Point {
  const [from, bend, to] = [(1 - share) ** 2, 2 * share * (1 - share), share ** 2]
  return { x: from * FROM.x + bend * BEND.x + to * TO.x, y: from * FROM.y + bend * BEND.y + to * TO.y }
}

/** The path as SVG writes it. */
export function pathData(): string {
  return `M ${FROM.x} ${FROM.y} Q ${BEND.x} ${BEND.y} ${TO.x} ${TO.y}`
}
