// Silhouettes and their primitives: rounded polygons and discs in a drawing's own units, scaled and tilted to the frame that all
// pictures share (512 × 384, muzzle or blade to the left).

/**
 * The surface of a part: `paint` has the finish of the skin, `edge` is the ground edge of a blade, through which the finish shows;
 * the others have a colour of their own.
 */
export type PartRole = 'paint' | 'edge' | 'metal' | 'grip' | 'steel' | 'wood' | 'glass'

export interface Part {
  readonly role: PartRole
  /** Path data (fill-rule evenodd). */
  readonly d: string
}

export interface Silhouette {
  /** From back to front. */
  readonly parts: readonly Part[]
  /** Engraved lines: path data to be stroked, never filled. */
  readonly lines: string
}

/** A drawing in its own units, before it is fitted to the frame. */
export interface Drawing {
  readonly parts: readonly Part[]
  readonly lines?: string
  /** Degrees clockwise; the same for all drawings of a class. */
  readonly tilt?: number
  /** Makes a long gun taller by this factor, so that it can be recognised at 120 px. */
  readonly stretch?: number
}

export const FRAME = { width: 512, height: 384 } as const

const MARGIN = { x: 18, y: 26 } as const

type Point = readonly [x: number, y: number]
type Corner = readonly [x: number, y: number, radius: number]

const fine = (value: number): string => String(Math.round(value * 10) / 10)

const whole = (value: number): string => String(Math.round(value))

function corners(text: string, radius: number): readonly Corner[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [x = 0, y = 0, r = radius] = word.split(',').map(Number)
      return [x, y, r]
    })
}

function toward(from: Corner, to: Corner, distance: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
  const part = Math.min(distance, length / 2) / length
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
}

/**
 * Returns a closed polygon with rounded corners.
 *
 * @param text `x,y` or `x,y,radius` of each corner, separated by spaces
 * @param radius of corners without one of their own, in the drawing's units
 */
export function poly(text: string, radius = 3): string {
  const all = corners(text, radius)
  const steps = all.map((corner, index) => {
    const before = all[(index + all.length - 1) % all.length] ?? corner
    const after = all[(index + 1) % all.length] ?? corner
    const command = index === 0 ? 'M' : 'L'
    if (corner[2] === 0) return `${command}${fine(corner[0])} ${fine(corner[1])}`
    const [ax, ay] = toward(corner, before, corner[2])
    const [bx, by] = toward(corner, after, corner[2])
    return `${command}${fine(ax)} ${fine(ay)}Q${fine(corner[0])} ${fine(corner[1])} ${fine(bx)} ${fine(by)}`
  })
  return `${steps.join('')}Z`
}

/** Returns a circle. */
export function disc(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}A${radius} ${radius} 0 1 1 ${x + radius} ${y}A${radius} ${radius} 0 1 1 ${x - radius} ${y}Z`
}

/** Returns parallel strokes, such as the serrations of a slide: `count` lines from (x, y1) to (x + lean, y2), `gap` apart. */
export function ribs(x: number, y1: number, y2: number, count: number, gap: number, lean = 0): string {
  return Array.from({ length: count }, (_, index) => {
    const left = x + index * gap
    return `M${fine(left)} ${y1}L${fine(left + lean)} ${y2}`
  }).join('')
}

type Move = (point: Point) => Point

const PAIRS: Readonly<Record<string, number>> = { M: 1, L: 1, Q: 2, C: 3 }

/** Transforms absolute path data of M, L, Q, C, A and Z; `scale` is the transform's, for the radii of arcs. */
export function movePath(d: string, move: Move, scale: number, round: (value: number) => string = fine): string {
  return d.replaceAll(/([MLQCAZ])([^MLQCAZ]*)/g, (_, command: string, rest: string) => {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    if (command === 'Z') return 'Z'
    if (command === 'A') {
      const [rx = 0, ry = 0, rotation = 0, large = 0, sweep = 0, x = 0, y = 0] = numbers
      const [px, py] = move([x, y])
      return `A${fine(rx * scale)} ${fine(ry * scale)} ${rotation} ${large} ${sweep} ${round(px)} ${round(py)}`
    }
    const stride = (PAIRS[command] ?? 1) * 2
    const moved: string[] = []
    for (let index = 0; index < numbers.length; index += stride) {
      const pairs: string[] = []
      for (let pair = index; pair < index + stride; pair += 2) {
        const [px, py] = move([numbers[pair] ?? 0, numbers[pair + 1] ?? 0])
        pairs.push(`${round(px)} ${round(py)}`)
      }
      moved.push(pairs.join(' '))
    }
    return command + moved.join(command === 'M' ? 'L' : command)
  })
}

/** Converts absolute path data of whole numbers to relative, which is about a quarter shorter. */
function compact(d: string): string {
  let [x, y] = [0, 0]
  let start: Point = [0, 0]
  return d.replaceAll(/([MLQCAZ])([^MLQCAZ]*)/g, (_, command: string, rest: string) => {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    const [endX = 0, endY = 0] = numbers.slice(-2)
    const origin: Point = [x, y]
    if (command === 'Z') [x, y] = start
    else [x, y] = [endX, endY]
    if (command === 'M') start = [x, y]
    if (command === 'M' || command === 'Z') return command + rest
    const kept = command === 'A' ? 5 : 0
    const relative = numbers.map((value, index) =>
      index < kept ? value : value - origin[(index - kept) % 2 === 0 ? 0 : 1],
    )
    return command.toLowerCase() + relative.join(' ').replaceAll(' -', '-')
  })
}

/** Rotates, scales and moves a drawing, to be part of another one (a pair of pistols, gloves or daggers). */
export function place(drawing: Drawing, dx: number, dy: number, degrees = 0, scale = 1, mirror = false): Drawing {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const move: Move = ([x, y]) => {
    const [sx, sy] = [x * scale * (mirror ? -1 : 1), y * scale]
    return [sx * cos - sy * sin + dx, sx * sin + sy * cos + dy]
  }
  return {
    parts: drawing.parts.map((part) => ({ role: part.role, d: flip(movePath(part.d, move, scale), mirror) })),
    lines: flip(movePath(drawing.lines ?? '', move, scale), mirror),
  }
}

// A mirrored arc has the opposite sweep flag.
function flip(d: string, mirror: boolean): string {
  return mirror
    ? d.replaceAll(/(A\S+ \S+ \S+ \S+) ([01])/g, (_, head: string, sweep: string) => `${head} ${sweep === '1' ? 0 : 1}`)
    : d
}

function bounds(drawing: Drawing): { left: number; right: number; top: number; bottom: number } {
  const xs: number[] = []
  const ys: number[] = []
  for (const part of drawing.parts) {
    movePath(
      part.d,
      (point) => {
        xs.push(point[0])
        ys.push(point[1])
        return point
      },
      1,
    )
  }
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

/** Tilts a drawing and fits it into the frame, as large as the margin allows. */
export function framed(drawing: Drawing): Silhouette {
  const stretch = drawing.stretch ?? 1
  const taller: Move = ([x, y]) => [x, y * stretch]
  const tall = {
    parts: drawing.parts.map((part) => ({ role: part.role, d: movePath(part.d, taller, 1) })),
    lines: movePath(drawing.lines ?? '', taller, 1),
  }
  const turned = place(tall, 0, 0, drawing.tilt ?? 0)
  const { left, right, top, bottom } = bounds(turned)
  const scale = Math.min((FRAME.width - 2 * MARGIN.x) / (right - left), (FRAME.height - 2 * MARGIN.y) / (bottom - top))
  const dx = FRAME.width / 2 - ((left + right) / 2) * scale
  const dy = FRAME.height / 2 - ((top + bottom) / 2) * scale
  const inFrame = (d: string): string =>
    compact(movePath(d, ([x, y]) => [x * scale + dx, y * scale + dy], scale, whole))
  return {
    parts: turned.parts.map((part) => ({ role: part.role, d: inFrame(part.d) })),
    lines: inFrame(turned.lines ?? ''),
  }
}

const part =
  (role: PartRole) =>
  (...paths: readonly string[]): Part => ({ role, d: paths.join('') })

export const paint = part('paint')
export const metal = part('metal')
export const grip = part('grip')
export const steel = part('steel')
export const edge = part('edge')
export const wood = part('wood')
export const glass = part('glass')
