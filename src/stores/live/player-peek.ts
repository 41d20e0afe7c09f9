// Which player of the live drops is being looked at, and what is shown of them.
import { atom } from 'nanostores'
import type { Profile } from '../../protocol/account.ts'
import { get } from '../kernel/api.ts'

/** A pointer that only passes opens nothing. */
const OPEN_MS = 200
/** Long enough to move from a card to what it opened. */
const CLOSE_MS = 250

export interface PlayerPeek {
  readonly playerId: number
  /** The card of the drop. */
  readonly card: HTMLElement
}

export const $peek = atom<PlayerPeek | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

function later(peek: PlayerPeek | null, delayMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => $peek.set(peek), delayMs)
}

/** Shows the player of a card soon; a card without a player, who is hidden then, ends what is shown. */
export function peekAt(card: HTMLElement | null): void {
  const playerId = Number(card?.dataset.player)
  if (card === null || !playerId) leavePeek()
  else if ($peek.get()?.card === card) keepPeek()
  else later({ playerId, card }, OPEN_MS)
}

/** Ends what is shown, unless it is kept in time. */
export function leavePeek(): void {
  later(null, CLOSE_MS)
}

/** Keeps what is shown. */
export function keepPeek(): void {
  clearTimeout(timer)
}

/** Ends what is shown at once. */
export function closePeek(): void {
  clearTimeout(timer)
  $peek.set(null)
}

const FRESH_MS = 60_000
const KEPT_MOST = 30

const kept = new Map<number, { readonly atMs: number; readonly profile: Promise<Profile> }>()

/**
 * Returns the public profile of a player, read at most once a minute.
 *
 * @throws ApiError when no usable answer came
 */
export function profileOf(playerId: number): Promise<Profile> {
  const known = kept.get(playerId)
  if (known !== undefined && Date.now() - known.atMs < FRESH_MS) return known.profile
  const profile = get<{ profile: Profile }>(`/user/${playerId}`).then((reply) => reply.profile)
  if (kept.size >= KEPT_MOST) kept.clear()
  kept.set(playerId, { atMs: Date.now(), profile })
  profile.catch(() => kept.delete(playerId))
  return profile
}
