// The row of the cases that the player opened last: it is shown once there is one. This browser remembers that there was, so that the next
// visit keeps the row's place from the first paint on (components/OwnCases.astro).
import { $ownCases } from '../../stores/home/own-cases.ts'
import { browserStorage } from '../../stores/kernel/browser-storage.ts'

const KEY = 'spacedrop:own-row'

/** Shows the row of a page while the player has opened a case. */
export function startOwnRow(page: Document): void {
  $ownCases.subscribe((own) => {
    const row = page.getElementById('own-cases')
    if (own === null || row === null) return
    const state = own.opened.length > 0 ? 'some' : 'none'
    row.dataset.own = state
    try {
      browserStorage('localStorage')?.setItem(KEY, state)
    } catch {
      // Storage is full or read-only: the next visit makes room for the row later.
    }
  })
}
