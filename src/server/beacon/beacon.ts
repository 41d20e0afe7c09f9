// A public source of randomness, from which raffles of a live site are drawn.
import type { BeaconChain } from '../../game/fairness/beacon.ts'

/** The verified output of a beacon in a round. */
export interface BeaconRound {
  /** Hex, as the proof shows it. */
  readonly signature: string
  /** The SHA-256 of the signature, as hex. */
  readonly randomness: string
}

export interface Beacon {
  readonly chain: BeaconChain
  /**
   * Reads the output of a round.
   *
   * @returns null while the round has not happened yet
   * @throws BeaconUnavailable when no relay returns an output that the chain has signed
   */
  read(round: number): Promise<BeaconRound | null>
}

/** No relay returned the round's output, or none returned a valid one; the message says what each did instead. */
export class BeaconUnavailable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BeaconUnavailable'
  }
}
