// Patterns read out of noise: clouds, marble, nebulae, hardened and folded steel, rust, mother of pearl.
import { between } from '../chance.ts'
import { channels } from '../colour.ts'
import { FULL, type Pattern, path, stroke } from './brushes.ts'

/** Noise whose height is read as a colour: clouds, marble, rust, hardened steel. */
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

export const nebula: Pattern = (palette, chance, id) => {
  const [fx, fy] = [0.004 + chance() * 0.004, 0.008 + chance() * 0.006]
  const stars = Array.from({ length: 14 }, () => `M${between(chance, 10, 500)} ${between(chance, 90, 300)}h.1`).join('')
  return (
    noise(
      id,
      [palette[0], palette[0], palette[1], palette[2], palette[3], palette[1], palette[0]],
      +fx.toFixed(4),
      +fy.toFixed(4),
      3,
      between(chance, 1, 999),
      2.4,
    ) + stroke(stars, '#fff', 3, ' stroke-linecap="round" opacity=".7"')
  )
}

export const clouds: Pattern = (palette, chance, id) => noise(id, palette, 0.009, 0.013, 4, between(chance, 1, 999))

export const marble: Pattern = (palette, chance, id) =>
  noise(
    id,
    [palette[0], palette[0], palette[1], palette[2], palette[2], palette[3], palette[3]],
    0.005,
    0.009,
    2,
    between(chance, 1, 999),
    3,
  )

export const damascus: Pattern = (palette, chance, id) =>
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
    between(chance, 1, 999),
    2,
  )

export const patches: Pattern = (palette, chance, id) =>
  noise(
    id,
    [palette[0], palette[1], palette[1], palette[2], palette[3], palette[0], palette[2]],
    0.011,
    0.016,
    3,
    between(chance, 1, 999),
    2.4,
  )

export const grain: Pattern = (palette, chance, id) =>
  noise(id, [palette[0], palette[1], palette[0], palette[2]], 0.004, 0.09, 3, between(chance, 1, 999), 1.8)

export const rust: Pattern = (palette, chance, id) => noise(id, palette, 0.022, 0.03, 5, between(chance, 1, 999), 2.8)

/** Mother of pearl: a white ground with soft rainbow clouds and thin black print. */
export const pearl: Pattern = (palette, chance, id) => {
  const bars = Array.from(
    { length: 9 },
    () =>
      `M${between(chance, 0, 470)} ${between(chance, 110, 270)}h${between(chance, 14, 60)}v${between(chance, 3, 16)}h-${between(chance, 8, 14)}z`,
  )
  return (
    noise(
      id,
      [palette[0], palette[1], palette[0], palette[2], palette[0], palette[3], palette[0]],
      0.006,
      0.01,
      2,
      between(chance, 1, 999),
      2,
    ) + path(bars.join(''), '#11131a')
  )
}
