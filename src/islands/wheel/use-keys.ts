// The keyboard of the wheel: Escape and Space show the result of a spin, Escape puts one away.
import { useEffect } from 'react'
import { $spin, keep, skip } from '../../stores/wheel.ts'

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
  if (document.querySelector('dialog[open], [popover]:popover-open') !== null) return
  const { phase } = $spin.get()
  if (event.key === 'Escape') {
    if (phase === 'spinning') skip()
    else if (phase === 'result') keep()
    return
  }
  const isPressable =
    event.target instanceof Element && event.target.closest('button, a[href], input, summary') !== null
  if (event.key === ' ' && phase === 'spinning' && !isPressable) {
    event.preventDefault()
    skip()
  }
}

/** Listens while the screen is there. */
export function useKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
