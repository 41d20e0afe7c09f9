// The subsets of the site's fonts. Each @font-face of src/layouts/fonts.css declares the characters and weights of its file, and the file
// is cut to exactly these from the full font of its package.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const { resolve } = createRequire(import.meta.url)

const FACE = /@font-face\s*\{([^}]*)\}/g
/** E.g. `onest-latin`, or `onest-latin.rest` for a second file from the same full font. */
const SUBSET = /url\("\.\/fonts\/(([a-z]+)-[a-z-]+)(\.[a-z]+)?\.woff2"\)/
const WEIGHTS = /font-weight:\s*(\d+) (\d+)/
const RANGES = /unicode-range:([^;]+)/
const RANGE = /U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi

export interface Face {
  /** Name of the subset file. */
  readonly file: string
  readonly family: string
  /** Path of the full font. */
  readonly whole: string
  readonly weights: { readonly min: number; readonly max: number }
  readonly letters: readonly string[]
}

/** Returns the characters of a `unicode-range` such as `U+0020-007E, U+00A0`. */
export function charactersIn(ranges: string): string[] {
  return [...ranges.matchAll(RANGE)].flatMap(([, first = '', last = first]) => {
    const from = Number.parseInt(first, 16)
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, at) => String.fromCodePoint(from + at))
  })
}

/** Returns the @font-face rules of a style sheet whose files are subset. */
export function facesToSubset(css: string): Face[] {
  return [...css.matchAll(FACE)].flatMap(([, face = '']) => {
    const [, name, family = '', part = ''] = SUBSET.exec(face) ?? []
    if (name === undefined) return []
    const [, lightest, heaviest] = WEIGHTS.exec(face) ?? []
    const [, ranges] = RANGES.exec(face) ?? []
    if (lightest === undefined || ranges === undefined) throw new Error(`${name}${part}: which weights and letters?`)
    return {
      file: `${name}${part}.woff2`,
      family,
      whole: resolve(`@fontsource-variable/${family}/files/${name}-wght-normal.woff2`),
      weights: { min: Number(lightest), max: Number(heaviest) },
      letters: charactersIn(ranges),
    }
  })
}

/** Returns the WOFF2 file of a face. OpenType features of the characters stay, such as kerning and tabular figures. */
export async function subsetFace({ whole, weights, letters }: Face): Promise<Buffer> {
  return subsetFont(await readFile(whole), letters.join(''), { variationAxes: { wght: weights } })
}
