// Patterns made from noise: clouds, marble, nebulae, hardened and folded steel, rust, mother of pearl.

import { channels } from '../colour.ts'
import { between } from '../random.ts'
import { FULL, type Pattern, path, stroke } from './primitives.ts'

/** Maps the height of noise to the colours of the palette. */
function noise(
  id: string,
  colours: readonly string[],
  fx: number,
  fy: number,
  octaves: number,
  seed: number,
  contrast = 2.6,
): string {
  const tables = ['R', 'G', 'B'].map((name, channel) => {
    const values = colours.map((colour) => (channels(colour)[channel] ?? 0).toFixed(2).replace(/^0\./, '.'))
    return `<feFunc${name} type="table" tableValues="${values.join(' ')}"/>`
  })
  const shift = (0.5 - contrast / 2).toFixed(2)
  const row = `${contrast} 0 0 0 ${shift} `
  return (
    `<filter id="${id}n" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">` +
    `<feTurbulence type="fractalNoise" baseFrequency="${fx} ${fy}" numOctaves="${octaves}" seed="${seed}"/>` +
    `<feColorMatrix values="${row.repeat(3)}0 0 0 0 1"/><feComponentTransfer>${tables.join('')}</feComponentTransfer></filter>` +
    `<rect ${FULL} filter="url(#${id}n)"/>`
  )
}

export const nebula: Pattern = (palette, random, id) => {
  const [fx, fy] = [0.004 + random() * 0.004, 0.008 + random() * 0.006]
  const stars = Array.from({ length: 14 }, () => `M${between(random, 10, 500)} ${between(random, 90, 300)}h.1`).join('')
  return (
    noise(
      id,
      [palette[0], palette[0], palette[1], palette[2], palette[3], palette[1], palette[0]],
      +fx.toFixed(4),
      +fy.toFixed(4),
      3,
      between(random, 1, 999),
      2.4,
    ) + stroke(stars, '#fff', 3, ' stroke-linecap="round" opacity=".7"')
  )
}

export const clouds: Pattern = (palette, random, id) => noise(id, palette, 0.009, 0.013, 4, between(random, 1, 999))

export const marble: Pattern = (palette, random, id) =>
  noise(
    id,
    [palette[0], palette[0], palette[1], palette[2], palette[2], palette[3], palette[3]],
    0.005,
    0.009,
    2,
    between(random, 1, 999),
    3,
  )

export const damascus: Pattern = (palette, random, id) =>
  noise(
    id,
    [
      palette[0],
      palette[1],
      palette[0],
      palette[2],
      palette[0],
      palette[1],
      palette[0],
      palette[3],
      palette[1],
      palette[0],
    ],
    0.006,
    0.016,
    2,
    between(random, 1, 999),
    2,
  )

export const patches: Pattern = (palette, random, id) =>
  noise(
    id,
    [palette[0], palette[1], palette[1], palette[2], palette[3], palette[0], palette[2]],
    0.011,
    0.016,
    3,
    between(random, 1, 999),
    2.4,
  )

export const grain: Pattern = (palette, random, id) =>
  noise(id, [palette[0], palette[1], palette[0], palette[2]], 0.004, 0.09, 3, between(random, 1, 999), 1.8)

export const rust: Pattern = (palette, random, id) => noise(id, palette, 0.022, 0.03, 5, between(random, 1, 999), 2.8)

/** Draws mother of pearl: white, with soft rainbow clouds and thin black print. */
export const pearl: Pattern = (palette, random, id) => {
  const bars = Array.from(
    { length: 9 },
    () =>
      `M${between(random, 0, 470)} ${between(random, 110, 270)}h${between(random, 14, 60)}v${between(random, 3, 16)}h-${between(random, 8, 14)}z`,
  )
  return (
    noise(
      id,
      [palette[0], palette[1], palette[0], palette[2], palette[0], palette[3], palette[0]],
      0.006,
      0.01,
      2,
      between(random, 1, 999),
      2,
    ) + path(bars.join(''), '#11131a')
  )
}
