// A public source of randomness that raffles of a live site are drawn from.
import type { BeaconChain } from '../../game/beacon.ts'

/** What a beacon said in a round, checked. */
export interface Beat {
  /** Hex, as the proof shows it. */
  readonly signature: string
  /** The SHA-256 of the signature, as hex. */
  readonly randomness: string
}

export interface Beacon {
  readonly chain: BeaconChain
  /**
   * What was said in a round.
   *
   * @returns null while the round has not come yet
   * @throws BeaconSilent when nobody answers with what the chain has signed
   */
  read(round: number): Promise<Beat | null>
}

/** Nobody told the round, or nobody truly; the message says what each did instead. */
export class BeaconSilent extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BeaconSilent'
  }
}
