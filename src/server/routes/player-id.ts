// The id of a player in the path of a call.
import { ProtocolError } from '../base/refusal.ts'

const ID = /^[1-9]\d{0,9}$/
/** The largest id that the database can hold. */
const MOST_ID = 2_147_483_647

/** Returns the id. Throws 404 for what no player can have. */
export function playerIdIn(text: string): number {
  if (!ID.test(text) || Number(text) > MOST_ID) throw new ProtocolError(404, 'unknown-player')
  return Number(text)
}
