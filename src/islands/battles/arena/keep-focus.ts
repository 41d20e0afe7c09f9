// Focus on the page of a battle: a button that was pressed goes with the free seat that it was on.
import { hasLostFocus } from '../../ui/controls/lost-focus.ts'

/**
 * Moves the focus that a removed button has lost, after the next frame: to the next free seat's button, else to the status of the battle.
 * A focus that is elsewhere stays.
 */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (!hasLostFocus()) return
    const next = document.querySelector<HTMLElement>('#main [data-free] button:enabled') ?? statusBar()
    next?.focus({ preventScroll: true })
  })
}

function statusBar(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#battle-status')
}
