// Patterns that look printed: camouflage, tiles, plates and lines.
import { between } from '../random.ts'
import { blobs, gradientRect, ground, type Pattern, path, stroke, tiled, W } from './primitives.ts'

export const camo: Pattern = (palette, random) =>
  ground(palette[0]) +
  path(blobs(random, 6, 62), palette[1]) +
  path(blobs(random, 5, 46), palette[2]) +
  path(blobs(random, 4, 30), palette[3])

export const pixels: Pattern = (palette, random) => {
  const cells = (count: number): string =>
    Array.from({ length: count }, () => {
      const [w, h] = [between(random, 1, 4) * 12, between(random, 1, 3) * 12]
      return `M${between(random, 0, 41) * 12} ${between(random, 5, 26) * 12}h${w}v${h}h-${w}z`
    }).join('')
  return ground(palette[0]) + path(cells(26), palette[1]) + path(cells(20), palette[2]) + path(cells(12), palette[3])
}

export const stripes: Pattern = (palette, random, id) => {
  const width = between(random, 34, 78)
  const cut = between(random, 8, width >> 1)
  return tiled(
    id,
    width,
    width,
    between(random, 20, 65),
    1,
    `<rect width="${width}" height="${width}" fill="${palette[0]}"/><rect width="${cut}" height="${width}" fill="${palette[1]}"/>` +
      `<rect x="${cut + 4}" width="${cut >> 1}" height="${width}" fill="${palette[2]}"/><rect x="${width - 8}" width="3" height="${width}" fill="${palette[3]}"/>`,
  )
}

/** Draws a few clean lines on a plain background, such as Redline. */
export const lines: Pattern = (palette, random, id) => {
  const y = between(random, 168, 200)
  const bend = between(random, 16, 44)
  const run = (shift: number): string =>
    `M-10 ${y + shift}L150 ${y + shift - 10}L${190 + bend} ${y + shift + bend}L340 ${y + shift + bend - 6}L530 ${y + shift + bend + 22}`
  return (
    tiled(
      id,
      12,
      12,
      45,
      1,
      `<rect width="12" height="12" fill="${palette[0]}"/><rect width="6" height="6" fill="${palette[1]}"/><rect x="6" y="6" width="6" height="6" fill="${palette[1]}"/>`,
    ) +
    stroke(run(0), palette[2], 9) +
    stroke(run(18), palette[3], 4) +
    stroke(run(-26), palette[2], 3)
  )
}

export const hexes: Pattern = (palette, random, id) => {
  const cell = (x: number, y: number): string => `M${x} ${y - 20}l17 10v20l-17 10l-17-10v-20z`
  const lit = Array.from({ length: 16 }, () => {
    const row = between(random, 3, 11)
    return cell(between(random, 1, 14) * 34 + (row % 2) * 17, row * 30)
  })
  return (
    gradientRect(id, [palette[0], palette[1], palette[0]], between(random, 0, 90)) +
    path(lit.slice(0, 10).join(''), palette[2]) +
    path(lit.slice(10).join(''), palette[3]) +
    tiled(
      id,
      34,
      60,
      0,
      1,
      `<path d="M17 0v10l17 10v20l-17 10v10M17 10l-17 10v20l17 10" fill="none" stroke="#000" stroke-opacity=".4" stroke-width="3"/>`,
    )
  )
}

/** Draws large plates with dark seams, such as Asiimov and Vulcan. */
export const panels: Pattern = (palette, random) => {
  const plate = (x: number, width: number): string => {
    const lean = between(random, -50, 50)
    const top = between(random, 60, 170)
    const bottom = top + between(random, 40, 170)
    return `M${x} ${top}L${x + width} ${top + between(random, -16, 16)}L${x + width + lean} ${bottom}L${x + lean - 10} ${bottom}Z`
  }
  const row = (count: number, width: number): string =>
    Array.from({ length: count }, (_, index) =>
      plate(Math.round((index + random() * 0.7) * (W / count)), between(random, width >> 1, width)),
    ).join('')
  return (
    ground(palette[0]) +
    path(row(5, 90), palette[1]) +
    path(row(5, 64), palette[2]) +
    path(row(4, 34), palette[3]) +
    stroke(row(6, 80), '#0b0d14', 2.5, ' opacity=".55"')
  )
}

export const scales: Pattern = (palette, random, id) =>
  tiled(
    id,
    36,
    30,
    between(random, -12, 60),
    1 + random() * 0.3,
    `<rect width="36" height="30" fill="${palette[1]}"/>` +
      [
        [0, 15],
        [36, 15],
        [18, 0],
        [18, 30],
      ]
        .map(
          ([x = 0, y = 0]) =>
            `<path d="M${x - 18} ${y - 15}Q${x - 18} ${y + 13} ${x} ${y + 15}Q${x + 18} ${y + 13} ${x + 18} ${y - 15}Z" fill="${y === 15 ? palette[0] : palette[2]}" stroke="#000" stroke-opacity=".5" stroke-width="2"/><path d="M${x - 6} ${y + 2}Q${x} ${y + 10} ${x + 6} ${y + 2}" fill="none" stroke="${palette[3]}" stroke-width="2"/>`,
        )
        .join(''),
  ) + path(blobs(random, 4, 50), palette[3], ' opacity=".28"')

export const circuit: Pattern = (palette, random, id) => {
  const traces = Array.from({ length: 14 }, () => {
    const [x, y, run, drop] = [
      between(random, 0, 420),
      between(random, 90, 290),
      between(random, 30, 110),
      between(random, -36, 36),
    ]
    return {
      d: `M${x} ${y}h${run}l${Math.abs(drop)} ${drop}h${run >> 1}`,
      node: `M${x} ${y}h.1M${x + run + Math.abs(drop) + (run >> 1)} ${y + drop}h.1`,
    }
  })
  return (
    gradientRect(id, [palette[0], palette[1]], 90) +
    path(blobs(random, 3, 50), palette[1], ' opacity=".6"') +
    stroke(traces.map(({ d }) => d).join(''), palette[2], 3) +
    stroke(traces.map(({ node }) => node).join(''), palette[3], 9, ' stroke-linecap="round"')
  )
}

export const dots: Pattern = (palette, random, id) =>
  gradientRect(id, [palette[0], palette[1], palette[0]], between(random, 0, 60)) +
  tiled(
    id,
    18,
    18,
    between(random, 20, 50),
    1,
    `<circle cx="5" cy="5" r="5" fill="${palette[2]}"/><circle cx="14" cy="14" r="2.5" fill="${palette[3]}"/>`,
  ) +
  path(blobs(random, 4, 50), palette[3], ' opacity=".55"')

export const web: Pattern = (palette, random, id) => {
  const centres = [between(random, 60, 150), between(random, 220, 300), between(random, 380, 460)]
  const threads = centres.map((cx, index) => {
    const cy = 160 + between(random, -20, 60)
    const spokes = Array.from({ length: 9 }, (_, spoke) => {
      const angle = (spoke / 9) * Math.PI * 2 + index
      return [Math.cos(angle), Math.sin(angle)] as const
    })
    const rays = spokes.map(([x, y]) => `M${cx} ${cy}l${Math.round(x * 130)} ${Math.round(y * 130)}`).join('')
    const rings = [24, 50, 80, 112].map(
      (r) => `M${spokes.map(([x, y]) => `${Math.round(cx + x * r)} ${Math.round(cy + y * r)}`).join('L')}Z`,
    )
    return rays + rings.join('')
  })
  return (
    gradientRect(id, [palette[0], palette[1], palette[0]], between(random, 0, 90)) +
    stroke(threads.join(''), palette[2], 3, ' stroke-linejoin="round"')
  )
}

/** Draws a lattice of interlaced arcs. */
export const knots: Pattern = (palette, random, id) =>
  gradientRect(`${id}k`, [palette[0], palette[1], palette[0], palette[1]], between(random, 0, 40)) +
  tiled(
    id,
    44,
    44,
    between(random, 0, 45),
    1,
    `<path d="M0 22C0 6 16 0 22 0C38 0 44 16 44 22C44 38 28 44 22 44C6 44 0 28 0 22M11 11L33 33M33 11L11 33" fill="none" stroke="${palette[2]}" stroke-width="7"/>` +
      `<path d="M0 22C0 6 16 0 22 0C38 0 44 16 44 22C44 38 28 44 22 44C6 44 0 28 0 22M11 11L33 33M33 11L11 33" fill="none" stroke="${palette[3]}" stroke-width="3"/>`,
  )
