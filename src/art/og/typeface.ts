// Text as outlines: titles in the site's own faces on pictures that no browser draws.
import { create, type Font } from 'fontkit'

/** A weight of a face. */
export interface Typeface {
  /** Width of a line in pixels. Sizes are in pixels, tracking in parts of the size. */
  width(text: string, size: number, tracking?: number): number
  /** Path data of a line whose baseline begins at a point. */
  outline(text: string, x: number, y: number, size: number, tracking?: number): string
}

interface Point {
  x: number
  y: number
  readonly onCurve: boolean
  readonly endContour: boolean
  copy(): Point
}

function pointAt(x: number, y: number): Point {
  return { x, y, onCurve: true, endContour: true, copy: () => pointAt(x, y) }
}

/** An outline as fontkit unpacks it: of points, or of other glyphs at offsets. */
interface Unpacked {
  readonly points?: Point[]
  readonly components?: { dx: number; dy: number }[]
}

/** What fontkit keeps to itself. */
interface Inside {
  variationCoords: readonly number[] | null
  _transformedGlyphs: readonly Unpacked[]
  readonly _variationProcessor: { transformPoints(glyph: number, points: Point[]): void }
  readonly stream: { readUInt16?: () => number; readonly readUInt16BE: () => number }
  _transformGlyfTable(): void
  _decompress(): void
}

function open(bytes: Uint8Array): Font & Inside {
  const font = create(Buffer.from(bytes))
  if (!('layout' in font)) throw new Error('A collection of fonts where one font is needed')
  return font as unknown as Font & Inside
}

/** Moves an outline to where a weight has it. */
function vary(glyph: Unpacked, id: number, processor: Inside['_variationProcessor']): void {
  // A font tells four points more than a glyph has: its margins.
  const margins = Array.from({ length: 4 }, () => pointAt(0, 0))
  if (glyph.points !== undefined) processor.transformPoints(id, [...glyph.points, ...margins])
  if (glyph.components !== undefined) {
    const moved = glyph.components.map(({ dx, dy }) => pointAt(dx, dy))
    processor.transformPoints(id, [...moved, ...margins])
    for (const [at, component] of glyph.components.entries()) {
      component.dx = moved[at]?.x ?? component.dx
      component.dy = moved[at]?.y ?? component.dy
    }
  }
}

/**
 * A weight of a variable WOFF2. Fontkit's own `getVariation` reads WOFF2 as if it were TrueType and fails (2.0.4), but its parts work:
 * the outlines are unpacked as they are, moved by its processor, and given to a font that is set to the weight, which lays out.
 */
function atWeight(bytes: Uint8Array, weight: number): Font {
  const still = open(bytes)
  still._transformGlyfTable()
  const font = open(bytes)
  font.variationCoords = [weight]
  font._decompress()
  // It asks its stream for a method of another name where a glyph has many points.
  font.stream.readUInt16 = font.stream.readUInt16BE
  for (const [id, glyph] of still._transformedGlyphs.entries()) vary(glyph, id, font._variationProcessor)
  font._transformedGlyphs = still._transformedGlyphs
  return font
}

interface Run {
  readonly font: Font
  readonly text: string
}

/** Cuts a text where its letters are in another file of the face. */
function runsOf(fonts: readonly Font[], text: string): Run[] {
  const runs: { font: Font; text: string }[] = []
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(code))
    if (font === undefined) throw new Error(`No font has the letter ${letter} of "${text}"`)
    const last = runs.at(-1)
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}

/**
 * Opens a weight of a face.
 *
 * @param files its variable WOFF2 files; a letter is taken from the first that has it
 * @param weight on the axis `wght`, e.g. 700
 */
export function openTypeface(files: readonly Uint8Array[], weight: number): Typeface {
  const fonts = files.map((bytes) => atWeight(bytes, weight))

  /** Lays a line out; hands each glyph on with where it stands. */
  function layOut(text: string, size: number, tracking: number, draw?: (path: string) => void, x = 0, y = 0): number {
    let at = x
    for (const { font, text: run } of runsOf(fonts, text)) {
      const scale = size / font.unitsPerEm
      const { glyphs, positions } = font.layout(run)
      for (const [index, glyph] of glyphs.entries()) {
        const { xAdvance, xOffset, yOffset } = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 }
        draw?.(
          glyph.path
            .scale(scale, -scale)
            .translate(at + xOffset * scale, y - yOffset * scale)
            .toSVG(),
        )
        at += xAdvance * scale + tracking * size
      }
    }
    return at - x - tracking * size
  }

  return {
    width: (text, size, tracking = 0) => layOut(text, size, tracking),
    outline: (text, x, y, size, tracking = 0) => {
      const paths: string[] = []
      layOut(text, size, tracking, (path) => paths.push(path), x, y)
      return paths.join('').replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 100) / 100))
    },
  }
}
