// Answers with kept files: in the best form that the browser takes, or with 304 when it has it. Through the app, or ahead of it with
// the headers that the app gave it before.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Encoding, Form, KeptFile } from './kept-file.ts'

/** Where two are equally welcome, the first is sent. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity']

/** Headers that are about the body, which an answer of 304 has not. */
const OF_THE_BODY = new Set(['content-type', 'content-length', 'content-encoding'])

/** Browsers send but a few different ones. */
const READ_HEADERS = 500

const ranked = new LRUCache<string, readonly Encoding[]>({ max: READ_HEADERS })

/**
 * The encodings that a browser takes, the most welcome first (RFC 9110, section 12.5.3).
 *
 * @param header Accept-Encoding; without one everything may be sent, but nothing promises that it can be read
 */
function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return ['identity']
  const known = ranked.get(header)
  if (known !== undefined) return known
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    weights.set(name, weight >= 0 && weight <= 1 ? weight : 0)
  }
  // What is not named is not wanted, but for identity, which is there for want of anything better.
  const least = { br: 0, gzip: 0, identity: Number.MIN_VALUE }
  const weightOf = (encoding: Encoding): number => weights.get(encoding) ?? weights.get('*') ?? least[encoding]
  const accepted = ENCODINGS.filter((encoding) => weightOf(encoding) > 0).sort(
    (one, other) => weightOf(other) - weightOf(one),
  )
  ranked.set(header, accepted)
  return accepted
}

/** The form to send. Who wants none of ours gets the bytes as they are, which is kinder than 406. */
function bestForm({ forms }: KeptFile, header: string | undefined): Form {
  for (const encoding of acceptedEncodings(header)) {
    const form = forms[encoding]
    if (form !== undefined) return form
  }
  return forms.identity
}

/** True when an If-None-Match header names any form of the file, strongly or weakly, alone or in a list. */
function hasFile({ tag }: KeptFile, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  for (const [, named = ''] of ifNoneMatch.matchAll(/"([^"]*)"/g)) {
    if (named.startsWith(tag) && /^(-br|-gzip)?$/.test(named.slice(tag.length))) return true
  }
  return false
}

/** A file that answers a request, and with which status. */
export interface Kept {
  readonly file: KeptFile
  readonly status: number
}

interface Answer {
  readonly status: number
  readonly form: Form
}

/** What to send for a file; 304 stands for the head of the form alone. */
function answerTo(headers: IncomingHttpHeaders, { file, status }: Kept): Answer {
  const form = bestForm(file, headers['accept-encoding'])
  return { status: status === 200 && hasFile(file, headers['if-none-match']) ? 304 : status, form }
}

function headersOf({ status, form }: Answer): Readonly<Record<string, string>> {
  if (status !== 304) return form.headers
  return Object.fromEntries(Object.entries(form.headers).filter(([name]) => !OF_THE_BODY.has(name)))
}

/** What the app's own hooks put on the answers with a file, known since the first of them. */
const hooksOn = new WeakMap<KeptFile, ReturnType<FastifyReply['getHeaders']>>()

/** Answers through the app. From then on the file can be sent ahead of it. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, file: KeptFile, status = 200): FastifyReply {
  if (!hooksOn.has(file)) hooksOn.set(file, { ...reply.getHeaders() })
  const answer = answerTo(request.headers, { file, status })
  return reply
    .code(answer.status)
    .headers(headersOf(answer))
    .send(answer.status === 304 ? undefined : answer.form.body)
}

/** A whole answer, ready to be written. */
export interface ReadyAnswer {
  readonly status: number
  /** Names and values in turn, as Node writes them fastest. */
  readonly head: string[]
  /** Null for 304. */
  readonly body: Buffer | null
}

const readyAnswers = new WeakMap<Form, Map<number, ReadyAnswer>>()

/** The answer that the app would give with a file; null while the app has not sent it yet, so that its headers are unknown. */
export function readyAnswer(headers: IncomingHttpHeaders, kept: Kept): ReadyAnswer | null {
  const hooks = hooksOn.get(kept.file)
  if (hooks === undefined) return null
  const answer = answerTo(headers, kept)
  const { form, status } = answer
  const known = readyAnswers.get(form)?.get(status)
  if (known !== undefined) return known
  const head = Object.entries({ ...hooks, ...headersOf(answer) }).flatMap(([name, value]) => [name, String(value)])
  const ready = { status, head, body: status === 304 ? null : form.body }
  const ofForm = readyAnswers.get(form) ?? new Map<number, ReadyAnswer>()
  readyAnswers.set(form, ofForm.set(status, ready))
  return ready
}
