// Ids of rolls: they grow with time as all ids, and their last digits follow from the server seed, so that a proof can tell a changed one.
import type { Hmac } from '../../../game/fairness/fairness.ts'
import { endOfRollId, type RollPlace, rollIdMessage } from '../../../game/fairness/roll-id.ts'
import { newIdBeginning } from '../../base/ids.ts'

/**
 * Makes the id of a roll.
 *
 * @param hmac under the server seed of the roll
 */
export function newRollId(hmac: Hmac, place: RollPlace): string {
  const beginning = newIdBeginning()
  return `${beginning}-${endOfRollId(hmac(rollIdMessage(beginning, place)))}`
}
