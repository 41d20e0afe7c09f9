// Checks the proof of a battle in the order of its steps, and stops at the first difference.
import type { z } from 'zod'
import {
  BATTLE_PROOF_FORMAT,
  BATTLE_STEPS,
  type BattleProof,
  type BattleStep,
  verifyBattle,
} from '../../src/game/battles/proof.ts'
import { type BeaconChain, QUICKNET } from '../../src/game/fairness/beacon.ts'
import { proofFile } from '../../src/game/fairness/roll-export.ts'
import { battleFileSchema } from '../../src/protocol/battle.ts'
import { verifyRandomness } from '../../src/server/beacon/drand/signature.ts'
import { type Difference, nodeHashing } from './check-export.ts'
import { parseAs, parseJsonBytes, Unreadable } from './read-export.ts'

export type BattleFile = z.infer<typeof battleFileSchema> & { readonly draw: NonNullable<BattleProof['draw']> }

/** Returns true for a file that names the format of battles' proofs, complete or not. */
export function isBattleFile(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 64)).toString('latin1').includes(BATTLE_PROOF_FORMAT)
}

/**
 * Reads a proof.
 *
 * @throws Unreadable for what is no proof, and for a battle that is not drawn yet
 */
export function readBattle(bytes: Uint8Array): BattleFile {
  const { draw, ...file } = parseAs(battleFileSchema, parseJsonBytes(bytes), 'It is no proof of a battle.')
  if (draw === null) throw new Unreadable('The battle was not drawn. Download its proof after the draw.')
  return { ...file, draw }
}

/** What a step is about, where a wrong value cannot be compared with a right one. */
const EXPLAINED: Readonly<Record<BattleStep, string>> = {
  lock: 'does not fit a lock of this battle: its text, the first round six seconds after it, sent three seconds before that',
  odds: 'is no table of odds that a round of this battle is read against',
  source: 'is not what the beacon has signed in the round of the last lock',
  rolls: 'cannot be checked without a right secret, or is not one for each seat in each round',
  items: 'is no ticket of the table of its round',
  result: 'cannot be checked without a right secret and all drops',
}

/** Returns the value at a place, like `draw.drops[2][0].roll`, as the message names it. */
function valueAt(file: BattleFile, place: string): string {
  const keys = place.match(/[^.[\]"]+/g) ?? []
  const value = keys.reduce<unknown>((part, key) => Object(part)[key], file)
  return JSON.stringify(value) ?? 'missing'
}

/**
 * Checks a proof.
 *
 * @param bytes the file itself, whose last field is the hash of what precedes it
 * @param chains the trusted beacons
 * @returns null when everything is right
 */
export async function checkBattle(
  bytes: Uint8Array,
  file: BattleFile,
  chains: readonly BeaconChain[] = [QUICKNET],
): Promise<Difference | null> {
  const { sha256: _, ...proof } = file
  const result = await verifyBattle(proof, { hashing: nodeHashing, chains, randomness: verifyRandomness })
  for (const step of BATTLE_STEPS) {
    const { verdict, computed, place } = result[step]
    if (verdict === 'right') continue
    if (computed === null) return { place: place ?? step, message: EXPLAINED[step] }
    return { place: place ?? step, message: `is ${valueAt(file, place ?? '')}, but the proof gives ${computed}` }
  }
  if (Buffer.from(bytes).equals(Buffer.from(await proofFile(proof, nodeHashing.sha256)))) return null
  return {
    place: 'sha256',
    message: 'does not fit the bytes of the file. The draw adds up, but it is not as it was downloaded',
  }
}
