// The events that the server sends to browsers, typed for both sides. Browsers request nothing over the socket: what a page shows is
// named in its handshake.
import type { BattleCard, BattleEvent } from './battle.ts'
import type { Exclusion } from './limits.ts'
import type { LiveDrop, Statistic } from './live.ts'
import type { Order } from './payment.ts'
import type { Withdrawal } from './withdrawal.ts'

export interface ConnectionState {
  /** The player of the connection; null for a guest. */
  player: number | null
  /** The player's balance in cents, read after the connection was established; null for a guest, and where it could not be read. */
  balance: number | null
  /** The ids of the drops that were sent last. */
  drops: string[]
}

export interface ServerEvents {
  /** Follows the first connection of a page, which can tell by it whether it missed something since it was loaded. */
  state: (state: ConnectionState) => void
  online: (count: number) => void
  stats: (change: { live: Partial<Statistic> }) => void
  live: (message: { item: { all: LiveDrop[] } }) => void
  /** With `exp` when a game changed it. */
  'update user': (change: { id: number; balance: number; exp?: number }) => void
  /** The state of a deposit changed. */
  order: (told: { id: number; order: Order }) => void
  /** A change of the battle that the page shows. */
  battle: (event: BattleEvent) => void
  /** Changes of battles in the lobby, gathered; to pages that show it. */
  battles: (changes: { battles: BattleCard[] }) => void
  /** The state of a withdrawal changed. */
  withdrawal: (told: { id: number; withdrawal: Withdrawal }) => void
  /** The player started an exclusion from games and deposits, on any device. */
  exclusion: (told: { id: number; exclusion: Exclusion }) => void
  /**
   * With `sound` when the message has a sound of its own, `scene` when it deserves more than a line, and `link`, a path of the site, when the
   * player has something to do there.
   */
  notify: (notice: {
    id: number
    type: 'success' | 'error'
    message: string
    sound?: 'level'
    scene?: NoticeScene
    link?: string
  }) => void
}

/** A notification that fills the screen for a moment, in the reader's language. */
export interface NoticeScene {
  readonly kind: 'level' | 'mission'
  /** The level that was reached, or the reward of the mission. */
  readonly mark: string
  readonly title: string
  readonly text: string
}

/** Browsers send no events; they call the API. */
export type ClientEvents = Record<never, never>

/** What a page watches beside what all pages are told, as the `topic` of its handshake: the lobby of battles, or one battle by its id. */
export type Topic = 'battles' | `battle:${string}`
