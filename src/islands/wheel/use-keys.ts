// Keyboard shortcuts of the wheel: Escape and Space skip the animation, Escape closes a result.
import { $spin, keep, skip } from '../../stores/games/wheel.ts'
import { isWithin, useDocumentKeys } from '../ui/document-keys.ts'

/** Elements that handle Space themselves. */
const OWN_SPACE = 'button, a[href], input, summary'

function onKey(event: KeyboardEvent): void {
  if (document.querySelector('[popover]:popover-open') !== null) return
  const { phase } = $spin.get()
  if (event.key === 'Escape') {
    if (phase === 'playing') skip()
    else if (phase === 'result') keep()
  } else if (event.key === ' ' && phase === 'playing' && !isWithin(event, OWN_SPACE)) {
    event.preventDefault()
    skip()
  }
}

/** Handles the keys while the screen is mounted. */
export function useKeys(): void {
  useDocumentKeys(onKey)
}
