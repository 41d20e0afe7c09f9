// Who vouches for players: Steam, or the sandbox's stand-in for it. Constants only; nothing here ever comes from a request.

export const OPENID_NS = 'http://specs.openid.net/auth/2.0'

export interface Provider {
  /** Where browsers are sent, and what an answer must name as its `op_endpoint`. */
  readonly endpoint: string
  /** Where this server asks whether an answer is genuine. The same as `endpoint`, unless a sandbox reaches itself by another name. */
  readonly checkAddress: string
  /** What stands before the 17 digits of a steamid. */
  readonly claimedIdPrefix: string
}

export const STEAM: Provider = {
  endpoint: 'https://steamcommunity.com/openid/login',
  checkAddress: 'https://steamcommunity.com/openid/login',
  claimedIdPrefix: 'https://steamcommunity.com/openid/id/',
}
