// The keyboard of the wheel: Escape and Space show the result of a spin, Escape puts one away.
import { $spin, keep, skip } from '../../stores/wheel.ts'
import { isWithin, useDocumentKeys } from '../ui/document-keys.ts'

/** Elements that Space presses, or writes into. */
const OWN_SPACE = 'button, a[href], input, summary'

function onKey(event: KeyboardEvent): void {
  if (document.querySelector('[popover]:popover-open') !== null) return
  const { phase } = $spin.get()
  if (event.key === 'Escape') {
    if (phase === 'spinning') skip()
    else if (phase === 'result') keep()
  } else if (event.key === ' ' && phase === 'spinning' && !isWithin(event, OWN_SPACE)) {
    event.preventDefault()
    skip()
  }
}

/** Listens while the screen is there. */
export function useKeys(): void {
  useDocumentKeys(onKey)
}
