// The clock of the reality check on this page: stores/account/reality-check.ts with the browser's clock and storage. It starts on import.
import { createRealityCheck, type Reminder } from '../../../stores/account/reality-check.ts'
import { browserStorage } from '../../../stores/kernel/browser-storage.ts'
import { $isHeld, $user } from '../../../stores/kernel/user.ts'

const reality = createRealityCheck({
  now: Date.now,
  // Where storage is forbidden, each page is a visit of its own.
  storage: {
    getItem: (key) => browserStorage('localStorage')?.getItem(key) ?? null,
    setItem: (key, text) => browserStorage('localStorage')?.setItem(key, text),
  },
  isVisible: () => document.visibilityState === 'visible',
  isBusy: () => $isHeld.get(),
})

/** The start of the visit whose reality check is due; null when none is due. */
export const $due = reality.$due

function remindedPlayer(): Reminder {
  const state = $user.get()
  if (state.status !== 'authorised' || state.user.realityMinutes === null) return null
  return { id: state.user.id, minutes: state.user.realityMinutes }
}

let timer: ReturnType<typeof setTimeout> | undefined

function update(): void {
  clearTimeout(timer)
  const againMs = reality.check(remindedPlayer())
  if (againMs !== null) timer = setTimeout(update, againMs)
}

/** Records the player's answer: the next reality check is due after a whole interval. */
export function acknowledge(): void {
  reality.acknowledge()
  update()
}

$user.subscribe(update)
document.addEventListener('visibilitychange', update)
addEventListener('pageshow', update)
// Another tab continued the visit, or answered its reality check.
addEventListener('storage', update)
