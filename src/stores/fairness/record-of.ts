// The part of a proof that can be checked.
import { BALANCE_PRIZE } from '../../game/fairness/odds-text.ts'
import type { RollRecord } from '../../game/fairness/proof-fields.ts'
import type { RollProof } from '../../protocol/fairness.ts'

/** Returns the record of a roll from its proof. */
export function recordOf(proof: RollProof): RollRecord {
  const { won } = proof
  return { ...proof, won: won === null ? null : { item: won.item?.id ?? BALANCE_PRIZE, price: won.price } }
}
