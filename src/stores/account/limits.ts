// The limits that players set for themselves: deposit limits, a time-out or exclusion, the reminder.
import { atom, computed } from 'nanostores'
import type { Refusal } from '../../protocol/common.ts'
import type {
  DepositLimit,
  ExcludeBody,
  ExcludeReply,
  LimitsBody,
  LimitsChanged,
  LimitsReply,
  RealityMinutes,
  RealityReply,
} from '../../protocol/limits.ts'
import { get, isUnknownCall, post } from '../kernel/api.ts'
import { $connectionCount, $exclusionEvent } from '../kernel/realtime-events.ts'
import { toast } from '../kernel/toasts.ts'
import { $user } from '../kernel/user.ts'

/** Null until loaded. */
export const $limits = atom<Pick<LimitsReply, 'limits' | 'exclusion'> | null>(null)

/** True when the limits could not be read and none are known. */
export const $limitsFailed = atom(false)

/** The outcome of a change; a refusal was shown already, in the server's words. */
export type LimitsOutcome = 'kept' | 'refused' | 'failed'

/** Returns what a limit leaves in cents; null where there is none. */
export function leftIn({ amount, used }: Pick<DepositLimit, 'amount' | 'used'>): number | null {
  return amount === null ? null : Math.max(0, amount - used)
}

/** The sum that may still be deposited, in cents, by the tightest limit. Null without a limit, and until loaded. */
export const $left = computed($limits, (known) => {
  const lefts = (known?.limits ?? []).flatMap((limit) => leftIn(limit) ?? [])
  return lefts.length === 0 ? null : Math.min(...lefts)
})

/** Reads the limits, none where the server has no limits; a failure is logged: the server enforces the limits in any case. */
export async function loadLimits(): Promise<void> {
  try {
    $limits.set(await get<LimitsReply>('/limits'))
    $limitsFailed.set(false)
  } catch (fault) {
    if (isUnknownCall(fault)) {
      $limits.set({ limits: [], exclusion: null })
      return
    }
    console.error('Limits could not be read', fault)
    $limitsFailed.set($limits.get() === null)
  }
}

/**
 * Reads the limits again when players exclude themselves, here or on another device, and after a gap in the connection; returns the
 * function that stops it.
 */
export function watchExclusion(): () => void {
  const load = (): void => {
    if ($user.get().status === 'authorised') void loadLimits()
  }
  // At the first connection too: an exclusion of another page, between this page's reading and its connection, would be missed.
  const stops = [$exclusionEvent.listen(load), $connectionCount.listen(load)]
  return () => {
    for (const stop of stops) stop()
  }
}

let started = false

/** Keeps the limits up to date with the user; further calls do nothing. */
export function startLimits(): void {
  if (started) return
  started = true
  let known: number | null = null
  $user.subscribe((state) => {
    const id = state.status === 'authorised' ? state.user.id : null
    if (id === known) return
    known = id
    $limits.set(null)
    if (id !== null) void loadLimits()
  })
  watchExclusion()
  addEventListener('pageshow', (event) => {
    if (event.persisted && known !== null) void loadLimits()
  })
}

/** Sets limits in cents; periods that are left out stay as they are. */
export async function saveLimits(body: LimitsBody): Promise<LimitsOutcome> {
  try {
    const reply = await post<LimitsChanged | Refusal>('/limits', body)
    toast(reply.success ? 'success' : 'error', reply.message)
    if (!reply.success) return 'refused'
    $limits.set(reply)
    return 'kept'
  } catch (fault) {
    console.error('Limits could not be saved', fault)
    return 'failed'
  }
}

/** Excludes the player from games and deposits from now on; other pages get the state as an event. */
export async function exclude(days: ExcludeBody['days']): Promise<LimitsOutcome> {
  try {
    const reply = await post<ExcludeReply>('/limits/self-exclude', { days } satisfies ExcludeBody)
    if (!reply.success) {
      toast('error', reply.message)
      return 'refused'
    }
    const known = $limits.get()
    if (known !== null) $limits.set({ ...known, exclusion: reply.exclusion })
    return 'kept'
  } catch (fault) {
    console.error('The site could not be closed for the player', fault)
    return 'failed'
  }
}

/** Sets the interval of the reminder, null for never; returns false when that failed. */
export async function saveReminder(minutes: RealityMinutes | null): Promise<boolean> {
  try {
    const reply = await post<RealityReply>('/limits/reality', { minutes })
    toast('success', reply.message)
    const state = $user.get()
    if (state.status === 'authorised') $user.set({ ...state, user: { ...state.user, realityMinutes: reply.minutes } })
    return true
  } catch (fault) {
    console.error('The reminder could not be set', fault)
    return false
  }
}
