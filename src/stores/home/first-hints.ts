// The hints of a first visit: play money or deposits, the free try, selling or keeping. Each is shown once in this browser, one at a
// time, and none to players who have opened a case before.
import { persistentAtom } from '@nanostores/persistent'
import { atom, computed } from 'nanostores'
import { $opening } from '../games/opening.ts'
import { onUserChange } from '../kernel/on-user-change.ts'
import { $user } from '../kernel/user.ts'

export const HINTS = ['money', 'demo', 'won'] as const

export type HintName = (typeof HINTS)[number]

const $seen = persistentAtom<readonly HintName[]>('spacedrop:hints', [], {
  encode: (names) => names.join(' '),
  // Anything may be in storage: names that are none are ignored.
  decode: (text: unknown) => HINTS.filter((name) => String(text).split(' ').includes(name)),
})

/** Null until the user is known; experience comes with the first case. Stays as it was when that player opens one on this page. */
const $isNewcomer = atom<boolean | null>(null)

/** Returns the hints that a visitor may get here: of a guest's money nothing can be said, nor of a result to sell. */
export function hintsOf(isGuest: boolean): readonly HintName[] {
  return isGuest ? ['demo'] : HINTS
}

/** Tells whether this browser has shown all hints, before anything is loaded for them. */
export function areHintsSeen(): boolean {
  return $seen.get().length === HINTS.length
}

/** Follows who the player is; returns the function that stops it. */
export function watchNewcomer(): () => void {
  return onUserChange(() => {
    const state = $user.get()
    $isNewcomer.set(state.status !== 'authorised' || state.user.exp === 0)
  })
}

/** The hint to show now; null for none. */
export const $hint = computed([$isNewcomer, $seen, $user, $opening], (isNewcomer, seen, user, run): HintName | null => {
  if (isNewcomer !== true) return null
  const isUnseen = (name: HintName): boolean => !seen.includes(name)
  if (run.phase === 'result') return !run.played.demo && isUnseen('won') ? 'won' : null
  if (run.phase !== 'idle') return null
  if (user.status === 'authorised' && isUnseen('money')) return 'money'
  return isUnseen('demo') ? 'demo' : null
})

/** Marks hints as seen, for good. */
export function closeHints(names: readonly HintName[]): void {
  $seen.set(HINTS.filter((name) => $seen.get().includes(name) || names.includes(name)))
}
