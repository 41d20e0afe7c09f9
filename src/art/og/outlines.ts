// A typeface as a table of outlines: what a server needs to draw text without a font engine, which takes 300 ms and 70 MB to open.
import type { Typeface } from './typeface.ts'

/** Outlines at 1000 px with the baseline at 0, by letter. */
export interface OutlineTable {
  /** The advance of a letter and its path, whose numbers are whole. */
  readonly letters: Readonly<Record<string, readonly [advance: number, path: string]>>
}

const UNIT = 1000

/** Returns the table of the letters that a typeface has. */
export function outlineTable(face: Typeface, letters: Iterable<string>): OutlineTable {
  const rows: Record<string, readonly [number, string]> = {}
  for (const letter of letters) {
    if (!face.has(letter)) continue
    const path = face.outline(letter, 0, 0, UNIT).replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))))
    rows[letter] = [Math.round(face.width(letter, UNIT)), path]
  }
  return { letters: rows }
}

/** Moves and scales the numbers of a path, which are pairs of x and y. */
function placed(path: string, x: number, y: number, scale: number): string {
  let isX = false
  return path.replace(/-?\d+/g, (number) => {
    isX = !isX
    const at = Number(number) * scale + (isX ? x : y)
    return String(Math.round(at * 100) / 100)
  })
}

/** Opens a table. Letters without an outline are left out: names may have any. */
export function openOutlines({ letters }: OutlineTable): Typeface {
  const known = (text: string) =>
    [...text].flatMap((letter) => (Object.hasOwn(letters, letter) ? [letters[letter]] : []))
  return {
    has: (letter) => Object.hasOwn(letters, letter),
    width: (text, size, tracking = 0) => {
      const found = known(text)
      const advances = found.reduce((sum, letter) => sum + (letter?.[0] ?? 0), 0)
      return (advances * size) / UNIT + Math.max(0, found.length - 1) * tracking * size
    },
    outline: (text, x, y, size, tracking = 0) => {
      let at = x
      return known(text)
        .map((letter) => {
          const [advance, path] = letter ?? [0, '']
          const moved = placed(path, at, y, size / UNIT)
          at += (advance * size) / UNIT + tracking * size
          return moved
        })
        .join('')
    },
  }
}
