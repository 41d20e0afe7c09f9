// A separate process that draws pictures of results, battles, links and icons: `node picture-process.ts TYPEFACES`. Drawing takes up to a second of a processor,
// and decodes photos from another host: nothing of it may hold up, fill or end the site's own process.
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import sharp from 'sharp'
import { type BattleSubject, battlePicture, CRATES_MOST } from '../../art/og/battle.ts'
import type { ShareShape } from '../../art/og/lines.ts'
import { openOutlines } from '../../art/og/outlines.ts'
import type { OgFaces } from '../../art/og/picture.ts'
import { type ShareSubject, sharePicture } from '../../art/og/share.ts'
import { drawAppIcon, drawLinkPicture, type LinkDrawing } from './draw-link-picture.ts'

/** What to draw. */
export type PictureOrder =
  | {
      readonly kind: 'result'
      readonly subject: ShareSubject
      readonly shape: ShareShape
      /** The address of the item's photo, which replaces its drawing; null for none. */
      readonly photo: string | null
    }
  | { readonly kind: 'battle'; readonly subject: BattleSubject; readonly shape: ShareShape }
  | ({ readonly kind: 'link' } & LinkDrawing)
  | { readonly kind: 'icon'; readonly svg: string; readonly pixels: number }

type SharedOrder = Extract<PictureOrder, { readonly shape: ShareShape }>

/** A picture, of its kind's type, or what went wrong. */
export type DrawnPicture = { readonly picture: Uint8Array } | { readonly fault: string }

const PHOTO = { hosts: /\.steamstatic\.com$/, timeoutMs: 2_000, bytesMax: 1_000_000, pixelsMax: 4_000_000 } as const

/** The edge of a crate in the tall picture, in pixels. */
const CRATE_SIZE = 220

/**
 * A third of the share of a process of the site, where both wait for one processor. PRIORITY_LOW has a sixtieth: with four busy processes a
 * processor no picture was ready within ten seconds.
 */
const NICENESS = 5

const JPEG = { quality: 86, chromaSubsampling: '4:4:4' } as const

sharp.concurrency(1)
sharp.cache(false)
setPriority(NICENESS)

async function faces(file: string): Promise<OgFaces> {
  const { display, text } = JSON.parse(await readFile(file, 'utf8'))
  return { display: openOutlines(display), text: openOutlines(text) }
}

async function readPhoto(address: string): Promise<Buffer> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(PHOTO.timeoutMs) })
  if (!response.ok || response.body === null) throw new Error(`The photo is not there: ${response.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.length
    if (bytes > PHOTO.bytesMax) throw new Error('The photo is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Returns the photo as a data URL. Without it our own drawing of the item is shown, as on pages. */
async function photoUrl(address: string | null): Promise<string | null> {
  if (address === null || !PHOTO.hosts.test(new URL(address).hostname)) return null
  try {
    const photo = sharp(await readPhoto(address), { limitInputPixels: PHOTO.pixelsMax })
    const png = await photo.resize(512, 384, { fit: 'inside' }).png({ compressionLevel: 1 }).toBuffer()
    return `data:image/png;base64,${png.toString('base64')}`
  } catch {
    return null
  }
}

const opened = faces(process.argv[2] ?? '')
// Icons have no letters: they are drawn without a file of typefaces, too.
opened.catch(() => undefined)

/** Draws crates as pictures of their own: their filters on the whole picture would take ten seconds. */
function cratesOf({ crates }: BattleSubject): Promise<string[]> {
  const shown = crates.slice(0, CRATES_MOST)
  return Promise.all(
    shown.map(async (crate) => {
      const png = await sharp(Buffer.from(crate)).resize(CRATE_SIZE, CRATE_SIZE).png({ compressionLevel: 1 }).toBuffer()
      return `data:image/png;base64,${png.toString('base64')}`
    }),
  )
}

async function pictureOf(order: SharedOrder): Promise<string> {
  if (order.kind === 'battle') {
    const subject = { ...order.subject, crates: await cratesOf(order.subject) }
    return battlePicture(subject, order.shape, await opened)
  }
  const { subject, shape, photo } = order
  return sharePicture({ ...subject, item: (await photoUrl(photo)) ?? subject.item }, shape, await opened)
}

async function draw(order: PictureOrder): Promise<DrawnPicture> {
  if (order.kind === 'icon') return { picture: await drawAppIcon(order.svg, order.pixels) }
  if (order.kind === 'link') return { picture: await drawLinkPicture(order, await opened) }
  const svg = await pictureOf(order)
  return { picture: await sharp(Buffer.from(svg)).flatten().jpeg(JPEG).toBuffer() }
}

// Ends with the process that started it.
process.once('disconnect', () => process.exit(0))
process.on('message', (order: PictureOrder) => {
  draw(order)
    .catch((error: unknown) => ({ fault: error instanceof Error ? error.message : String(error) }))
    .then((drawn) => process.send?.(drawn))
})
