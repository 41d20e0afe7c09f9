// Sign-in through Steam for the routes: start and finish.
import type { Fetch } from '../network/bounded-request.ts'
import { createCheckAuthentication } from './check-authentication.ts'
import { type ClaimOnce, type SignInResult, signInAddress, verifyAssertion } from './openid.ts'
import type { OpenIdProvider } from './provider.ts'
import { issueState, readState, safeReturnPath } from './state.ts'

export interface SteamSignIn {
  /**
   * Starts a sign-in.
   *
   * @param confirmation when the player confirmed 18+ and the terms, and the version of the terms
   * @param back the path that the player came from, unchecked
   * @returns the address to redirect to, and the value of the state cookie
   */
  start(
    confirmation: { readonly confirmedAt: Date; readonly termsVersion: string },
    back: string | undefined,
  ): { address: string; cookie: string }
  /**
   * Completes a sign-in.
   *
   * @param query the raw query string, without '?'
   * @param cookie the value of the state cookie, if the browser sent one
   */
  finish(query: string, cookie: string | undefined): Promise<SignInResult>
}

/**
 * Creates the sign-in.
 *
 * @param options `secret` at least 32 characters, the same on every instance; `now` in milliseconds; `timeoutMs` for Steam's
 * confirmation, 5,000 by default
 */
export function createSteamSignIn(options: {
  readonly siteUrl: string
  readonly provider: OpenIdProvider
  readonly secret: string
  readonly fetch: Fetch
  readonly claimOnce: ClaimOnce
  readonly now: () => number
  readonly timeoutMs?: number
}): SteamSignIn {
  const { siteUrl, provider, secret, now, claimOnce } = options
  if (secret.length < 32) throw new RangeError('The secret of sign-in states has fewer than 32 characters')
  const checkAuthentication = createCheckAuthentication(options)
  return {
    start(confirmation, back) {
      const { state, cookie } = issueState({ ...confirmation, back: safeReturnPath(back) }, { secret, now })
      return { address: signInAddress({ siteUrl, state, provider }), cookie }
    },
    finish(query, cookie) {
      const expected = { provider, siteUrl, readState: (state: string) => readState(state, cookie, { secret, now }) }
      return verifyAssertion(query, expected, { checkAuthentication, claimOnce, now })
    },
  }
}
