// Random client seeds, drawn by the browser.
import { RANDOM_CLIENT_SEED } from '../../game/fairness/fairness.ts'

/** Returns a random client seed of 16 digits and letters. */
export function freshSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the client seed that follows one: the same where the player typed it, else another, so that nothing relates their rolls. */
export function nextSeed(clientSeed: string): string {
  return RANDOM_CLIENT_SEED.test(clientSeed) ? freshSeed() : clientSeed
}
