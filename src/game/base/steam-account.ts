// What Steam says of a player's account.

export interface SteamAccount {
  /** When it was made; null for a private profile, which hides it. */
  readonly createdMs: number | null
  readonly isPrivate: boolean
  /** An account that has spent less than $5 at Steam. */
  readonly isLimited: boolean
  readonly isTradeBanned: boolean
}
