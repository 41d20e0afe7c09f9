// Presses that must count once.
import type { KeyboardEvent, MouseEvent } from 'react'

/**
 * Returns a click handler that ignores the second click of a double click: a control that appears under the pointer after the first one
 * would skip an animation, or pay twice.
 */
export function singleClick(action: (event: MouseEvent) => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail <= 1) action(event)
  }
}

interface PressHandlers {
  onClick(event: MouseEvent): void
  onKeyDown(event: KeyboardEvent): void
}

/**
 * Returns the handlers of a button that plays: a double click counts once, and so does a held Enter, each repetition of which is a click
 * for browsers. It may have been held since before the page.
 */
export function singlePress(action: () => void): PressHandlers {
  return {
    onClick: singleClick(action),
    onKeyDown(event) {
      if (event.repeat && event.key === 'Enter') event.preventDefault()
    },
  }
}
