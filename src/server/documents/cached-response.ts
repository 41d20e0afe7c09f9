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

function send(reply: FastifyReply, { status, variant: { headers, body } }: Chosen): FastifyReply {
  // A file without a language of its own is the same in every language.
  if (headers['content-language'] === undefined) reply.removeHeader('content-language').removeHeader('vary')
  reply.code(status)
  if (status !== 304) return reply.headers(headers).send(body())
  for (const [name, value] of Object.entries(headers)) if (!BODY_HEADERS.has(name)) reply.header(name, value)
  return reply.send()
}

/** Sends a cached file. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, file: CachedFile, status = 200): FastifyReply {
  return send(reply, choose(request.headers, { file, status }))
}

/** Sends a cached file if that costs nothing but sending it; returns whether it does. */
export function sendIfAtHand(request: FastifyRequest, reply: FastifyReply, response: FileResponse): boolean {
  const chosen = choose(request.headers, response)
  const isAtHand = chosen.status === 304 || chosen.variant.isAtHand()
  if (isAtHand) send(reply, chosen)
  return isAtHand
}
