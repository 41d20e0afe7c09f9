// The file of a seed's rolls: how it begins and how it ends. Its form never changes; another form gets another name.

export const EXPORT_FORMAT = 'spacedrop-rolls-1'

/** The last field of the file: the SHA-256 of every byte before it, so that no altered byte goes unseen. */
export function sealOf(sha256: string): string {
  return `"sha256":"${sha256}"}\n`
}

/** How many bytes the seal takes. */
export const SEAL_BYTES = sealOf('0'.repeat(64)).length
