// Signing by holding: a contract is signed when the main button was held for 700 ms, and released early nothing happens. One press signs
// at once where the animation is skipped, and where no pointer presses: by a screen reader or a switch. A key need not be held: a press
// draws the signature to its end.
import { atom } from 'nanostores'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { prepareRunSounds } from '../../../stores/games/game-run.ts'
import { vibrate } from '../../../stores/kernel/haptics.ts'
import { skipsAnimation } from '../../../stores/kernel/preferences.ts'

/** How long the button is held, which is how long the signature takes. */
export const HOLD_MS = 700
/** A click follows the release of a pointer within this time. */
const CLICK_MS = 400

/** `short` after a hold that was released early; `signed` until the answer. */
export type Signature = 'none' | 'held' | 'short' | 'signed'

export const $signature = atom<Signature>('none')

/** Clears the signature. */
export function clearSignature(): void {
  $signature.set('none')
}

/** Tells whether a pointer is that of a screen reader, which presses without a size and cannot hold. */
function isVirtual({ width, height }: PointerEvent): boolean {
  return width === 0 && height === 0
}

interface HoldHandlers {
  onPointerDown(event: PointerEvent<HTMLElement>): void
  onPointerUp(): void
  onPointerCancel(): void
  onBlur(): void
  onContextMenu(event: MouseEvent): void
  onKeyDown(event: KeyboardEvent): void
  onKeyUp(event: KeyboardEvent): void
  onClick(event: MouseEvent): void
}

/**
 * Returns the handlers of a button that signs when it is held.
 *
 * @param sign null while the button does something else
 * @param act what a click does
 */
export function useHold(sign: (() => void) | null, act: () => void): HoldHandlers {
  const latest = useRef(sign)
  latest.current = sign
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** True while the click that ends a press belongs to a hold. */
  const isTaken = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const begin = (): void => {
    $signature.set('held')
    vibrate('tick')
    prepareRunSounds()
    timer.current = setTimeout(() => {
      if (latest.current === null) return clearSignature()
      $signature.set('signed')
      vibrate('land')
      latest.current()
    }, HOLD_MS)
  }
  const release = (): void => {
    // The press of a finger is no gesture for browsers, its release is one.
    if (isTaken.current) prepareRunSounds()
    setTimeout(() => {
      isTaken.current = false
    }, CLICK_MS)
    if ($signature.get() !== 'held') return
    clearTimeout(timer.current)
    $signature.set('short')
  }
  const mayHold = (): boolean => sign !== null && !skipsAnimation() && $signature.get() !== 'held'
  return {
    onPointerDown(event) {
      isTaken.current = false
      if (event.button !== 0 || isVirtual(event) || !mayHold()) return
      isTaken.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
      begin()
    },
    onPointerUp: release,
    onPointerCancel: release,
    onBlur: release,
    // A long press opens a menu on some phones.
    onContextMenu: (event) => {
      if (isTaken.current) event.preventDefault()
    },
    onKeyDown(event) {
      if (event.key === 'Escape') release()
      if (event.key !== 'Enter' && event.key !== ' ') return
      // A held key would skip the animation that it has started.
      if (event.repeat) event.preventDefault()
      else if (mayHold()) {
        event.preventDefault()
        isTaken.current = event.key === ' '
        begin()
      }
    },
    // Firefox clicks when the space bar is released, even if its press was prevented.
    onKeyUp(event) {
      if (event.key === ' ' && isTaken.current) event.preventDefault()
      if (event.key === ' ') isTaken.current = false
    },
    onClick(event) {
      const isEnd = isTaken.current
      isTaken.current = false
      // The second click of a double click would skip the animation, or sign twice.
      if (!isEnd && event.detail <= 1) act()
    },
  }
}
