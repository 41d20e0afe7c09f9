// The calendar: the days around today, and the claim of today's reward.
import { atom } from 'nanostores'
import type { CalendarClaimBody, CalendarClaimReply, CalendarReply } from '../../protocol/calendar.ts'
import { getWithGifts } from '../account/rewards.ts'
import { createClaim } from '../kernel/claim.ts'
import { notifyClaimsChanged } from '../kernel/claims-changed.ts'
import { openLogin } from '../kernel/modals.ts'
import { onUserChange } from '../kernel/on-user-change.ts'
import { onReconnect } from '../kernel/realtime-events.ts'
import { setServerNow } from '../kernel/server-clock.ts'
import { singleFlight } from '../kernel/single-flight.ts'
import { toast } from '../kernel/toasts.ts'
import { $user, loadUser, setBalance } from '../kernel/user.ts'

export type Calendar =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | ({ readonly status: 'ready' } & Omit<CalendarReply, 'success' | 'now'>)

type Claimed = Extract<CalendarClaimReply, { success: true }>

/** The state of the last claim. */
export type Claiming =
  | { readonly phase: 'idle' }
  | { readonly phase: 'asking' }
  /** No answer came: the outcome is unknown. The next claim has the same key. */
  | { readonly phase: 'offline' }
  | { readonly phase: 'refused'; readonly message: string }
  | ({ readonly phase: 'claimed' } & Omit<Claimed, 'success'>)

export const $calendar = atom<Calendar>({ status: 'loading' })

export const $claiming = atom<Claiming>({ phase: 'idle' })

/** Reads the days. A failure is logged, and the known ones stay. */
export const loadCalendar = singleFlight(async () => {
  try {
    const { now, success: _, ...days } = await getWithGifts<CalendarReply>('/calendar')
    const before = $calendar.get()
    setServerNow(now)
    $calendar.set({ status: 'ready', ...days })
    // The claim of yesterday is no longer shown.
    if (before.status === 'ready' && before.today !== days.today && $claiming.get().phase === 'claimed') {
      $claiming.set({ phase: 'idle' })
    }
  } catch (fault) {
    console.error('The calendar could not be read', fault)
    if ($calendar.get().status !== 'ready') $calendar.set({ status: 'failed' })
  }
})

/** Keeps the days up to date with the user; returns the function that stops it. */
export function watchCalendar(): () => void {
  const reload = (): void => void loadCalendar()
  const stops = [
    onUserChange((_, isAnother) => {
      if (isAnother) $claiming.set({ phase: 'idle' })
      reload()
    }),
    onReconnect(reload),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const ask = createClaim<Claimed>()

/** Claims the day on the screen. A guest is asked to sign in. */
export async function claimDay(): Promise<void> {
  const shown = $calendar.get()
  if (shown.status !== 'ready' || shown.claimed || $claiming.get().phase === 'asking') return
  if ($user.get().status !== 'authorised') {
    openLogin()
    return
  }
  $claiming.set({ phase: 'asking' })
  const body: CalendarClaimBody = { day: shown.today }
  const claimed = await ask('/calendar/claim', body)
  if (claimed.kind !== 'answered') {
    $claiming.set({ phase: claimed.kind === 'failed' ? 'offline' : 'idle' })
    return
  }
  const { reply, isRepeated } = claimed
  if (!reply.success) {
    $claiming.set({ phase: 'refused', message: reply.message })
    toast('error', reply.message)
    // Claimed in another tab, or the day has changed.
    await Promise.all([loadCalendar(), loadUser()])
    return
  }
  const { success: _, ...won } = reply
  setBalance(reply.balance)
  $claiming.set({ phase: 'claimed', ...won })
  notifyClaimsChanged()
  // A repeated answer holds the balance of the first one.
  await Promise.all([loadCalendar(), isRepeated ? loadUser() : undefined])
}
