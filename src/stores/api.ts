// The one way to the server: same origin, cookies sent, the CSRF token from its cookie, one idempotency key a click.
import Cookies from 'js-cookie'

/** A call that got no usable answer: no connection, a fault of the server, or a protocol error. */
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

/** Whether nobody here knows what became of a call; asked again under the same key, it tells. */
export function isUnanswered(fault: unknown): boolean {
  return fault instanceof ApiError && UNANSWERED.has(fault.status)
}

/** Whether a call failed because the session has ended. */
export function isSignedOut(fault: unknown): boolean {
  return fault instanceof ApiError && fault.status === 401
}

const TRIES = 3
const RETRY_DELAY_MS = 400

function authorization(): Record<string, string> {
  const token = Cookies.get('token')
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

async function answer<Reply>(response: Response): Promise<Reply> {
  const body: unknown = await response.json().catch(() => null)
  // Every answer has a body: without one the connection broke on the way.
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
    return await fetch(`/api${path}`, { credentials: 'include', ...init })
  } catch (cause) {
    throw new ApiError(0, 'offline', cause instanceof Error ? cause.message : 'No connection')
  }
}

/**
 * Reads from the API.
 *
 * @param path path below /api, e.g. `/live`
 * @throws ApiError when no usable answer came
 */
export async function get<Reply>(path: string): Promise<Reply> {
  return answer<Reply>(await send(path, { headers: authorization() }))
}

/**
 * Reads a file from the API, byte by byte as it was sent.
 *
 * @param path path below /api
 * @throws ApiError when it did not arrive whole
 */
export async function getFile(path: string): Promise<Blob> {
  const response = await send(path, { headers: authorization() })
  if (!response.ok) return answer<never>(response)
  try {
    return await response.blob()
  } catch {
    throw new ApiError(0, 'offline', 'The file broke off')
  }
}

/** The CSRF cookie comes with the first answer of /settings; a page that posts before that asks for it first. */
async function csrfToken(): Promise<string> {
  const token = Cookies.get('XSRF-TOKEN')
  if (token !== undefined) return token
  await send('/settings', { headers: authorization() })
  return Cookies.get('XSRF-TOKEN') ?? ''
}

const pause = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))

/** A stale CSRF token counts too: the answer that refused it brought a new one. */
function isWorthRepeating(fault: unknown): boolean {
  if (!(fault instanceof ApiError)) return false
  return fault.status === 0 || fault.status === 409 || fault.status >= 500 || fault.code === 'csrf'
}

/**
 * Asks the API to do something, once: a lost connection, a 5xx and "still running" (409) are tried again under the same key, so
 * that the server answers what it answered the first time.
 *
 * @param path path below /api, e.g. `/case/orion/open`
 * @param body sent as JSON; null for none
 * @param key idempotency key (UUID); hand in the one of an earlier call, with the same body, to learn what became of it
 * @param signal gives the call up
 * @throws ApiError when no usable answer came after three tries, or the call was given up
 */
export async function post<Reply>(
  path: string,
  body: object | null = {},
  key: string = crypto.randomUUID(),
  signal?: AbortSignal,
): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await send(path, {
        method: 'POST',
        headers: {
          ...authorization(),
          ...(body && { 'content-type': 'application/json' }),
          'x-xsrf-token': await csrfToken(),
          'idempotency-key': key,
        },
        body: body && JSON.stringify(body),
        signal: signal ?? null,
      })
      return await answer<Reply>(response)
    } catch (fault) {
      if (!isWorthRepeating(fault) || attempt === TRIES || signal?.aborted) throw fault
      await pause(RETRY_DELAY_MS * attempt)
    }
  }
}
