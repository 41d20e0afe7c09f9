// The members of the staff, and what changes them. Routes, proposals and the command line call the same functions.
import { and, asc, count, eq, gt, max } from 'drizzle-orm'
import type { Role } from '../../../game/office/roles.ts'
import type { StaffState } from '../../../game/office/subjects.ts'
import type { StaffMember } from '../../../protocol/office/staff.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { passkeys, staff, staffSessions } from '../../db/schema-office.ts'
import { endChannelsOf } from './alerts/channels.ts'
import { endStaffSessions } from './sessions.ts'

export type StaffRow = typeof staff.$inferSelect

/** Returns a member. Throws ProtocolError 'unknown' when there is none. */
export async function memberOf(queries: Queries, staffId: string): Promise<StaffRow> {
  const [row] = await queries.select().from(staff).where(eq(staff.id, staffId))
  if (row === undefined) throw new ProtocolError(404, 'unknown', 'There is no such member of the staff')
  return row
}

/** Returns the members of a name. */
export function membersNamed(queries: Queries, name: string): Promise<StaffRow[]> {
  return queries.select().from(staff).where(eq(staff.name, name))
}

/** Returns all members with what they have, the oldest first. */
export async function listStaff(queries: Queries, nowMs: number): Promise<StaffMember[]> {
  const keys = queries
    .select({ staffId: passkeys.staffId, keys: count().as('keys') })
    .from(passkeys)
    .groupBy(passkeys.staffId)
    .as('keys_of')
  const open = queries
    .select({
      staffId: staffSessions.staffId,
      open: count().as('open'),
      seenAt: max(staffSessions.seenAt).as('seen_at'),
    })
    .from(staffSessions)
    .where(gt(staffSessions.expiresAt, new Date(nowMs)))
    .groupBy(staffSessions.staffId)
    .as('open_of')
  const rows = await queries
    .select({ staff, keys: keys.keys, open: open.open, seenAt: open.seenAt })
    .from(staff)
    .leftJoin(keys, eq(keys.staffId, staff.id))
    .leftJoin(open, eq(open.staffId, staff.id))
    .orderBy(asc(staff.createdAt), asc(staff.id))
  return rows.map(({ staff: { id, name, role, state, createdAt }, ...has }) => ({
    id,
    name,
    role,
    state,
    createdAt: createdAt.getTime(),
    passkeys: has.keys ?? 0,
    sessions: has.open ?? 0,
    seenAt: has.seenAt === null ? null : new Date(has.seenAt).getTime(),
  }))
}

/** A change of a member: what the table of verbs allowed. */
export interface StaffChange {
  readonly staffId: string
  readonly by: Actor
  readonly reason: string
}

/** An office without an owner could not be governed from itself. */
async function assertOwnerLeft(tx: Queries, staffId: string): Promise<void> {
  // Locked in one order, so that two owners who take each other's role do not both succeed.
  const owners = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.role, 'owner'), hasState(staff.state, 'active')))
    .orderBy(asc(staff.id))
    .for('update')
  if (owners.length === 1 && owners[0]?.id === staffId) {
    throw new ProtocolError(409, 'owner-last', 'The last owner stays: make another one first')
  }
}

async function lockIn(tx: Queries, staffId: string, state: StaffState): Promise<StaffRow> {
  const [row] = await tx.select().from(staff).where(eq(staff.id, staffId)).for('update')
  if (row === undefined) throw new ProtocolError(404, 'unknown', 'There is no such member of the staff')
  if (row.state !== state) throw new ProtocolError(409, 'state', `${row.name} is ${row.state}`)
  return row
}

/** Gives a member another role; it counts from the next call on. */
export async function changeRole(tx: Queries, { staffId, by, reason }: StaffChange, role: Role): Promise<void> {
  if (role !== 'owner') await assertOwnerLeft(tx, staffId)
  const row = await lockIn(tx, staffId, 'active')
  await tx.update(staff).set({ role }).where(eq(staff.id, staffId))
  const difference = { before: { role: row.role }, after: { role } }
  await recordAct(tx, { by, verb: 'staff.role', kind: 'staff', subject: staffId, ...difference, reason })
}

/** Closes the office to a member, and ends their sessions and the channels on which they are told what waits. */
export async function disableMember(
  tx: Queries,
  { staffId, by, reason, at }: StaffChange & { readonly at: number },
): Promise<number> {
  await assertOwnerLeft(tx, staffId)
  await lockIn(tx, staffId, 'active')
  await tx.update(staff).set({ state: 'disabled' }).where(eq(staff.id, staffId))
  const sessions = await endStaffSessions(tx, staffId)
  const channels = await endChannelsOf(tx, staffId, by, new Date(at))
  const difference = { before: { state: 'active' }, after: { state: 'disabled', sessions, channels } }
  await recordAct(tx, { by, verb: 'staff.disable', kind: 'staff', subject: staffId, ...difference, reason })
  return sessions
}

/** Opens the office to a member again. */
export async function enableMember(tx: Queries, { staffId, by, reason }: StaffChange): Promise<void> {
  await lockIn(tx, staffId, 'disabled')
  await tx.update(staff).set({ state: 'active' }).where(eq(staff.id, staffId))
  const difference = { before: { state: 'disabled' }, after: { state: 'active' } }
  await recordAct(tx, { by, verb: 'staff.enable', kind: 'staff', subject: staffId, ...difference, reason })
}

/** Ends all sessions of a member; they may sign in again. */
export async function endSessions(tx: Queries, { staffId, by, reason }: StaffChange): Promise<number> {
  await memberOf(tx, staffId)
  const sessions = await endStaffSessions(tx, staffId)
  await recordAct(tx, { by, verb: 'staff.endSessions', kind: 'staff', subject: staffId, after: { sessions }, reason })
  return sessions
}
