// Cuts the site's type to what it uses. Each @font-face of src/layouts/fonts.css says which letters and which weights a file has, and
// its file is cut to just these from the whole one of its package: what is declared is there, and nothing else is sent.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const root = join(import.meta.dirname, '..')
const sheet = join(root, 'src', 'layouts', 'fonts.css')
const folder = join(root, 'node_modules', '.cache', 'spacedrop-fonts')
const { resolve } = createRequire(import.meta.url)

const FACE = /@font-face\s*\{([^}]*)\}/g
/** E.g. `onest-latin`, or `onest-latin.rest` for a second file from the same whole one. */
const CUT = /url\("cut-fonts\/(([a-z]+)-[a-z-]+)(\.[a-z]+)?\.woff2"\)/
const WEIGHTS = /font-weight:\s*(\d+) (\d+)/
const RANGES = /unicode-range:([^;]+)/
const RANGE = /U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi

/**
 * The letters of a `unicode-range`.
 *
 * @param {string} ranges e.g. `U+0020-007E, U+00A0`
 */
export function lettersIn(ranges) {
  return [...ranges.matchAll(RANGE)].flatMap(([, first, last = first]) => {
    const from = Number.parseInt(first, 16)
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, at) => String.fromCodePoint(from + at))
  })
}

/**
 * The faces of a style sheet whose files are cut.
 *
 * @param {string} css
 */
export function cutFaces(css) {
  return [...css.matchAll(FACE)].flatMap(([, face]) => {
    const [, name, family = '', part = ''] = CUT.exec(face) ?? []
    if (name === undefined) return []
    const [, lightest, heaviest] = WEIGHTS.exec(face) ?? []
    const [, ranges] = RANGES.exec(face) ?? []
    if (lightest === undefined || ranges === undefined) throw new Error(`${name}${part}: which weights and letters?`)
    return {
      file: `${name}${part}.woff2`,
      family,
      whole: resolve(`@fontsource-variable/${family}/files/${name}-wght-normal.woff2`),
      weights: { min: Number(lightest), max: Number(heaviest) },
      letters: lettersIn(ranges),
    }
  })
}

/**
 * The file of a face, WOFF2. The features of its letters stay: kerning, figures of one width.
 *
 * @param {ReturnType<typeof cutFaces>[number]} face
 */
export async function cutFace({ whole, weights, letters }) {
  return subsetFont(await readFile(whole), letters.join(''), { variationAxes: { wght: weights } })
}

async function cutAll() {
  await mkdir(folder, { recursive: true })
  const faces = cutFaces(await readFile(sheet, 'utf8'))
  await Promise.all(faces.map(async (face) => writeFile(join(folder, face.file), await cutFace(face))))
}

/**
 * A Vite plugin that puts the cut files where `cut-fonts/` points to, in style sheets and imports, before anything asks for them.
 *
 * @returns {import('vite').Plugin}
 */
export function cutFonts() {
  return {
    name: 'cut-fonts',
    async config() {
      await cutAll()
      return { resolve: { alias: { 'cut-fonts': folder } } }
    },
  }
}
