// The keyboard of the case screen: Enter opens, digits set how many, D tries for free, Escape and Space end the reel.
import { useEffect } from 'react'
import { $opening, askAgain, keep, open, setCount, skip } from '../../stores/opening.ts'

/** Elements that need their keys for themselves. */
const TYPING =
  'textarea, select, input:not([type="radio"], [type="checkbox"]), [contenteditable], dialog[open] *, [popover]:popover-open *'
const PRESSABLE = 'button, a[href], summary, input[type="checkbox"]'

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(TYPING) || document.querySelector('dialog[open]') !== null) return
  const pressable = target?.closest(PRESSABLE) != null
  const { phase } = $opening.get()
  if (event.key === 'Escape') {
    if (phase === 'spinning') skip()
    else if (phase === 'result') keep()
  } else if (event.key === ' ' && phase === 'spinning' && !pressable) {
    event.preventDefault()
    skip()
  } else if (event.key === 'Enter' && !pressable) {
    if (phase === 'spinning') skip()
    else if (phase === 'offline') void askAgain()
    else void open({ demo: false })
  } else if (/^[0-9]$/.test(event.key)) {
    setCount(event.key === '0' ? 10 : Number(event.key))
  } else if (event.code === 'KeyD') {
    void open({ demo: true })
  }
}

/** Listens while the screen is there. */
export function useKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
