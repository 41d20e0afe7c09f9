// The curve of the path, flat at its start and then rising, in percent of the width and height of the picture.

interface Point {
  readonly x: number
  readonly y: number
}

const FROM: Point = { x: -4, y: 92 }
const BEND: Point = { x: 52, y: 90 }
const TO: Point = { x: 104, y: 12 }

/**
 * Returns a point of the path.
 *
 * @param share of the length, from 0 to 1
 */
export function pointAt(share: number): Point {
  const [from, bend, to] = [(1 - share) ** 2, 2 * share * (1 - share), share ** 2]
  return { x: from * FROM.x + bend * BEND.x + to * TO.x, y: from * FROM.y + bend * BEND.y + to * TO.y }
}

/** Returns the path as the data of an SVG path. */
export function pathData(): string {
  return `M ${FROM.x} ${FROM.y} Q ${BEND.x} ${BEND.y} ${TO.x} ${TO.y}`
}
