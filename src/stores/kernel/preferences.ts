// Preferences of this browser: sound and its volume, vibration, quick opening, calm motion, the sandbox's banner, announcements that were put away.
// Stored in localStorage and shared by all tabs.
import { persistentAtom } from '@nanostores/persistent'

export type Choice = 'on' | 'off'

/** The values until a player chooses, and those that the server renders with: `useStore($sound, { ssr: () => DEFAULTS.sound })`. */
export const DEFAULTS: Readonly<Record<'sound' | 'haptics' | 'quick' | 'calm' | 'banner', Choice>> = {
  sound: 'on',
  haptics: 'on',
  quick: 'off',
  calm: 'off',
  banner: 'on',
}

/** The volume until a player chooses, in percent: the specification's volume of notifications. */
export const DEFAULT_VOLUME = 30

function choice(name: keyof typeof DEFAULTS) {
  const fallback = DEFAULTS[name]
  return persistentAtom<Choice>(`spacedrop:${name}`, fallback, {
    encode: (value) => value,
    // Anything may be in storage: values that are no choice are ignored.
    decode: (text: unknown) => (text === 'on' || text === 'off' ? text : fallback),
  })
}

export const $sound = choice('sound')

/** The volume of every sound, in whole percent, 0 to 100. */
export const $volume = persistentAtom<number>('spacedrop:volume', DEFAULT_VOLUME, {
  encode: String,
  decode: (text: unknown) => (/^(100|[1-9]?\d)$/.test(String(text)) ? Number(text) : DEFAULT_VOLUME),
})

/** Vibration of phones at the moments of a game. */
export const $haptics = choice('haptics')

/** Results without the animation that leads to them. */
export const $quick = choice('quick')

/** Reduced motion, as if the system asked for it. */
export const $calm = choice('calm')

/** The sandbox's banner, off once it was put away. */
export const $banner = choice('banner')

/** How many announcements that were put away are remembered: more than a shop shows in a season. */
const DISMISSED_MOST = 50

const ID = /^[\da-f-]{36}$/

/** The ids of announcements that a reader has put away, the newest last. */
export const $dismissed = persistentAtom<readonly string[]>('spacedrop:dismissed', [], {
  encode: (ids) => ids.join(' '),
  decode: (text: unknown) =>
    String(text)
      .split(' ')
      .filter((id) => ID.test(id)),
})

/** Puts an announcement away. */
export function dismiss(id: string): void {
  $dismissed.set([...$dismissed.get().filter((other) => other !== id), id].slice(-DISMISSED_MOST))
}

/** Tells whether motion is reduced, by the player's choice here or in the system. */
export function isCalm(): boolean {
  return $calm.get() === 'on' || matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Tells whether results come at once, without the animation that leads to them. */
export function skipsAnimation(): boolean {
  return $quick.get() === 'on' || isCalm()
}
