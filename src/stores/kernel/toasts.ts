// Toasts. Their island (islands/shell/Toasts.tsx) is loaded with the first one.
import { atom } from 'nanostores'
import type { SoundName } from './sound-names.ts'
import { $isHeld } from './user.ts'

export type ToastType = 'success' | 'error' | 'warning' | 'info' | 'default'

interface ToastOptions {
  /** A path of the site where the player has something to do; the message has a button that leads there. */
  link?: string
  /** Instead of the sound of its type; null for none, where what it is about has one. */
  sound?: SoundName | null
}

export interface Toast extends ToastOptions {
  type: ToastType
  message: string
}

/** Messages that are not shown yet, oldest first. */
export const $toasts = atom<readonly Toast[]>([])

function show(toasts: readonly Toast[]): void {
  $toasts.set([...$toasts.get(), ...toasts])
}

/** Shows a message in the player's language. */
export function toast(type: ToastType, message: string, options: ToastOptions = {}): void {
  show([{ type, message, ...options }])
}

/** How long a result is on the screen before messages that came during its animation appear. */
export const AFTER_RESULT_MS = 1_000

/** How long a message that came during an animation is alone on the screen: until it has closed. */
export const APART_MS = 3_600

/** Messages that wait for the end of an animation, for a moment after it, and for one another. */
const waiting: Toast[] = []
let isAnimating = false
let pause: ReturnType<typeof setTimeout> | undefined

/** Shows one message. Beside each other they would cover the result on a phone, where they are one upon the other. */
function showNext(): void {
  const next = waiting.shift()
  pause = waiting.length > 0 ? setTimeout(showNext, APART_MS) : undefined
  if (next !== undefined) show([next])
}

$isHeld.listen((isHeld) => {
  isAnimating = isHeld
  clearTimeout(pause)
  pause = isHeld ? undefined : setTimeout(showNext, AFTER_RESULT_MS)
})

/**
 * Shows a message that the player has not asked for: during the animation of a game not until its result has been on the screen, and one
 * after the other.
 */
export function toastAfterResult(message: Toast): void {
  if (isAnimating || pause !== undefined) waiting.push(message)
  else show([message])
}

/** Returns the messages that are not shown yet, and clears them. */
export function takeToasts(): readonly Toast[] {
  const waiting = $toasts.get()
  if (waiting.length > 0) $toasts.set([])
  return waiting
}
