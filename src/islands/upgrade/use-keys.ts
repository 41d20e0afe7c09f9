// Keyboard shortcuts of the upgrade: Enter upgrades, Escape and Space skip the animation.
import { $upgrade, keep, retry, skip, upgrade } from '../../stores/games/upgrade.ts'
import { isOnPressable, isTyping, useDocumentKeys } from '../ui/document-keys.ts'

function onKey(event: KeyboardEvent): void {
  const { phase } = $upgrade.get()
  if (event.key === 'Escape') {
    if (phase === 'playing') skip()
    else if (phase === 'result' && !isTyping(event)) keep()
  } else if (isTyping(event) || isOnPressable(event)) {
    return
  } else if (event.key === ' ' && phase === 'playing') {
    event.preventDefault()
    skip()
  } else if (event.key === 'Enter') {
    if (phase === 'playing') skip()
    else if (phase === 'offline') void retry()
    else if (phase !== 'result') void upgrade()
  }
}

/** Handles the keys while the screen is mounted. */
export function useKeys(): void {
  useDocumentKeys(onKey)
}
