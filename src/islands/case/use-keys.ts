// Keyboard shortcuts of screens that open cases: Enter opens, digits set the count, D opens a demo, Escape and Space skip the reel.
import { $opening, keep, retry, skip } from '../../stores/games/opening.ts'
import { isOnPressable, isTyping, useDocumentKeys } from '../ui/document-keys.ts'

/** The actions of the keys; a missing action disables its keys. */
export interface KeyActions {
  readonly open: () => void
  readonly demo?: () => void
  readonly setCount?: (count: number) => void
}

function onKey(event: KeyboardEvent, actions: KeyActions): void {
  if (isTyping(event)) return
  const { phase } = $opening.get()
  if (event.key === 'Escape') {
    if (phase === 'playing') skip()
    else if (phase === 'result') keep()
  } else if (event.key === ' ' && phase === 'playing' && !isOnPressable(event)) {
    event.preventDefault()
    skip()
  } else if (event.key === 'Enter' && !isOnPressable(event)) {
    if (phase === 'playing') skip()
    else if (phase === 'offline') void retry()
    else actions.open()
  } else if (/^[0-9]$/.test(event.key)) {
    actions.setCount?.(event.key === '0' ? 10 : Number(event.key))
  } else if (event.code === 'KeyD') {
    actions.demo?.()
  }
}

/** Handles the keys while the screen is mounted. */
export function useKeys(actions: KeyActions): void {
  useDocumentKeys((event) => onKey(event, actions))
}
