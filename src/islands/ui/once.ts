// Presses that must count once.
import type { MouseEvent } from 'react'

/** The second press of a double click was not meant for what stands under it by then: it would skip, or pay twice. */
export function once(action: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail <= 1) action()
  }
}
