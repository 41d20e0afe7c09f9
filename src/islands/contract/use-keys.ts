// The keyboard of the table: Escape, Space and Enter end the play of light, Escape puts the result away.
import { $signing, keep, skip } from '../../stores/contract.ts'
import { isWithin, useDocumentKeys } from '../ui/document-keys.ts'

/** Elements that need their keys for themselves. */
const OWN_KEYS = 'button, a[href], summary, input, select, textarea, [role="listbox"] *, [popover]:popover-open *'

function onKey(event: KeyboardEvent): void {
  const { phase } = $signing.get()
  if (event.key === 'Escape') {
    if (phase === 'forming') skip()
    else if (phase === 'result') keep()
    return
  }
  if (phase !== 'forming' || isWithin(event, OWN_KEYS) || (event.key !== ' ' && event.key !== 'Enter')) return
  event.preventDefault()
  skip()
}

/** Listens while the screen is there. */
export function useKeys(): void {
  useDocumentKeys(onKey)
}
