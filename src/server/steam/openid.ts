// Sign-in through Steam by OpenID 2.0: the authentication request, and every check of the assertion.
import { type Assertion, type AssertionFault, readAssertion } from './assertion.ts'
import type { CheckAuthentication } from './check-authentication.ts'
import { OPENID_NS, type OpenIdProvider } from './provider.ts'
import type { SignInState, StateReading } from './state.ts'

const RETURN_PATH = '/api/auth/steam/return'

const IDENTIFIER_SELECT = `${OPENID_NS}/identifier_select`

/** Returns the address that Steam redirects to; an assertion has to contain exactly this one. */
function returnAddress(siteUrl: string, state: string): string {
  return `${new URL(siteUrl).origin}${RETURN_PATH}?state=${state}`
}

/**
 * Returns the address that the browser is redirected to.
 *
 * @param siteUrl the site's public URL; the realm is its origin, with its port
 * @param state the random part of `issueState`
 */
export function signInAddress(options: { siteUrl: string; state: string; provider: OpenIdProvider }): string {
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
  | AssertionFault
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
 * Stores a key under a unique constraint.
 *
 * @param expiresAt when the key may be removed: nothing with it is accepted afterwards
 * @returns false when the key was stored before
 */
export type ClaimOnce = (key: string, expiresAt: Date) => Promise<boolean>

const NONCE_AGE_MS_MAX = 5 * 60_000
/** The tolerance for a clock of Steam that is ahead of ours. */
const CLOCK_AHEAD_MS_MAX = 60_000
const NONCE_FORM = /^([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})Z[\x21-\x7e]{1,235}$/
const STEAMID_FORM = /^7656[0-9]{13}$/

/** Fields that Steam's signature has to cover; `ns` and `signed` may be covered. */
const MUST_BE_SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'] as const
const MAY_BE_SIGNED: ReadonlySet<string> = new Set([...MUST_BE_SIGNED, 'ns', 'signed'])

/** Returns the time of a nonce in milliseconds; undefined for an invalid nonce or date (30 February). */
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

/** Returns the first fault of an assertion that can be found without a request. */
function findFault(
  assertion: Assertion,
  expected: { provider: OpenIdProvider; returnTo: string; now: number },
): RefusalReason | undefined {
  const { provider } = expected
  if (assertion.op_endpoint !== provider.endpoint) return 'op_endpoint'
  const steamid = assertion.claimed_id.slice(provider.claimedIdPrefix.length)
  if (!assertion.claimed_id.startsWith(provider.claimedIdPrefix) || !STEAMID_FORM.test(steamid)) return 'claimed_id'
  if (assertion.identity !== assertion.claimed_id) return 'identity'
  if (assertion.return_to !== expected.returnTo) return 'return_to'
  if (!isSignedWhole(assertion.signed)) return 'signed'
  const madeAt = nonceTime(assertion.response_nonce)
  if (madeAt === undefined) return 'nonce'
  if (madeAt < expected.now - NONCE_AGE_MS_MAX || madeAt > expected.now + CLOCK_AHEAD_MS_MAX) return 'nonce-age'
  return undefined
}

/**
 * Verifies the assertion of a browser that returned from Steam.
 *
 * The order of the checks matters. Local checks come first, so that a forged assertion causes no request. Then Steam is asked, and
 * only what Steam confirmed is claimed: nobody can fill the table without a signature, and when Steam does not respond, nothing is
 * used up and a reload may try again. The claims come last, under a unique constraint: of several equal assertions that arrive at
 * once, and are all confirmed, one signs in.
 *
 * @param query the raw query string, without '?'
 * @param expected `readState` reads a state together with the cookie of this request
 */
export async function verifyAssertion(
  query: string,
  expected: {
    readonly provider: OpenIdProvider
    readonly siteUrl: string
    readonly readState: (state: string) => StateReading
  },
  tools: {
    readonly checkAuthentication: CheckAuthentication
    readonly claimOnce: ClaimOnce
    readonly now: () => number
  },
): Promise<SignInResult> {
  const reading = readAssertion(query, OPENID_NS)
  if (reading.kind === 'refused') return reading
  if (reading.kind === 'cancelled') {
    const known = expected.readState(reading.state)
    return { kind: 'cancelled', back: known.kind === 'valid' ? known.state.back : '/' }
  }
  const { assertion } = reading
  const known = expected.readState(assertion.state)
  if (known.kind === 'refused') return known
  const returnTo = returnAddress(expected.siteUrl, assertion.state)
  const fault = findFault(assertion, { provider: expected.provider, returnTo, now: tools.now() })
  if (fault !== undefined) return { kind: 'refused', reason: fault }

  const confirmation = await tools.checkAuthentication(assertion)
  if (confirmation.kind === 'unavailable') return confirmation
  if (confirmation.kind === 'invalid') return { kind: 'refused', reason: 'not-confirmed' }

  const forgetNonceAt = new Date(tools.now() + NONCE_AGE_MS_MAX + CLOCK_AHEAD_MS_MAX)
  if (!(await tools.claimOnce(`nonce:${assertion.response_nonce}`, forgetNonceAt)))
    return { kind: 'refused', reason: 'nonce-used' }
  if (!(await tools.claimOnce(`state:${assertion.state}`, known.expiresAt)))
    return { kind: 'refused', reason: 'state-used' }
  return {
    kind: 'verified',
    steamid: assertion.claimed_id.slice(expected.provider.claimedIdPrefix.length),
    ...known.state,
  }
}
