// Responses with cached files: the best variant that the browser accepts, or 304 where the browser has the file.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { CachedFile, Encoding, Variant } from './cached-file.ts'

/** In the order of preference where a browser accepts several equally. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity']

/** Headers about the body, which a 304 response does not have. */
const BODY_HEADERS = new Set(['content-type', 'content-length', 'content-encoding'])

/** Browsers send only a few different Accept-Encoding headers. */
const PARSED_HEADERS_MAX = 500

const parsedHeaders = new LRUCache<string, readonly Encoding[]>({ max: PARSED_HEADERS_MAX })

/**
 * Returns the encodings that a browser accepts, the most preferred first (RFC 9110, section 12.5.3).
 *
 * @param header Accept-Encoding; without one any encoding is allowed, but only identity is sure to be readable
 */
function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return ['identity']
  const known = parsedHeaders.get(header)
  if (known !== undefined) return known
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    weights.set(name, weight >= 0 && weight <= 1 ? weight : 0)
  }
  // An encoding that is not named is not accepted, except identity, which comes last.
  const fallback = { br: 0, gzip: 0, identity: Number.MIN_VALUE }
  const weightOf = (encoding: Encoding): number => weights.get(encoding) ?? weights.get('*') ?? fallback[encoding]
  const accepted = ENCODINGS.filter((encoding) => weightOf(encoding) > 0).sort(
    (one, other) => weightOf(other) - weightOf(one),
  )
  parsedHeaders.set(header, accepted)
  return accepted
}

/** Returns the variant to send; identity where the browser accepts none of ours, which is more useful than 406. */
function bestVariant({ variants }: CachedFile, header: string | undefined): Variant {
  for (const encoding of acceptedEncodings(header)) {
    const variant = variants[encoding]
    if (variant !== undefined) return variant
  }
  return variants.identity
}

/** Tells whether an If-None-Match header names any variant of the file, strongly or weakly, alone or in a list. */
function matchesTag({ tag }: CachedFile, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  for (const [, named = ''] of ifNoneMatch.matchAll(/"([^"]*)"/g)) {
    if (named.startsWith(tag) && /^(-br|-gzip)?$/.test(named.slice(tag.length))) return true
  }
  return false
}

/** A file and the status that it is sent with. */
export interface FileResponse {
  readonly file: CachedFile
  readonly status: number
}

interface Chosen {
  readonly status: number
  readonly variant: Variant
}

function choose(headers: IncomingHttpHeaders, { file, status }: FileResponse): Chosen {
  const variant = bestVariant(file, headers['accept-encoding'])
  return { status: status === 200 && matchesTag(file, headers['if-none-match']) ? 304 : status, variant }
}

function headersOf({ status, variant }: Chosen): Readonly<Record<string, string>> {
  if (status !== 304) return variant.headers
  return Object.fromEntries(Object.entries(variant.headers).filter(([name]) => !BODY_HEADERS.has(name)))
}

/** Sends a cached file through Fastify. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, file: CachedFile, status = 200): FastifyReply {
  const chosen = choose(request.headers, { file, status })
  return reply
    .code(chosen.status)
    .headers(headersOf(chosen))
    .send(chosen.status === 304 ? undefined : chosen.variant.body())
}

/** A whole response, ready to be written. */
export interface CachedResponse {
  readonly status: number
  /** Names and values alternating: the form that Node writes without a copy. */
  readonly head: string[]
  /** Undefined for 304. */
  readonly body: (() => Buffer) | undefined
  /** Tells whether it costs nothing but sending it. */
  isAtHand(): boolean
}

/** Returns the response to a request with a cached file, the same that `sendCached` sends. */
export type MakeResponse = (headers: IncomingHttpHeaders, cached: FileResponse) => CachedResponse

/** @param common headers that the app's hooks set on every response; a file may replace them */
export function responseMaker(common: Readonly<Record<string, string>>): MakeResponse {
  const made = new WeakMap<Variant, Map<number, CachedResponse>>()
  return (headers, cached) => {
    const chosen = choose(headers, cached)
    const { status, variant } = chosen
    const known = made.get(variant)?.get(status)
    if (known !== undefined) return known
    const head = Object.entries({ ...common, ...headersOf(chosen) }).flat()
    const response: CachedResponse =
      status === 304
        ? { status, head, body: undefined, isAtHand: () => true }
        : { status, head, body: variant.body, isAtHand: variant.isAtHand }
    const byStatus = made.get(variant) ?? new Map<number, CachedResponse>()
    made.set(variant, byStatus.set(status, response))
    return response
  }
}
