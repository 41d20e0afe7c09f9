// Calls to a payment provider: bounded in time and size, and answers count only as far as a schema has read them. No message
// quotes an answer, because an answer may repeat the key that it turns down.
import type { z } from 'zod'
import { type Fetch, RequestFailed, requestText } from '../http/bounded-request.ts'
import { ProviderFailed } from './provider.ts'

/** For the connection and the whole answer. */
export const CALL_TIMEOUT_MS = 8000
export const ANSWER_BYTES_MAX = 65_536

export interface ProviderLine {
  /** The provider's name as operators know it. */
  readonly provider: string
  readonly fetch: Fetch
  readonly timeoutMs: number | undefined
  /** The provider's own code of what went wrong, out of an answer that says so. */
  readonly codeOf: (answer: unknown) => string | undefined
}

export interface ProviderRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
}

const CODE = /^[\w.,[\]-]{1,60}$/

/** A provider's code of what went wrong. Codes are short words: whatever else stands in their place is not repeated. */
export function plainCode(code: string | undefined): string | undefined {
  return code !== undefined && CODE.test(code) ? code : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function send(line: ProviderLine, address: string, request: ProviderRequest) {
  const { method, headers, body } = request
  const limits = { deadline: AbortSignal.timeout(line.timeoutMs ?? CALL_TIMEOUT_MS), bytesMax: ANSWER_BYTES_MAX }
  const init =
    body === undefined
      ? { method, headers }
      : { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  try {
    return await requestText(line.fetch, address, init, limits)
  } catch (cause) {
    if (cause instanceof RequestFailed) throw new ProviderFailed(`${line.provider}: ${cause.message}`, { cause })
    throw cause
  }
}

/**
 * Asks a provider and reads its answer.
 *
 * @throws ProviderFailed when no answer came in time, when it is a refusal, or when it is not what the provider documents
 */
export async function callProvider<T>(
  line: ProviderLine,
  address: string,
  request: ProviderRequest,
  schema: z.ZodType<T>,
): Promise<T> {
  const { status, text } = await send(line, address, request)
  const answer = parseJson(text)
  if (status !== 200) {
    const code = plainCode(line.codeOf(answer))
    throw new ProviderFailed(`${line.provider}: status ${status}${code === undefined ? '' : ` (${code})`}`)
  }
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  const where = first === undefined || first.path.length === 0 ? 'the whole' : first.path.join('.')
  throw new ProviderFailed(`${line.provider}: an answer that it does not document (${where})`)
}
