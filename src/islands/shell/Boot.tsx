// Fetches on load what the shell shows: who is looking, the settings, the counters, the notifications. Shows nothing itself.
import { useEffect } from 'react'
import { loadNotifications } from '../../stores/notifications.ts'
import { loadSettings } from '../../stores/settings.ts'
import { loadStatistics } from '../../stores/statistics.ts'
import { $user, readAnew, loadUser } from '../../stores/user.ts'

function start(): () => void {
  let known: number | null = null
  const stopUser = $user.subscribe((state) => {
    const id = state.status === 'authorised' ? state.user.id : null
    // Signed out in another tab or on another device: the page begins anew.
    if (known !== null && id !== known) readAnew()
    else if (id !== null && id !== known) void loadNotifications()
    known = id
    // It starts by itself, and is not loaded for those who want no reminder.
    if (state.status === 'authorised' && state.user.realityMinutes !== null) void import('../protection/remind.ts')
  })
  const again = (): void => void loadUser()
  const restored = (event: PageTransitionEvent): void => {
    // From the back-forward cache: the player may have signed in, out, or played elsewhere meanwhile.
    if (event.persisted) again()
  }
  const seen = (): void => {
    // Meanwhile the player may have signed in in another tab, and a phone that sleeps hears nothing.
    if (!document.hidden) again()
  }
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('online', again)
  window.addEventListener('pageshow', restored)
  void loadUser()
  void loadSettings()
  void loadStatistics()
  return () => {
    stopUser()
    document.removeEventListener('visibilitychange', seen)
    window.removeEventListener('online', again)
    window.removeEventListener('pageshow', restored)
  }
}

export function Boot(): null {
  useEffect(start, [])
  return null
}
