// node scripts/og.ts FOLDER: draws the link previews (og:image), one for each page, case and language, into what a build has for browsers
// (client), and writes the outlines of letters for those that the server draws. The same texts and cases always give the same pictures. Unchanged pictures are taken from node_modules/.cache.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import type { PictureBrand } from '../src/art/logo.ts'
import { outlineTable } from '../src/art/og/outlines.ts'
import { type OgFaces, ogBackground, ogText } from '../src/art/og/picture.ts'
import { openTypeface } from '../src/art/og/typeface.ts'
import { readDefaultTexts } from '../src/content/default-texts.ts'
import type { ShopTexts } from '../src/content/shop-texts.ts'
import { LANGUAGES, type Language } from '../src/game/base/language.ts'
import {
  drawLinkPicture,
  LINK_PNG,
  type LinkDrawing,
  type Raw,
  rasterise,
} from '../src/server/documents/draw-link-picture.ts'
import {
  type DrawnLinks,
  drawingDigest,
  LINK_PICTURES,
  LINK_PICTURES_FILE,
} from '../src/server/documents/link-pictures.ts'
import { caseDrawing, type PicturedCase, pageDrawing } from '../src/server/documents/link-subjects.ts'
import { TYPEFACES_FILE } from '../src/server/documents/picture-drawer.ts'
import { INDEXED_PAGES } from '../src/server/documents/search.ts'

const root = join(import.meta.dirname, '..')
const cacheFolder = join(root, 'node_modules', '.cache', 'spacedrop-og')

/** Increase it when pictures have to be drawn again although their description is the same, e.g. for another encoder. */
const ENCODER = 1

const CASES = z.object({
  cases: z.array(
    z.object({
      url: z.string(),
      name: z.record(z.enum(LANGUAGES), z.string()),
      image: z.string(),
      price: z.int(),
      art: z.object({ hue2: z.int() }),
      entries: z.array(z.unknown()),
    }),
  ),
})

interface Picture {
  /** Below the folder of pictures, e.g. `en/case/orion.png`. */
  readonly file: string
  readonly drawing: LinkDrawing
}

async function openFaces(): Promise<OgFaces> {
  const face = async (name: string, weight: number) => {
    const files = ['latin', 'cyrillic', 'latin-ext', 'cyrillic-ext'].map((part) =>
      readFile(join(root, `node_modules/@fontsource-variable/${name}/files/${name}-${part}-wght-normal.woff2`)),
    )
    return openTypeface(await Promise.all(files), weight)
  }
  const [display, text] = await Promise.all([face('unbounded', 700), face('onest', 450)])
  return { display, text }
}

const brandOf = ({ brand: { name, accent, mark, wordmark } }: ShopTexts): PictureBrand => ({
  name,
  accent,
  mark,
  wordmark,
})

function pagePictures(language: Language, texts: ShopTexts): Promise<Picture[]> {
  const paths = new Set<string>([...INDEXED_PAGES, ...[...texts.pageNames].map((name) => `/${name}`)])
  return Promise.all(
    [...paths].map(async (path) => ({
      file: `${language}${path === '/' ? '/index' : path}.png`,
      drawing: pageDrawing(path, language, brandOf(texts), await texts.page(path.slice(1), language)),
    })),
  )
}

type Case = z.infer<typeof CASES>['cases'][number]

/** Returns what the picture of a case says. */
const pictured = ({ name, price, art, entries }: Case): PicturedCase => ({
  name,
  price,
  items: entries.length,
  hue: art.hue2,
})

async function casePictures(cases: readonly Case[], language: Language, brand: PictureBrand): Promise<Picture[]> {
  return Promise.all(
    cases.map(async (described) => {
      const crate = await readFile(join(root, 'public/assets/img/cases', described.image), 'utf8')
      return {
        file: `${language}/case/${described.url}.png`,
        drawing: caseDrawing(pictured(described), crate, language, brand),
      }
    }),
  )
}

/** Letters that players' names may have: everything up to the symbols, as far as the fonts have it. */
const LAST_LETTER = 0x2400

/** Writes the outlines of the letters, with which the server draws pictures of shared results. */
async function writeTypefaces(file: string, faces: OgFaces): Promise<void> {
  const letters = Array.from({ length: LAST_LETTER - 32 }, (_, at) => String.fromCodePoint(32 + at))
  const tables = { display: outlineTable(faces.display, letters), text: outlineTable(faces.text, letters) }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(tables))
}

/** Draws each SVG once, however many pictures it is part of. */
function rasteriser(): typeof rasterise {
  const rasters = new Map<string, Promise<Raw>>()
  return (svg, size) => {
    const raster = rasters.get(svg) ?? rasterise(svg, size)
    rasters.set(svg, raster)
    return raster
  }
}

/** Returns a picture from the cache, or draws and caches it. */
async function cached(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const file = join(cacheFolder, `${key}.png`)
  try {
    return await readFile(file)
  } catch {
    const made = await make()
    await writeFile(file, made)
    return made
  }
}

/** Draws all pictures, as many at once as the machine has processors. */
async function drawAll(client: string): Promise<string> {
  const folder = join(client, LINK_PICTURES)
  const texts = readDefaultTexts()
  const started = Date.now()
  sharp.concurrency(1)
  await mkdir(cacheFolder, { recursive: true })
  const faces = await openFaces()
  await writeTypefaces(join(client, '..', TYPEFACES_FILE), faces)
  const raster = rasteriser()
  const { cases } = CASES.parse(JSON.parse(await readFile(join(root, 'data/cases.json'), 'utf8')))
  const byLanguage = LANGUAGES.map(async (language) => [
    ...(await pagePictures(language, texts)),
    ...(await casePictures(cases, language, brandOf(texts))),
  ])
  const pictures = (await Promise.all(byLanguage)).flat()
  // The languages of a case one after the other, so that its crate is drawn once and waited for by few.
  pictures.sort((one, other) => (one.file.slice(2) < other.file.slice(2) ? -1 : 1))
  const used = new Set<string>()
  const sizes: number[] = []
  const waiting = pictures.values()
  const work = async (): Promise<void> => {
    for (const picture of waiting) {
      const { subject, float } = picture.drawing
      const parts = [ENCODER, JSON.stringify(LINK_PNG), ogBackground(subject.hue), float, ogText(subject, faces)]
      const key = createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)
      used.add(`${key}.png`)
      const bytes = await cached(key, () => drawLinkPicture(picture.drawing, faces, raster))
      sizes.push(bytes.length)
      const file = join(folder, picture.file)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, bytes)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  for (const name of await readdir(cacheFolder)) if (!used.has(name)) await rm(join(cacheFolder, name))
  const links: DrawnLinks = {
    pictures: Object.fromEntries(pictures.map(({ file, drawing }) => [file, drawingDigest(drawing)])),
    hues: Object.fromEntries(cases.map(({ url, art }) => [url, art.hue2])),
  }
  await writeFile(join(folder, LINK_PICTURES_FILE), JSON.stringify(links))
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`
  const sum = sizes.reduce((total, size) => total + size, 0)
  return `${sizes.length} pictures, ${kilobytes(sum / sizes.length)} each, ${kilobytes(Math.max(...sizes))} at most, ${((Date.now() - started) / 1000).toFixed(1)} s`
}

const [, , client] = process.argv
if (client === undefined)
  throw new Error('Name the folder of a build that holds what browsers get: node scripts/og.ts FOLDER')
console.log(await drawAll(client))
