// The crates with corners: crate, vault, briefcase, chest.
import {
  type Bench,
  badge,
  bevel,
  bolts,
  corner,
  type Form,
  fill,
  footing,
  front,
  hollow,
  hull,
  rect,
  scratches,
  seam,
  side,
  top,
} from './bench.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly depth: number
  readonly height: number
}

const point = ([x, y]: readonly [number, number]): string => `${Math.round(x)} ${Math.round(y)}`

/** The visible edge where body and lid meet: along the front, then along the side. */
function rim({ x, y, width, depth }: Box, down = 0): string {
  return `M${point(corner(x, y, 0, 0, down))}L${point(corner(x, y, width, 0, down))}L${point(corner(x, y, width, depth, down))}`
}

function onSide({ x, y, width }: Box, content: string): string {
  const [left, upper] = corner(x, y, width, 0)
  return side(left, upper, content)
}

/** L-shaped plates on the four corners of a face. */
function brackets(bench: Bench, width: number, height: number, reach: number, thick: number): string {
  const path = (x: number, y: number, sx: number, sy: number): string =>
    `M${x} ${y}h${sx * reach}v${sy * thick}h${sx * (thick - reach)}v${sy * (reach - thick)}h${-sx * thick}Z`
  const d = path(0, 0, 1, 1) + path(width, 0, -1, 1) + path(0, height, 1, -1) + path(width, height, -1, -1)
  const inset = thick / 2
  return (
    bevel(bench, `<path d="${d}" fill="${fill(bench, 'trim')}"/>`) +
    bolts(
      bench,
      [
        [inset, inset],
        [width - inset, inset],
        [inset, height - inset],
        [width - inset, height - inset],
      ],
      3,
    )
  )
}

const slats = (x: number, y: number, width: number, count: number, gap: number): string =>
  Array.from({ length: count }, (_, index) =>
    rect(x, y + index * gap, width, gap * 0.45, '#05060b', 2, ' fill-opacity=".72"'),
  ).join('')

function base(bench: Bench, box: Box): string {
  const { x, y, width, depth, height } = box
  const [cx, cy] = corner(x, y, width / 2, depth / 2, height)
  return (
    footing(bench, Math.round(cx), Math.round(cy + 6), Math.round(width * 0.72), Math.round(depth * 0.36)) +
    top(x, y, hollow(bench, `<rect x="5" y="5" width="${width - 10}" height="${depth - 10}" rx="4"/>`)) +
    onSide(box, hull(bench, 'side', depth, height)) +
    front(x, y, hull(bench, 'front', width, height))
  )
}

function slab(bench: Bench, box: Box): string {
  const { x, y, width, depth, height } = box
  return (
    onSide(box, hull(bench, 'side', depth, height)) +
    front(x, y, hull(bench, 'front', width, height)) +
    top(x, y, hull(bench, 'top', width, depth, 6))
  )
}

/** A lamp with its own light, in the plane it is drawn in. */
function lamp(bench: Bench, x: number, y: number, width: number, height: number): string {
  return (
    bevel(bench, rect(x - 6, y - 6, width + 12, height + 12, fill(bench, 'trim'), 5)) +
    seam(bench, `M${x + 3} ${y + height / 2}h${width - 6}`, Math.min(6, height))
  )
}

export function crateForm(bench: Bench): Form {
  const box: Box = { x: 50, y: 172, width: 212, depth: 148, height: 136 }
  const lid: Box = { x: 45, y: 117, width: 222, depth: 158, height: 56 }
  const body =
    base(bench, box) +
    onSide(
      box,
      bevel(bench, rect(16, 18, 116, 102, fill(bench, 'panel'), 8)) +
        slats(34, 40, 80, 5, 13) +
        brackets(bench, 148, 136, 30, 11) +
        scratches(bench, 148, 136),
    ) +
    front(
      box.x,
      box.y,
      bevel(bench, rect(16, 14, 180, 108, fill(bench, 'panel'), 10)) +
        brackets(bench, 212, 136, 38, 13) +
        scratches(bench, 212, 136) +
        badge(bench, 106, 69, 52),
    ) +
    seam(bench, rim(box, 1), 4.5)
  const cover =
    slab(bench, lid) +
    top(
      lid.x,
      lid.y,
      bevel(bench, rect(20, 20, 182, 118, fill(bench, 'panel'), 10)) +
        bevel(bench, rect(40, 40, 142, 78, fill(bench, 'top'), 8)) +
        bolts(
          bench,
          [
            [30, 30],
            [192, 30],
            [30, 128],
            [192, 128],
          ],
          4,
        ),
    ) +
    front(lid.x, lid.y, brackets(bench, 222, 56, 30, 10) + scratches(bench, 222, 56) + lamp(bench, 84, 24, 54, 10)) +
    onSide(lid, brackets(bench, 158, 56, 24, 9))
  return { body, lid: cover }
}

export function vaultForm(bench: Bench): Form {
  const box: Box = { x: 62, y: 136, width: 196, depth: 150, height: 180 }
  const lid: Box = { x: 54, y: 100, width: 212, depth: 164, height: 38 }
  const ring = Array.from({ length: 12 }, (_, index) => {
    const angle = (index / 12) * Math.PI * 2
    return [98 + Math.cos(angle) * 69, 92 + Math.sin(angle) * 69] as const
  })
  const body =
    base(bench, box) +
    onSide(
      box,
      bevel(bench, rect(14, 16, 122, 62, fill(bench, 'panel'), 6) + rect(14, 94, 122, 70, fill(bench, 'panel'), 6)) +
        bolts(
          bench,
          [
            [24, 26],
            [126, 26],
            [24, 154],
            [126, 154],
          ],
          4,
        ) +
        slats(34, 34, 82, 2, 16) +
        scratches(bench, 150, 180),
    ) +
    front(
      box.x,
      box.y,
      bevel(bench, rect(6, 30, 16, 36, fill(bench, 'trim'), 4) + rect(6, 118, 16, 36, fill(bench, 'trim'), 4)) +
        bevel(bench, `<circle cx="98" cy="92" r="80" fill="${fill(bench, 'trim')}"/>`) +
        bevel(bench, `<circle cx="98" cy="92" r="60" fill="${fill(bench, 'panel')}"/>`) +
        bolts(bench, ring, 4.4) +
        badge(bench, 98, 92, 50) +
        scratches(bench, 196, 180),
    ) +
    seam(bench, rim(box, 1), 4)
  const cover =
    slab(bench, lid) +
    top(
      lid.x,
      lid.y,
      bevel(bench, rect(22, 22, 168, 120, fill(bench, 'panel'), 8)) +
        bevel(bench, rect(66, 52, 80, 60, fill(bench, 'trim'), 12)) +
        bolts(
          bench,
          [
            [36, 36],
            [176, 36],
            [36, 128],
            [176, 128],
          ],
          5,
        ),
    ) +
    front(lid.x, lid.y, lamp(bench, 20, 15, 34, 8) + lamp(bench, 158, 15, 34, 8) + scratches(bench, 212, 38))
  return { body, lid: cover }
}

export function briefcaseForm(bench: Bench): Form {
  const box: Box = { x: 44, y: 184, width: 262, depth: 84, height: 118 }
  const lid: Box = { x: 44, y: 122, width: 262, depth: 84, height: 62 }
  const body =
    base(bench, box) +
    onSide(box, bevel(bench, rect(16, 12, 52, 90, fill(bench, 'panel'), 8)) + scratches(bench, 84, 118)) +
    front(
      box.x,
      box.y,
      bevel(bench, rect(18, 10, 226, 92, fill(bench, 'panel'), 12)) +
        slats(32, 38, 38, 3, 15) +
        slats(192, 38, 38, 3, 15) +
        brackets(bench, 262, 118, 30, 14) +
        scratches(bench, 262, 118) +
        badge(bench, 131, 57, 46, 'hex'),
    ) +
    seam(bench, rim(box, 1), 4)
  const [hx, hy] = corner(lid.x, lid.y, 88, 42)
  const arc = `M0 6C2 -44 14 -50 44 -46C76 -42 88 -30 88 20`
  const handle = `<g transform="translate(${Math.round(hx)} ${Math.round(hy)})" fill="none" stroke-linecap="round"><path d="${arc}" stroke="#07080d" stroke-width="21"/><path d="${arc}" stroke="${bench.material.trim[1]}" stroke-width="17"/><path d="${arc}" stroke="${bench.material.trim[0]}" stroke-width="5" transform="translate(-2 -3)"/></g>`
  const cover =
    slab(bench, lid) +
    top(lid.x, lid.y, bevel(bench, rect(14, 14, 234, 56, fill(bench, 'panel'), 10))) +
    handle +
    front(
      lid.x,
      lid.y,
      bevel(bench, rect(18, 10, 226, 38, fill(bench, 'panel'), 8)) +
        scratches(bench, 262, 62) +
        lamp(bench, 34, 38, 34, 14) +
        lamp(bench, 194, 38, 34, 14),
    )
  return { body, lid: cover }
}

/** The arched lid: planks across the width as far as they can be seen, each darker the less it faces up. */
function arch(bench: Bench, box: Box, rise: number): string {
  const steps = 5
  // Beyond this angle the planks fall away behind the ridge: where the profile is highest on the picture.
  const ridge = Math.atan2(rise, -0.215 * box.depth)
  const profile = Array.from({ length: steps + 1 }, (_, index) => {
    const angle = (index / steps) * ridge
    return [(box.depth * (1 - Math.cos(angle))) / 2, -Math.sin(angle) * rise] as const
  })
  const at = (width: number, [depth, lift]: readonly [number, number]): string =>
    point(corner(box.x, box.y, width, depth, lift))
  const between = (from: number, to: number): string =>
    `M${profile.map((step) => at(from, step)).join('L')}L${[...profile]
      .reverse()
      .map((step) => at(to, step))
      .join('L')}Z`
  const planks = profile.slice(1).map((far, index) => {
    const near = profile[index] ?? far
    const light = 0.62 + 0.38 * Math.sin(((index + 0.7) / steps) * ridge)
    return `<path d="M${at(0, near)}L${at(box.width, near)}L${at(box.width, far)}L${at(0, far)}Z" fill="${fill(bench, index < 1 ? 'front' : 'top')}" opacity="${light.toFixed(2)}"/>`
  })
  const outer = `M0 0C0 ${-rise * 1.33} ${box.depth} ${-rise * 1.33} ${box.depth} 0`
  const inner = `L${box.depth - 12} 0C${box.depth - 12} ${-rise * 1.1} 12 ${-rise * 1.1} 12 0Z`
  return (
    onSide(box, bevel(bench, `<path d="${outer}Z" fill="${fill(bench, 'side')}"/>`)) +
    bevel(
      bench,
      `<path d="${between(0, box.width)}" fill="#0a0a10"/><g stroke="#0a0a10" stroke-opacity=".6" stroke-width="1.5">${planks.join('')}</g>`,
    ) +
    bevel(
      bench,
      `<path d="${between(14, 34)}${between(box.width - 34, box.width - 14)}" fill="${fill(bench, 'trim')}"/>`,
    ) +
    onSide(box, bevel(bench, `<path d="${outer}${inner}" fill="${fill(bench, 'trim')}"/>`))
  )
}

export function chestForm(bench: Bench): Form {
  const box: Box = { x: 52, y: 186, width: 216, depth: 138, height: 122 }
  const lid: Box = { x: 48, y: 158, width: 224, depth: 146, height: 28 }
  const straps = (width: number, height: number): string =>
    bevel(
      bench,
      rect(14, 0, 20, height, fill(bench, 'trim'), 3) + rect(width - 34, 0, 20, height, fill(bench, 'trim'), 3),
    )
  const strapBolts = (width: number, ys: readonly number[]): string =>
    bolts(
      bench,
      ys.flatMap(
        (y) =>
          [
            [24, y],
            [width - 24, y],
          ] as const,
      ),
      4,
    )
  const body =
    base(bench, box) +
    onSide(
      box,
      bevel(bench, rect(0, 106, 138, 16, fill(bench, 'trim'), 3)) +
        bevel(bench, `<path d="M46 44h46v12c0 22-46 22-46 0Z" fill="${fill(bench, 'trim')}"/>`) +
        scratches(bench, 138, 122),
    ) +
    front(
      box.x,
      box.y,
      bevel(bench, rect(44, 12, 128, 92, fill(bench, 'panel'), 8)) +
        bevel(bench, rect(0, 106, 216, 16, fill(bench, 'trim'), 3)) +
        straps(216, 122) +
        strapBolts(216, [18, 58, 98]) +
        scratches(bench, 216, 122) +
        badge(bench, 108, 60, 46, 'square'),
    ) +
    seam(bench, rim(box, 1), 4.5)
  const cover =
    arch(bench, lid, 84) +
    onSide(lid, hull(bench, 'side', 146, 28)) +
    front(
      lid.x,
      lid.y,
      hull(bench, 'front', 224, 28) +
        straps(224, 28) +
        strapBolts(224, [14]) +
        scratches(bench, 224, 28) +
        bevel(bench, `<path d="M90 -16h44v44l-10 14h-24l-10-14Z" fill="${fill(bench, 'trim')}"/>`) +
        seam(bench, 'M112 2v18', 6),
    )
  return { body, lid: cover }
}
