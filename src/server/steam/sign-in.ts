// Sign-in through Steam as the routes use it: start, and finish.
import type { Fetch } from '../http/bounded-request.ts'
import { createCheckAuthentication } from './check-authentication.ts'
import { type ClaimOnce, type SignInResult, signInAddress, verifyAssertion } from './openid.ts'
import type { Provider } from './provider.ts'
import { issueState, readState, safeBack } from './state.ts'

export interface SteamSignIn {
  /**
   * Begins a sign-in.
   *
   * @param confirmation when the player ticked 18+ and the terms, and which terms those were
   * @param back the path that the player came from, unchecked
   * @returns where to send the browser, and the value of the state's cookie
   */
  start(
    confirmation: { readonly confirmedAt: Date; readonly termsVersion: string },
    back: string | undefined,
  ): { address: string; cookie: string }
  /**
   * Ends a sign-in.
   *
   * @param query what stands behind the '?' of the request, as it was sent
   * @param cookie value of the state's cookie, if the browser sent one
   */
  finish(query: string, cookie: string | undefined): Promise<SignInResult>
}

/**
 * Builds the sign-in.
 *
 * @param options `secret` at least 32 characters, the same on every instance; `now` in milliseconds; `timeoutMs` for Steam's
 * confirmation, 5,000 unless said otherwise
 */
export function createSteamSignIn(options: {
  readonly siteUrl: string
  readonly provider: Provider
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
      const { state, cookie } = issueState({ ...confirmation, back: safeBack(back) }, { secret, now })
      return { address: signInAddress({ siteUrl, state, provider }), cookie }
    },
    finish(query, cookie) {
      const expected = { provider, siteUrl, readState: (state: string) => readState(state, cookie, { secret, now }) }
      return verifyAssertion(query, expected, { checkAuthentication, claimOnce, now })
    },
  }
}
