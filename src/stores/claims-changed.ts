// Tells whoever shows what can be claimed that something was claimed or joined on this page.
import { atom } from 'nanostores'

/** Counts up with each claim. */
export const $claimsChanged = atom(0)

/** Called after a claim, whatever it was. */
export function claimsChanged(): void {
  $claimsChanged.set($claimsChanged.get() + 1)
}
