// Calls to the API: same origin, with cookies, the CSRF token from its cookie, and one idempotency key for each action.
import Cookies from 'js-cookie'
import type { RefusalCode } from '../../protocol/common.ts'
import { unlessLeaving } from './page-leave.ts'
import { randomId } from './random-id.ts'
import { fieldsOf } from './unknown-value.ts'

/** A call without a usable answer: no connection, a fault of the server, or a protocol error. */
export class ApiError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
  }
}

/** Statuses after which a call may have been done: no answer, still running, or a gateway that gave up. */
const UNANSWERED: ReadonlySet<number> = new Set([0, 409, 502, 503, 504])

/** Tells whether the outcome of a call is unknown; repeated under its key, the call returns it. */
export function isUnanswered(fault: unknown): boolean {
  return fault instanceof ApiError && UNANSWERED.has(fault.status)
}

/** Tells whether a call failed because the session has ended. */
export function isSignedOut(fault: unknown): boolean {
  return fault instanceof ApiError && fault.status === 401
}

/** Tells whether a call failed because the server does not have it: those beside the specification's are optional. */
export function isUnknownCall(fault: unknown): boolean {
  return fault instanceof ApiError && fault.status === 404
}

const TRIES = 3
const RETRY_DELAY_MS = 400

function authorization(): Record<string, string> {
  const token = Cookies.get('token')
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

async function readReply<Reply>(response: Response): Promise<Reply> {
  // Some calls of the specification are answered by their status alone.
  if (response.status === 204) return {} as Reply
  const body: unknown = await unlessLeaving(() => response.json()).catch(() => null)
  // Every other answer has a body: without one the connection was lost.
  if (response.ok && body === null) throw new ApiError(0, 'offline', 'The answer broke off')
  if (response.ok) return body as Reply
  const fault = (typeof body === 'object' && body !== null ? body : {}) as { code?: unknown; message?: unknown }
  throw new ApiError(
    response.status,
    typeof fault.code === 'string' ? fault.code : 'unknown',
    typeof fault.message === 'string' ? fault.message : response.statusText,
  )
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await unlessLeaving(() => fetch(`/api${path}`, { credentials: 'include', ...init }))
  } catch (cause) {
    throw new ApiError(0, 'offline', cause instanceof Error ? cause.message : 'No connection')
  }
}

/** The reads under way. */
const reads = new Set<Promise<Response>>()
/** Settles when reads may go on after the last call of the page; null where there was none. */
let readsResume: Promise<void> | null = null

const pause = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))

/** A read that takes longer no longer delays the last call of the page. */
const READS_LIMIT_MS = 1_000
/** How long a page may take to be left after its last call. */
const LEAVING_MS = 1_000
/** How long reads wait for the answer of a last call. */
const LAST_CALL_MS = 10_000

async function read(path: string): Promise<Response> {
  if (readsResume !== null) await readsResume
  const response = send(path, { headers: authorization() })
  reads.add(response)
  try {
    return await response
  } finally {
    reads.delete(response)
  }
}

/**
 * Makes the last call of a page, one that ends the session: after the reads under way, which would fail without it. Later reads wait:
 * after a failure until then, after success until the page had time to be left.
 *
 * @returns what the call returns
 */
export async function callLast<Result>(call: () => Promise<Result>): Promise<Result> {
  let resume = (): void => {}
  readsResume = new Promise<void>((resolve) => {
    resume = resolve
  }).then(() => {
    readsResume = null
  })
  try {
    await Promise.race([Promise.allSettled(reads), pause(READS_LIMIT_MS)])
    // Without an answer reads do not wait for ever.
    setTimeout(resume, LAST_CALL_MS)
    const result = await call()
    setTimeout(resume, LEAVING_MS)
    return result
  } catch (fault) {
    resume()
    throw fault
  }
}

/**
 * Reads from the API.
 *
 * @param path path below /api, e.g. `/live`
 * @throws ApiError when no usable answer came
 */
export async function get<Reply>(path: string): Promise<Reply> {
  return readReply<Reply>(await read(path))
}

/**
 * Reads a file from the API, byte by byte as it was sent.
 *
 * @param path path below /api
 * @throws ApiError when it did not arrive whole
 */
export async function getFile(path: string): Promise<Blob> {
  const response = await read(path)
  if (!response.ok) return readReply<never>(response)
  try {
    return await unlessLeaving(() => response.blob())
  } catch {
    throw new ApiError(0, 'offline', 'The file broke off')
  }
}

/** Returns the CSRF token. Its cookie comes with the first answer of /settings, which is read here where a page posts earlier. */
async function csrfToken(): Promise<string> {
  const token = Cookies.get('XSRF-TOKEN')
  if (token !== undefined) return token
  await send('/settings', { headers: authorization() })
  return Cookies.get('XSRF-TOKEN') ?? ''
}

const remedies = new Map<string, () => Promise<boolean>>()

/**
 * Sets what a page does about a refusal before anybody reads it.
 *
 * @param remedy returns true where the refused call is worth repeating, under its key
 */
export function remedyRefusal(code: RefusalCode, remedy: () => Promise<boolean>): void {
  remedies.set(code, remedy)
}

function remedyOf(reply: unknown): (() => Promise<boolean>) | undefined {
  const { success, code } = fieldsOf(reply)
  return success === false ? remedies.get(String(code)) : undefined
}

/** Tells whether a call is tried again. A stale CSRF token is: the answer that refused it set a new one. */
function isWorthRepeating(fault: unknown): boolean {
  if (!(fault instanceof ApiError)) return false
  return fault.status === 0 || fault.status === 409 || fault.status >= 500 || fault.code === 'csrf'
}

/**
 * Posts to the API, with one effect: a lost connection, a 5xx and "still running" (409) are tried again under the same key, for which
 * the server returns its first answer. So is a refusal that the page can remedy, once.
 *
 * @param path path below /api, e.g. `/case/orion/open`
 * @param body sent as JSON, a file as it is; null for none
 * @param key idempotency key (UUID); the one of an earlier call with the same body returns the outcome of that call
 * @param signal aborts the call
 * @throws ApiError when no usable answer came after three tries, or the call was aborted
 */
export async function post<Reply>(
  path: string,
  body: object | null = {},
  key: string = randomId(),
  signal?: AbortSignal,
): Promise<Reply> {
  let isRemedied = false
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await send(path, {
        method: 'POST',
        headers: {
          ...authorization(),
          ...(body && { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
          'x-xsrf-token': await csrfToken(),
          'idempotency-key': key,
        },
        body: body instanceof Blob ? body : body && JSON.stringify(body),
        signal: signal ?? null,
      })
      const reply = await readReply<Reply>(response)
      const remedy = isRemedied ? undefined : remedyOf(reply)
      if (remedy === undefined || !(await remedy())) return reply
      isRemedied = true
    } catch (fault) {
      if (!isWorthRepeating(fault) || attempt >= TRIES || signal?.aborted) throw fault
      await pause(RETRY_DELAY_MS * attempt)
    }
  }
}
