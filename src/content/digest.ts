// The digest of a page's text.
import { createHash } from 'node:crypto'

/** Returns the digest of a text without the line that names its day. */
export function digestOf(text: string): string {
  return createHash('sha256')
    .update(text.replace(/^updated: .*$/m, ''))
    .digest('hex')
    .slice(0, 16)
}
