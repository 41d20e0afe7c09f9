// Claims: one member of the staff at a time looks into the withdrawals of a player. A claim runs out, so that nobody blocks a case by leaving.
import { and, eq, gt, inArray } from 'drizzle-orm'
import { CLAIM_MS, HAND_OVER_MS } from '../../../../game/office/times.ts'
import { ruleOf } from '../../../../game/office/verbs.ts'
import type { Claim } from '../../../../protocol/office/withdrawals.ts'
import type { StaffActor } from '../../../audit/actor.ts'
import { recordAct } from '../../../audit/record-act.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import type { Queries } from '../../../db/database.ts'
import { hasState } from '../../../db/has-state.ts'
import { staff, withdrawalClaims } from '../../../db/schema-office.ts'
import { withdrawals } from '../../../db/schema-withdrawals.ts'

/** Returns the claims in force by the numbers of their players. */
export async function claimsOf(
  queries: Queries,
  playerIds: readonly number[] | 'all',
  nowMs: number,
): Promise<ReadonlyMap<number, Claim>> {
  const rows = await queries
    .select({ claim: withdrawalClaims, name: staff.name })
    .from(withdrawalClaims)
    .innerJoin(staff, eq(staff.id, withdrawalClaims.staffId))
    .where(
      and(
        gt(withdrawalClaims.expiresAt, new Date(nowMs)),
        playerIds === 'all' ? undefined : inArray(withdrawalClaims.playerId, [...playerIds]),
      ),
    )
  return new Map(
    rows.map(({ claim, name }) => [
      claim.playerId,
      {
        by: { id: claim.staffId, name },
        since: claim.claimedAt.getTime(),
        until: claim.expiresAt.getTime(),
      },
    ]),
  )
}

/** Returns the claim of a case in force; null for none. */
export async function claimOf(queries: Queries, playerId: number, nowMs: number): Promise<Claim | null> {
  return (await claimsOf(queries, [playerId], nowMs)).get(playerId) ?? null
}

/** Returns the colleagues who may decide on withdrawals, by name. */
export function decidersOf(queries: Queries): Promise<{ id: string; name: string }[]> {
  const { roles } = ruleOf('withdrawals.approve')
  return queries
    .select({ id: staff.id, name: staff.name })
    .from(staff)
    .where(and(hasState(staff.state, 'active'), inArray(staff.role, [...roles])))
    .orderBy(staff.name, staff.id)
}

const claimed = ({ by }: Claim): ProtocolError => new ProtocolError(409, 'claimed', `${by.name} looks into it`)

/**
 * Throws where a colleague has claimed a case whose player is locked. A proposal that is approved was made by who had the case.
 *
 * @throws ProtocolError 'claimed'
 */
export async function assertUnclaimed(tx: Queries, playerId: number, by: StaffActor, nowMs: number): Promise<void> {
  if (by.proposal !== undefined) return
  const claim = await claimOf(tx, playerId, nowMs)
  if (claim !== null && claim.by.id !== by.staffId) throw claimed(claim)
}

async function store(tx: Queries, playerId: number, staffId: string, nowMs: number, forMs: number): Promise<void> {
  const values = { staffId, claimedAt: new Date(nowMs), expiresAt: new Date(nowMs + forMs) }
  await tx
    .insert(withdrawalClaims)
    .values({ playerId, ...values })
    .onConflictDoUpdate({ target: withdrawalClaims.playerId, set: values })
}

export interface Claiming {
  readonly by: StaffActor
  /** Why it is taken over, or handed over; empty for none. */
  readonly reason: string
  readonly at: number
}

/**
 * Claims a case whose player is locked; a claim of one's own is prolonged, which the audit need not know.
 *
 * @throws ProtocolError 'claimed' where a colleague has it and no reason is given
 */
export async function claimIn(tx: Queries, playerId: number, { by, reason, at }: Claiming): Promise<void> {
  const before = await claimOf(tx, playerId, at)
  if (before !== null && before.by.id === by.staffId) {
    // What was handed over does not end sooner because its new holder looks at it.
    const expiresAt = new Date(Math.max(before.until, at + CLAIM_MS))
    await tx.update(withdrawalClaims).set({ expiresAt }).where(eq(withdrawalClaims.playerId, playerId))
    return
  }
  if (before !== null && reason === '') throw claimed(before)
  await store(tx, playerId, by.staffId, at, CLAIM_MS)
  const difference = { before: { claim: before?.by.name ?? null }, after: { claim: by.name } }
  await recordAct(tx, {
    by,
    verb: 'withdrawals.claim',
    kind: 'player',
    subject: playerId,
    ...difference,
    reason: reason === '' ? undefined : reason,
  })
}

/**
 * Gives a claim up.
 *
 * @throws ProtocolError 'claimed' for that of a colleague, 'unknown' for none
 */
export async function releaseIn(tx: Queries, playerId: number, by: StaffActor, nowMs: number): Promise<void> {
  const before = await claimOf(tx, playerId, nowMs)
  if (before === null) throw new ProtocolError(404, 'unknown', 'Nobody has claimed it')
  if (before.by.id !== by.staffId) throw claimed(before)
  await tx.delete(withdrawalClaims).where(eq(withdrawalClaims.playerId, playerId))
  const difference = { before: { claim: by.name }, after: { claim: null } }
  await recordAct(tx, { by, verb: 'withdrawals.release', kind: 'player', subject: playerId, ...difference })
}

/**
 * Hands a case over to a colleague.
 *
 * @throws ProtocolError 'colleague' where they may not decide
 */
export async function handOverIn(
  tx: Queries,
  playerId: number,
  to: string,
  { by, reason, at }: Claiming,
): Promise<void> {
  const colleague = (await decidersOf(tx)).find(({ id }) => id === to)
  if (colleague === undefined) throw new ProtocolError(409, 'colleague', 'This colleague may not decide on withdrawals')
  const before = await claimOf(tx, playerId, at)
  await store(tx, playerId, to, at, HAND_OVER_MS)
  const difference = { before: { claim: before?.by.name ?? null }, after: { claim: colleague.name } }
  await recordAct(tx, {
    by,
    verb: 'withdrawals.handOver',
    kind: 'player',
    subject: playerId,
    ...difference,
    reason: reason === '' ? undefined : reason,
  })
}

/** Ends the claim of a case that is decided; who decided a part of it has the rest. */
export async function settleClaim(tx: Queries, playerId: number, { by, at }: Claiming): Promise<void> {
  const [left] = await tx
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(eq(withdrawals.playerId, playerId), hasState(withdrawals.state, 'review')))
    .limit(1)
  if (left === undefined) await tx.delete(withdrawalClaims).where(eq(withdrawalClaims.playerId, playerId))
  else if (by.proposal === undefined) await store(tx, playerId, by.staffId, at, CLAIM_MS)
}
