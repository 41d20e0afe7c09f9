// Loads what the shell shows: the player, the settings, the counters, the notifications.
import { loadNotifications } from '../../stores/account/notifications.ts'
import { loadSettings } from '../../stores/account/settings.ts'
import { loadPart } from '../../stores/kernel/load-part.ts'
import { $user, loadUser, recheckUser } from '../../stores/kernel/user.ts'
import { loadStatistics } from '../../stores/live/statistics.ts'

/** Loads all of it, and the player again when the page comes back. */
export function start(): void {
  let known: number | null = null
  $user.subscribe((state) => {
    const id = state.status === 'authorised' ? state.user.id : null
    if (id !== null && id !== known) {
      void loadNotifications()
      loadPart(() => import('../missed/find-missed.ts'))
        .then(({ findMissed }) => findMissed(id))
        .catch((fault: unknown) => console.error('Missed results could not be read', fault))
    }
    known = id
    // The module starts on import, and is not loaded for players without a reminder.
    if (state.status === 'authorised' && state.user.realityMinutes !== null)
      loadPart(() => import('../protection/reality-reminder.ts')).catch((fault: unknown) => {
        console.error('The reminder could not be loaded', fault)
      })
  })
  const recheck = (): void => {
    if (!document.hidden) void recheckUser()
  }
  // The player may have signed in or out or played elsewhere, and a sleeping phone receives no events.
  document.addEventListener('visibilitychange', recheck)
  window.addEventListener('online', recheck)
  window.addEventListener('pageshow', (event) => event.persisted && recheck())
  void loadUser()
  void loadSettings()
  void loadStatistics()
}
