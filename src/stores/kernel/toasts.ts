// Toasts. Their island (islands/shell/Toasts.tsx) is loaded with the first one.
import { atom } from 'nanostores'

export type ToastType = 'success' | 'error' | 'warning' | 'info' | 'default'

export interface Toast {
  type: ToastType
  message: string
}

/** Messages that are not shown yet, oldest first. */
export const $toasts = atom<readonly Toast[]>([])

/** Shows a message in the player's language. */
export function toast(type: ToastType, message: string): void {
  $toasts.set([...$toasts.get(), { type, message }])
}

/** Returns the messages that are not shown yet, and clears them. */
export function takeToasts(): readonly Toast[] {
  const waiting = $toasts.get()
  if (waiting.length > 0) $toasts.set([])
  return waiting
}
