// The keyboard of the upgrade: Enter plays, Escape and Space end the run of the pointer.
import { useEffect } from 'react'
import { $upgrade, askAgain, keep, skip, upgrade } from '../../stores/upgrade.ts'

/** Elements that need their keys for themselves. */
const TYPING =
  'textarea, select, input:not([type="radio"], [type="checkbox"]), [contenteditable], dialog[open] *, [popover]:popover-open *'
const PRESSABLE = 'button, a[href], summary, input[type="checkbox"]'

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
  const target = event.target instanceof Element ? event.target : null
  if (document.querySelector('dialog[open]') !== null) return
  const { phase } = $upgrade.get()
  const isTyping = target?.closest(TYPING) != null
  const isPressable = target?.closest(PRESSABLE) != null
  if (event.key === 'Escape') {
    if (phase === 'spinning') skip()
    else if (phase === 'result' && !isTyping) keep()
  } else if (isTyping || isPressable) {
    return
  } else if (event.key === ' ' && phase === 'spinning') {
    event.preventDefault()
    skip()
  } else if (event.key === 'Enter') {
    if (phase === 'spinning') skip()
    else if (phase === 'offline') void askAgain()
    else if (phase !== 'result') void upgrade()
  }
}

/** Listens while the screen is there. */
export function useKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
