// The keyboard of the upgrade: Enter plays, Escape and Space end the run of the pointer.
import { $upgrade, askAgain, keep, skip, upgrade } from '../../stores/upgrade.ts'
import { isOnPressable, isTyping, useDocumentKeys } from '../ui/document-keys.ts'

function onKey(event: KeyboardEvent): void {
  const { phase } = $upgrade.get()
  if (event.key === 'Escape') {
    if (phase === 'spinning') skip()
    else if (phase === 'result' && !isTyping(event)) keep()
  } else if (isTyping(event) || isOnPressable(event)) {
    return
  } else if (event.key === ' ' && phase === 'spinning') {
    event.preventDefault()
    skip()
  } else if (event.key === 'Enter') {
    if (phase === 'spinning') skip()
    else if (phase === 'offline') void askAgain()
    else if (phase !== 'result') void upgrade()
  }
}

/** Listens while the screen is there. */
export function useKeys(): void {
  useDocumentKeys(onKey)
}
