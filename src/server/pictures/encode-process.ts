// A separate process that decodes pictures which people sent, and encodes them anew: `node encode-process.ts`. Only pixels get through it:
// metadata and everything else of the file stay behind.
import { setPriority } from 'node:os'
import sharp from 'sharp'

/** What a picture becomes. */
export interface PictureForm {
  /** The longer edge. */
  readonly edgeMost: number
  /** Tried again in a lower quality where it has more. */
  readonly bytesWanted: number
}

/** A file, as it was sent. */
export interface EncodeOrder {
  readonly file: Uint8Array
  readonly form: PictureForm
}

/** What is wrong with a file: no picture that is taken, one that moves, too many pixels, or one that cannot be decoded. */
export type PictureFault = 'kind' | 'moving' | 'pixels' | 'broken'

export interface EncodedPicture {
  /** WebP. */
  readonly picture: Uint8Array
  readonly width: number
  readonly height: number
}

export type EncodeReply = EncodedPicture | { readonly fault: PictureFault }

/** Cameras of phones make 12 to 50 million pixels; a bomb has more. */
const PIXELS_MOST = 52_000_000

const SECONDS_MOST = 8

/** The quality of the first try, and of the second where the first is larger than it should be. */
const QUALITIES = [82, 55] as const

const FORMATS: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp'])

/** Below the site's own process, as of the process that draws. */
const NICENESS = 5

sharp.concurrency(1)
sharp.cache(false)
setPriority(NICENESS)
// A fault of a decoder that nobody needs cannot be used.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

async function encode(file: Buffer, edgeMost: number, quality: number): Promise<EncodedPicture> {
  const { data, info } = await sharp(file, { limitInputPixels: PIXELS_MOST, failOn: 'error' })
    .autoOrient()
    .resize(edgeMost, edgeMost, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort: 3 })
    .timeout({ seconds: SECONDS_MOST })
    .toBuffer({ resolveWithObject: true })
  return { picture: data, width: info.width, height: info.height }
}

async function reply({ file, form: { edgeMost, bytesWanted } }: EncodeOrder): Promise<EncodeReply> {
  const bytes = Buffer.from(file)
  const { format, width = 0, height = 0, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (!FORMATS.has(format)) return { fault: 'kind' }
  if (pages > 1) return { fault: 'moving' }
  if (width * height > PIXELS_MOST) return { fault: 'pixels' }
  const [first, second] = QUALITIES
  const encoded = await encode(bytes, edgeMost, first)
  return encoded.picture.length <= bytesWanted ? encoded : encode(bytes, edgeMost, second)
}

// Ends with the process that started it.
process.once('disconnect', () => process.exit(0))
process.on('message', (order: EncodeOrder) => {
  reply(order)
    .catch((): EncodeReply => ({ fault: 'broken' }))
    .then((encoded) => process.send?.(encoded))
})
