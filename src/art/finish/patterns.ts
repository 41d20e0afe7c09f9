// All patterns by name. Each fills the frame with a few colours.

import { clouds, damascus, grain, marble, nebula, patches, pearl, rust } from './noise-patterns.ts'
import { brush, flames, gradient, leaves, splatter, tiger, waves } from './painted-patterns.ts'
import type { Pattern } from './primitives.ts'
import { camo, circuit, dots, hexes, knots, lines, panels, pixels, scales, stripes, web } from './printed-patterns.ts'

export type { Palette, Pattern } from './primitives.ts'

export const PATTERNS = {
  gradient,
  nebula,
  clouds,
  marble,
  damascus,
  patches,
  grain,
  rust,
  camo,
  pixels,
  stripes,
  lines,
  tiger,
  hexes,
  panels,
  waves,
  splatter,
  scales,
  circuit,
  dots,
  flames,
  web,
  brush,
  knots,
  leaves,
  pearl,
} as const satisfies Readonly<Record<string, Pattern>>

export type PatternName = keyof typeof PATTERNS
