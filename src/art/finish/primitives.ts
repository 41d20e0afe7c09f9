// Drawing primitives of finishes: backgrounds, gradients, tiles and blobs in the frame of 512 × 384.
import type { Random } from '../random.ts'

/** Four colours or more: background, second, third, accent. */
export type Palette = readonly [string, string, string, string, ...string[]]

/** Draws a pattern; `id` prefixes the ids it defines, so that two pictures on one page do not collide. */
export type Pattern = (palette: Palette, random: Random, id: string) => string

export const W = 512

const H = 384

export const FULL = `width="${W}" height="${H}"`

export const ground = (colour: string): string => `<rect ${FULL} fill="${colour}"/>`

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more}/>`

export const stroke = (d: string, colour: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"${more}/>`

/** Repeats a tile over the frame, rotated and scaled. */
export function tiled(id: string, width: number, height: number, turn: number, scale: number, content: string): string {
  return (
    `<pattern id="${id}t" width="${width}" height="${height}" patternUnits="userSpaceOnUse" ` +
    `patternTransform="rotate(${turn}) scale(${scale})">${content}</pattern><rect ${FULL} fill="url(#${id}t)"/>`
  )
}

export function gradientRect(id: string, stops: readonly string[], turn: number): string {
  const marks = stops.map(
    (colour, index) => `<stop offset="${((index / (stops.length - 1)) * 100).toFixed(0)}%" stop-color="${colour}"/>`,
  )
  return `<linearGradient id="${id}g" gradientTransform="rotate(${turn} .5 .5)">${marks.join('')}</linearGradient><rect ${FULL} fill="url(#${id}g)"/>`
}

const BLOB_POINTS = 6

/** Returns the outline of a soft blob around a point. */
function blob(random: Random, x: number, y: number, size: number): string {
  const ring = Array.from({ length: BLOB_POINTS }, (_, index) => {
    const angle = (index / BLOB_POINTS) * Math.PI * 2
    const reach = size * (0.55 + random() * 0.75)
    return [Math.round(x + Math.cos(angle) * reach * 1.35), Math.round(y + Math.sin(angle) * reach * 0.8)] as const
  })
  const middle = (index: number): string => {
    const [a, b] = [ring[index % BLOB_POINTS], ring[(index + 1) % BLOB_POINTS]]
    return a && b ? `${(a[0] + b[0]) >> 1} ${(a[1] + b[1]) >> 1}` : ''
  }
  return `M${middle(BLOB_POINTS - 1)}${ring.map(([px, py], index) => `Q${px} ${py} ${middle(index)}`).join('')}Z`
}

export const blobs = (random: Random, count: number, size: number): string =>
  Array.from({ length: count }, (_, index) =>
    blob(random, (index + random()) * (W / count), 60 + random() * (H - 120), size * (0.7 + random() * 0.6)),
  ).join('')
