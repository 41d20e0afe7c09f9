// Calls to a payment provider: limited in time and size, and validated by a schema. No message quotes a response, because it may
// repeat the key that it rejects.
import type { z } from 'zod'
import { type Fetch, RequestFailed, requestText } from '../network/bounded-request.ts'
import { ProviderFailed } from './provider.ts'

/** The limit for the connection and the whole response. */
export const CALL_TIMEOUT_MS = 8000
export const ANSWER_BYTES_MAX = 65_536

export interface ProviderClient {
  /** The provider's name in log messages. */
  readonly provider: string
  readonly fetch: Fetch
  readonly timeoutMs: number | undefined
  /** Reads the provider's own error code from a response. */
  readonly codeOf: (answer: unknown) => string | undefined
}

export interface ProviderRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
}

const CODE = /^[\w.,[\]-]{1,60}$/

/** Matches a provider's error code. Codes are short words; any other text is not repeated. */
export function safeErrorCode(code: string | undefined): string | undefined {
  return code !== undefined && CODE.test(code) ? code : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function send(client: ProviderClient, address: string, request: ProviderRequest) {
  const { method, headers, body } = request
  const limits = { deadline: AbortSignal.timeout(client.timeoutMs ?? CALL_TIMEOUT_MS), bytesMax: ANSWER_BYTES_MAX }
  const init =
    body === undefined
      ? { method, headers }
      : { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  try {
    return await requestText(client.fetch, address, init, limits)
  } catch (cause) {
    if (cause instanceof RequestFailed) throw new ProviderFailed(`${client.provider}: ${cause.message}`, { cause })
    throw cause
  }
}

/**
 * Calls a provider and reads its response.
 *
 * @throws ProviderFailed when there is no answer in time, when it is an error, or when it is not what the provider documents
 */
export async function callProvider<T>(
  client: ProviderClient,
  address: string,
  request: ProviderRequest,
  schema: z.ZodType<T>,
): Promise<T> {
  const { status, text } = await send(client, address, request)
  const answer = parseJson(text)
  if (status !== 200) {
    const code = safeErrorCode(client.codeOf(answer))
    throw new ProviderFailed(`${client.provider}: status ${status}${code === undefined ? '' : ` (${code})`}`)
  }
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  const where = first === undefined || first.path.length === 0 ? 'the whole' : first.path.join('.')
  throw new ProviderFailed(`${client.provider}: an undocumented response (${where})`)
}
