// Outgoing requests with a deadline, a size limit and no redirects.

/** Sends the requests; `globalThis.fetch` fits. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

export interface BoundedReply {
  readonly status: number
  /** The target of a redirect, which is not followed. */
  readonly location: string | null
  /** When to ask again: seconds, or a date. */
  readonly retryAfter: string | null
  readonly text: string
}

/** No complete response arrived. The message never contains the address, because it may contain a key. */
export class RequestFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RequestFailed'
  }
}

async function readBounded(response: Response, bytesMax: number): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > bytesMax) {
      await reader.cancel()
      throw new RequestFailed(`the answer is longer than ${bytesMax} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return `${error.name}${code}`
}

/**
 * Sends a request and reads the whole response as UTF-8.
 *
 * @param limits `deadline` ends the request and the reading of its response; `bytesMax` limits the body
 * @throws RequestFailed when the deadline passes, the connection fails, or the body is too long or not UTF-8
 */
export async function requestText(
  fetch: Fetch,
  address: string,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  limits: { readonly deadline: AbortSignal; readonly bytesMax: number },
): Promise<BoundedReply> {
  try {
    const response = await fetch(address, { ...init, redirect: 'manual', signal: limits.deadline })
    const text = await readBounded(response, limits.bytesMax)
    const { status, headers } = response
    return { status, location: headers.get('location'), retryAfter: headers.get('retry-after'), text }
  } catch (error) {
    if (error instanceof RequestFailed) throw error
    if (limits.deadline.aborted) throw new RequestFailed('no answer in time', { cause: error })
    throw new RequestFailed(`no answer: ${explain(error)}`, { cause: error })
  }
}
