// The parts of the file of evidence: what is known of an order that is disputed, and of its player.
import type { PlayerGame } from '../../../game/base/games.ts'
import type { players } from '../../db/schema.ts'
import type { letterMessages } from '../../db/schema-letters.ts'
import type { OrderRow, webhookEvents } from '../../db/schema-payments.ts'
import type { consents, sessions } from '../../db/schema-sessions.ts'
import type { WithdrawalOfItem } from '../withdrawal/transitions.ts'
import type { DisputeRow } from './reconcile.ts'

/** Rows of a part; `hasMore` where the file leaves some out. */
export interface Part<Row> {
  readonly rows: readonly Row[]
  readonly hasMore: boolean
}

/** A result of a game. */
export interface PlayedRoll {
  readonly id: string
  readonly game: PlayerGame
  readonly at: number
  readonly nonce: number
  /** The roll is from 1 to `n`. */
  readonly n: number
  readonly roll: number
  readonly commit: string
  readonly clientSeed: string | null
  /** Null while the seed is in use: it would tell the next results. */
  readonly serverSeed: string | null
  readonly item: string | null
  /** What was won, in cents; null for nothing. */
  readonly won: number | null
}

/** A transfer of the balance, in the words that its player reads. */
export interface Movement {
  readonly id: string
  readonly at: number
  readonly words: string
  readonly amount: number
}

/** An item that was sent, with the moments of its states. */
export interface Delivery extends WithdrawalOfItem {
  readonly steps: readonly { readonly state: string; readonly at: Date }[]
}

/** All that the file holds. */
export interface Evidence {
  readonly site: string
  readonly madeAt: number
  readonly order: OrderRow
  readonly player: typeof players.$inferSelect
  readonly disputes: readonly DisputeRow[]
  readonly events: readonly (typeof webhookEvents.$inferSelect)[]
  readonly returned: readonly { readonly at: Date; readonly cause: string; readonly amount: number }[]
  readonly consents: Part<typeof consents.$inferSelect>
  readonly sessions: Part<typeof sessions.$inferSelect>
  readonly deposits: Part<OrderRow>
  readonly rolls: Part<PlayedRoll>
  readonly movements: Part<Movement>
  readonly deliveries: Part<Delivery>
  readonly letters: Part<typeof letterMessages.$inferSelect>
}
