// What the signed-in player has set against himself: deposit limits and what they leave, a time-out or exclusion, the reminder.
import { atom, computed } from 'nanostores'
import type { Refusal } from '../contract/common.ts'
import type {
  DepositLimit,
  ExcludeBody,
  ExcludeReply,
  LimitsBody,
  LimitsChanged,
  LimitsReply,
  RealityMinutes,
  RealityReply,
} from '../contract/limits.ts'
import { get, post } from './api.ts'
import { $connections, $toldExclusion } from './socket.ts'
import { toast } from './toasts.ts'
import { $user } from './user.ts'

/** Null until they are there. */
export const $limits = atom<Pick<LimitsReply, 'limits' | 'exclusion'> | null>(null)

/** True when they could not be read, and are not there. */
export const $limitsFailed = atom(false)

/** What became of a wish; a refusal has been said already, in the server's words. */
export type LimitsOutcome = 'kept' | 'refused' | 'failed'

/** What a limit leaves in cents; null where there is none. */
export function leftIn({ amount, used }: Pick<DepositLimit, 'amount' | 'used'>): number | null {
  return amount === null ? null : Math.max(0, amount - used)
}

/** What may still be deposited now, in cents: the tightest limit wins. Null without a limit, and until they are known. */
export const $left = computed($limits, (known) => {
  const lefts = (known?.limits ?? []).flatMap((limit) => leftIn(limit) ?? [])
  return lefts.length === 0 ? null : Math.min(...lefts)
})

/** Reads the limits; a failure is logged only: the server holds to them whatever is shown. */
export async function loadLimits(): Promise<void> {
  try {
    $limits.set(await get<LimitsReply>('/limits'))
    $limitsFailed.set(false)
  } catch (fault) {
    console.error('Limits could not be read', fault)
    $limitsFailed.set($limits.get() === null)
  }
}

/**
 * Reads the limits again when the player closes the site for himself, here or on another device, and after a gap in which nobody
 * could have told; returns what stops it.
 */
export function followExclusion(): () => void {
  const load = (): void => {
    if ($user.get().status === 'authorised') void loadLimits()
  }
  const stops = [$toldExclusion.listen(load), $connections.listen(load)]
  return () => {
    for (const stop of stops) stop()
  }
}

let started = false

/** Keeps the limits up to date with who looks; once a page, however many ask. */
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
  followExclusion()
  addEventListener('pageshow', (event) => {
    if (event.persisted && known !== null) void loadLimits()
  })
}

/** Asks for limits in cents; windows that are left out stay as they are. */
export async function saveLimits(wish: LimitsBody): Promise<LimitsOutcome> {
  try {
    const reply = await post<LimitsChanged | Refusal>('/limits', wish)
    toast(reply.success ? 'success' : 'error', reply.message)
    if (!reply.success) return 'refused'
    $limits.set(reply)
    return 'kept'
  } catch (fault) {
    console.error('Limits could not be saved', fault)
    return 'failed'
  }
}

/** Closes games and deposits for the player from now on; the page that asked shows the state, the others are told by the server. */
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

/** Asks to be reminded at an interval; null for never. False when that could not be kept. */
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
