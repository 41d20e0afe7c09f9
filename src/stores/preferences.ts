// What a player chose for this browser: sound, quick opening, calm motion. Kept in localStorage and shared by all tabs.
import { persistentAtom } from '@nanostores/persistent'

export type Choice = 'on' | 'off'

/** What holds until a player chooses; also what the server rendered: `useStore($sound, { ssr: () => DEFAULTS.sound })`. */
export const DEFAULTS: Readonly<Record<'sound' | 'quick' | 'calm', Choice>> = { sound: 'on', quick: 'off', calm: 'off' }

function choice(name: keyof typeof DEFAULTS) {
  const fallback = DEFAULTS[name]
  return persistentAtom<Choice>(`spacedrop:${name}`, fallback, {
    encode: (value) => value,
    // Storage is anyone's to write: what is not a choice is no choice.
    decode: (text: unknown) => (text === 'on' || text === 'off' ? text : fallback),
  })
}

export const $sound = choice('sound')

/** Open cases without the reel. */
export const $quick = choice('quick')

/** Still versions instead of motion, as if the system asked for reduced motion. */
export const $calm = choice('calm')

/** Whether to show the still version: the player asked for calm here, or for less motion in the system. */
export function isCalm(): boolean {
  return $calm.get() === 'on' || matchMedia('(prefers-reduced-motion: reduce)').matches
}
