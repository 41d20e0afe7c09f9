// What pointers and the keyboard do with the cards of the live drops.
import { type DOMAttributes, type PointerEvent, type SyntheticEvent, useRef } from 'react'
import { leavePeek, peekAt } from '../../stores/live/player-peek.ts'
import { $isFocused, $isPointed } from '../../stores/live/still-strip.ts'

type TrackEvents = DOMAttributes<HTMLUListElement>

function linkOf({ target }: SyntheticEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-first-tap]') : null
}

/**
 * Returns the handlers of taps. Where nothing hovers, the first tap on a card only focuses its link, which shows the card's other links as
 * the keyboard's focus does; the second tap follows it.
 */
export function useFirstTap(): Pick<TrackEvents, 'onPointerDown' | 'onClick'> {
  const first = useRef<HTMLElement>(null)
  return {
    onPointerDown(event) {
      const link = linkOf(event)
      first.current = event.pointerType !== 'mouse' && document.activeElement !== link ? link : null
    },
    onClick(event) {
      const link = linkOf(event)
      if (link === null || link !== first.current) return
      first.current = null
      event.preventDefault()
      // Safari focuses no link by itself.
      link.focus()
    },
  }
}

function peek({ target }: SyntheticEvent): void {
  if (target instanceof Element) peekAt(target.closest<HTMLElement>('[data-player]'))
}

/**
 * Show the player of the card below a pointer or with the focus, and keep the strip still meanwhile. A finger only focuses: it may scroll.
 */
export const peekHandlers: Pick<TrackEvents, 'onPointerOver' | 'onPointerLeave' | 'onFocus' | 'onBlur'> = {
  onPointerOver(event: PointerEvent) {
    if (event.pointerType !== 'mouse') return
    $isPointed.set(true)
    peek(event)
  },
  onPointerLeave() {
    $isPointed.set(false)
    leavePeek()
  },
  onFocus(event) {
    $isFocused.set(true)
    peek(event)
  },
  onBlur() {
    $isFocused.set(false)
    leavePeek()
  },
}

/** Lets the strip move again when the card with the focus is no longer in it: browsers do not report that. */
export function releaseLostFocus(track: HTMLElement | null): void {
  if ($isFocused.get() && track?.contains(document.activeElement) !== true) $isFocused.set(false)
}
