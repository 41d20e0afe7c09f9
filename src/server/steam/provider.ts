// The OpenID provider: Steam, or the sandbox's stand-in. Constants only; nothing here comes from a request.

export const OPENID_NS = 'http://specs.openid.net/auth/2.0'

export interface OpenIdProvider {
  /** The address that browsers are redirected to, and the required `op_endpoint` of an assertion. */
  readonly endpoint: string
  /** The address of check_authentication. The same as `endpoint`, unless a sandbox reaches itself at another address. */
  readonly checkAddress: string
  /** The part of a claimed id before the 17 digits of the steamid. */
  readonly claimedIdPrefix: string
}

export const STEAM: OpenIdProvider = {
  endpoint: 'https://steamcommunity.com/openid/login',
  checkAddress: 'https://steamcommunity.com/openid/login',
  claimedIdPrefix: 'https://steamcommunity.com/openid/id/',
}
