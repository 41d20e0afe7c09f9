// The opening that a guest wanted, which one tap opens after the sign-in. The sign-in returns to an address that names their number,
// `/case/orion?open=3`. An address alone resumes nothing: the guest's tap stores the wish, for one case, number and price, in this tab.
import { OPEN_COUNT } from '../../game/base/economy.ts'
import { storeWish, takeWish } from './tap-wish.ts'

const KEY = 'spacedrop:wanted-opening'
/** The ten minutes that a sign-in may take, and some to read the form. */
const VALID_MS = 15 * 60_000
const PARAMETER = 'open'

interface Wanted {
  readonly url: string
  /** Of one opening, in cents. */
  readonly price: number
}

/**
 * Stores the opening that a guest's tap wants.
 *
 * @param path the case page
 * @returns the address at which the sign-in resumes it
 */
export function wishOpening({ url, price }: Wanted, count: number, path: string): string {
  storeWish(KEY, { url, price, count })
  return `${path}?${new URLSearchParams({ [PARAMETER]: String(count) })}`
}

/**
 * Takes the opening that was wanted before the sign-in, if this page is the one at which it resumes; it resumes at most once.
 *
 * @param search the query of the page's address
 * @returns the number of openings; null where none is resumed
 */
export function takeWantedOpening(shown: Wanted, search: string): number | null {
  const { url, price, count } = takeWish(KEY, VALID_MS)
  const isWanted = url === shown.url && price === shown.price && typeof count === 'number'
  if (!isWanted || new URLSearchParams(search).get(PARAMETER) !== String(count)) return null
  return Number.isInteger(count) && count >= OPEN_COUNT.least && count <= OPEN_COUNT.most ? count : null
}
