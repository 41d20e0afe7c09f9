// The events that the server tells browsers, typed for both sides. Nothing is ever asked over the socket.
import type { Exclusion } from './limits.ts'
import type { LiveDrop, Statistic } from './live.ts'
import type { Order } from './payment.ts'
import type { Withdrawal } from './withdrawal.ts'

export interface ServerEvents {
  online: (count: number) => void
  stats: (change: { live: Partial<Statistic> }) => void
  live: (message: { item: { all: LiveDrop[] } }) => void
  /** `exp` where a game has changed it. */
  'update user': (change: { id: number; balance: number; exp?: number }) => void
  /** A deposit moved on. */
  order: (told: { id: number; order: Order }) => void
  /** A withdrawal moved on. */
  withdrawal: (told: { id: number; withdrawal: Withdrawal }) => void
  /** The player has closed games and deposits for himself, on this device or another. */
  exclusion: (told: { id: number; exclusion: Exclusion }) => void
  notify: (notice: { id: number; type: 'success' | 'error'; message: string }) => void
}

/** Browsers send nothing: the API is the way in. */
export type ClientEvents = Record<never, never>
