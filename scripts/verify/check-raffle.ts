// Checks the proof of a raffle in the order of its steps, and stops at the first difference.
import type { z } from 'zod'
import { type BeaconChain, drawRound, QUICKNET } from '../../src/game/fairness/beacon.ts'
import { proofFile } from '../../src/game/fairness/roll-export.ts'
import { RAFFLE_FORMAT, RAFFLE_STEPS, type RaffleStep, verifyRaffle } from '../../src/game/rewards/raffle-proof.ts'
import { raffleFileSchema } from '../../src/protocol/raffle.ts'
import { verifyRandomness } from '../../src/server/beacon/drand/signature.ts'
import { type Difference, nodeHashing } from './check-export.ts'
import { parseAs, parseJsonBytes, Unreadable } from './read-export.ts'

export type RaffleFile = z.infer<typeof raffleFileSchema>

/** Returns true for a file that names the format of raffle proofs, complete or not. */
export function isRaffleFile(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 64)).toString('latin1').includes(RAFFLE_FORMAT)
}

/**
 * Reads a proof.
 *
 * @throws Unreadable for what is no proof, and for a raffle that is not drawn yet
 */
export function readRaffle(bytes: Uint8Array): RaffleFile {
  const file = parseAs(raffleFileSchema, parseJsonBytes(bytes), 'It is no proof of a raffle.')
  if (file.state === 'open' || file.state === 'frozen') {
    throw new Unreadable('The raffle was not drawn yet. Download its proof after the draw.')
  }
  return file
}

/** Returns the place and the description of a wrong step. */
function differenceAt(
  step: RaffleStep,
  file: RaffleFile,
  computed: string | null,
  chains: readonly BeaconChain[],
): Difference {
  const { entries, entriesHash, commit, round, roll, winner } = file
  switch (step) {
    case 'list':
      return computed === null
        ? { place: 'list', message: 'is no list of this raffle, with the numbers of players ascending' }
        : { place: 'entries', message: `is ${entries}, but the list holds ${computed}` }
    case 'hash':
      return { place: 'entriesHash', message: `is ${entriesHash}, but SHA-256 of the list is ${computed}` }
    case 'source': {
      if (file.source === 'seed')
        return { place: 'commit', message: `is ${commit}, but SHA-256 of serverSeed is ${computed}` }
      const chain = chains.find(({ hash }) => hash === file.chain)
      if (chain === undefined) return { place: 'chain', message: `is ${file.chain}, a beacon that is not known here` }
      const due = drawRound(chain, file.closesAt)
      if (round !== due) return { place: 'round', message: `is ${round}, but the time of closing fixes round ${due}` }
      return { place: 'signature', message: `is not what the beacon has signed in round ${round}` }
    }
    case 'roll':
      return { place: 'roll', message: `is ${roll}, but the source and the list give ${computed}` }
    case 'winner':
      return { place: 'winner', message: `is ${winner}, but the list holds ${computed} at place ${roll}` }
  }
}

/**
 * Checks a proof.
 *
 * @param bytes the file itself, whose last field is the hash of what precedes it
 * @param chains the trusted beacons
 * @returns null when everything is right
 */
export async function checkRaffle(
  bytes: Uint8Array,
  file: RaffleFile,
  chains: readonly BeaconChain[] = [QUICKNET],
): Promise<Difference | null> {
  const { sha256: _, ...proof } = file
  const result = await verifyRaffle(proof, { hashing: nodeHashing, chains, randomness: verifyRandomness })
  for (const step of RAFFLE_STEPS) {
    const { verdict, computed } = result[step]
    if (verdict !== 'right') return differenceAt(step, file, computed, chains)
  }
  if (Buffer.from(bytes).equals(Buffer.from(await proofFile(proof, nodeHashing.sha256)))) return null
  return {
    place: 'sha256',
    message:
      'does not fit the bytes of the file. The draw adds up, but it is not as it was downloaded: a time, the prize or a space was changed',
  }
}
