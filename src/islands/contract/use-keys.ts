// The keyboard of the table: Escape, Space and Enter end the play of light, Escape puts the result away.
import { useEffect } from 'react'
import { $signing, keep, skip } from '../../stores/contract.ts'

/** Elements that need their keys for themselves. */
const OWN_KEYS = 'button, a[href], summary, input, select, textarea, [role="listbox"] *, [popover]:popover-open *'

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
  if (document.querySelector('dialog[open]') !== null) return
  const { phase } = $signing.get()
  if (event.key === 'Escape') {
    if (phase === 'forming') skip()
    else if (phase === 'result') keep()
    return
  }
  const isOwn = event.target instanceof Element && event.target.closest(OWN_KEYS) !== null
  if (phase !== 'forming' || isOwn || (event.key !== ' ' && event.key !== 'Enter')) return
  event.preventDefault()
  skip()
}

/** Listens while the screen is there. */
export function useKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
