// Patterns that look painted: fades, fur stripes, waves, flames, leaves.
import { between, pick } from '../random.ts'
import { blobs, gradientRect, ground, type Pattern, path, stroke, W } from './primitives.ts'

export const gradient: Pattern = (palette, random, id) => gradientRect(id, palette, between(random, -24, 24))

export const tiger: Pattern = (palette, random, id) => {
  const claws = Array.from({ length: 15 }, (_, index) => {
    const x = index * 36 + between(random, -8, 8)
    const up = index % 2 === 0
    const [from, to] = up ? [40, between(random, 190, 240)] : [350, between(random, 140, 190)]
    const lean = between(random, -30, 30)
    return `M${x} ${from}Q${x + lean} ${(from + to) >> 1} ${x + 10 + lean} ${to}Q${x + 20 + lean} ${(from + to) >> 1} ${x + 24} ${from}Z`
  }).join('')
  return (
    gradientRect(id, [palette[0], palette[1], palette[0]], between(random, 0, 40)) +
    path(claws, palette[2]) +
    path(blobs(random, 4, 10), palette[3], ' opacity=".5"')
  )
}

export const waves: Pattern = (palette, random, id) => {
  const crest = (y: number): string => {
    const [a, b] = [between(random, 24, 60), between(random, -30, 10)]
    return `M-10 ${y}C70 ${y - a} 110 ${y + a} 190 ${y + b}S320 ${y - a} 390 ${y + b}S490 ${y + a} 530 ${y - b}V400H-10Z`
  }
  const rows = [112, 150, 182, 214, 250].map((y, index) =>
    path(
      crest(y + between(random, -8, 8)),
      palette[(index + 1) % palette.length] ?? palette[0],
      ' stroke="#fff" stroke-opacity=".25" stroke-width="2"',
    ),
  )
  return gradientRect(id, [palette[0], palette[1]], 90) + rows.join('')
}

export const splatter: Pattern = (palette, random, id) => {
  const drops = (count: number, size: number): string =>
    Array.from({ length: count }, () => {
      const [x, y, r] = [between(random, 0, W), between(random, 70, 320), between(random, 3, size)]
      return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0`
    }).join('')
  return (
    gradientRect(id, [palette[0], palette[1]], between(random, 0, 90)) +
    path(blobs(random, 5, 40) + drops(12, 12), palette[2]) +
    path(blobs(random, 3, 24) + drops(10, 9), palette[3])
  )
}

export const flames: Pattern = (palette, random, id) => {
  const tongue = (base: number, reach: number): string => {
    const all = Array.from({ length: 9 }, (_, index) => {
      const y = 50 + index * 34
      const tip = base + reach * (0.45 + random() * 0.8)
      return `Q${Math.round(base + reach * 0.2)} ${y - 4} ${Math.round(tip)} ${y + between(random, -12, 4)}Q${Math.round(base + reach * 0.3)} ${y + 12} ${base} ${y + 20}`
    })
    return `M-20 20L${base} 36${all.join('')}L-20 384Z`
  }
  return (
    gradientRect(id, [palette[0], palette[0], palette[1]], 0) +
    path(tongue(between(random, 170, 230), 240), palette[1]) +
    path(tongue(between(random, 110, 150), 190), palette[2]) +
    path(tongue(between(random, 40, 80), 130), palette[3])
  )
}

/** Draws sweeping brush strokes with a bright accent, for hand-painted finishes. */
export const brush: Pattern = (palette, random, id) => {
  const sweep = (): string => {
    const [x, y] = [between(random, -40, 360), between(random, 90, 250)]
    const [w, h] = [between(random, 120, 240), between(random, 20, 60)]
    const lift = between(random, -70, 70)
    return `M${x} ${y}C${x + (w >> 2)} ${y - h} ${x + (w >> 1)} ${y + lift} ${x + w} ${y + lift - h}C${x + (w >> 1) + 20} ${y + lift + h} ${x + (w >> 2)} ${y + h} ${x} ${y}Z`
  }
  const some = (count: number): string => Array.from({ length: count }, sweep).join('')
  return (
    gradientRect(id, [palette[0], palette[1], palette[0]], between(random, 0, 60)) +
    path(some(5), palette[1]) +
    path(some(6), palette[2]) +
    path(some(4), palette[3]) +
    stroke(some(3), pick(random, ['#fff', palette[3], '#0b0d14']), 2.5, ' opacity=".7"') +
    path(blobs(random, 6, 7), palette[3])
  )
}

export const leaves: Pattern = (palette, random) => {
  const leaf = (): string => {
    const [x, y] = [between(random, -10, 480), between(random, 70, 300)]
    const angle = random() * Math.PI * 2
    const size = between(random, 34, 74)
    const [tx, ty] = [Math.round(x + Math.cos(angle) * size), Math.round(y + Math.sin(angle) * size)]
    const [nx, ny] = [Math.round(-Math.sin(angle) * size * 0.42), Math.round(Math.cos(angle) * size * 0.42)]
    const [mx, my] = [(x + tx) >> 1, (y + ty) >> 1]
    return `M${x} ${y}Q${mx + nx} ${my + ny} ${tx} ${ty}Q${mx - nx} ${my - ny} ${x} ${y}Z`
  }
  const some = (count: number): string => Array.from({ length: count }, leaf).join('')
  return ground(palette[0]) + path(some(13), palette[1]) + path(some(11), palette[2]) + path(some(6), palette[3])
}
