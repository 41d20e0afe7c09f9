// The lock of a battle: once its last seat is taken, everything that decides it is hashed together with the source of its randomness,
// before that randomness exists. Nobody can change a seat, a price or an odds table afterwards, nor choose another result.

import { type BeaconChain, bytesOf, hexOf, roundFrom, roundTime, type Sha256 } from '../fairness/beacon.ts'
import type { BattleTerms } from './battle.ts'

/** The least time from the lock to the beacon's round: the lock reaches browsers before the round exists. */
export const LOCK_AHEAD_MS = 6_000

/** A lock that was not sent this long before its round is replaced by one on a later round. */
export const LOCK_SENT_BEFORE_MS = 3_000

/** From the lock to the draw where the seed was committed to when the battle was made: no round has to be waited for. */
export const SEED_COUNTDOWN_MS = 3_000

/** Where the randomness of a battle comes from: a round of the public beacon, or, weaker, a seed that the site committed to. */
export type BattleSource =
  | { readonly source: 'drand'; readonly chain: string; readonly round: number }
  | { readonly source: 'seed'; readonly commit: string }

/** Everything that a lock binds. */
export interface BattleLock extends BattleTerms {
  /** The battle's id. */
  readonly battle: string
  /** The SHA-256 of each round's odds table, and the price of its case in cents. */
  readonly rounds: readonly { readonly odds: string; readonly price: number }[]
  /** By slot: the id of the seat, which its player alone was given as a receipt, its client seed, and the part that its player paid. */
  readonly seats: readonly { readonly id: string; readonly seed: string; readonly percent: number }[]
  readonly source: BattleSource
}

/** Returns the text that is hashed: JSON without spaces, in this order of keys. Its format never changes. */
export function lockText({ battle, format, mode, crazy, rounds, seats, source }: BattleLock): string {
  return JSON.stringify({
    battle,
    format,
    mode,
    crazy,
    rounds: rounds.map(({ odds, price }) => ({ odds, price })),
    seats: seats.map(({ id, seed, percent }) => ({ id, seed, percent })),
    ...(source.source === 'drand'
      ? { source: source.source, chain: source.chain, round: source.round }
      : { source: source.source, commit: source.commit }),
  })
}

/** Returns the round that a lock of this moment commits to: the first one at least six seconds ahead. */
export function lockRound(chain: BeaconChain, atMs: number): number {
  return roundFrom(chain, atMs + LOCK_AHEAD_MS)
}

/** Tells whether a lock can still be sent: three seconds or more before its round. */
export function isSentInTime(chain: BeaconChain, round: number, atMs: number): boolean {
  return atMs <= roundTime(chain, round) - LOCK_SENT_BEFORE_MS
}

/**
 * Returns the seed of a battle: SHA-256(lock hash ‖ secret), both as bytes.
 *
 * @param lockHash the SHA-256 of the lock's text, as hex
 * @param secret the signature of the beacon's round, or the server seed, as hex
 * @returns the key of its rolls, as hex
 */
export async function battleSeed(sha256: Sha256, lockHash: string, secret: string): Promise<string> {
  return hexOf(await sha256(bytesOf(lockHash + secret)))
}
