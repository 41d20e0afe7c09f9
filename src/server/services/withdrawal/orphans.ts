// Orphaned offers: offers at the provider for withdrawals that ended without them. They are stored until the provider has
// cancelled them, because the player has the item here again.
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { isFinal } from '../../../game/withdrawal/withdrawal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { orphanedOffers, withdrawals } from '../../db/schema-withdrawals.ts'
import { TradeFailed, type TradeProvider } from '../../trade/provider.ts'
import { readOffer } from './read-offer.ts'
import { orderOf } from './trade-order.ts'
import type { WithdrawalRow } from './transitions.ts'

const MINUTE_MS = 60_000
/** The delay after a failure, and between two searches. */
const AGAIN_MS = MINUTE_MS
/** How long an offer is searched for whose reference nobody knows: longer than a lost request can still reach the provider. */
const SEARCH_MS = 60 * MINUTE_MS
const BATCH_SIZE = 5

type OrphanRow = typeof orphanedOffers.$inferSelect

export interface OrphanParts {
  readonly db: Database
  readonly provider: TradeProvider | undefined
  readonly now: () => number
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

/**
 * Stores that a withdrawal's offer has to be cancelled.
 *
 * @param reference null when it is unknown whether there is an offer: it is searched for
 */
export async function recordOrphan(
  tx: Queries,
  { id, provider }: Pick<WithdrawalRow, 'id' | 'provider'>,
  reference: string | null,
  at: Date,
): Promise<void> {
  await tx
    .insert(orphanedOffers)
    .values({ withdrawalId: id, provider, reference, state: 'open', recordedAt: at, dueAt: at })
    .onConflictDoUpdate({
      target: orphanedOffers.withdrawalId,
      set: {
        reference: sql`coalesce(excluded.reference, ${orphanedOffers.reference})`,
        state: sql`excluded.state`,
        recordedAt: sql`excluded.recorded_at`,
        dueAt: sql`excluded.due_at`,
        problem: null,
      },
    })
}

/** What became of an orphaned offer; undefined while it has to be tried again. */
type Outcome = Exclude<OrphanRow['state'], 'open'> | undefined

interface Resolved {
  readonly state: Outcome
  readonly reference: string | null
  readonly playerId: number
}

async function resolve({ db, now }: OrphanParts, provider: TradeProvider, orphan: OrphanRow): Promise<Resolved> {
  const [row] = await db.queries.select().from(withdrawals).where(eq(withdrawals.id, orphan.withdrawalId))
  if (row === undefined) throw new Error(`There is no withdrawal ${orphan.withdrawalId}`)
  const known = { playerId: row.playerId, reference: orphan.reference }
  // Requested again, and found again: the offer is the withdrawal's own.
  if (!isFinal(row.state) && (row.state === 'buying' || row.reference === orphan.reference))
    return { ...known, state: 'none' }
  const reference = orphan.reference ?? (await provider.find(await orderOf(db.queries, row)))
  if (reference === undefined) {
    const isOver = now() - orphan.recordedAt.getTime() >= SEARCH_MS
    return { ...known, state: isOver ? 'none' : undefined }
  }
  await provider.cancel(reference)
  const offer = await readOffer(provider, reference)
  if (offer.kind === 'waiting') throw new TradeFailed('the offer could not be cancelled')
  const state = offer.kind === 'declined' || offer.kind === 'reversed' ? 'cancelled' : 'taken'
  return { ...known, reference, state }
}

async function processOne(parts: OrphanParts, orphan: OrphanRow): Promise<void> {
  const { db, provider, now, log } = parts
  const fields = { withdrawal: orphan.withdrawalId, reference: orphan.reference }
  const change = (set: Partial<OrphanRow>) =>
    db.queries
      .update(orphanedOffers)
      .set(set)
      .where(
        and(eq(orphanedOffers.withdrawalId, orphan.withdrawalId), eq(orphanedOffers.recordedAt, orphan.recordedAt)),
      )
  try {
    if (provider?.name !== orphan.provider) throw new TradeFailed(`${orphan.provider} is not set up here`)
    const { state, reference, playerId } = await resolve(parts, provider, orphan)
    if (state === undefined) return
    await change({ state, reference, problem: null })
    const found = { ...fields, reference }
    if (state === 'taken')
      log.error(
        { ...found, player: playerId },
        'a player accepted the offer of a withdrawal that had ended, and they own the item twice',
      )
    else log.info({ ...found, state }, 'an orphaned offer was resolved')
  } catch (error) {
    const problem = error instanceof TradeFailed ? error.message : 'an internal error, see the log'
    await change({ problem, dueAt: new Date(now() + AGAIN_MS) })
    log.warn({ ...fields, problem, err: error }, 'an orphaned offer could not be cancelled')
  }
}

/** Cancels the orphaned offers that are due. Cancelling one twice does no harm. */
export async function processOrphans(parts: OrphanParts): Promise<void> {
  const { db, now } = parts
  const chosen = db.queries
    .select({ id: orphanedOffers.withdrawalId })
    .from(orphanedOffers)
    .where(and(hasState(orphanedOffers.state, 'open'), lte(orphanedOffers.dueAt, new Date(now()))))
    .orderBy(orphanedOffers.dueAt)
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true })
  const claimed = await db.queries
    .update(orphanedOffers)
    .set({ dueAt: new Date(now() + AGAIN_MS) })
    .where(inArray(orphanedOffers.withdrawalId, chosen))
    .returning()
  await Promise.all(claimed.map((orphan) => processOne(parts, orphan)))
}
