// When a browser offers to install the app: from the third day with a visit on, until the player declines for good or installs it.
import { persistentAtom } from '@nanostores/persistent'
import { atom } from 'nanostores'

/** The visit from which on the app is offered. A day counts once. */
const OFFERED_VISIT = 3

/** How a browser installs the app: by its own dialog, or by hand. */
export type InstallWay =
  | { readonly kind: 'dialog'; readonly prompt: () => Promise<unknown> }
  | { readonly kind: 'share' }

/** How this page offers to install the app; null while it does not. */
export const $installOffer = atom<InstallWay | null>(null)

/** The number of visits so far, up to the one that counts, and the day of the last; or that nothing is offered any more. */
type Visits = { readonly count: number; readonly day: string } | 'never'

const NONE: Visits = { count: 0, day: '' }
const STORED = /^([1-3]) (\d{4}-\d{2}-\d{2})$/

/** Parses what is stored, e.g. `2 2026-11-24`; anything else counts as nothing. */
function parseVisits(text: unknown): Visits {
  if (text === 'never') return text
  const [, count, day] = STORED.exec(String(text)) ?? []
  return count === undefined || day === undefined ? NONE : { count: Number(count), day }
}

const $visits = persistentAtom<Visits>('spacedrop:visits', NONE, {
  encode: (visits) => (visits === 'never' ? visits : `${visits.count} ${visits.day}`),
  decode: parseVisits,
})

/**
 * Counts a visit, and tells whether the app may be offered in it.
 *
 * @param now the browser's clock
 */
export function countVisit(now: Date): boolean {
  const visits = $visits.get()
  if (visits === 'never') return false
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
  const count = visits.day === day ? visits.count : Math.min(visits.count + 1, OFFERED_VISIT)
  if (visits.day !== day) $visits.set({ count, day })
  return count === OFFERED_VISIT
}

/** Offers the app on this page. */
export function offerInstall(way: InstallWay): void {
  if ($installOffer.get() === null) $installOffer.set(way)
}

/** Ends the offers in this browser. */
export function stopOfferingApp(): void {
  $visits.set('never')
}
