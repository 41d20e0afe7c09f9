// Loads what the islands of the shell show: the player, the settings, the counters, the notifications, the live drops.
import { loadNotifications } from '../../stores/account/notifications.ts'
import { loadSettings } from '../../stores/account/settings.ts'
import { watchClientSeed } from '../../stores/kernel/client-seed.ts'
import { loadPart } from '../../stores/kernel/load-part.ts'
import { $user, loadUser, recheckUser, type UserState } from '../../stores/kernel/user.ts'
import { whenIdle } from '../../stores/kernel/when-idle.ts'
import { startLive } from '../../stores/live/live.ts'
import { loadStatistics } from '../../stores/live/statistics.ts'

/** Marks the page with the state of its session, and loads what a player has besides. */
function watchPlayer(): void {
  let knownId: number | null = null
  $user.subscribe((state: UserState) => {
    // For style sheets; until the session is known the mark of the head stays (layouts/Shell.astro).
    if (state.status !== 'unknown') document.documentElement.dataset.session = state.status
    const id = state.status === 'authorised' ? state.user.id : null
    if (id !== null && id !== knownId) {
      void loadNotifications()
      loadPart(() => import('../games/missed/find-missed.ts'))
        .then(({ findMissed }) => findMissed(id))
        .catch((fault: unknown) => console.error('Missed results could not be read', fault))
    }
    knownId = id
  })
}

function recheckOnReturn(): void {
  const recheck = (): void => {
    if (!document.hidden) void recheckUser()
  }
  // The player may have signed in or out or played elsewhere, and a sleeping phone receives no events.
  document.addEventListener('visibilitychange', recheck)
  window.addEventListener('online', recheck)
  window.addEventListener('pageshow', (event) => event.persisted && recheck())
}

/** Loads the player at once, the rest when the browser is idle, and the player again when the page comes back. */
export function loadShell(): void {
  watchPlayer()
  watchClientSeed()
  recheckOnReturn()
  void loadUser()
  whenIdle(() => {
    void loadSettings()
    void loadStatistics()
    startLive()
  })
}
