// Forms without corners: capsule, cylinder, drum, and the faceted pod.
import {
  badge,
  bevel,
  bolts,
  type CrateContext,
  type Form,
  fill,
  groundShadow,
  opening,
  rect,
  scratches,
  seam,
} from './primitives.ts'

const CENTRE = 200
/** Height of a horizontal circle in the picture, as a part of its width. */
const FLAT = 0.3

/** Returns the outline between two horizontal circles: radius `r1` at `y1` above, `r2` at `y2` below. */
function wall(y1: number, r1: number, y2: number, r2: number): string {
  return `M${CENTRE - r1} ${y1}A${r1} ${r1 * FLAT} 0 0 0 ${CENTRE + r1} ${y1}L${CENTRE + r2} ${y2}A${r2} ${r2 * FLAT} 0 0 1 ${CENTRE - r2} ${y2}Z`
}

const disc = (y: number, r: number): string =>
  `M${CENTRE - r} ${y}a${r} ${r * FLAT} 0 1 1 ${2 * r} 0a${r} ${r * FLAT} 0 1 1 ${-2 * r} 0Z`

/** Returns the near half of a horizontal circle, as a line. */
const edge = (y: number, r: number): string => `M${CENTRE - r} ${y}A${r} ${r * FLAT} 0 0 0 ${CENTRE + r} ${y}`

/** Draws a round surface: its gradient, its texture, and light that falls off along the curve. */
function roundSurface(
  context: CrateContext,
  name: string,
  d: string,
  paint: 'front' | 'trim' | 'panel' = 'front',
  textured = true,
): string {
  const clip = `${context.id}w${name}`
  const texture = textured
    ? `<clipPath id="${clip}"><path d="${d}"/></clipPath><g clip-path="url(#${clip})"><g transform="translate(10 140)">${context.texture}</g></g>`
    : ''
  return bevel(
    context,
    `<path d="${d}" fill="${fill(context, paint)}"/>${texture}<path d="${d}" fill="url(#${context.id}round)"/>`,
  )
}

const boltRing = (context: CrateContext, y: number, r: number, count: number, size: number): string =>
  bolts(
    context,
    Array.from({ length: count }, (_, index) => {
      const angle = Math.PI * (0.08 + (0.84 * index) / (count - 1))
      return [CENTRE - Math.cos(angle) * r, y + Math.sin(angle) * r * FLAT] as const
    }),
    size,
  )

const marks = (context: CrateContext, x: number, y: number, width: number, height: number): string =>
  `<g transform="translate(${x} ${y})">${scratches(context, width, height, false)}</g>`

export function capsuleForm(context: CrateContext): Form {
  const r = 104
  const body =
    groundShadow(context, CENTRE, 352, 96, 26) +
    opening(context, `<path d="${disc(178, r - 6)}"/>`) +
    roundSurface(
      context,
      'a',
      `M${CENTRE - r} 178A${r} ${r * FLAT} 0 0 0 ${CENTRE + r} 178V256C${CENTRE + r} 322 ${CENTRE + 62} 362 ${CENTRE} 362S${CENTRE - r} 322 ${CENTRE - r} 256Z`,
    ) +
    roundSurface(context, 'b', wall(196, r + 4, 288, r - 2), 'panel', false) +
    roundSurface(context, 'c', wall(180, r + 5, 198, r + 6), 'trim', false) +
    roundSurface(context, 'd', wall(286, r + 1, 300, r - 3), 'trim', false) +
    boltRing(context, 190, r + 4, 9, 3.4) +
    marks(context, 112, 216, 176, 110) +
    badge(context, CENTRE, 272, 50) +
    seam(context, edge(180, r + 4), 4.5)
  const lid =
    roundSurface(
      context,
      'e',
      `M${CENTRE - r} 172C${CENTRE - r} 92 ${CENTRE - 62} 40 ${CENTRE} 40S${CENTRE + r} 92 ${CENTRE + r} 172A${r} ${r * FLAT} 0 0 1 ${CENTRE - r} 172Z`,
    ) +
    roundSurface(
      context,
      'f',
      `M${CENTRE - 82} 96C${CENTRE - 62} 60 ${CENTRE - 34} 40 ${CENTRE} 40S${CENTRE + 62} 60 ${CENTRE + 82} 96A82 ${82 * FLAT} 0 0 1 ${CENTRE - 82} 96Z`,
      'panel',
      false,
    ) +
    roundSurface(context, 'g', wall(156, r + 3, 176, r + 5), 'trim', false) +
    seam(context, `M${CENTRE - 30} 149h60`, 5) +
    `<path d="M132 128C134 96 148 74 168 62" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="9" stroke-linecap="round"/>` +
    marks(context, 140, 100, 120, 50)
  return { body, lid }
}

export function cylinderForm(context: CrateContext): Form {
  const r = 142
  const body =
    groundShadow(context, CENTRE, 316, 150, 44) +
    opening(context, `<path d="${disc(184, r - 8)}"/>`) +
    roundSurface(context, 'a', wall(184, r, 304, r)) +
    roundSurface(context, 'b', wall(204, r + 2, 282, r + 2), 'panel', false) +
    roundSurface(context, 'c', wall(186, r + 6, 202, r + 6), 'trim', false) +
    roundSurface(context, 'd', wall(286, r + 8, 306, r + 10), 'trim', false) +
    boltRing(context, 296, r + 9, 11, 4) +
    marks(context, 80, 236, 240, 70) +
    badge(context, CENTRE, 286, 52, 'hex') +
    seam(context, edge(186, r + 5), 4.5)
  const lid =
    roundSurface(context, 'e', wall(130, r + 4, 180, r + 4)) +
    bevel(context, `<path d="${disc(130, r + 4)}" fill="${fill(context, 'top')}"/>`) +
    bevel(context, `<path d="${disc(127, r - 18)}" fill="${fill(context, 'panel')}"/>`) +
    roundSurface(context, 'f', wall(94, 62, 122, 74), 'front') +
    bevel(context, `<path d="${disc(94, 62)}" fill="${fill(context, 'top')}"/>`) +
    opening(context, `<path d="${disc(94, 40)}"/>`) +
    seam(context, disc(94, 40), 3) +
    boltRing(context, 156, r + 4, 9, 4) +
    marks(context, 80, 168, 240, 36)
  return { body, lid }
}

export function drumForm(context: CrateContext): Form {
  const r = 108
  const rib = (name: string, y: number): string =>
    roundSurface(context, name, wall(y, r + 3, y + 13, r + 3), 'trim', false)
  const body =
    groundShadow(context, CENTRE, 342, 118, 34) +
    opening(context, `<path d="${disc(126, r - 7)}"/>`) +
    roundSurface(context, 'a', wall(126, r, 334, r)) +
    roundSurface(context, 'b', wall(176, r + 1, 270, r + 1), 'panel', false) +
    rib('c', 162) +
    rib('d', 268) +
    roundSurface(context, 'e', wall(318, r + 2, 336, r + 4), 'trim', false) +
    marks(context, 108, 168, 184, 150) +
    badge(context, CENTRE, 254, 54) +
    seam(context, edge(128, r + 2), 4)
  const lid =
    roundSurface(context, 'f', wall(92, r + 6, 122, r + 6), 'front') +
    bevel(context, `<path d="${disc(92, r + 6)}" fill="${fill(context, 'trim')}"/>`) +
    bevel(context, `<path d="${disc(90, r - 8)}" fill="${fill(context, 'top')}"/>`) +
    bevel(context, `<path d="${disc(89, r - 30)}" fill="${fill(context, 'panel')}"/>`) +
    bevel(context, `<ellipse cx="150" cy="84" rx="22" ry="8" fill="${fill(context, 'trim')}"/>`) +
    seam(context, 'M232 96h34', 5) +
    boltRing(context, 108, r + 6, 7, 4)
  return { body, lid }
}

/** Draws the visible facets of an eight-sided wall between two heights. */
function facets(context: CrateContext, y1: number, r1: number, y2: number, r2: number): string {
  const corners = [-112.5, -67.5, -22.5, 22.5, 67.5, 112.5].map((degrees) => (degrees * Math.PI) / 180)
  const at = (angle: number, y: number, r: number): string =>
    `${Math.round(CENTRE + Math.sin(angle) * r)} ${Math.round(y + Math.cos(angle) * r * FLAT)}`
  const shades = [0.1, 0, 0.04, 0.3, 0.55]
  const walls = [0, 4, 1, 3, 2]
    .map((index) => {
      const [a = 0, b = 0] = [corners[index], corners[index + 1]]
      const d = `M${at(a, y1, r1)}L${at(b, y1, r1)}L${at(b, y2, r2)}L${at(a, y2, r2)}Z`
      return `<path d="${d}" fill="${fill(context, 'front')}"/><path d="${d}" fill-opacity="${shades[index]}"/>`
    })
    .join('')
  return bevel(context, `<g fill="#03040a" stroke="#05060b" stroke-opacity=".7" stroke-width="2">${walls}</g>`)
}

const octagon = (y: number, r: number): string =>
  `M${Array.from({ length: 8 }, (_, index) => {
    const angle = ((index * 45 + 22.5) * Math.PI) / 180
    return `${Math.round(CENTRE + Math.sin(angle) * r)} ${Math.round(y + Math.cos(angle) * r * FLAT)}`
  }).join('L')}Z`

/** Returns the three near edges of an eight-sided rim, as a line. */
const octagonEdge = (y: number, r: number): string =>
  `M${[-112.5, -67.5, -22.5, 22.5, 67.5, 112.5]
    .map((degrees) => (degrees * Math.PI) / 180)
    .map((angle) => `${Math.round(CENTRE + Math.sin(angle) * r)} ${Math.round(y + Math.cos(angle) * r * FLAT)}`)
    .join('L')}`

export function podForm(context: CrateContext): Form {
  const fin = (x: number, lean: number): string =>
    `<path d="M${x} 262L${x + lean} 352L${x + lean * 0.4} 356L${x - lean * 0.5} 318Z" fill="${fill(context, 'trim')}"/>`
  const body =
    groundShadow(context, CENTRE, 350, 118, 30) +
    bevel(context, fin(94, -34) + fin(306, 34)) +
    opening(context, `<path d="${octagon(172, 132)}"/>`) +
    facets(context, 296, 128, 336, 84) +
    facets(context, 174, 138, 298, 130) +
    bevel(context, `<path d="M152 226L248 226L244 318L156 318Z" fill="${fill(context, 'panel')}"/>`) +
    `<g fill="${fill(context, 'panel')}">${bevel(context, '<path d="M86 208L130 228L134 312L92 292ZM314 208L270 228L266 312L308 292Z"/>')}</g>` +
    bolts(
      context,
      [
        [92, 216],
        [308, 216],
        [98, 286],
        [302, 286],
      ],
      3.6,
    ) +
    marks(context, 90, 220, 220, 110) +
    badge(context, CENTRE, 272, 46, 'hex') +
    seam(context, octagonEdge(174, 139), 4.5)
  const lid =
    facets(context, 92, 78, 168, 140) +
    facets(context, 152, 142, 170, 143) +
    bevel(context, `<path d="${octagon(92, 78)}" fill="${fill(context, 'top')}"/>`) +
    bevel(context, `<path d="${octagon(90, 58)}" fill="${fill(context, 'panel')}"/>`) +
    seam(context, octagon(89, 36), 3) +
    bevel(context, rect(176, 136, 48, 26, fill(context, 'trim'), 6)) +
    seam(context, 'M186 150h28', 5) +
    marks(context, 130, 110, 140, 60)
  return { body, lid }
}
