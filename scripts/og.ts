// node scripts/og.ts FOLDER: draws the link previews (og:image), one for each page, case and language, into what a build has for browsers
// (client), and writes the outlines of letters for those that the server draws. The same texts and cases always give the same pictures. Unchanged pictures are taken from node_modules/.cache.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import sharp, { type OutputInfo } from 'sharp'
import { z } from 'zod'
import { logoMark } from '../src/art/logo.ts'
import { outlineTable } from '../src/art/og/outlines.ts'
import { OG_IMAGE_BOX, type OgFaces, type OgSubject, ogBackground, ogText } from '../src/art/og/picture.ts'
import { openTypeface } from '../src/art/og/typeface.ts'
import { LANGUAGES, type Language } from '../src/game/base/language.ts'
import { formatMoney } from '../src/i18n/format.ts'
import { RESOURCES } from '../src/i18n/resources.ts'
import { RULE_NUMBERS } from '../src/i18n/rule-numbers.ts'
import { textFor } from '../src/i18n/text.ts'
import type { PageName } from '../src/layouts/page-name.ts'
import { type DrawnCases, LINK_PICTURES_FILE } from '../src/server/documents/link-pictures.ts'
import { TYPEFACES_FILE } from '../src/server/documents/picture-drawer.ts'
import { INDEXED_PAGES } from '../src/server/documents/search.ts'

const root = join(import.meta.dirname, '..')
const cacheFolder = join(root, 'node_modules', '.cache', 'spacedrop-og')

/** Increase it when pictures have to be drawn again although their description is the same, e.g. for another encoder. */
const ENCODER = 1
const PNG = { palette: true, quality: 86, dither: 0, effort: 1, compressionLevel: 9 } as const

/** Pages whose texts have another name than their path. */
const TEXTS_OF: Readonly<Record<string, string>> = {
  '/': 'cases',
  '/battles/new': 'battleNew',
  '/terms-of-use': 'terms',
}

/** Returns the name under which a page has its title and description. */
function pageNameOf(path: string): PageName {
  const name = TEXTS_OF[path] ?? path.slice(1)
  const names = Object.keys(RESOURCES.en.pages) as PageName[]
  const known = names.find((one) => one === name)
  if (known === undefined) throw new Error(`${path} has no texts`)
  return known
}
const SITE_HUE = 226

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
  readonly subject: OgSubject
  /** SVG that floats on the right. */
  readonly float: string
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

function pagePictures(language: Language): Picture[] {
  const t = textFor(language, 'pages')
  return INDEXED_PAGES.map((path) => {
    const page = pageNameOf(path)
    const title = t(`${page}.title`)
    const description = t(`${page}.description`, RULE_NUMBERS)
    return {
      file: `${language}${path === '/' ? '/index' : path}.png`,
      subject: { title: title.replace(/^SPACEDROP\s[—-]\s/, ''), lead: description, hue: SITE_HUE },
      float: logoMark,
    }
  })
}

type Case = z.infer<typeof CASES>['cases'][number]

async function casePictures(cases: readonly Case[], language: Language): Promise<Picture[]> {
  const t = textFor(language, 'common')
  return Promise.all(
    cases.map(async ({ url, name, image, price, art, entries }) => ({
      file: `${language}/case/${url}.png`,
      subject: {
        title: name[language],
        lead: '',
        offer: { price: formatMoney(price), words: t('items', { count: entries.length }) },
        hue: art.hue2,
      },
      float: await readFile(join(root, 'public/assets/img/cases', image), 'utf8'),
    })),
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

type Raw = { data: Buffer; info: OutputInfo }

/** Draws each SVG once, however many pictures it is part of. */
function rasteriser(): (svg: string, size?: number) => Promise<Raw> {
  const drawn = new Map<string, Promise<Raw>>()
  return (svg, size) => {
    const known = drawn.get(svg)
    if (known !== undefined) return known
    const image = sharp(Buffer.from(svg), size === undefined ? {} : { density: svg === logoMark ? 450 : 72 })
    const made = (size === undefined ? image : image.resize(size))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    drawn.set(svg, made)
    return made
  }
}

async function draw(
  { subject, float }: Picture,
  words: string,
  raster: ReturnType<typeof rasteriser>,
): Promise<Buffer> {
  const [ground, floating] = await Promise.all([raster(ogBackground(subject.hue)), raster(float, OG_IMAGE_BOX.size)])
  return sharp(ground.data, { raw: ground.info })
    .composite([
      { input: floating.data, raw: floating.info, left: OG_IMAGE_BOX.left, top: OG_IMAGE_BOX.top },
      { input: Buffer.from(words) },
    ])
    .removeAlpha()
    .png(PNG)
    .toBuffer()
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
  const folder = join(client, 'assets', 'og')
  const started = Date.now()
  sharp.concurrency(1)
  await mkdir(cacheFolder, { recursive: true })
  const faces = await openFaces()
  await writeTypefaces(join(client, '..', TYPEFACES_FILE), faces)
  const raster = rasteriser()
  const { cases } = CASES.parse(JSON.parse(await readFile(join(root, 'data/cases.json'), 'utf8')))
  const byLanguage = LANGUAGES.map(async (language) => [
    ...pagePictures(language),
    ...(await casePictures(cases, language)),
  ])
  const pictures = (await Promise.all(byLanguage)).flat()
  // The languages of a case one after the other, so that its crate is drawn once and waited for by few.
  pictures.sort((one, other) => (one.file.slice(2) < other.file.slice(2) ? -1 : 1))
  const used = new Set<string>()
  const sizes: number[] = []
  const waiting = pictures.values()
  const work = async (): Promise<void> => {
    for (const picture of waiting) {
      const words = ogText(picture.subject, faces)
      const parts = [ENCODER, JSON.stringify(PNG), ogBackground(picture.subject.hue), picture.float, words]
      const key = createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)
      used.add(`${key}.png`)
      const bytes = await cached(key, () => draw(picture, words, raster))
      sizes.push(bytes.length)
      const file = join(folder, picture.file)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, bytes)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  for (const name of await readdir(cacheFolder)) if (!used.has(name)) await rm(join(cacheFolder, name))
  const drawn: DrawnCases = Object.fromEntries(
    cases.map(({ url, name, price, entries }) => [url, { name, price, items: entries.length }]),
  )
  await writeFile(join(folder, LINK_PICTURES_FILE), JSON.stringify(drawn))
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`
  const sum = sizes.reduce((total, size) => total + size, 0)
  return `${sizes.length} pictures, ${kilobytes(sum / sizes.length)} each, ${kilobytes(Math.max(...sizes))} at most, ${((Date.now() - started) / 1000).toFixed(1)} s`
}

const [, , client] = process.argv
if (client === undefined)
  throw new Error('Name the folder of a build that holds what browsers get: node scripts/og.ts FOLDER')
console.log(await drawAll(client))
