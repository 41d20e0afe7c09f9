// The services of proofs.
import type { RollsQuery } from '../../../protocol/account.ts'
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createCheckedProofs } from './checked-proof.ts'
import { createMirror } from './mirror.ts'
import { createOddsTables } from './odds-tables.ts'
import { rollsOf } from './own-rolls.ts'
import { rollProof } from './proofs.ts'
import { createReturns } from './returns.ts'
import { exportRolls } from './roll-export.ts'

/** Makes the services of proofs. */
export function createFairnessServices(parts: ServiceParts) {
  const { db } = parts
  return {
    oddsTables: createOddsTables(db),
    checkedProofs: createCheckedProofs(parts),
    /** Returns what the games paid back, over the days that are counted. */
    returns: createReturns(parts),
    /** Returns a player's own play in a span, beside what the odds expect. */
    mirrorOf: createMirror(parts),
    /** Returns a page of a player's own rolls, the newest first. */
    rollsOf: (playerId: number, query: RollsQuery) => rollsOf(db, playerId, query),
    /** Returns the proof of a roll; undefined for an unknown id. */
    proofOf: (rollId: string, viewerId: number | null) => rollProof(db, rollId, viewerId),
    /** Returns the file of a player's revealed seed in parts; null when there is none with this commitment. */
    exportRolls: (playerId: number, commit: string) => exportRolls(db, playerId, commit),
  }
}
