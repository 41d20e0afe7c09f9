// What the services tell the rest of the server once a transaction has committed. Nothing depends on being told.
import { EventEmitter } from 'node:events'
import type { Exclusion } from '../contract/limits.ts'
import type { LiveDrop } from '../contract/live.ts'
import type { Order } from '../contract/payment.ts'
import type { Withdrawal } from '../contract/withdrawal.ts'
import type { Cents } from '../game/money.ts'
import type { Notice } from './services/notifications.ts'

interface Events {
  /** Items were won. */
  drops: [drops: readonly LiveDrop[]]
  /** A game was played `count` times. */
  played: [game: 'case' | 'upgrade' | 'contract', count: number]
  /** A player signed in for the first time. */
  joined: []
  /** `exp` where playing has changed it too. */
  balance: [change: { playerId: number; balance: Cents; exp?: number }]
  /** An order moved on. */
  order: [change: { playerId: number; order: Order }]
  /** A withdrawal moved on. */
  withdrawal: [change: { playerId: number; withdrawal: Withdrawal }]
  /** A notification was kept. */
  notice: [told: { playerId: number; notice: Notice }]
  /** A player has closed games and deposits for himself. */
  exclusion: [told: { playerId: number; exclusion: Exclusion }]
  /** A session was ended, by sign-out or from another device. */
  signedOut: [session: { sessionId: string; playerId: number }]
}

export type SiteEvents = EventEmitter<Events>

/** A new, silent channel; one per process. */
export function createEvents(): SiteEvents {
  return new EventEmitter<Events>()
}
