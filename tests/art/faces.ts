// The faces of pictures, as the build writes them for the server.
import { readFileSync } from 'node:fs'
import { openOutlines, outlineTable } from '../../src/art/og/outlines.ts'
import type { OgFaces } from '../../src/art/og/picture.ts'
import { openTypeface, type Typeface } from '../../src/art/og/typeface.ts'

const files = (face: string): Uint8Array[] =>
  ['latin', 'cyrillic'].map((part) =>
    readFileSync(
      new URL(
        `../../node_modules/@fontsource-variable/${face}/files/${face}-${part}-wght-normal.woff2`,
        import.meta.url,
      ),
    ),
  )

const LETTERS = Array.from({ length: 0x2400 - 32 }, (_, at) => String.fromCodePoint(32 + at))

/** Opens the faces, and the typeface that the display face is made of. */
export function openFaces(): { readonly faces: OgFaces; readonly source: Typeface } {
  const source = openTypeface(files('unbounded'), 700)
  const text = openTypeface(files('onest'), 450)
  return {
    source,
    faces: { display: openOutlines(outlineTable(source, LETTERS)), text: openOutlines(outlineTable(text, LETTERS)) },
  }
}

/** Returns the left and right ends of the text of a drawing. Pictures and logo are drawings of their own in it. */
export function extent(svg: string): { left: number; right: number } {
  const xs = [...svg.replace(/<svg x=[\s\S]*?<\/svg>/g, '').matchAll(/<path d="([^"]*)" fill="#/g)]
    .flatMap(([, data = '']) => [...data.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)])
    .map(([, x]) => Number(x))
  return { left: Math.min(...xs), right: Math.max(...xs) }
}
