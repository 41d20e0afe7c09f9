// What waits for the player, and how long decisions usually take. Items and withdrawals hold their own waits; the times are here.
import { atom } from 'nanostores'
import type { UsualTimes, WaitEntry, WaitingReply } from '../../protocol/waiting.ts'
import { get } from '../kernel/api.ts'
import { recheckSession } from '../kernel/paged.ts'
import { $orderEvent, $withdrawalEvent, onReconnect } from '../kernel/realtime-events.ts'
import { singleFlight } from '../kernel/single-flight.ts'

export type Waiting =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly waits: readonly WaitEntry[] }

export const $waiting = atom<Waiting>({ status: 'loading' })

/** How long decisions of people usually take; null while it is unknown. */
export const $usualTimes = atom<UsualTimes | null>(null)

/** Reads what waits; a failure is logged, and what is known stays. */
export const loadWaiting = singleFlight(async () => {
  try {
    const { waits, usual } = await get<WaitingReply>('/user/waiting')
    $usualTimes.set(usual)
    $waiting.set({ status: 'ready', waits })
  } catch (fault) {
    console.error('What waits could not be read', fault)
    if ($waiting.get().status !== 'ready') $waiting.set({ status: 'failed' })
    recheckSession(fault)
  }
})

/** Reads what waits, and again when something of it may have changed; returns the function that stops it. */
export function watchWaiting(): () => void {
  const again = (): void => void loadWaiting()
  const stops = [$withdrawalEvent.listen(again), $orderEvent.listen(again), onReconnect(again)]
  again()
  return () => {
    for (const stop of stops) stop()
  }
}

/** Reads the usual times once, for a wait that is shown outside of the list. */
export function wantUsualTimes(): void {
  if ($usualTimes.get() === null) void loadWaiting()
}
