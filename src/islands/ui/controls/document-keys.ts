// Keyboard shortcuts of a screen, wherever the focus is. Ignores keys in open dialogs, keys of the browser, and repeated keys.
import { useLayoutEffect, useRef } from 'react'

/** Elements that handle every key themselves. */
const TYPING =
  'textarea, select, input:not([type="radio"], [type="checkbox"]), [contenteditable], dialog[open] *, [popover]:popover-open *'
/** Elements that Space and Enter activate. */
const PRESSABLE = 'button, a[href], summary, input[type="checkbox"], [role="listbox"] *'

/** Tells whether a key was pressed within an element. */
function isWithin({ target }: KeyboardEvent, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

/** Tells whether a key belongs to the focused element: a field, a list, an open dialog or menu. */
export function isTyping(event: KeyboardEvent): boolean {
  return isWithin(event, TYPING)
}

/** Tells whether Space and Enter activate the focused element. */
export function isOnPressable(event: KeyboardEvent): boolean {
  return isWithin(event, PRESSABLE)
}

/** Calls `onKey` for keys while the component is mounted. */
export function useDocumentKeys(onKey: (event: KeyboardEvent) => void): void {
  const current = useRef(onKey)
  current.current = onKey
  // Before paint: a key that is pressed as soon as the screen is there counts.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('dialog[open]') === null) current.current(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
