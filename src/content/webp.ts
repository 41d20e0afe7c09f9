// Reads the frame of a WebP file. Only what shows one still picture may be in it: no metadata, no animation, nothing behind its end.

/** The size of a picture in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** A picture, or why a file is none that the site would have made. */
export type ReadWebp = PictureSize | { readonly fault: string }

interface Chunk {
  readonly name: string
  readonly data: Buffer
}

/** RIFF, a length, and WEBP. */
const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
/** The only flag of an extended file: it has an alpha channel. */
const ALPHA = 0x10
const KNOWN: ReadonlySet<string> = new Set(['VP8X', 'ALPH', 'VP8 ', 'VP8L'])

const NO_WEBP = { fault: 'is no WebP picture' } as const
const BROKEN = { fault: 'is no whole WebP picture' } as const

/** Returns the chunks of a file; undefined where they do not end with it. */
function chunksOf(file: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = []
  let at = HEADER_BYTES
  while (at + CHUNK_HEADER_BYTES <= file.length) {
    const length = file.readUInt32LE(at + 4)
    const begin = at + CHUNK_HEADER_BYTES
    chunks.push({ name: file.toString('latin1', at, at + 4), data: file.subarray(begin, begin + length) })
    // Chunks have an even length.
    at = begin + length + (length % 2)
  }
  return at === file.length ? chunks : undefined
}

function sizeOfLossy(data: Buffer): PictureSize | undefined {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return undefined
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

function sizeOfLossless(data: Buffer): PictureSize | undefined {
  if (data.length < 5 || data[0] !== 0x2f) return undefined
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** Tells whether the head of an extended file names the size of its picture, and no more than an alpha channel. */
function fitsHead({ data }: Chunk, { width, height }: PictureSize): boolean {
  if (data.length !== 10 || (data.readUInt8(0) & ~ALPHA) !== 0) return false
  return data.readUIntLE(4, 3) + 1 === width && data.readUIntLE(7, 3) + 1 === height
}

/** Reads a file. What its pixels hold is for a decoder. */
export function readWebp(file: Buffer): ReadWebp {
  if (file.length < HEADER_BYTES || file.toString('latin1', 0, 4) !== 'RIFF') return NO_WEBP
  if (file.toString('latin1', 8, HEADER_BYTES) !== 'WEBP') return NO_WEBP
  const chunks = chunksOf(file)
  if (chunks === undefined || file.readUInt32LE(4) !== file.length - 8) return BROKEN
  const foreign = chunks.find(({ name }) => !KNOWN.has(name))
  if (foreign !== undefined)
    return { fault: `holds more than one still picture: ${JSON.stringify(foreign.name.trim())}` }
  const names = chunks.map(({ name }) => name).join()
  const pixels = chunks.at(-1)
  if (pixels === undefined || !/^(?:VP8X,)?(?:VP8 |VP8L|ALPH,VP8 )$/.test(names)) return BROKEN
  const size = pixels.name === 'VP8 ' ? sizeOfLossy(pixels.data) : sizeOfLossless(pixels.data)
  if (size === undefined || size.width === 0 || size.height === 0) return BROKEN
  const [head] = chunks
  return head?.name === 'VP8X' && !fitsHead(head, size) ? BROKEN : size
}
