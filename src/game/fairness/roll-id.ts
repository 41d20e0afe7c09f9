// The id of a roll: a UUID of version 7, whose first 64 bits are the time and the place within its millisecond. The last 62 bits are the HMAC
// of those, the game and the nonce under the server seed, so that no other id fits the roll once the seed is revealed.

import type { GameName } from '../base/games.ts'
import type { HmacAsync } from './fairness.ts'

/** What an id belongs to, within the rolls of a pair of seeds. */
export interface RollPlace {
  readonly game: GameName
  readonly nonce: number
}

/** The number of characters before the last hyphen but one. */
const BEGINNING_LENGTH = 18

/** Returns the message whose HMAC ends an id; no roll hashes one, because no game is called `id`. */
export function rollIdMessage(beginning: string, { game, nonce }: RollPlace): string {
  return `id:${game}:${nonce}:${beginning}`
}

/** Returns the last digits of an id: the first 64 bits of the HMAC, with the variant in the first two. */
export function endOfRollId(mac: Uint8Array): string {
  const digits = Array.from(mac.subarray(0, 8), (byte, at) =>
    (at === 0 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  ).join('')
  return `${digits.slice(0, 4)}-${digits.slice(4)}`
}

/** Returns the id that a roll has to have, if its time is right. */
export async function expectedRollId(id: string, place: RollPlace, hmac: HmacAsync): Promise<string> {
  const beginning = id.slice(0, BEGINNING_LENGTH)
  return `${beginning}-${endOfRollId(await hmac(rollIdMessage(beginning, place)))}`
}
