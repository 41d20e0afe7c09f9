// Forms with corners: crate, vault, briefcase, chest.
import {
  badge,
  bevel,
  bolts,
  type CrateContext,
  corner,
  type Form,
  fill,
  front,
  groundShadow,
  hull,
  opening,
  rect,
  scratches,
  seam,
  side,
  top,
} from './primitives.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly depth: number
  readonly height: number
}

const point = ([x, y]: readonly [number, number]): string => `${Math.round(x)} ${Math.round(y)}`

/** Returns the visible edge between body and lid: along the front, then along the side. */
function rim({ x, y, width, depth }: Box, down = 0): string {
  return `M${point(corner(x, y, 0, 0, down))}L${point(corner(x, y, width, 0, down))}L${point(corner(x, y, width, depth, down))}`
}

function onSide({ x, y, width }: Box, content: string): string {
  const [left, upper] = corner(x, y, width, 0)
  return side(left, upper, content)
}

/** Draws L-shaped plates on the four corners of a face. */
function brackets(context: CrateContext, width: number, height: number, reach: number, thick: number): string {
  const path = (x: number, y: number, sx: number, sy: number): string =>
    `M${x} ${y}h${sx * reach}v${sy * thick}h${sx * (thick - reach)}v${sy * (reach - thick)}h${-sx * thick}Z`
  const d = path(0, 0, 1, 1) + path(width, 0, -1, 1) + path(0, height, 1, -1) + path(width, height, -1, -1)
  const inset = thick / 2
  return (
    bevel(context, `<path d="${d}" fill="${fill(context, 'trim')}"/>`) +
    bolts(
      context,
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

function base(context: CrateContext, box: Box): string {
  const { x, y, width, depth, height } = box
  const [cx, cy] = corner(x, y, width / 2, depth / 2, height)
  return (
    groundShadow(context, Math.round(cx), Math.round(cy + 6), Math.round(width * 0.72), Math.round(depth * 0.36)) +
    top(x, y, opening(context, `<rect x="5" y="5" width="${width - 10}" height="${depth - 10}" rx="4"/>`)) +
    onSide(box, hull(context, 'side', depth, height)) +
    front(x, y, hull(context, 'front', width, height))
  )
}

function slab(context: CrateContext, box: Box): string {
  const { x, y, width, depth, height } = box
  return (
    onSide(box, hull(context, 'side', depth, height)) +
    front(x, y, hull(context, 'front', width, height)) +
    top(x, y, hull(context, 'top', width, depth, 6))
  )
}

/** Draws a glowing lamp. */
function lamp(context: CrateContext, x: number, y: number, width: number, height: number): string {
  return (
    bevel(context, rect(x - 6, y - 6, width + 12, height + 12, fill(context, 'trim'), 5)) +
    seam(context, `M${x + 3} ${y + height / 2}h${width - 6}`, Math.min(6, height))
  )
}

export function crateForm(context: CrateContext): Form {
  const box: Box = { x: 50, y: 172, width: 212, depth: 148, height: 136 }
  const lid: Box = { x: 45, y: 117, width: 222, depth: 158, height: 56 }
  const body =
    base(context, box) +
    onSide(
      box,
      bevel(context, rect(16, 18, 116, 102, fill(context, 'panel'), 8)) +
        slats(34, 40, 80, 5, 13) +
        brackets(context, 148, 136, 30, 11) +
        scratches(context, 148, 136),
    ) +
    front(
      box.x,
      box.y,
      bevel(context, rect(16, 14, 180, 108, fill(context, 'panel'), 10)) +
        brackets(context, 212, 136, 38, 13) +
        scratches(context, 212, 136) +
        badge(context, 106, 69, 52),
    ) +
    seam(context, rim(box, 1), 4.5)
  const cover =
    slab(context, lid) +
    top(
      lid.x,
      lid.y,
      bevel(context, rect(20, 20, 182, 118, fill(context, 'panel'), 10)) +
        bevel(context, rect(40, 40, 142, 78, fill(context, 'top'), 8)) +
        bolts(
          context,
          [
            [30, 30],
            [192, 30],
            [30, 128],
            [192, 128],
          ],
          4,
        ),
    ) +
    front(
      lid.x,
      lid.y,
      brackets(context, 222, 56, 30, 10) + scratches(context, 222, 56) + lamp(context, 84, 24, 54, 10),
    ) +
    onSide(lid, brackets(context, 158, 56, 24, 9))
  return { body, lid: cover }
}

export function vaultForm(context: CrateContext): Form {
  const box: Box = { x: 62, y: 136, width: 196, depth: 150, height: 180 }
  const lid: Box = { x: 54, y: 100, width: 212, depth: 164, height: 38 }
  const ring = Array.from({ length: 12 }, (_, index) => {
    const angle = (index / 12) * Math.PI * 2
    return [98 + Math.cos(angle) * 69, 92 + Math.sin(angle) * 69] as const
  })
  const body =
    base(context, box) +
    onSide(
      box,
      bevel(
        context,
        rect(14, 16, 122, 62, fill(context, 'panel'), 6) + rect(14, 94, 122, 70, fill(context, 'panel'), 6),
      ) +
        bolts(
          context,
          [
            [24, 26],
            [126, 26],
            [24, 154],
            [126, 154],
          ],
          4,
        ) +
        slats(34, 34, 82, 2, 16) +
        scratches(context, 150, 180),
    ) +
    front(
      box.x,
      box.y,
      bevel(context, rect(6, 30, 16, 36, fill(context, 'trim'), 4) + rect(6, 118, 16, 36, fill(context, 'trim'), 4)) +
        bevel(context, `<circle cx="98" cy="92" r="80" fill="${fill(context, 'trim')}"/>`) +
        bevel(context, `<circle cx="98" cy="92" r="60" fill="${fill(context, 'panel')}"/>`) +
        bolts(context, ring, 4.4) +
        badge(context, 98, 92, 50) +
        scratches(context, 196, 180),
    ) +
    seam(context, rim(box, 1), 4)
  const cover =
    slab(context, lid) +
    top(
      lid.x,
      lid.y,
      bevel(context, rect(22, 22, 168, 120, fill(context, 'panel'), 8)) +
        bevel(context, rect(66, 52, 80, 60, fill(context, 'trim'), 12)) +
        bolts(
          context,
          [
            [36, 36],
            [176, 36],
            [36, 128],
            [176, 128],
          ],
          5,
        ),
    ) +
    front(lid.x, lid.y, lamp(context, 20, 15, 34, 8) + lamp(context, 158, 15, 34, 8) + scratches(context, 212, 38))
  return { body, lid: cover }
}

export function briefcaseForm(context: CrateContext): Form {
  const box: Box = { x: 44, y: 184, width: 262, depth: 84, height: 118 }
  const lid: Box = { x: 44, y: 122, width: 262, depth: 84, height: 62 }
  const body =
    base(context, box) +
    onSide(box, bevel(context, rect(16, 12, 52, 90, fill(context, 'panel'), 8)) + scratches(context, 84, 118)) +
    front(
      box.x,
      box.y,
      bevel(context, rect(18, 10, 226, 92, fill(context, 'panel'), 12)) +
        slats(32, 38, 38, 3, 15) +
        slats(192, 38, 38, 3, 15) +
        brackets(context, 262, 118, 30, 14) +
        scratches(context, 262, 118) +
        badge(context, 131, 57, 46, 'hex'),
    ) +
    seam(context, rim(box, 1), 4)
  const [hx, hy] = corner(lid.x, lid.y, 88, 42)
  const arc = `M0 6C2 -44 14 -50 44 -46C76 -42 88 -30 88 20`
  const handle = `<g transform="translate(${Math.round(hx)} ${Math.round(hy)})" fill="none" stroke-linecap="round"><path d="${arc}" stroke="#07080d" stroke-width="21"/><path d="${arc}" stroke="${context.material.trim[1]}" stroke-width="17"/><path d="${arc}" stroke="${context.material.trim[0]}" stroke-width="5" transform="translate(-2 -3)"/></g>`
  const cover =
    slab(context, lid) +
    top(lid.x, lid.y, bevel(context, rect(14, 14, 234, 56, fill(context, 'panel'), 10))) +
    handle +
    front(
      lid.x,
      lid.y,
      bevel(context, rect(18, 10, 226, 38, fill(context, 'panel'), 8)) +
        scratches(context, 262, 62) +
        lamp(context, 34, 38, 34, 14) +
        lamp(context, 194, 38, 34, 14),
    )
  return { body, lid: cover }
}

/** Draws the arched lid: its visible planks across the width, each darker the less it faces up. */
function arch(context: CrateContext, box: Box, rise: number): string {
  const steps = 5
  // Planks beyond this angle are hidden behind the ridge, the highest point of the profile in the picture.
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
    return `<path d="M${at(0, near)}L${at(box.width, near)}L${at(box.width, far)}L${at(0, far)}Z" fill="${fill(context, index < 1 ? 'front' : 'top')}" opacity="${light.toFixed(2)}"/>`
  })
  const outer = `M0 0C0 ${-rise * 1.33} ${box.depth} ${-rise * 1.33} ${box.depth} 0`
  const inner = `L${box.depth - 12} 0C${box.depth - 12} ${-rise * 1.1} 12 ${-rise * 1.1} 12 0Z`
  return (
    onSide(box, bevel(context, `<path d="${outer}Z" fill="${fill(context, 'side')}"/>`)) +
    bevel(
      context,
      `<path d="${between(0, box.width)}" fill="#0a0a10"/><g stroke="#0a0a10" stroke-opacity=".6" stroke-width="1.5">${planks.join('')}</g>`,
    ) +
    bevel(
      context,
      `<path d="${between(14, 34)}${between(box.width - 34, box.width - 14)}" fill="${fill(context, 'trim')}"/>`,
    ) +
    onSide(box, bevel(context, `<path d="${outer}${inner}" fill="${fill(context, 'trim')}"/>`))
  )
}

export function chestForm(context: CrateContext): Form {
  const box: Box = { x: 52, y: 186, width: 216, depth: 138, height: 122 }
  const lid: Box = { x: 48, y: 158, width: 224, depth: 146, height: 28 }
  const straps = (width: number, height: number): string =>
    bevel(
      context,
      rect(14, 0, 20, height, fill(context, 'trim'), 3) + rect(width - 34, 0, 20, height, fill(context, 'trim'), 3),
    )
  const strapBolts = (width: number, ys: readonly number[]): string =>
    bolts(
      context,
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
    base(context, box) +
    onSide(
      box,
      bevel(context, rect(0, 106, 138, 16, fill(context, 'trim'), 3)) +
        bevel(context, `<path d="M46 44h46v12c0 22-46 22-46 0Z" fill="${fill(context, 'trim')}"/>`) +
        scratches(context, 138, 122),
    ) +
    front(
      box.x,
      box.y,
      bevel(context, rect(44, 12, 128, 92, fill(context, 'panel'), 8)) +
        bevel(context, rect(0, 106, 216, 16, fill(context, 'trim'), 3)) +
        straps(216, 122) +
        strapBolts(216, [18, 58, 98]) +
        scratches(context, 216, 122) +
        badge(context, 108, 60, 46, 'square'),
    ) +
    seam(context, rim(box, 1), 4.5)
  const cover =
    arch(context, lid, 84) +
    onSide(lid, hull(context, 'side', 146, 28)) +
    front(
      lid.x,
      lid.y,
      hull(context, 'front', 224, 28) +
        straps(224, 28) +
        strapBolts(224, [14]) +
        scratches(context, 224, 28) +
        bevel(context, `<path d="M90 -16h44v44l-10 14h-24l-10-14Z" fill="${fill(context, 'trim')}"/>`) +
        seam(context, 'M112 2v18', 6),
    )
  return { body, lid: cover }
}
