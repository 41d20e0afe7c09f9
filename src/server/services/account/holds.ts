// Holds: what stops a player's withdrawals that were not sent yet, and what they may not pass on either. Withdrawals wait, and go on when the
// last hold has ended.
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { COUNTED_STATES } from '../../../game/payments/reversal.ts'
import { holdWait, type Wait } from '../../../game/withdrawal/waiting.ts'
import type { HoldReason } from '../../../game/withdrawal/withdrawal.ts'
import type { Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { bans } from '../../db/schema-operations.ts'
import { orders } from '../../db/schema-payments.ts'
import { freezesOf } from './freezes.ts'

export interface WithdrawalHold {
  readonly reason: HoldReason
  /** When it ends by itself; null when a person or an event has to end it. */
  readonly until: Date | null
}

/** A hold of a player, and since when. */
export interface PlayerHold extends WithdrawalHold {
  readonly since: Date
}

/** Returns a hold as its player may know it. */
export function waitOfHold({ reason, until, since }: PlayerHold): Wait {
  return holdWait({ reason, untilMs: until?.getTime() ?? null }, since.getTime())
}

async function banHolds(queries: Queries, playerId: number): Promise<readonly PlayerHold[]> {
  const rows = await queries
    .select({ since: bans.at })
    .from(bans)
    .where(and(eq(bans.playerId, playerId), isNull(bans.liftedAt), eq(bans.keepsWithdrawals, false)))
  return rows.map(({ since }) => ({ reason: 'ban', until: null, since }))
}

/** Returns the hold after deposits that could still be taken back. */
async function depositHolds(queries: Queries, playerId: number, at: Date): Promise<readonly PlayerHold[]> {
  const isHolding = and(
    eq(orders.playerId, playerId),
    hasState(orders.state, ...COUNTED_STATES),
    gt(orders.heldUntil, at),
  )
  const [row] = await queries
    .select({ until: orders.heldUntil, since: orders.paidAt })
    .from(orders)
    .where(isHolding)
    .orderBy(desc(orders.heldUntil))
    .limit(1)
  if (row === undefined || row.until === null) return []
  return [{ reason: 'deposit-hold', until: row.until, since: row.since ?? at }]
}

async function freezeHolds(queries: Queries, playerId: number): Promise<readonly PlayerHold[]> {
  return (await freezesOf(queries, playerId)).map(({ reason, since }) => ({ reason, until: null, since }))
}

/** Returns what holds a player's withdrawals now; none may be sent while there is one. */
export async function withdrawalHolds(queries: Queries, playerId: number, at: Date): Promise<readonly PlayerHold[]> {
  return [
    ...(await banHolds(queries, playerId)),
    ...(await freezeHolds(queries, playerId)),
    ...(await depositHolds(queries, playerId, at)),
  ]
}

/** Returns the hold that ends last, which is the one to show; undefined for none. */
export function lastHold<Hold extends WithdrawalHold>(holds: readonly Hold[]): Hold | undefined {
  const endMs = ({ until }: WithdrawalHold): number => until?.getTime() ?? Number.POSITIVE_INFINITY
  return holds.toSorted((one, other) => endMs(other) - endMs(one) || 0)[0]
}

/** Why a player may not pass money on: a freeze, a debt or a ban; an exclusion; a deposit that could still be taken back. */
export type PassingHold = 'frozen' | 'excluded' | 'held'

/**
 * Returns SQL for what forbids a player to pass money on to others, a PassingHold, or null for nothing. It is what holds a withdrawal, asked in
 * the statement that moves the money.
 *
 * @param player SQL of the player's id
 * @param at SQL of the time by the site's clock
 */
export function passingHoldSql(player: string, at: string): string {
  const counted = COUNTED_STATES.map((state) => `'${state}'`).join(', ')
  return `case
    when exists (select from withdrawal_freezes held where held.player_id = ${player} and held.lifted_at is null)
      or exists (select from accounts held where held.id = ${player} and held.debt > 0)
      or exists (select from bans held where held.player_id = ${player} and held.lifted_at is null) then 'frozen'
    when exists (select from exclusions held where held.player_id = ${player} and (held.until is null or held.until > ${at})) then 'excluded'
    when exists (select from orders held where held.player_id = ${player} and held.held_until > ${at} and held.state in (${counted}))
      then 'held' end`
}

/**
 * Returns SQL for whether games are closed for a player: an exclusion or a ban is in force. Statements ask it themselves, because this process may not
 * know yet what another one has stored.
 *
 * @param player SQL of the player's id
 * @param at SQL of the time by the site's clock
 */
export function gamesClosedSql(player: string, at: string): string {
  return `(exists (select from exclusions held where held.player_id = ${player} and (held.until is null or held.until > ${at}))
    or exists (select from bans held where held.player_id = ${player} and held.lifted_at is null))`
}
