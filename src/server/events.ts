// What the services tell the rest of the server, and the other instances, once a transaction has committed. Nothing depends on being
// told.
import { EventEmitter } from 'node:events'
import type { Exclusion } from '../contract/limits.ts'
import type { LiveDrop } from '../contract/live.ts'
import type { Order } from '../contract/payment.ts'
import type { Withdrawal } from '../contract/withdrawal.ts'
import type { Cents } from '../game/money.ts'
import type { Notice } from './services/notifications.ts'

/** What players spend and win with; free cases and free spins cost nothing. */
export type TurnGame = 'case' | 'upgrade' | 'contract' | 'wheel' | 'free_case'

/** What each event says. */
export interface EventWords {
  /** Items were won. */
  drops: [drops: readonly LiveDrop[]]
  /** A game was played `count` times, as one transaction wrote it. */
  played: [game: 'case' | 'upgrade' | 'contract', count: number, transaction: string]
  /** A game or the like was played here `count` times: what all of them cost, and what was won is worth. */
  turn: [turn: { game: TurnGame; count: number; staked: Cents; won: Cents }]
  /** A player signed in for the first time. */
  joined: [transaction: string]
  /** `exp` where playing has changed it too. */
  balance: [change: { playerId: number; balance: Cents; exp?: number }]
  /** An order moved on. */
  order: [change: { playerId: number; provider: string; order: Order }]
  /** A withdrawal moved on. */
  withdrawal: [change: { playerId: number; withdrawal: Withdrawal }]
  /** A notification was kept. */
  notice: [told: { playerId: number; notice: Notice }]
  /** A player has closed games and deposits for himself. */
  exclusion: [told: { playerId: number; exclusion: Exclusion }]
  /** The operator has banned a player. */
  banned: [told: { playerId: number }]
  /** A session was ended, by sign-out or from another device. */
  signedOut: [session: { sessionId: string; playerId: number }]
  /** An edition of the catalogue was published. */
  catalogue: []
}

export interface SiteEvents extends EventEmitter<EventWords> {
  /** The same, as other instances tell it. */
  readonly elsewhere: EventEmitter<EventWords>
}

/** A new, silent channel; one per process. */
export function createEvents(): SiteEvents {
  return Object.assign(new EventEmitter<EventWords>(), { elsewhere: new EventEmitter<EventWords>() })
}
