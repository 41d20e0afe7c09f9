// The signature as a line: its points, and a frame of its drawing.

/** The size of the drawing, in its own pixels. */
export const LINE_WIDTH = 340
export const LINE_HEIGHT = 120

const LETTERS = 200
const FLOURISH = 120

export interface Point {
  readonly x: number
  readonly y: number
}

/** Returns a point of the letters: loops that lean to the right and become smaller. */
function letterAt(share: number): Point {
  const turn = 2 * Math.PI * 5 * share
  const size = 1 - 0.62 * share
  return {
    x: 28 + 236 * share + 17 * size * Math.sin(turn + 0.7),
    y: 58 - 30 * size * Math.cos(turn + 0.2) - 10 * Math.sin(Math.PI * share),
  }
}

/** Returns a point of the cubic curve that leads from the end of the letters back below them, and out to the right. */
function flourishAt(share: number): Point {
  const start = letterAt(1)
  const rest = 1 - share
  const mix = (one: number, two: number, three: number, four: number): number =>
    rest ** 3 * one + 3 * rest ** 2 * share * two + 3 * rest * share ** 2 * three + share ** 3 * four
  return { x: mix(start.x, 390, -70, 312), y: mix(start.y, 64, 116, 88) }
}

/** The points of the signature in the order in which they are drawn. */
export const SIGNATURE: readonly Point[] = [
  ...Array.from({ length: LETTERS }, (_, index) => letterAt(index / LETTERS)),
  ...Array.from({ length: FLOURISH + 1 }, (_, index) => flourishAt(index / FLOURISH)),
]

/**
 * Draws the signature up to a share of its length, with a light at its end.
 *
 * @param share 0 draws nothing, 1 all of it
 */
export function drawSignature(pen: CanvasRenderingContext2D, share: number): void {
  pen.clearRect(0, 0, LINE_WIDTH, LINE_HEIGHT)
  const drawn = SIGNATURE.slice(0, Math.ceil(share * SIGNATURE.length))
  const head = drawn.at(-1)
  if (head === undefined) return
  pen.lineCap = pen.lineJoin = 'round'
  for (const [width, colour] of [
    [9, 'rgba(134, 154, 255, 0.16)'],
    [5, 'rgba(170, 186, 255, 0.34)'],
    [2.2, '#f2f4ff'],
  ] as const) {
    pen.lineWidth = width
    pen.strokeStyle = colour
    pen.beginPath()
    for (const { x, y } of drawn) pen.lineTo(x, y)
    pen.stroke()
  }
  if (share >= 1) return
  const light = pen.createRadialGradient(head.x, head.y, 0, head.x, head.y, 16)
  light.addColorStop(0, '#fff')
  light.addColorStop(0.3, 'rgba(214, 224, 255, 0.8)')
  light.addColorStop(1, 'transparent')
  pen.fillStyle = light
  pen.fillRect(head.x - 16, head.y - 16, 32, 32)
}
