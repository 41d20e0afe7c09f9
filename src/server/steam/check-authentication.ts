// Asks the provider whether it made an answer. The address is a constant of the provider: nothing in a request can change it.
import { type Fetch, RequestFailed, requestText } from '../http/bounded-request.ts'
import { ANSWER_FIELDS, type Answer } from './answer.ts'
import { OPENID_NS, type Provider } from './provider.ts'

export type Confirmation = { kind: 'valid' } | { kind: 'invalid' } | { kind: 'unavailable'; reason: string }

export type CheckAuthentication = (answer: Answer) => Promise<Confirmation>

const CHECK_TIMEOUT_MS = 5000
const REPLY_BYTES_MAX = 65_536

/** The fields as they came, the mode apart; our own state is none of them. */
function questionOf(answer: Answer): string {
  const body = new URLSearchParams()
  for (const field of ANSWER_FIELDS)
    body.set(`openid.${field}`, field === 'mode' ? 'check_authentication' : answer[field])
  return body.toString()
}

/** Only these two whole lines, each once, are a yes: a longer line that holds them is not. */
function isConfirmed(reply: string): boolean {
  const lines = reply.split('\n')
  const named = (name: string): string[] => lines.filter((line) => line.startsWith(`${name}:`))
  const [ns, ...moreNs] = named('ns')
  const [verdict, ...moreVerdicts] = named('is_valid')
  if (moreNs.length > 0 || moreVerdicts.length > 0) return false
  return ns === `ns:${OPENID_NS}` && verdict === 'is_valid:true'
}

/**
 * Makes the function that asks the provider (OpenID 2.0, section 11.4.2): one POST, no redirect followed, 64 KB of answer at most.
 *
 * @param options `timeoutMs` covers the connection and the whole answer
 */
export function createCheckAuthentication(options: {
  readonly provider: Provider
  readonly fetch: Fetch
  readonly timeoutMs?: number
}): CheckAuthentication {
  const { checkAddress } = options.provider
  const origin = new URL(checkAddress).origin
  // Steam answers 403 to some servers that name no origin.
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin, referer: `${origin}/` }
  return async (answer) => {
    const limits = { deadline: AbortSignal.timeout(options.timeoutMs ?? CHECK_TIMEOUT_MS), bytesMax: REPLY_BYTES_MAX }
    try {
      const request = { method: 'POST', headers, body: questionOf(answer) }
      const reply = await requestText(options.fetch, checkAddress, request, limits)
      if (reply.status !== 200) return { kind: 'unavailable', reason: `status ${reply.status}` }
      return isConfirmed(reply.text) ? { kind: 'valid' } : { kind: 'invalid' }
    } catch (error) {
      if (error instanceof RequestFailed) return { kind: 'unavailable', reason: error.message }
      throw error
    }
  }
}
