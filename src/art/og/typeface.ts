// Text as outlines, for pictures that are drawn without a browser.
import { create, type Font } from 'fontkit'

/** A font at one weight. */
export interface Typeface {
  /** Tells whether it can draw a letter. */
  has(letter: string): boolean
  /** Returns the width of a line in pixels. Sizes are in pixels, tracking in parts of the size. */
  width(text: string, size: number, tracking?: number): number
  /** Returns the path data of a line whose baseline begins at a point. */
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

/** A glyph as fontkit decodes it from WOFF2: points, or other glyphs at offsets. */
interface DecodedGlyph {
  readonly points?: Point[]
  readonly components?: { dx: number; dy: number }[]
}

/** Fields of a fontkit font that its types leave out. */
interface FontkitInternals {
  variationCoords: readonly number[] | null
  _transformedGlyphs: readonly DecodedGlyph[]
  readonly _variationProcessor: { transformPoints(glyph: number, points: Point[]): void }
  readonly stream: { readUInt16?: () => number; readonly readUInt16BE: () => number }
  _transformGlyfTable(): void
  _decompress(): void
}

function openFont(bytes: Uint8Array): Font & FontkitInternals {
  const font = create(Buffer.from(bytes))
  if (!('layout' in font)) throw new Error('A collection of fonts where one font is needed')
  return font as unknown as Font & FontkitInternals
}

/** Moves the points of a glyph to the weight of the processor's font. */
function applyVariation(glyph: DecodedGlyph, id: number, processor: FontkitInternals['_variationProcessor']): void {
  // Variations apply to four more points than the outline has: the glyph's margins.
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
 * Returns a variable WOFF2 at a weight. Fontkit's `getVariation` reads WOFF2 as TrueType and fails (2.0.4), but its parts work: the
 * glyphs are decoded, moved by the variation processor, and given to a font that is set to the weight.
 */
function fontAtWeight(bytes: Uint8Array, weight: number): Font {
  const source = openFont(bytes)
  source._transformGlyfTable()
  const font = openFont(bytes)
  font.variationCoords = [weight]
  font._decompress()
  // Fontkit calls a method that its stream lacks where a glyph has many points.
  font.stream.readUInt16 = font.stream.readUInt16BE
  for (const [id, glyph] of source._transformedGlyphs.entries()) applyVariation(glyph, id, font._variationProcessor)
  font._transformedGlyphs = source._transformedGlyphs
  return font
}

interface Run {
  readonly font: Font
  readonly text: string
}

/** Splits a text into runs of letters that one file has. */
function splitRuns(fonts: readonly Font[], text: string): Run[] {
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
 * Opens a font at a weight.
 *
 * @param files variable WOFF2 files of the font; a letter is taken from the first file that has it
 * @param weight on the axis `wght`, e.g. 700
 */
export function openTypeface(files: readonly Uint8Array[], weight: number): Typeface {
  const fonts = files.map((bytes) => fontAtWeight(bytes, weight))

  /** Lays a line out, calls `draw` with the path of each glyph, and returns the width. */
  function layOut(text: string, size: number, tracking: number, draw?: (path: string) => void, x = 0, y = 0): number {
    let at = x
    for (const { font, text: run } of splitRuns(fonts, text)) {
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
    has: (letter) => fonts.some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
    width: (text, size, tracking = 0) => layOut(text, size, tracking),
    outline: (text, x, y, size, tracking = 0) => {
      const paths: string[] = []
      layOut(text, size, tracking, (path) => paths.push(path), x, y)
      return paths.join('').replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 100) / 100))
    },
  }
}
