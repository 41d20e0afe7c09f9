// The live strip stands still while one of its cards is open: under the pointer, with the focus, or with its player below it. What it
// shows then belongs to that card.
import { atom, computed } from 'nanostores'
import { $peek } from './player-peek.ts'

/** Whether the pointer is over the cards. */
export const $isPointed = atom(false)

/** Whether one of the cards has the focus. */
export const $isFocused = atom(false)

/** Whether the strip must not move. */
export const $isStill = computed(
  [$isPointed, $isFocused, $peek],
  (isPointed, isFocused, peek) => isPointed || isFocused || peek !== null,
)
