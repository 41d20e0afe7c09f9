// Drawing primitives of crates: planes in three-quarter view, faces, bolts, seams, badges and scratches, lit from above left. Each is
// drawn flat and projected onto its plane by a matrix.

import { hsl } from '../colour.ts'
import { between, type Random } from '../random.ts'
import { type CrateEmblem, EMBLEMS } from './emblems.ts'
import type { Material } from './materials.ts'

/** The description that every part of a crate is drawn from. */
export interface CrateContext {
  readonly id: string
  readonly material: Material
  readonly texture: string
  readonly emblem: CrateEmblem
  /** Hue of the light, 0 to 359. */
  readonly glow: number
  /** 0 (new) to 1. */
  readonly wear: number
  readonly random: Random
}

export interface Form {
  readonly body: string
  readonly lid: string
}

/** The vectors of one step along the width and along the depth in the picture. */
const WIDTH = [1, 0.16] as const
const DEPTH = [0.56, -0.34] as const

type Plane = (x: number, y: number, content: string) => string

const plane =
  (matrix: string): Plane =>
  (x, y, content) =>
    `<g transform="matrix(${matrix} ${Math.round(x)} ${Math.round(y)})">${content}</g>`

/** Projects onto the front face: x along the width, y down. */
export const front = plane(`${WIDTH.join(' ')} 0 1`)
/** Projects onto the right face: x along the depth, y down. */
export const side = plane(`${DEPTH.join(' ')} 0 1`)
/** Projects onto the top face: x along the width, y along the depth. */
export const top = plane(`${WIDTH.join(' ')} ${DEPTH.join(' ')}`)

/** Returns the position of a point of a box: `x`, `y` of the upper left front corner, then steps along width, depth and down. */
export function corner(x: number, y: number, width: number, depth: number, down = 0): readonly [number, number] {
  return [x + width * WIDTH[0] + depth * DEPTH[0], y + width * WIDTH[1] + depth * DEPTH[1] + down]
}

export type Fill = 'top' | 'front' | 'side' | 'trim' | 'panel'

export const fill = (context: CrateContext, name: Fill): string => `url(#${context.id}${name})`

export const bevel = (context: CrateContext, content: string): string =>
  `<g filter="url(#${context.id}r)">${content}</g>`

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  paint: string,
  radius = 0,
  more = '',
): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}"${radius ? ` rx="${radius}"` : ''} fill="${paint}"${more}/>`

/** Draws a face: gradient, texture, soft edges. */
export function hull(context: CrateContext, name: Fill, width: number, height: number, radius = 4): string {
  const clip = `${context.id}c${name}${width}x${height}`
  return bevel(
    context,
    `<clipPath id="${clip}">${rect(0, 0, width, height, '#000', radius)}</clipPath><g clip-path="url(#${clip})">${rect(0, 0, width, height, fill(context, name))}${context.texture}</g>`,
  )
}

/** Draws bolts: a dark ring, a lit head. */
export function bolts(context: CrateContext, places: readonly (readonly [number, number])[], radius = 3.6): string {
  const d = places.map(([x, y]) => `M${Math.round(x)} ${Math.round(y)}h.1`).join('')
  const head = places.map(([x, y]) => `M${Math.round(x) - 0.6} ${Math.round(y) - 0.9}h.1`).join('')
  return (
    `<g fill="none" stroke-linecap="round"><path d="${d}" stroke="#07080d" stroke-opacity=".7" stroke-width="${radius * 2 + 2.4}"/>` +
    `<path d="${d}" stroke="${context.material.trim[1]}" stroke-width="${radius * 2}"/><path d="${head}" stroke="${context.material.trim[0]}" stroke-width="${radius * 1.1}"/></g>`
  )
}

/** Draws a glowing line: a wide soft one under a bright thin one. */
export function seam(context: CrateContext, d: string, width = 4): string {
  return (
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${d}" stroke="${hsl(context.glow, 100, 58)}" stroke-width="${width * 2.4}" filter="url(#${context.id}b)"/>` +
    `<path d="${d}" stroke="${hsl(context.glow, 100, 62)}" stroke-width="${width}"/><path d="${d}" stroke="${hsl(context.glow, 100, 90)}" stroke-width="${width * 0.4}"/></g>`
  )
}

/** Draws the lit opening that shows when the lid is off. */
export function opening(context: CrateContext, shape: string): string {
  return `<g fill="#05060b" stroke="${context.material.trim[1]}" stroke-width="2">${shape}</g><g fill="url(#${context.id}h)">${shape}</g>`
}

/** Draws the glowing emblem on a dark plate around (x, y). */
export function badge(
  context: CrateContext,
  x: number,
  y: number,
  radius: number,
  kind: 'round' | 'hex' | 'square' = 'round',
): string {
  const { fill: filled = '', line = '' } = EMBLEMS[context.emblem]
  const outline = (r: number): string => {
    if (kind === 'square')
      return `M${-r} ${-r * 0.7}Q${-r} ${-r} ${-r * 0.7} ${-r}H${r * 0.7}Q${r} ${-r} ${r} ${-r * 0.7}V${r * 0.7}Q${r} ${r} ${r * 0.7} ${r}H${-r * 0.7}Q${-r} ${r} ${-r} ${r * 0.7}Z`
    if (kind === 'hex')
      return `M${-r * 0.56} ${-r}H${r * 0.56}L${r * 1.06} 0L${r * 0.56} ${r}H${-r * 0.56}L${-r * 1.06} 0Z`
    return `M${-r} 0a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`
  }
  const mark = `${context.id}m`
  const scale = (radius * 1.28) / 100
  const paths =
    (filled ? `<path d="${filled}" fill-rule="evenodd"/>` : '') +
    (line
      ? `<path d="${line}" fill="none" stroke="url(#${context.id}e)" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>`
      : '')
  return (
    `<g transform="translate(${x} ${y})">${bevel(context, `<path d="${outline(radius)}" fill="${fill(context, 'trim')}"/>`)}` +
    `<path d="${outline(Math.round(radius * 0.88))}" fill="#080a12"/><path d="${outline(Math.round(radius * 0.88))}" fill="url(#${context.id}h)" opacity=".5"/>` +
    `<g transform="scale(${scale.toFixed(3)}) translate(-50 -50)"><g id="${mark}" fill="url(#${context.id}e)">${paths}</g></g>` +
    `<use href="#${mark}" transform="scale(${scale.toFixed(3)}) translate(-50 -50)" filter="url(#${context.id}b)" opacity=".75"/></g>`
  )
}

/** Draws scratches and chips on a face; their count grows with the wear. */
export function scratches(context: CrateContext, width: number, height: number, edges = true): string {
  const count = Math.round(context.wear * 13)
  if (count === 0) return ''
  const { random } = context
  const lines = Array.from(
    { length: count },
    () =>
      `M${between(random, 4, width - 30)} ${between(random, 6, height - 8)}l${between(random, 6, 26)} ${between(random, -9, 9)}`,
  )
  const chips = Array.from(
    { length: count },
    () =>
      `M${between(random, 0, width)} ${random() < 0.5 ? between(random, 1, 4) : height - between(random, 1, 4)}l${between(random, 3, 10)} ${between(random, -2, 3)}`,
  )
  return (
    `<g fill="none" stroke-linecap="round"><path d="${lines.join('')}" stroke="#000" stroke-opacity=".45" stroke-width="1.6"/>` +
    `<path d="${lines.slice(0, count >> 1).join('')}" stroke="#fff" stroke-opacity=".4" transform="translate(0 1.2)"/>${edges ? `<path d="${chips.join('')}" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>` : ''}</g>`
  )
}

/** Draws the crate's shadow and glow on the ground. */
export function groundShadow(context: CrateContext, x: number, y: number, rx: number, ry: number): string {
  return (
    `<ellipse cx="${x}" cy="${y}" rx="${Math.round(rx * 1.12)}" ry="${Math.round(ry * 1.2)}" fill="${hsl(context.glow, 90, 50)}" opacity=".22" filter="url(#${context.id}d)"/>` +
    `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#020308" opacity=".75" filter="url(#${context.id}d)"/>`
  )
}
