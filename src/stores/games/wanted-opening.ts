// The opening that a guest wanted, in the address that a sign-in returns to: `/case/orion?open=3`.
import { OPEN_COUNT } from '../../game/economy.ts'

const PARAMETER = 'open'

/** Returns the address of a case page with the number of openings that is wanted there. */
export function wantedOpening(path: string, count: number): string {
  return `${path}?${new URLSearchParams({ [PARAMETER]: String(count) })}`
}

/**
 * Returns the number of openings that an address names; null for none, and for anything that cannot be opened.
 *
 * @param search the query of the address
 */
export function countWanted(search: string): number | null {
  const text = new URLSearchParams(search).get(PARAMETER) ?? ''
  const count = Number(text)
  return /^\d{1,2}$/.test(text) && count >= OPEN_COUNT.least && count <= OPEN_COUNT.most ? count : null
}
