// The clock of the reminder on this page: that of stores/reality.ts on the browser's own clock and storage. It starts when it is
// loaded.
import { createReality, type Reminded } from '../../stores/reality.ts'
import { $isHeld, $user } from '../../stores/user.ts'

/** Storage may be forbidden: each page is a visit of its own then. */
function storage(): Storage | null {
  try {
    return globalThis.localStorage
  } catch {
    return null
  }
}

const reality = createReality({
  now: Date.now,
  storage: {
    getItem: (key) => storage()?.getItem(key) ?? null,
    setItem: (key, text) => storage()?.setItem(key, text),
  },
  isLookedAt: () => document.visibilityState === 'visible',
  isBusy: () => $isHeld.get(),
})

/** When the visit began that the player is to be told of now; null for nothing to tell. */
export const $due = reality.$due

function reminded(): Reminded {
  const state = $user.get()
  if (state.status !== 'authorised' || state.user.realityMinutes === null) return null
  return { id: state.user.id, minutes: state.user.realityMinutes }
}

let timer: ReturnType<typeof setTimeout> | undefined

function look(): void {
  clearTimeout(timer)
  const againMs = reality.look(reminded())
  if (againMs !== null) timer = setTimeout(look, againMs)
}

/** The player has answered: the next reminder is a whole interval away. */
export function answer(): void {
  reality.answer()
  look()
}

$user.subscribe(look)
document.addEventListener('visibilitychange', look)
addEventListener('pageshow', look)
// Another tab has gone on with the visit, or has the answer.
addEventListener('storage', look)
