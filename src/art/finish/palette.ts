// Chooses pattern and colours of a finish: by the words of its name where a rule matches them, else at random.
import type { Rarity } from '../../game/catalogue/rarity.ts'
import { channels, hsl, mix } from '../colour.ts'
import { between, pick, type Random } from '../random.ts'
import { COLOUR_WORDS, NAME_RULES } from './name-rules.ts'
import type { Palette, PatternName } from './patterns.ts'

export interface Finish {
  readonly pattern: PatternName
  readonly palette: Palette
}

const PLAIN: readonly [PatternName, ...PatternName[]] = [
  'camo',
  'stripes',
  'dots',
  'pixels',
  'grain',
  'clouds',
  'leaves',
  'hexes',
]

const RICH: readonly [PatternName, ...PatternName[]] = [
  'brush',
  'panels',
  'splatter',
  'circuit',
  'nebula',
  'scales',
  'marble',
  'brush',
  'lines',
  'hexes',
  'waves',
  'patches',
]

/** How colourful each rarity is where no rule matches the name, 0 to 1. */
const VIVIDNESS: Readonly<Record<Rarity, number>> = {
  consumer: 0.35,
  industrial: 0.45,
  'mil-spec': 0.7,
  restricted: 0.82,
  classified: 0.95,
  covert: 1,
  contraband: 1,
}

/** Distances between the hues of a palette: neighbours, complements, triads. */
const HARMONIES: readonly [readonly [number, number, number], ...(readonly [number, number, number])[]] = [
  [0, 24, 180],
  [0, 40, 200],
  [0, 120, 240],
  [0, 150, 210],
  [0, -30, 60],
  [0, 30, 160],
]

/** Where the name has a colour, the others stay near it. */
const NEAR: readonly [number, number, number] = [0, 12, -16]

function generatePalette(hue: number, strength: number, named: boolean, random: Random): Palette {
  const [first, second, third] = named ? NEAR : pick(random, HARMONIES)
  const saturation = 82 * strength
  const dark = random() < 0.5
  return [
    hsl(hue + first, saturation * 0.8, dark ? 15 : 44),
    hsl(hue + second, saturation, dark ? 42 : 28),
    hsl(hue + second / 2, Math.min(92, saturation * 1.05), 56),
    hsl(hue + third, Math.min(95, saturation * 1.1), named ? 72 : 66),
  ]
}

const varyPalette = (palette: Palette, random: Random): Palette => {
  const share = 0.05 + random() * 0.12
  const [a, b, c, d, ...rest] = palette
  const toward = random() < 0.5 ? '#ffffff' : '#101020'
  return [mix(a, b, share), mix(b, toward, share), mix(c, d, share), mix(d, toward, share * 0.6), ...rest]
}

/** Replaces the hue of a palette and keeps the lightness of each colour. */
function tintPalette(palette: Palette, hue: number, strength: number): Palette {
  const tint = (colour: string, index: number): string => {
    const [r, g, b] = channels(colour)
    const light = 0.3 * r + 0.59 * g + 0.11 * b
    return hsl(hue + index * 7, 6 + 74 * strength, 8 + light * 76)
  }
  const [a, b, c, d, ...rest] = palette
  return [tint(a, 0), tint(b, 1), tint(c, -1), tint(d, 2), ...rest.map((colour, index) => tint(colour, index))]
}

/** Finishes that a colour word does not recolour; "Blue Tiger" and "Crimson Kimono" are recoloured. */
const FIXED = /doppler|fade|asiimov|redline|printstream|lore|case hardened|slaughter|tooth|blue steel|gold/i

/**
 * Returns the finish of a skin.
 *
 * @param name of the finish in English, without the weapon; empty for a vanilla knife
 */
export function finishOf(name: string, rarity: Rarity, random: Random): Finish {
  if (name === '')
    return { pattern: 'grain', palette: varyPalette(['#8d96a8', '#c9d0dd', '#5b6475', '#eef2f8'], random) }
  const look = NAME_RULES.find(({ word }) => word.test(name))
  const tint = COLOUR_WORDS.find(({ word }) => word.test(name))
  if (look) {
    const recoloured = tint && !FIXED.test(name) ? tintPalette(look.palette, tint.hue, tint.strength) : look.palette
    return { pattern: look.pattern, palette: varyPalette(recoloured, random) }
  }
  const vivid = VIVIDNESS[rarity]
  const pattern = vivid < 0.6 ? pick(random, PLAIN) : pick(random, RICH)
  const hue = tint ? tint.hue + between(random, -10, 10) : between(random, 0, 359)
  return {
    pattern,
    palette: generatePalette(hue, Math.max(0.15, vivid * (tint?.strength ?? 1)), tint !== undefined, random),
  }
}
