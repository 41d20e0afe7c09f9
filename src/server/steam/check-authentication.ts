// Asks the provider whether it made an assertion. The address is a constant of the provider: nothing in a request can change it.
import { type Fetch, RequestFailed, requestText } from '../network/bounded-request.ts'
import { ASSERTION_FIELDS, type Assertion } from './assertion.ts'
import { OPENID_NS, type OpenIdProvider } from './provider.ts'

export type Confirmation = { kind: 'valid' } | { kind: 'invalid' } | { kind: 'unavailable'; reason: string }

export type CheckAuthentication = (assertion: Assertion) => Promise<Confirmation>

const CHECK_TIMEOUT_MS = 5000
const REPLY_BYTES_MAX = 65_536

/** Returns the fields as received, except for the mode; the state is not among them. */
function questionOf(assertion: Assertion): string {
  const body = new URLSearchParams()
  for (const field of ASSERTION_FIELDS)
    body.set(`openid.${field}`, field === 'mode' ? 'check_authentication' : assertion[field])
  return body.toString()
}

/** Confirmed only by these two whole lines, each once; a longer line that contains them does not count. */
function isConfirmed(reply: string): boolean {
  const lines = reply.split('\n')
  const named = (name: string): string[] => lines.filter((line) => line.startsWith(`${name}:`))
  const [ns, ...moreNs] = named('ns')
  const [verdict, ...moreVerdicts] = named('is_valid')
  if (moreNs.length > 0 || moreVerdicts.length > 0) return false
  return ns === `ns:${OPENID_NS}` && verdict === 'is_valid:true'
}

/**
 * Creates the function that asks the provider (OpenID 2.0, section 11.4.2): one POST, no redirects, a response of at most 64 KB.
 *
 * @param options `timeoutMs` limits the connection and the whole response
 */
export function createCheckAuthentication(options: {
  readonly provider: OpenIdProvider
  readonly fetch: Fetch
  readonly timeoutMs?: number
}): CheckAuthentication {
  const { checkAddress } = options.provider
  const origin = new URL(checkAddress).origin
  // Steam responds with 403 to some servers that send no origin.
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin, referer: `${origin}/` }
  return async (assertion) => {
    const limits = { deadline: AbortSignal.timeout(options.timeoutMs ?? CHECK_TIMEOUT_MS), bytesMax: REPLY_BYTES_MAX }
    try {
      const request = { method: 'POST', headers, body: questionOf(assertion) }
      const reply = await requestText(options.fetch, checkAddress, request, limits)
      if (reply.status !== 200) return { kind: 'unavailable', reason: `status ${reply.status}` }
      return isConfirmed(reply.text) ? { kind: 'valid' } : { kind: 'invalid' }
    } catch (error) {
      if (error instanceof RequestFailed) return { kind: 'unavailable', reason: error.message }
      throw error
    }
  }
}
