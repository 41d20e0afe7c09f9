// Results that no page has shown, for the notice that tells them (tell-missed.ts finds them).
import { atom } from 'nanostores'
import type { OwnedItem } from '../../protocol/inventory.ts'

/** What the games of left pages gave, and whether an upgrade among them was lost. */
export interface MissedResults {
  /** The most expensive first. */
  readonly won: readonly OwnedItem[]
  readonly lost: boolean
}

/** Null while there is nothing to tell. */
export const $missed = atom<MissedResults | null>(null)

/** Forgets everything that was told. */
export function dismissMissed(): void {
  $missed.set(null)
}
