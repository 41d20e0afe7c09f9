// The calendar: the days around today, and the claim of today's.
import { atom } from 'nanostores'
import type { CalendarClaimBody, CalendarClaimReply, CalendarReply } from '../contract/calendar.ts'
import { get } from './api.ts'
import { createClaim } from './claim.ts'
import { claimsChanged } from './claims-changed.ts'
import { openLogin } from './modals.ts'
import { oneReading } from './one-reading.ts'
import { setServerNow } from './server-clock.ts'
import { $connections } from './socket.ts'
import { toast } from './toasts.ts'
import { $user, loadUser, setBalance } from './user.ts'
import { watchPlayer } from './watch-player.ts'

export type Calendar =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | ({ readonly status: 'ready' } & Omit<CalendarReply, 'success' | 'now'>)

type Claimed = Extract<CalendarClaimReply, { success: true }>

/** What became of the press. */
export type Claiming =
  | { readonly phase: 'idle' }
  | { readonly phase: 'asking' }
  /** No answer came: nobody here knows whether the day was claimed. A press asks again under the same key. */
  | { readonly phase: 'offline' }
  | { readonly phase: 'refused'; readonly message: string }
  | ({ readonly phase: 'claimed' } & Omit<Claimed, 'success'>)

export const $calendar = atom<Calendar>({ status: 'loading' })

export const $claiming = atom<Claiming>({ phase: 'idle' })

/** Reads the days; asked for meanwhile, they are read once more. A failure is logged, and leaves what was there. */
export const loadCalendar = oneReading(async () => {
  try {
    const { now, success: _, ...days } = await get<CalendarReply>('/calendar')
    const before = $calendar.get()
    setServerNow(now)
    $calendar.set({ status: 'ready', ...days })
    // What was said of yesterday is over.
    if (before.status === 'ready' && before.today !== days.today && $claiming.get().phase === 'claimed') {
      $claiming.set({ phase: 'idle' })
    }
  } catch (fault) {
    console.error('The calendar could not be read', fault)
    if ($calendar.get().status !== 'ready') $calendar.set({ status: 'failed' })
  }
})

/** Keeps the days up to date with who looks; returns what ends that. */
export function watchCalendar(): () => void {
  const reload = (): void => void loadCalendar()
  const stops = [
    watchPlayer((_, isAnother) => {
      if (isAnother) $claiming.set({ phase: 'idle' })
      reload()
    }),
    $connections.listen(reload),
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
    // Claimed in another tab, or another day by now.
    await Promise.all([loadCalendar(), loadUser()])
    return
  }
  const { success: _, ...won } = reply
  setBalance(reply.balance)
  $claiming.set({ phase: 'claimed', ...won })
  claimsChanged()
  // An answer that is given again tells the balance of then.
  await Promise.all([loadCalendar(), isRepeated ? loadUser() : undefined])
}
