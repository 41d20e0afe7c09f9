// Parts that the use cases of battles share.
import { eq } from 'drizzle-orm'
import type { BattleView } from '../../../protocol/battle.ts'
import type { SiteEvents } from '../../base/events.ts'
import { isId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Beacon } from '../../beacon/beacon.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database, Queries } from '../../db/database.ts'
import { battles } from '../../db/schema-battles.ts'
import type { Idempotency } from '../calls/idempotency.ts'
import type { PlayGuard } from '../rolls/play.ts'
import type { BattleAnnouncer } from './announce.ts'
import type { BattleBeacons } from './beacons.ts'
import type { BattleRow } from './cards.ts'
import type { BattleLocks } from './locking.ts'
import type { BattleViews } from './view.ts'

export interface BattleParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  /** Returns the catalogue in force for new seats; refused with 'prices-old' while its list is too old. */
  readonly drawnCatalogue: () => LoadedCatalogue
  readonly refreshCatalogue: () => Promise<void>
  readonly idempotency: Idempotency
  readonly events: SiteEvents
  readonly protection: PlayGuard
  readonly now: () => number
  /** The beacon that new battles are drawn from; null for committed seeds. */
  readonly beacon: Beacon | null
  readonly beacons: BattleBeacons
  readonly views: BattleViews
  readonly locks: BattleLocks
  readonly announce: BattleAnnouncer
  readonly log: { error(fields: object, message: string): void }
}

/** What a move stores under its idempotency key; the battle itself is read again. */
export interface StoredMove {
  readonly id: string
  readonly receipt: string | null
  readonly balance: number
}

/** The response of a move. */
export interface BattleMove extends Omit<StoredMove, 'id'> {
  readonly battle: BattleView
}

/**
 * Returns the response of a move, with the current battle.
 *
 * @param known the battle where the move knows it already
 */
export async function answerMove(
  views: BattleViews,
  stored: StoredMove,
  playerId: number,
  known: BattleView | null = null,
): Promise<BattleMove> {
  const { id, receipt, balance } = stored
  return { battle: known ?? (await views.view(id, playerId)), receipt, balance }
}

/** Returns the refusal of a change of a battle that is no longer open. */
export function closedRefusal({ state }: Pick<BattleRow, 'state'>): RefusalError {
  return new RefusalError(state === 'cancelled' || state === 'expired' ? 'battle-closed' : 'battle-full')
}

/** Returns the refusal of a seat in an open battle one of whose cases has changed since; the job is about to end the battle. */
export function changedRefusal(): RefusalError {
  return new RefusalError('battle-closed', {}, { context: 'changed' })
}

/**
 * Locks an open battle until the transaction ends. Battles are locked before accounts.
 *
 * @throws RefusalError 'battle-unknown', 'battle-closed' or 'battle-full'
 */
export async function lockOpenBattle(tx: Queries, battleId: string): Promise<BattleRow> {
  if (!isId(battleId)) throw new RefusalError('battle-unknown')
  const [row] = await tx.select().from(battles).where(eq(battles.id, battleId)).for('no key update')
  if (row === undefined) throw new RefusalError('battle-unknown')
  if (row.state !== 'open') throw closedRefusal(row)
  return row
}
