// All patterns by name. Each fills the frame with a few colours.
import type { Pattern } from './brushes.ts'
import { clouds, damascus, grain, marble, nebula, patches, pearl, rust } from './noise.ts'
import { brush, flames, gradient, leaves, splatter, tiger, waves } from './paintings.ts'
import { camo, circuit, dots, hexes, knots, lines, panels, pixels, scales, stripes, web } from './prints.ts'

export type { Palette, Pattern } from './brushes.ts'

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
