// Files of proofs: the name of a seed's rolls, and the last field of every file. Formats never change; another format gets another name.
import type { Hashing } from './proof.ts'

export const EXPORT_FORMAT = 'spacedrop-rolls-2'

/** Files without the source of the client seed, whose ids are random. */
export const FIRST_EXPORT_FORMAT = 'spacedrop-rolls-1'

/** Returns the last field of the file: the SHA-256 of every byte before it, which reveals any change. */
export function sealOf(sha256: string): string {
  return `"sha256":"${sha256}"}\n`
}

/** The length of that field in bytes. */
export const SEAL_BYTES = sealOf('0'.repeat(64)).length

/** Returns the proof of a draw as a file: one line of JSON whose last field is the hash of all bytes before it. */
export async function proofFile(proof: object, sha256: Hashing['sha256']): Promise<string> {
  const before = `${JSON.stringify(proof).slice(0, -1)},`
  return before + sealOf(await sha256(before))
}
