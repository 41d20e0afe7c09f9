// Materials of crates: the gradient of each face, and the texture over them.

import { hsl } from '../colour.ts'
import { seededRandom } from '../random.ts'

export const CRATE_MATERIALS = ['steel', 'carbon', 'gold', 'ice', 'rust', 'crystal', 'wood', 'void'] as const

export type CrateMaterial = (typeof CRATE_MATERIALS)[number]

/** Colours from light to dark; `trim` colours frames, brackets and bolts. */
export interface Material {
  readonly top: readonly string[]
  readonly front: readonly string[]
  readonly side: readonly string[]
  readonly trim: readonly [string, string]
  /** The painted panels, light to dark. */
  readonly panel: readonly [string, string]
  /** Definitions and the overlay, given the id prefix; the overlay covers 400 × 400. */
  readonly texture: (id: string) => { readonly defs: string; readonly overlay: string }
}

const COVER = 'x="-20" y="-140" width="440" height="540"'

/** Draws grey noise as a texture. */
function grain(
  id: string,
  fx: number,
  fy: number,
  octaves: number,
  strength: number,
  colour = '1 1 1',
): { defs: string; overlay: string } {
  const [r = 1, g = 1, b = 1] = colour.split(' ').map(Number)
  return {
    defs:
      `<filter id="${id}x" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="${fx} ${fy}" numOctaves="${octaves}" seed="7"/>` +
      `<feColorMatrix values="0 0 0 0 ${r} 0 0 0 0 ${g} 0 0 0 0 ${b} ${strength * 4} 0 0 0 ${-strength * 1.9}"/></filter>`,
    overlay: `<rect ${COVER} filter="url(#${id}x)"/>`,
  }
}

function tile(id: string, width: number, height: number, content: string): { defs: string; overlay: string } {
  return {
    defs: `<pattern id="${id}x" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${content}</pattern>`,
    overlay: `<rect ${COVER} fill="url(#${id}x)"/>`,
  }
}

/** Draws long thin highlights, as in cut glass. */
function facets(id: string, opacity: number): { defs: string; overlay: string } {
  const random = seededRandom(id)
  const cuts = Array.from({ length: 9 }, () => {
    const [x, y] = [Math.round(random() * 300), Math.round(random() * 220)]
    const [a, b, c, d] = [40, 90, 70, 120].map((reach) => Math.round((random() - 0.3) * reach))
    return `M${x} ${y}l${60 + (a ?? 0)} ${b}l${c} ${60 + (d ?? 0)}Z`
  })
  return {
    defs: '',
    overlay: `<path d="${cuts.slice(0, 5).join('')}" fill="#fff" fill-opacity="${opacity}"/><path d="${cuts.slice(5).join('')}" fill="#000" fill-opacity="${opacity * 0.8}"/>`,
  }
}

function stars(id: string, hue: number): { defs: string; overlay: string } {
  const random = seededRandom(id)
  const dots = Array.from({ length: 34 }, () => `M${Math.round(random() * 260)} ${Math.round(random() * 170)}h.1`)
  return {
    defs: '',
    overlay: `<g fill="none" stroke-linecap="round"><path d="${dots.slice(0, 22).join('')}" stroke="#fff" stroke-opacity=".75" stroke-width="1.8"/><path d="${dots.slice(22).join('')}" stroke="${hsl(hue, 90, 75)}" stroke-width="3.2"/></g>`,
  }
}

type Materials = Readonly<Record<CrateMaterial, Material>>

/** Returns the metals and carbon. */
function metals(hue: number): Pick<Materials, 'steel' | 'carbon' | 'gold' | 'rust'> {
  const panel = [hsl(hue, 62, 46), hsl(hue, 66, 20)] as const
  return {
    steel: {
      top: ['#f2f5fa', '#a3acbf', '#d9deea', '#8d96aa'],
      front: ['#b9c1d1', '#747d92', '#98a1b5', '#4a5164'],
      side: ['#6d758a', '#3a4050', '#515869', '#262b38'],
      trim: ['#dfe5f0', '#5a6276'],
      panel,
      texture: (id) => grain(id, 0.003, 0.4, 2, 0.34),
    },
    carbon: {
      top: ['#4b5163', '#262a36'],
      front: ['#333846', '#14161d'],
      side: ['#20232d', '#0b0c11'],
      trim: [hsl(hue, 70, 62), hsl(hue, 70, 26)],
      panel: ['#2b2f3b', '#0e1016'],
      texture: (id) =>
        tile(
          id,
          10,
          10,
          '<path d="M0 0h5v5h-5zM5 5h5v5h-5z" fill="#fff" fill-opacity=".09"/><path d="M5 0h5v5h-5zM0 5h5v5h-5z" fill="#000" fill-opacity=".28"/>',
        ),
    },
    gold: {
      top: ['#fff6cf', '#e2ac3c', '#ffe79a', '#c98c22'],
      front: ['#ffdf85', '#c48a22', '#f0bf4c', '#82500e'],
      side: ['#b67d20', '#7a4d10', '#a06c1a', '#472a06'],
      trim: ['#fff0b0', '#a06a16'],
      panel: [hsl(hue, 58, 34), hsl(hue, 62, 12)],
      texture: (id) => grain(id, 0.003, 0.4, 2, 0.2, '1 .95 .7'),
    },
    rust: {
      top: ['#c08a62', '#7d4a2c'],
      front: ['#935c39', '#43251a'],
      side: ['#5e3824', '#24140f'],
      trim: ['#a58f7d', '#41342d'],
      panel: [hsl(hue, 34, 40), hsl(hue, 36, 17)],
      texture: (id) => grain(id, 0.03, 0.045, 4, 0.95, '.16 .07 .04'),
    },
  }
}

/** Returns ice, crystal, wood and void. */
function naturals(hue: number): Pick<Materials, 'ice' | 'crystal' | 'wood' | 'void'> {
  const dark = ['#4d5366', '#15171f'] as const
  return {
    ice: {
      top: ['#ffffff', '#bfe6fb'],
      front: ['#c9ecfd', '#4d9ccf'],
      side: ['#7fc0e6', '#1f5d92'],
      trim: ['#f4fcff', '#6fb4de'],
      panel: [hsl(hue, 70, 66), hsl(hue, 64, 34)],
      texture: (id) => facets(id, 0.26),
    },
    crystal: {
      top: [hsl(hue, 100, 88), hsl(hue, 84, 62)],
      front: [hsl(hue, 86, 64), hsl(hue + 24, 80, 30)],
      side: [hsl(hue + 16, 78, 42), hsl(hue + 34, 78, 15)],
      trim: [hsl(hue, 100, 90), hsl(hue, 60, 46)],
      panel: [hsl(hue + 18, 84, 52), hsl(hue + 30, 80, 20)],
      texture: (id) => facets(id, 0.3),
    },
    wood: {
      top: ['#d6a368', '#97622f'],
      front: ['#a87240', '#58351a'],
      side: ['#714723', '#321c0c'],
      trim: dark,
      panel: [hsl(hue, 40, 38), hsl(hue, 44, 15)],
      texture: (id) => {
        const fibres = grain(id, 0.008, 0.14, 3, 0.8, '.2 .1 .03')
        const planks =
          '<path d="M-20 -108H420M-20 -76H420M-20 -44H420M-20 -12H420M-20 20H420M-20 52H420M-20 84H420M-20 116H420M-20 148H420" stroke="#1d0f05" stroke-opacity=".6" stroke-width="2.5"/>'
        return { defs: fibres.defs, overlay: fibres.overlay + planks }
      },
    },
    void: {
      top: [hsl(hue, 42, 34), hsl(hue, 50, 17)],
      front: [hsl(hue, 46, 19), '#07060f'],
      side: [hsl(hue, 44, 12), '#040308'],
      trim: [hsl(hue, 80, 70), hsl(hue, 70, 28)],
      panel: [hsl(hue, 56, 22), hsl(hue + 30, 50, 7)],
      texture: (id) => stars(id, hue),
    },
  }
}

/** Returns a material in the hue of its crate, 0 to 359. */
export function materialOf(name: CrateMaterial, hue: number): Material {
  return { ...metals(hue), ...naturals(hue) }[name]
}
