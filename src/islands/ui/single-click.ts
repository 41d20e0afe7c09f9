// Clicks that must count once.
import type { MouseEvent } from 'react'

/**
 * Returns a click handler that ignores the second click of a double click: a control that appears under the pointer after the first one
 * would skip an animation, or pay twice.
 */
export function singleClick(action: (event: MouseEvent) => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail <= 1) action(event)
  }
}
