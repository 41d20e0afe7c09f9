// Checks the file of published days: every day is hashed with the hash of the day before, and signed.
import { CHAIN_FORMAT, checkChain, FIRST_PREVIOUS } from '../../src/game/transparency/chain.ts'
import { type ChainFile, chainFileSchema } from '../../src/protocol/transparency.ts'
import { isSigned } from '../../src/server/services/transparency/signing-key.ts'
import { type Difference, nodeHashing } from './check-export.ts'
import { parseAs, parseJsonBytes } from './read-export.ts'

/** Returns true for a file that names the format of published days, complete or not. */
export function isChainFile(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 64)).toString('latin1').includes(CHAIN_FORMAT)
}

/**
 * Reads a file of published days.
 *
 * @throws Unreadable
 */
export function readChain(bytes: Uint8Array): ChainFile {
  return parseAs(chainFileSchema, parseJsonBytes(bytes), 'It is no list of published days.')
}

const MESSAGES = {
  sequence: 'does not follow the day before it: a day is missing, or they were put in another order',
  previous: 'does not name the hash of the day before it: one of the two was changed',
  hash: 'was changed: its hash is not the SHA-256 of its text and the hash before it',
  text: 'is named or numbered otherwise in its own text',
  signature: 'was changed: its signature is not that of the key that it names',
} as const

/**
 * Checks a file.
 *
 * @returns the first day that is wrong; null when all are right
 */
export async function checkPublished({ days }: ChainFile): Promise<Difference | null> {
  const [first] = days
  if (first !== undefined && (first.sequence !== 1 || first.previous !== FIRST_PREVIOUS))
    return { place: first.day, message: `is day ${first.sequence} of the chain: the days before it are missing` }
  const fault = await checkChain(days, { sha256: nodeHashing.sha256, isSigned })
  return fault === null ? null : { place: fault.day, message: MESSAGES[fault.fault] }
}

/** Describes a file without a difference: what to compare with the page of the shop. */
export function summarizeChain({ days }: ChainFile): string {
  const last = days.at(-1)
  if (last === undefined) return 'right: no day is published yet.'
  const keys = new Set(days.map(({ text }) => String((JSON.parse(text) as { readonly key: unknown }).key)))
  const signed =
    keys.size === 1 ? `signed with the key ${[...keys].join()}` : `signed with ${keys.size} keys, one after another`
  return `right: ${days.length} days, ${days[0]?.day} to ${last.day}, ${signed}. Hash of the last: ${last.hash}`
}
