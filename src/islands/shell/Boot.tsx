// Fetches on load what the shell shows: who is looking, the settings, the counters, the notifications. Shows nothing itself.
import { useEffect } from 'react'
import { loadNotifications } from '../../stores/notifications.ts'
import { loadSettings } from '../../stores/settings.ts'
import { loadStatistics } from '../../stores/statistics.ts'
import { $user, loadUser, lookAgain } from '../../stores/user.ts'

function start(): () => void {
  let known: number | null = null
  const stopUser = $user.subscribe((state) => {
    const id = state.status === 'authorised' ? state.user.id : null
    if (id !== null && id !== known) void loadNotifications()
    known = id
    // It starts by itself, and is not loaded for those who want no reminder.
    if (state.status === 'authorised' && state.user.realityMinutes !== null) void import('../protection/remind.ts')
  })
  const gone = new AbortController()
  const { signal } = gone
  const look = (): void => {
    if (!document.hidden) void lookAgain()
  }
  // Meanwhile the player may have signed in, out, or played elsewhere, and a phone that sleeps hears nothing.
  document.addEventListener('visibilitychange', look, { signal })
  window.addEventListener('online', look, { signal })
  window.addEventListener('pageshow', (event) => event.persisted && look(), { signal })
  void loadUser()
  void loadSettings()
  void loadStatistics()
  return () => {
    stopUser()
    gone.abort()
  }
}

export function Boot(): null {
  useEffect(start, [])
  return null
}
