// Keyboard shortcuts of the table: Escape, Space and Enter skip the animation, Escape closes the result.
import { $contract, keep, skip } from '../../stores/games/contract.ts'
import { isWithin, useDocumentKeys } from '../ui/document-keys.ts'

/** Elements that handle these keys themselves. */
const OWN_KEYS = 'button, a[href], summary, input, select, textarea, [role="listbox"] *, [popover]:popover-open *'

function onKey(event: KeyboardEvent): void {
  const { phase } = $contract.get()
  if (event.key === 'Escape') {
    if (phase === 'playing') skip()
    else if (phase === 'result') keep()
    return
  }
  if (phase !== 'playing' || isWithin(event, OWN_KEYS) || (event.key !== ' ' && event.key !== 'Enter')) return
  event.preventDefault()
  skip()
}

/** Handles the keys while the screen is mounted. */
export function useKeys(): void {
  useDocumentKeys(onKey)
}
