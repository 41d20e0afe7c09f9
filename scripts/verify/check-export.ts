// Checks everything in a file of rolls in order, and stops at the first difference.
import { createHash, createHmac } from 'node:crypto'
import { readOdds } from '../../src/game/fairness/odds-text.ts'
import { type Hashing, prizeText, type Verification, verifyRecord } from '../../src/game/fairness/proof.ts'
import { fits, isRecord, PROOF_FIELDS, type RollRecord } from '../../src/game/fairness/proof-fields.ts'
import { EXPORT_FORMAT, SEAL_BYTES, sealOf } from '../../src/game/fairness/roll-export.ts'
import { expectedRollId } from '../../src/game/fairness/roll-id.ts'
import type { ExportedRoll, RollExport } from '../../src/protocol/fairness.ts'
import { withoutMark } from './read-export.ts'

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** The hash functions of Node. */
export const nodeHashing: Hashing = {
  sha256: async (text) => sha256(text),
  sha256Bytes: async (bytes) => createHash('sha256').update(bytes).digest(),
  hmac: (serverSeed) => async (message) => createHmac('sha256', serverSeed).update(message).digest(),
}

/** The first mistake in a file, and its place. */
export interface Difference {
  readonly place: string
  readonly message: string
}

function recordOf(file: RollExport, roll: ExportedRoll): Record<keyof RollRecord, unknown> {
  const { commit, serverSeed, clientSeed, odds } = file
  const { game, nonce, n, roll: drawn, oddsHash, won } = roll
  return { game, commit, serverSeed, clientSeed, nonce, n, roll: drawn, oddsHash, odds: odds[oddsHash] ?? '', won }
}

/** Returns the difference in a roll. The commitment and the tables of the file were checked before. */
function differenceIn(place: string, record: RollRecord, { roll, item }: Verification): Difference | null {
  if (roll.verdict !== 'right') {
    return { place: `${place}.roll`, message: `is ${record.roll}, but the seeds and the nonce give ${roll.computed}` }
  }
  if (item.verdict === 'right') return null
  if (item.computed === null) {
    const range = `from 1 to ${record.n}`
    return {
      place: `${place}.oddsHash`,
      message: `names a table that no roll of ${record.game} ${range} is read against`,
    }
  }
  return { place: `${place}.won`, message: `is ${wonIn(record)}, but the table gives ${item.computed} for this roll` }
}

function wonIn({ won }: RollRecord): string {
  return prizeText(won?.item ?? null, won?.price ?? 0)
}

function tablesDifference({ rolls, odds }: RollExport): Difference | null {
  const used = new Set(rolls.map(({ oddsHash }) => oddsHash))
  for (const [hash, text] of Object.entries(odds)) {
    const place = `odds["${hash}"]`
    if (sha256(text) !== hash) return { place, message: `holds a text whose SHA-256 is ${sha256(text)}` }
    if (readOdds(text) === null) return { place, message: 'holds no table of odds' }
    if (!used.has(hash)) return { place, message: 'is a table that no roll names' }
  }
  return null
}

/** Tells whether the player supplied the client seed after the commitment. Without that the server could know both seeds. */
export function isOfPlayer(file: RollExport): boolean {
  return file.format === EXPORT_FORMAT && file.clientSeedSource === 'player'
}

/** Checks the id of a roll: ids are given once, and those of a player's pair follow from its server seed. */
async function idDifference(
  file: RollExport,
  { roll, place, before }: { readonly roll: ExportedRoll; readonly place: string; readonly before: number | undefined },
): Promise<Difference | null> {
  if (before !== undefined) return { place, message: `is ${roll.id}, which rolls[${before}] has already` }
  if (!isOfPlayer(file)) return null
  const expected = await expectedRollId(roll.id, roll, nodeHashing.hmac(file.serverSeed))
  if (roll.id === expected) return null
  return { place, message: `is ${roll.id}, but the server seed, the game and the nonce give ${expected}` }
}

async function rollsDifference(file: RollExport): Promise<Difference | null> {
  const placesOfIds = new Map<string, number>()
  for (const [at, roll] of file.rolls.entries()) {
    const place = `rolls[${at}]`
    const id = { roll, place: `${place}.id`, before: placesOfIds.get(roll.id) }
    placesOfIds.set(roll.id, at)
    if (roll.nonce !== at + 1) {
      return {
        place: `${place}.nonce`,
        message: `is ${roll.nonce}, but nonces count from 1 without a gap: it has to be ${at + 1}`,
      }
    }
    if (file.odds[roll.oddsHash] === undefined) {
      return { place: `${place}.oddsHash`, message: `is ${roll.oddsHash}, and the file holds no such table` }
    }
    const record = recordOf(file, roll)
    if (!isRecord(record)) {
      const field = PROOF_FIELDS.find((name) => !fits(name, record[name]))
      return { place: `${place}.${field}`, message: `cannot be ${JSON.stringify(field && record[field])}` }
    }
    const difference =
      differenceIn(place, record, await verifyRecord(record, nodeHashing)) ?? (await idDifference(file, id))
    if (difference !== null) return difference
  }
  return null
}

function sealDifference(file: Uint8Array): Difference | null {
  const bytes = withoutMark(file)
  const before = bytes.subarray(0, Math.max(0, bytes.length - SEAL_BYTES))
  const seal = Buffer.from(bytes.subarray(before.length)).toString('latin1')
  if (seal === sealOf(sha256(before))) return null
  return {
    place: 'sha256',
    message:
      'does not fit the bytes of the file. Its rolls add up, but it is not as it was exported: the time of an id or a space was changed',
  }
}

/**
 * Checks a file.
 *
 * @param bytes the file itself, whose last field is the hash of what precedes it
 * @param file the result of `readExport`
 * @returns null when everything is right
 */
export async function checkExport(bytes: Uint8Array, file: RollExport): Promise<Difference | null> {
  if (sha256(file.serverSeed) !== file.commit) {
    return { place: 'commit', message: `is ${file.commit}, but SHA-256 of serverSeed is ${sha256(file.serverSeed)}` }
  }
  if (file.count !== file.rolls.length) {
    return { place: 'count', message: `is ${file.count}, but the file holds ${file.rolls.length} rolls` }
  }
  return tablesDifference(file) ?? (await rollsDifference(file)) ?? sealDifference(bytes)
}
