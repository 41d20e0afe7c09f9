// Stripe's own library over bounded requests: without retries, redirects or telemetry.
import type { Stripe } from 'stripe'
import { type Fetch, RequestFailed, requestText } from '../../network/bounded-request.ts'
import { ProviderFailed } from '../provider.ts'
import { ANSWER_BYTES_MAX, CALL_TIMEOUT_MS, safeErrorCode } from '../provider-call.ts'

export interface StripeClientOptions {
  readonly secretKey: string
  /** The address of Stripe's API; Stripe's own when undefined. */
  readonly apiUrl: string | undefined
  readonly fetch: Fetch
  readonly timeoutMs: number | undefined
}

export interface StripeLibrary {
  readonly stripe: Stripe
  /**
   * Runs one call of the library.
   *
   * @throws ProviderFailed for any failure; Stripe's own messages are left out, because they repeat parts of keys
   */
  call<T>(run: (stripe: Stripe) => Promise<T>): Promise<T>
  /** As `call`, but undefined for what Stripe does not have in this account. */
  find<T>(run: (stripe: Stripe) => Promise<T>): Promise<T | undefined>
}

/** Only these statuses are responses of Stripe; the library would take others for a success. */
const isAnswer = (status: number): boolean => status === 200 || (status >= 400 && status < 500)

function boundedFetch(fetch: Fetch, timeoutMs: number): typeof globalThis.fetch {
  return async (address, init) => {
    const limits = { deadline: AbortSignal.timeout(timeoutMs), bytesMax: ANSWER_BYTES_MAX }
    const { method = 'GET', headers = {}, body = null } = init ?? {}
    const { status, text } = await requestText(fetch, String(address), { method, headers, body }, limits)
    if (!isAnswer(status)) throw new RequestFailed(`status ${status}`)
    return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  }
}

function addressOf(apiUrl: string | undefined): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (apiUrl === undefined) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  return { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' }
}

/** Returns a description of an error of the library. */
function explain(error: unknown, errors: typeof Stripe.errors): string {
  if (error instanceof errors.StripeConnectionError) {
    const { detail } = error
    return detail instanceof RequestFailed ? detail.message : 'no answer'
  }
  if (error instanceof errors.StripeError) {
    const codes = [error.type, error.code, error.param].map(safeErrorCode).filter((code) => code !== undefined)
    return `status ${error.statusCode ?? 'unknown'} (${codes.join(', ')})`
  }
  return 'an undocumented response'
}

/** Loads the library; it is 23 MB on disk, so only a site with Stripe's keys does. */
export async function openStripe(options: StripeClientOptions): Promise<StripeLibrary> {
  const { Stripe } = await import('stripe')
  const timeoutMs = options.timeoutMs ?? CALL_TIMEOUT_MS
  const stripe = new Stripe(options.secretKey, {
    ...addressOf(options.apiUrl),
    httpClient: Stripe.createFetchHttpClient(boundedFetch(options.fetch, timeoutMs)),
    maxNetworkRetries: 0,
    // The bounded request has timed out by then.
    timeout: timeoutMs + 1000,
    telemetry: false,
  })
  const failure = (error: unknown): ProviderFailed => new ProviderFailed(`Stripe: ${explain(error, Stripe.errors)}`)
  return {
    stripe,
    async call(run) {
      try {
        return await run(stripe)
      } catch (error) {
        throw failure(error)
      }
    },
    async find(run) {
      try {
        return await run(stripe)
      } catch (error) {
        const isMissing = error instanceof Stripe.errors.StripeError && error.statusCode === 404
        if (isMissing && error.code === 'resource_missing') return undefined
        throw failure(error)
      }
    },
  }
}
