// Sign-in through Steam by OpenID 2.0: the address that asks for it, and every check of the answer that comes back.
import { type Answer, type AnswerFault, readAnswer } from './answer.ts'
import type { CheckAuthentication } from './check-authentication.ts'
import { OPENID_NS, type Provider } from './provider.ts'
import type { SignInState, StateReading } from './state.ts'

const RETURN_PATH = '/api/auth/steam/return'

const IDENTIFIER_SELECT = `${OPENID_NS}/identifier_select`

/** Where Steam sends the browser back to: known to the letter before it happens. */
function returnAddress(siteUrl: string, state: string): string {
  return `${new URL(siteUrl).origin}${RETURN_PATH}?state=${state}`
}

/**
 * The address that a browser is sent to.
 *
 * @param siteUrl where players reach the site; the realm is its origin, with its port
 * @param state the random half of `issueState`
 */
export function signInAddress(options: { siteUrl: string; state: string; provider: Provider }): string {
  const address = new URL(options.provider.endpoint)
  address.search = new URLSearchParams({
    'openid.ns': OPENID_NS,
    'openid.mode': 'checkid_setup',
    'openid.return_to': returnAddress(options.siteUrl, options.state),
    'openid.realm': new URL(options.siteUrl).origin,
    'openid.identity': IDENTIFIER_SELECT,
    'openid.claimed_id': IDENTIFIER_SELECT,
  }).toString()
  return address.href
}

export type RefusalReason =
  | AnswerFault
  | 'ns'
  | 'mode'
  | 'state-missing'
  | 'state-mismatch'
  | 'state-expired'
  | 'op_endpoint'
  | 'claimed_id'
  | 'identity'
  | 'return_to'
  | 'signed'
  | 'nonce'
  | 'nonce-age'
  | 'not-confirmed'
  | 'nonce-used'
  | 'state-used'

export type SignInResult =
  | ({ kind: 'verified'; steamid: string } & SignInState)
  | { kind: 'cancelled'; back: string }
  | { kind: 'refused'; reason: RefusalReason }
  | { kind: 'unavailable'; reason: string }

/**
 * Notes a key under a unique constraint.
 *
 * @param expiresAt the key may be forgotten afterwards: nothing that bears it is accepted any more
 * @returns false when the key was there already
 */
export type ClaimOnce = (key: string, expiresAt: Date) => Promise<boolean>

const NONCE_AGE_MS_MAX = 5 * 60_000
/** How far Steam's clock may be ahead of ours. */
const CLOCK_AHEAD_MS_MAX = 60_000
const NONCE_FORM = /^([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})Z[\x21-\x7e]{1,235}$/
const STEAMID_FORM = /^7656[0-9]{13}$/

/** Every one of them must be under Steam's signature; `ns` and `signed` may be. */
const MUST_BE_SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'] as const
const MAY_BE_SIGNED: ReadonlySet<string> = new Set([...MUST_BE_SIGNED, 'ns', 'signed'])

/** When a nonce was made, in milliseconds; undefined for what is no nonce or no date (30 February). */
function nonceTime(nonce: string): number | undefined {
  const [, stamp] = NONCE_FORM.exec(nonce) ?? []
  if (stamp === undefined) return undefined
  const time = Date.parse(`${stamp}.000Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(stamp) ? time : undefined
}

function isSignedWhole(signed: string): boolean {
  const names = signed.split(',')
  if (new Set(names).size !== names.length) return false
  return names.every((name) => MAY_BE_SIGNED.has(name)) && MUST_BE_SIGNED.every((name) => names.includes(name))
}

/** The first thing wrong with an answer that we can see without asking anyone. */
function findFault(
  answer: Answer,
  expected: { provider: Provider; returnTo: string; now: number },
): RefusalReason | undefined {
  const { provider } = expected
  if (answer.op_endpoint !== provider.endpoint) return 'op_endpoint'
  const steamid = answer.claimed_id.slice(provider.claimedIdPrefix.length)
  if (!answer.claimed_id.startsWith(provider.claimedIdPrefix) || !STEAMID_FORM.test(steamid)) return 'claimed_id'
  if (answer.identity !== answer.claimed_id) return 'identity'
  if (answer.return_to !== expected.returnTo) return 'return_to'
  if (!isSignedWhole(answer.signed)) return 'signed'
  const madeAt = nonceTime(answer.response_nonce)
  if (madeAt === undefined) return 'nonce'
  if (madeAt < expected.now - NONCE_AGE_MS_MAX || madeAt > expected.now + CLOCK_AHEAD_MS_MAX) return 'nonce-age'
  return undefined
}

/**
 * Decides whether a browser that came back from Steam is who it says.
 *
 * The order matters. What costs nothing comes first, so that a forged answer makes no request. Then Steam is asked, and only
 * what Steam confirmed is claimed: nobody fills the table without a signature, and when Steam does not answer, nothing is
 * used up and a reload may try again. The claims come last, under a unique constraint: of many equal answers that arrive at
 * once, and are all confirmed, one signs in.
 *
 * @param query what stands behind the '?' of the request, as it was sent
 * @param expected `readState` reads a state together with the cookie of this request
 */
export async function verifyAssertion(
  query: string,
  expected: {
    readonly provider: Provider
    readonly siteUrl: string
    readonly readState: (state: string) => StateReading
  },
  tools: {
    readonly checkAuthentication: CheckAuthentication
    readonly claimOnce: ClaimOnce
    readonly now: () => number
  },
): Promise<SignInResult> {
  const reading = readAnswer(query, OPENID_NS)
  if (reading.kind === 'refused') return reading
  if (reading.kind === 'cancelled') {
    const known = expected.readState(reading.state)
    return { kind: 'cancelled', back: known.kind === 'valid' ? known.state.back : '/' }
  }
  const { answer } = reading
  const held = expected.readState(answer.state)
  if (held.kind === 'refused') return held
  const returnTo = returnAddress(expected.siteUrl, answer.state)
  const fault = findFault(answer, { provider: expected.provider, returnTo, now: tools.now() })
  if (fault !== undefined) return { kind: 'refused', reason: fault }

  const confirmation = await tools.checkAuthentication(answer)
  if (confirmation.kind === 'unavailable') return confirmation
  if (confirmation.kind === 'invalid') return { kind: 'refused', reason: 'not-confirmed' }

  const forgetNonceAt = new Date(tools.now() + NONCE_AGE_MS_MAX + CLOCK_AHEAD_MS_MAX)
  if (!(await tools.claimOnce(`nonce:${answer.response_nonce}`, forgetNonceAt)))
    return { kind: 'refused', reason: 'nonce-used' }
  if (!(await tools.claimOnce(`state:${answer.state}`, held.expiresAt)))
    return { kind: 'refused', reason: 'state-used' }
  return { kind: 'verified', steamid: answer.claimed_id.slice(expected.provider.claimedIdPrefix.length), ...held.state }
}
