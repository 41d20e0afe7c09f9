// The committed fonts are what `node scripts/fonts.ts` makes, and draw what the full fonts draw, in every weight that the styles use.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { charactersIn, type Face, facesToSubset, subsetFace } from '../../../scripts/fonts/subset.ts'
import { openTypeface } from '../../../src/art/og/typeface.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const faces = facesToSubset(read('src/layouts/fonts.css'))
const committed = ({ file }: Face): Buffer => readFileSync(join(root, 'src/layouts/fonts', file))

function open(bytes: Uint8Array): Font {
  const font = create(Buffer.from(bytes))
  if (!('layout' in font)) throw new Error('A collection of fonts where one font is needed')
  return font
}

const lettersOf = (font: Font): Set<string> => new Set(font.characterSet.map((code) => String.fromCodePoint(code)))

/** Letters that the package's own style sheet declares for a whole file. */
function declaredWhole({ whole }: Face): Set<string> {
  const part = /[a-z]+-([a-z-]+)-wght/.exec(whole)?.[1] ?? ''
  const ranges: Record<string, string> = JSON.parse(readFileSync(join(dirname(whole), '..', 'unicode.json'), 'utf8'))
  return new Set(charactersIn(ranges[part] ?? ''))
}

/** Latin letters that are a plain letter and marks. */
const COMPOSED = charactersIn('U+00C0-024F, U+1E00-1EFF').filter((letter) =>
  /^[a-z]\p{M}+$/iu.test(letter.normalize('NFD')),
)

/** Full of pairs that are kerned. */
const WORDS = {
  'onest-latin': 'AVATAR To. Withdraw “LT” $1,234.56 — You',
  'onest-cyrillic': 'ПоступленияУГолТАУГуґєії',
  'unbounded-latin': 'AVATAR To. Withdraw $1,234.56 You',
  'unbounded-cyrillic': 'РулонГОТАУДґєії',
}

const cut = new Map<Face, Font>()
/** By family: letters that are declared and in the file they are declared for. */
const drawn: Record<string, Set<string>> = { onest: new Set(), unbounded: new Set() }

for (const face of faces) {
  const font = open(committed(face))
  const there = lettersOf(font)
  cut.set(face, font)
  for (const letter of face.letters) if (there.has(letter)) drawn[face.family]?.add(letter)
}

describe('subset fonts', () => {
  it('are the files that the style sheet names', () => {
    expect(readdirSync(join(root, 'src/layouts/fonts')).sort()).toEqual(faces.map(({ file }) => file).sort())
  })

  it.each(faces)('$file is what the command makes', async (face) => {
    expect(committed(face).equals(await subsetFace(face)), 'run node scripts/fonts.ts').toBe(true)
  })

  it.each(faces)('$file has every letter that its complete file declared', (face) => {
    const declared = declaredWhole(face)
    const before = [...lettersOf(open(readFileSync(face.whole)))].filter(
      (letter) => declared.has(letter) && letter >= ' ',
    )
    expect(before.filter((letter) => !drawn[face.family]?.has(letter)).join('')).toBe('')
  })

  it.each(['onest', 'unbounded'])('%s composes the same letters with marks as before', (family) => {
    const own = faces.filter((face) => face.family === family)
    const usable = own.map((face) => {
      const there = lettersOf(open(readFileSync(face.whole)))
      return declaredWhole(face).intersection(there)
    })
    const parts = (letter: string): string[] => [...letter.normalize('NFD')]
    const composed = COMPOSED.filter((letter) => !drawn[family]?.has(letter))
    const before = composed.filter((letter) => usable.some((whole) => parts(letter).every((part) => whole.has(part))))
    expect(before.length).toBeGreaterThan(5)
    const lost = before.filter(
      (letter) => !own.some(({ letters }) => parts(letter).every((part) => letters.includes(part))),
    )
    expect(lost.join('')).toBe('')
  })

  it.each(faces.filter(({ file }) => !file.includes('-ext')))('$file has each letter it declares', (face) => {
    const there = lettersOf(cut.get(face) as Font)
    expect(face.letters.filter((letter) => !there.has(letter)).join('')).toBe('')
  })

  it.each(faces)('$file varies between the weights it declares', (face) => {
    expect(cut.get(face)?.variationAxes.wght).toMatchObject(face.weights)
  })

  it.each(Object.entries(WORDS))('%s.woff2 sets words as wide as its complete file', (name, words) => {
    const face = faces.find(({ file }) => file === `${name}.woff2`) as Face
    const { min, max } = face.weights
    for (const weight of [min, (min + max) / 2, max]) {
      const before = openTypeface([readFileSync(face.whole)], weight).width(words, 1)
      const now = openTypeface([committed(face)], weight).width(words, 1)
      expect(Math.abs(now / before - 1)).toBeLessThan(0.002)
    }
  })

  it.each(['onest', 'unbounded'])('%s has tabular figures for money', (family) => {
    const face = faces.find(({ file }) => file === `${family}-latin.woff2`) as Face
    expect(cut.get(face)?.availableFeatures).toEqual(expect.arrayContaining(['tnum', 'kern']))
  })
})

describe('the texts of the site', () => {
  /** From outside the first files: a name with a macron, which one card in 2,000 has, and the formulas of published days and of own play. */
  const ELSEWHERE = new Set('ā±÷')

  it('need only the first files', () => {
    const texts = globSync('{src/i18n/locales/*/*.json,src/content/**/*.md,data/*.json}', { cwd: root }).map(read)
    expect(texts.length).toBeGreaterThan(60)
    const first = new Set(
      faces.filter(({ file }) => /^onest-[a-z]+\.woff2$/.test(file)).flatMap(({ letters }) => letters),
    )
    const further = [...new Set(texts.join(''))].filter((letter) => drawn.onest?.has(letter) && !first.has(letter))
    expect(new Set(further)).toEqual(ELSEWHERE)
  })

  it('use weights that the files have', () => {
    const styles = globSync('src/**/*.{css,astro}', { cwd: root })
      .filter((path) => !path.endsWith('fonts.css'))
      .map(read)
      .join('\n')
    const asked = (pattern: RegExp): number[] => [...styles.matchAll(pattern)].map(([, weight]) => Number(weight))
    const display = asked(/font: (\d+) [^;]*var\(--font-display\)/g)
    const text = [...asked(/font: (\d+) [^;]*var\(--font-text\)/g), ...asked(/font-weight: (\d+)/g)]
    for (const [family, weights] of Object.entries({ unbounded: display, onest: text })) {
      const { min = 0, max = 0 } = faces.find((face) => face.family === family)?.weights ?? {}
      expect(weights.length).toBeGreaterThan(10)
      expect(weights.filter((weight) => weight < min || weight > max)).toEqual([])
    }
  })
})
