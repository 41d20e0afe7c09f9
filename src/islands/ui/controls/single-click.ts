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

/** How soon a second press of a key is the same press, in milliseconds: as a double click is. */
const DOUBLE_MS = 500

/** When each button was pressed last. It keeps its element while its action changes. */
const pressedAtMs = new WeakMap<EventTarget, number>()

/**
 * Returns the handlers of a button that plays: a double click counts once, and so do a key that is pressed twice and a held Enter, each
 * repetition of which is a click for browsers. It may have been held since before the page.
 */
export function singlePress(action: () => void): PressHandlers {
  return {
    onClick: singleClick((event) => {
      pressedAtMs.set(event.currentTarget, event.timeStamp)
      action()
    }),
    onKeyDown(event) {
      if (event.key !== 'Enter' && event.key !== ' ') return
      const isSecond = event.timeStamp - (pressedAtMs.get(event.currentTarget) ?? Number.NEGATIVE_INFINITY) < DOUBLE_MS
      if (isSecond || (event.repeat && event.key === 'Enter')) event.preventDefault()
    },
  }
}
