// Calls of the office's server.
import type { Why } from '../../game/office/judge.ts'
import type { OfficeFault } from '../../protocol/office/common.ts'

/** How long a call may take. */
const TIMEOUT_MS = 20_000

/** A call that the server refused, or that did not reach it (`code` is `unreachable` then). */
export class OfficeError extends Error {
  readonly code: string
  readonly why: Why | undefined
  /** The most cents that it may be, where a sum is too great. */
  readonly most: number | undefined
  /** Of the response; 0 without one. */
  readonly status: number

  constructor({ code, message, why, most }: OfficeFault, status = 0) {
    super(message)
    this.name = 'OfficeError'
    this.code = code
    this.why = why
    this.most = most
    this.status = status
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Parameters of an address; those that are undefined are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>

/** Writes parameters as a query, with the question mark, or as nothing. */
export function queryText(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

function isFault(value: unknown): value is OfficeFault {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string'
}

function request(method: Method, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(`/office/api${path}`, {
    method,
    headers: { 'x-office': '1', ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    ...(signal === undefined ? {} : { signal }),
  })
}

/** Calls for a file, however long it takes. Throws OfficeError. */
async function download(path: string, body: unknown): Promise<Blob> {
  const response = await request('POST', path, body).catch(() => {
    throw new OfficeError({ code: 'unreachable', message: '' })
  })
  if (response.ok) return response.blob()
  const reply: unknown = await response.json().catch(() => null)
  throw new OfficeError(isFault(reply) ? reply : { code: 'fault', message: '' }, response.status)
}

/**
 * Calls the office's server. The type of the reply is that of the protocol: the server checks its replies against it.
 *
 * @param path below `/office/api`
 * @throws OfficeError
 */
async function send<Reply>(method: Method, path: string, body?: unknown): Promise<Reply> {
  let response: Response
  let text: string
  try {
    response = await request(method, path, body, AbortSignal.timeout(TIMEOUT_MS))
    text = await response.text()
  } catch {
    throw new OfficeError({ code: 'unreachable', message: '' })
  }
  let reply: unknown
  try {
    reply = text === '' ? null : JSON.parse(text)
  } catch {
    throw new OfficeError({ code: 'unreachable', message: '' })
  }
  if (response.ok) return reply as Reply
  throw new OfficeError(isFault(reply) ? reply : { code: 'fault', message: '' }, response.status)
}

export const api = {
  get: <Reply>(path: string, query: Query = {}): Promise<Reply> => send('GET', `${path}${queryText(query)}`),
  post: <Reply>(path: string, body?: unknown): Promise<Reply> => send('POST', path, body),
  put: <Reply>(path: string, body: unknown): Promise<Reply> => send('PUT', path, body),
  download,
  remove: <Reply>(path: string): Promise<Reply> => send('DELETE', path),
}
