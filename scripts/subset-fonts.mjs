// Subsets the site's fonts. Each @font-face of src/layouts/fonts.css declares the characters and weights of its file, and the file is
// cut to exactly these from the full font of its package.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const root = join(import.meta.dirname, '..')
const sheet = join(root, 'src', 'layouts', 'fonts.css')
const folder = join(root, 'node_modules', '.cache', 'spacedrop-fonts')
const { resolve } = createRequire(import.meta.url)

const FACE = /@font-face\s*\{([^}]*)\}/g
/** E.g. `onest-latin`, or `onest-latin.rest` for a second file from the same full font. */
const SUBSET = /url\("subset-fonts\/(([a-z]+)-[a-z-]+)(\.[a-z]+)?\.woff2"\)/
const WEIGHTS = /font-weight:\s*(\d+) (\d+)/
const RANGES = /unicode-range:([^;]+)/
const RANGE = /U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi

/**
 * Returns the characters of a `unicode-range`.
 *
 * @param {string} ranges e.g. `U+0020-007E, U+00A0`
 */
export function charactersIn(ranges) {
  return [...ranges.matchAll(RANGE)].flatMap(([, first, last = first]) => {
    const from = Number.parseInt(first, 16)
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, at) => String.fromCodePoint(from + at))
  })
}

/**
 * Returns the @font-face rules of a style sheet whose files are subset.
 *
 * @param {string} css
 */
export function facesToSubset(css) {
  return [...css.matchAll(FACE)].flatMap(([, face]) => {
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

/**
 * Returns the WOFF2 file of a face. OpenType features of the characters stay, such as kerning and tabular figures.
 *
 * @param {ReturnType<typeof facesToSubset>[number]} face
 */
export async function subsetFace({ whole, weights, letters }) {
  return subsetFont(await readFile(whole), letters.join(''), { variationAxes: { wght: weights } })
}

async function subsetAll() {
  await mkdir(folder, { recursive: true })
  const faces = facesToSubset(await readFile(sheet, 'utf8'))
  await Promise.all(faces.map(async (face) => writeFile(join(folder, face.file), await subsetFace(face))))
}

/**
 * Creates a Vite plugin that writes the subset files and resolves `subset-fonts/` to them, in style sheets and imports.
 *
 * @returns {import('vite').Plugin}
 */
export function subsetFonts() {
  return {
    name: 'subset-fonts',
    async config() {
      await subsetAll()
      return { resolve: { alias: { 'subset-fonts': folder } } }
    },
  }
}
