// A file kept in memory in each of its compressed forms, so that serving it costs neither disk nor processor.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const COMPRESSIBLE = /^(text\/|application\/(javascript|json|manifest\+json|xml)|image\/svg)/
const TOO_SMALL_BYTES = 256
/** 11 takes a tenth of a second for a document; 5 takes a hundredth of that and leaves a tenth more to send. */
const BROTLI_QUALITY = { unhurried: 11, hurried: 5 } as const
/** Letters of a SHA-256 in base64url: 132 bits of it. */
const TAG_LENGTH = 22

export type Encoding = 'br' | 'gzip' | 'identity'

/** One way to send a file. */
export interface Form {
  /** All that the file itself says of this form; an answer of 304 leaves out what is about the body. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface KeptFile {
  /** Names the bytes. Each form has an ETag of its own that begins with it, for caches must not take one for another. */
  readonly tag: string
  readonly forms: { readonly identity: Form } & { readonly [Name in Encoding]?: Form }
}

export interface FileFacts {
  readonly type: string
  readonly cacheControl: string
  /** Further headers, e.g. the content security policy of a document. */
  readonly headers?: Readonly<Record<string, string>>
  /** True for what is made while somebody waits and strangers can ask for without end. */
  readonly hurried?: boolean
}

/** Compresses a body once, in the thread pool. */
export async function keepFile(plain: Buffer, facts: FileFacts): Promise<KeptFile> {
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, TAG_LENGTH)
  const compressed = COMPRESSIBLE.test(facts.type) && plain.length >= TOO_SMALL_BYTES
  const vary = [facts.headers?.vary, compressed ? 'Accept-Encoding' : undefined].filter((name) => name !== undefined)

  function form(body: Buffer, encoding: Encoding): Form {
    return {
      headers: {
        ...facts.headers,
        'cache-control': facts.cacheControl,
        etag: encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`,
        ...(vary.length === 0 ? {} : { vary: vary.join(', ') }),
        'content-type': facts.type,
        'content-length': String(body.length),
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      },
      body,
    }
  }

  const identity = form(plain, 'identity')
  if (!compressed) return { tag, forms: { identity } }
  const quality = facts.hurried === true ? BROTLI_QUALITY.hurried : BROTLI_QUALITY.unhurried
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    compressGzip(plain, { level: constants.Z_BEST_COMPRESSION }),
  ])
  return { tag, forms: { br: form(brotli, 'br'), gzip: form(gzipped, 'gzip'), identity } }
}
