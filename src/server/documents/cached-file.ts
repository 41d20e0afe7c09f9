// A file in memory in each of its compressed variants, so that serving it costs neither disk nor compression.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const COMPRESSIBLE = /^(text\/|application\/(javascript|json|manifest\+json|xml)|image\/svg)/
const COMPRESSED_BYTES_MIN = 256
/** 11 takes a tenth of a second for a document; 5 takes a hundredth of that and leaves a tenth more to send. */
const BROTLI_QUALITY = { small: 11, fast: 5 } as const
/** The smallest and the largest window of brotli, as powers of two. Memory for compression grows with the window. */
const WINDOW_BITS = { min: 10, max: 22 } as const
/** To unpack a page takes 3 ms, while all others wait. */
const UNPACKED_BYTES = 4 * 1024 * 1024
/** Characters of a SHA-256 in base64url: 132 bits of it. */
const TAG_LENGTH = 22

export type Encoding = 'br' | 'gzip' | 'identity'

/** One encoding of a file. */
export interface Variant {
  /** The headers of the file in this encoding; a 304 response leaves out those about the body. */
  readonly headers: Readonly<Record<string, string>>
  body(): Buffer
  /** Tells whether the body is in memory as it is sent. */
  isAtHand(): boolean
}

type Content = Pick<Variant, 'body' | 'isAtHand'>

export interface CachedFile {
  /** A hash of the content. The ETag of each variant begins with it and differs, so that caches do not mix them up. */
  readonly tag: string
  /** How much memory the content takes. */
  readonly bytes: number
  readonly variants: { readonly identity: Variant } & { readonly [Name in Encoding]?: Variant }
}

export interface FileOptions {
  readonly type: string
  readonly cacheControl: string
  /** Further headers, e.g. the content security policy of a document. */
  readonly headers?: Readonly<Record<string, string>>
  /** How to compress: 'fast' for what is made while a visitor waits and anyone can ask for without end. */
  readonly compression?: keyof typeof BROTLI_QUALITY
}

/** The plain content that was asked for last, by its compressed form. */
const unpacked = new LRUCache<Buffer, Buffer>({ maxSize: UNPACKED_BYTES, sizeCalculation: ({ length }) => length })

function unpack(gzipped: Buffer): Buffer {
  const plain = unpacked.get(gzipped) ?? gunzipSync(gzipped)
  unpacked.set(gzipped, plain)
  return plain
}

/** Returns functions that hold a buffer and nothing else: functions made beside the plain content would hold that too. */
const holding = (bytes: Buffer): Content => ({ body: () => bytes, isAtHand: () => true })
const unpacking = (gzipped: Buffer): Content => ({ body: () => unpack(gzipped), isAtHand: () => unpacked.has(gzipped) })

/** Compresses a body once, in the thread pool. */
export async function cacheFile(plain: Buffer, options: FileOptions): Promise<CachedFile> {
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, TAG_LENGTH)
  const isCompressed = COMPRESSIBLE.test(options.type) && plain.length >= COMPRESSED_BYTES_MIN
  const vary = [options.headers?.vary, isCompressed ? 'Accept-Encoding' : undefined].filter(
    (name) => name !== undefined,
  )

  function variant(length: number, encoding: Encoding, content: Content): Variant {
    return {
      headers: {
        ...options.headers,
        'cache-control': options.cacheControl,
        etag: encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`,
        ...(vary.length === 0 ? {} : { vary: vary.join(', ') }),
        'content-type': options.type,
        'content-length': String(length),
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      },
      ...content,
    }
  }

  if (!isCompressed)
    return { tag, bytes: plain.length, variants: { identity: variant(plain.length, 'identity', holding(plain)) } }
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(plain, { params: brotliParameters(plain.length, BROTLI_QUALITY[options.compression ?? 'small']) }),
    compressGzip(plain, { level: constants.Z_BEST_COMPRESSION }),
  ])
  const variants = {
    br: variant(brotli.length, 'br', holding(brotli)),
    gzip: variant(gzipped.length, 'gzip', holding(gzipped)),
    // Nearly every client accepts gzip, and the plain content takes five times the memory of both others together.
    identity: variant(plain.length, 'identity', unpacking(gzipped)),
  }
  return { tag, bytes: brotli.length + gzipped.length, variants }
}

/** Returns settings for a body of a length: the window that holds all of it compresses like the largest one. */
function brotliParameters(length: number, quality: number): Record<number, number> {
  const bits = Math.min(Math.max(Math.ceil(Math.log2(length)), WINDOW_BITS.min), WINDOW_BITS.max)
  return { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: bits }
}
