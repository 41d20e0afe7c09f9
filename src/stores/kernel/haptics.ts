// Vibrates phones that can, for players who have not turned it off.
import { $haptics } from './preferences.ts'

/** Durations in ms: vibration, pause, vibration … */
const PATTERNS = {
  tick: [8],
  land: [18],
  win: [20, 60, 40],
  bigWin: [30, 50, 30, 50, 90],
} as const

export type Vibration = keyof typeof PATTERNS

/** Tells whether the device may vibrate: desktop browsers have the function too, without a motor. */
export function canVibrate(): boolean {
  return typeof navigator.vibrate === 'function' && matchMedia('(any-pointer: coarse)').matches
}

/** Vibrates once. Browsers ignore it before the first touch of the page; iOS has no vibration. */
export function vibrate(name: Vibration): void {
  if ($haptics.get() === 'off' || typeof navigator.vibrate !== 'function') return
  if (navigator.userActivation?.hasBeenActive === false) return
  navigator.vibrate(PATTERNS[name])
}
