// The keyboard of a screen: keys that are pressed anywhere on it. Not those of an open dialog, of the browser, or held down.
import { useEffect, useRef } from 'react'

/** Elements that need every key for themselves. */
const TYPING =
  'textarea, select, input:not([type="radio"], [type="checkbox"]), [contenteditable], dialog[open] *, [popover]:popover-open *'
/** Elements that Space and Enter press. */
const PRESSABLE = 'button, a[href], summary, input[type="checkbox"]'

/** Whether a key was pressed within an element. */
export function isWithin({ target }: KeyboardEvent, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

/** Whether a key is for what has the focus: a field, a list, an open dialog or menu. */
export function isTyping(event: KeyboardEvent): boolean {
  return isWithin(event, TYPING)
}

/** Whether Space and Enter press what has the focus. */
export function isOnPressable(event: KeyboardEvent): boolean {
  return isWithin(event, PRESSABLE)
}

/** Listens while the screen is there. */
export function useDocumentKeys(onKey: (event: KeyboardEvent) => void): void {
  const current = useRef(onKey)
  current.current = onKey
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('dialog[open]') === null) current.current(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
