// The keyboard of screens that open cases: Enter opens, digits set how many, D tries for free, Escape and Space end the reel.
import { useEffect, useRef } from 'react'
import { $opening, askAgain, keep, skip } from '../../stores/opening.ts'

/** Elements that need their keys for themselves. */
const TYPING =
  'textarea, select, input:not([type="radio"], [type="checkbox"]), [contenteditable], dialog[open] *, [popover]:popover-open *'
const PRESSABLE = 'button, a[href], summary, input[type="checkbox"]'

/** What the keys do on a screen; where one is missing, its keys do nothing. */
export interface KeyActions {
  readonly open: () => void
  readonly demo?: () => void
  readonly setCount?: (count: number) => void
}

function onKey(event: KeyboardEvent, actions: KeyActions): void {
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
    else actions.open()
  } else if (/^[0-9]$/.test(event.key)) {
    actions.setCount?.(event.key === '0' ? 10 : Number(event.key))
  } else if (event.code === 'KeyD') {
    actions.demo?.()
  }
}

/** Listens while the screen is there. */
export function useKeys(actions: KeyActions): void {
  const current = useRef(actions)
  current.current = actions
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event, current.current)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
