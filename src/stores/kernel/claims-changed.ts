// Notifies the stores of claimable rewards that something was claimed or joined on this page.
import { atom } from 'nanostores'

/** Counts claims. */
export const $claimsChanged = atom(0)

/** Notifies listeners of a claim. */
export function notifyClaimsChanged(): void {
  $claimsChanged.set($claimsChanged.get() + 1)
}
