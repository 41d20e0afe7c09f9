// The accent of the shop in force, for documents that are made without its pages: of this process, as the words of its texts are (i18n/text.ts).
import { type Accent, defaultAccent } from '../../game/base/accent.ts'

let accent = defaultAccent()

/** Lets documents have an accent from now on. */
export function setAccent(next: Accent): void {
  accent = next
}

/** Returns the accent that documents have. */
export function accentInForce(): Accent {
  return accent
}
