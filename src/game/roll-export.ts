// The file of a seed's rolls: its first and last fields. Its format never changes; another format gets another name.

export const EXPORT_FORMAT = 'spacedrop-rolls-1'

/** Returns the last field of the file: the SHA-256 of every byte before it, which reveals any change. */
export function sealOf(sha256: string): string {
  return `"sha256":"${sha256}"}\n`
}

/** The length of that field in bytes. */
export const SEAL_BYTES = sealOf('0'.repeat(64)).length
