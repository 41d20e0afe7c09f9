// The keyboard of screens that open cases: Enter opens, digits set how many, D tries for free, Escape and Space end the reel.
import { $opening, askAgain, keep, skip } from '../../stores/opening.ts'
import { isOnPressable, isTyping, useDocumentKeys } from '../ui/document-keys.ts'

/** What the keys do on a screen; where one is missing, its keys do nothing. */
export interface KeyActions {
  readonly open: () => void
  readonly demo?: () => void
  readonly setCount?: (count: number) => void
}

function onKey(event: KeyboardEvent, actions: KeyActions): void {
  if (isTyping(event)) return
  const { phase } = $opening.get()
  if (event.key === 'Escape') {
    if (phase === 'spinning') skip()
    else if (phase === 'result') keep()
  } else if (event.key === ' ' && phase === 'spinning' && !isOnPressable(event)) {
    event.preventDefault()
    skip()
  } else if (event.key === 'Enter' && !isOnPressable(event)) {
    if (phase === 'spinning') skip()
    else if (phase === 'offline') void askAgain()
    else actions.open()
  } else if (/^[0-9]$/.test(event.key)) {
    actions.setCount?.(event.key === '0' ? 10 : Number(event.key))
  } else if (event.code === 'KeyD') {
    actions.demo?.()
  }
}

/** Listens while the screen is there. */
export function useKeys(actions: KeyActions): void {
  useDocumentKeys((event) => onKey(event, actions))
}
