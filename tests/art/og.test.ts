// Link previews: every title fits in every language, the letters are in the typeface, and the same text gives the same
// picture.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { OG_HEIGHT, OG_IMAGE_BOX, OG_WIDTH, type OgFaces, ogBackground, ogText } from '../../src/art/og/picture.ts'
import { openTypeface, type Typeface } from '../../src/art/og/typeface.ts'
import { BRAND } from './brand.ts'
import { readDrawing } from './well-formed.ts'

const files = (face: string): Uint8Array[] =>
  ['latin', 'cyrillic'].map((part) =>
    readFileSync(
      new URL(
        `../../node_modules/@fontsource-variable/${face}/files/${face}-${part}-wght-normal.woff2`,
        import.meta.url,
      ),
    ),
  )

let faces: OgFaces
let thin: Typeface

beforeAll(() => {
  faces = { display: openTypeface(files('unbounded'), 700), text: openTypeface(files('onest'), 450) }
  thin = openTypeface(files('unbounded'), 300)
})

/** Returns everything that the path data of a drawing touches, control points included. */
function extent(svg: string): { left: number; right: number; top: number; bottom: number } {
  const points = [...svg.matchAll(/ d="([^"]*)"/g)]
    .map(([, data = '']) => data)
    .filter((data) => data.length > 400)
    .flatMap((data) => [...data.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]))
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

describe('a typeface', () => {
  it('is wider with more weight, and proportional to its size', () => {
    expect(faces.display.width('Orion', 100)).toBeGreaterThan(thin.width('Orion', 100))
    expect(faces.display.width('Orion', 50)).toBeCloseTo(faces.display.width('Orion', 100) / 2, 6)
    expect(faces.display.width('Orion', 100, -0.03)).toBeCloseTo(faces.display.width('Orion', 100) - 12, 6)
  })

  it('draws other outlines at another weight, also for accents', () => {
    for (const letters of ['O', 'é', 'Ї', 'ґ']) {
      expect(faces.display.outline(letters, 0, 0, 100)).not.toBe(thin.outline(letters, 0, 0, 100))
      expect(faces.display.outline(letters, 0, 0, 100)).toMatch(/^M[-\d.MLQCZ ,]+Z$/)
    }
  })

  it('has the letters of three languages, and reports missing ones', () => {
    const text = 'Ice Giant 12,345.67 $ — Щёлково ґанок, їжак і єнот: сузір’я «№»'
    expect(faces.text.width(text, 20)).toBeGreaterThan(400)
    expect(() => faces.text.width('漢', 20)).toThrow(/漢/)
  })
})

describe('the link preview', () => {
  it.each([
    'FAQ',
    'Orion',
    'Реферальная система',
    'Конфіденційність та обробка даних',
    'WWWWWWWW WWWWWWWW WWWWWWWWWWWWWW',
    'Крижаний гігант з далекого космосу',
    'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW',
    'Ten words and more of them make a title that is far too long to be one',
  ])('has room for %s', (title) => {
    const svg = ogText({ brand: BRAND, title, lead: 'What it is about. '.repeat(20), hue: 200 }, faces)
    readDrawing(svg)
    const { left, right, top, bottom } = extent(svg)
    expect(left).toBeGreaterThan(60)
    expect(right).toBeLessThan(OG_IMAGE_BOX.left)
    expect(top).toBeGreaterThan(50)
    expect(bottom).toBeLessThan(OG_HEIGHT - 60)
  })

  it('shows the price of a case in its pill, and the text beside it', () => {
    const svg = ogText(
      { brand: BRAND, title: 'Orion', lead: '', hue: 1, offer: { price: '$12,345.67', words: '128 предметов' } },
      faces,
    )
    expect(extent(svg).right).toBeLessThan(OG_IMAGE_BOX.left)
    expect(svg).toContain('fill="#c6ff3d"')
  })

  it('has the name and the accent of its shop', () => {
    const subject = { title: 'Orion', lead: '', hue: 1, offer: { price: '$2.00', words: '8 items' } }
    const of = (brand: typeof BRAND): string => ogText({ ...subject, brand }, faces)
    expect(of({ ...BRAND, name: 'COMETDROP' })).not.toBe(of(BRAND))
    const orange = of({ ...BRAND, accent: { colour: '#ff9f1a', ink: '#0f0a02' } })
    expect(orange).toContain('fill="#ff9f1a"')
    expect(orange).toContain('fill="#0f0a02"')
    expect(orange).not.toContain('#c6ff3d')
  })

  it('is deterministic, and its background is well formed', () => {
    const subject = { brand: BRAND, title: 'Orion', lead: 'Words', hue: 12 }
    expect(ogText(subject, faces)).toBe(ogText(subject, faces))
    expect(ogBackground(12)).toBe(ogBackground(12))
    expect(ogBackground(12)).not.toBe(ogBackground(13))
    readDrawing(ogBackground(12))
    expect(ogBackground(12)).toContain(`viewBox="0 0 ${OG_WIDTH} ${OG_HEIGHT}"`)
  })
})
