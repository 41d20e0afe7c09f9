// node scripts/typefaces.ts FOLDER: writes into a build the outlines of the letters with which its site draws pictures of links, results and battles.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { outlineTable } from '../src/art/og/outlines.ts'
import { openTypeface, type Typeface } from '../src/art/og/typeface.ts'
import { TYPEFACES_FILE } from '../src/server/documents/picture-drawer.ts'

const PARTS = ['latin', 'cyrillic', 'latin-ext', 'cyrillic-ext']

/** Letters that players' names may have: everything up to the symbols, as far as the fonts have it. */
const LAST_LETTER = 0x2400
const LETTERS = Array.from({ length: LAST_LETTER - 32 }, (_, at) => String.fromCodePoint(32 + at))

async function openFace(name: string, weight: number): Promise<Typeface> {
  const fonts = join(import.meta.dirname, `../node_modules/@fontsource-variable/${name}/files`)
  const files = await Promise.all(PARTS.map((part) => readFile(join(fonts, `${name}-${part}-wght-normal.woff2`))))
  return openTypeface(files, weight)
}

const [, , folder] = process.argv
if (folder === undefined) throw new Error('Name the folder of a build: node scripts/typefaces.ts FOLDER')
const file = join(folder, TYPEFACES_FILE)
const [display, text] = await Promise.all([openFace('unbounded', 700), openFace('onest', 450)])
await mkdir(dirname(file), { recursive: true })
await writeFile(file, JSON.stringify({ display: outlineTable(display, LETTERS), text: outlineTable(text, LETTERS) }))
