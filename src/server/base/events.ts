// Events that the services emit to the rest of the server, and to other instances, after a transaction has committed. Nothing
// depends on their delivery.
import { EventEmitter } from 'node:events'
import type { CountedGame, PlayerGame } from '../../game/base/games.ts'
import type { Cents } from '../../game/base/money.ts'
import type { BattleCard, BattleEvent } from '../../protocol/battle.ts'
import type { Exclusion } from '../../protocol/limits.ts'
import type { LiveDrop } from '../../protocol/live.ts'
import type { Order } from '../../protocol/payment.ts'
import type { PrizeView } from '../../protocol/prize.ts'
import type { Withdrawal } from '../../protocol/withdrawal.ts'
import type { PlayerNotification } from './player-notification.ts'

/** The arguments of each event. */
export interface SiteEventMap {
  /** A player won items. The drops of a hidden player do not name them; the id is null if another instance sent the event. */
  drops: [drops: readonly LiveDrop[], playerId: number | null]
  /** A game was played `count` times in one transaction. */
  played: [game: CountedGame, count: number, transaction: string]
  /** A game was played here `count` times, with the sum of the stakes and of the winnings; a battle is counted when it is settled. */
  gameResult: [result: { game: PlayerGame | 'battle'; count: number; staked: Cents; won: Cents }]
  /** A battle changed; sent to its spectators. */
  battle: [event: BattleEvent]
  /** Public battles changed, for the lobby. */
  battleCards: [cards: readonly BattleCard[]]
  /** A step of a battle is due at a moment, in milliseconds since 1970. */
  battleDue: [atMs: number]
  /** A player signed in for the first time. */
  joined: [transaction: string]
  /** `exp` when playing changed it too. */
  balance: [change: { playerId: number; balance: Cents; exp?: number }]
  /** The state of an order changed. */
  order: [change: { playerId: number; provider: string; order: Order }]
  /** The state of a withdrawal changed. */
  withdrawal: [change: { playerId: number; withdrawal: Withdrawal }]
  /** A notification was stored; that of a mission comes with the reward that waits. */
  notification: [told: { playerId: number; notification: PlayerNotification; reward?: PrizeView }]
  /** A player excluded themselves from games and deposits. */
  exclusion: [told: { playerId: number; exclusion: Exclusion }]
  /** The operator banned a player. */
  banned: [told: { playerId: number }]
  /** A session was ended, by sign-out or from another device. */
  signedOut: [session: { sessionId: string; playerId: number }]
  /** An edition of the shop was published. */
  edition: []
}

export interface SiteEvents extends EventEmitter<SiteEventMap> {
  /** The same events from other instances. */
  readonly remote: EventEmitter<SiteEventMap>
}

/** Makes the events of a process. */
export function createEvents(): SiteEvents {
  return Object.assign(new EventEmitter<SiteEventMap>(), { remote: new EventEmitter<SiteEventMap>() })
}
