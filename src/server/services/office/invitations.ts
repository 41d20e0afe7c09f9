// Invitations: a link that lets one person in, once, within a day. Only its hash is stored.
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Role } from '../../../game/office/roles.ts'
import { INVITATION_MS } from '../../../game/office/times.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { newId } from '../../base/ids.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { passkeys, staff, staffInvitations } from '../../db/schema-office.ts'
import { hashOf, newSecret } from '../account/sign-in-codes.ts'
import { endChannelsOf } from './alerts/channels.ts'
import type { NewOwner, Passkeys, VerifiedPasskey } from './passkeys.ts'
import { endStaffSessions } from './sessions.ts'

export interface NewInvitation {
  readonly name: string
  readonly role: Role
  /** A member who lost their passkeys. */
  readonly staffId?: string | undefined
  readonly reason: string
}

export interface MadeInvitation {
  /** The path of the link, with its token: shown once. */
  readonly path: string
  readonly expiresAt: number
}

export type InvitationRow = typeof staffInvitations.$inferSelect

/** Invites a person, or lets in a member who lost their passkeys. */
export async function invite(
  tx: Queries,
  { name, role, staffId, reason }: NewInvitation,
  by: Actor,
  nowMs: number,
): Promise<MadeInvitation> {
  const [token, id] = [newSecret(), newId()]
  const expiresAt = nowMs + INVITATION_MS
  await tx.insert(staffInvitations).values({
    id,
    tokenHash: hashOf(token),
    name,
    role,
    staffId: staffId ?? null,
    invitedBy: by.name,
    createdAt: new Date(nowMs),
    expiresAt: new Date(expiresAt),
  })
  const after = { name, role, invitation: id }
  await recordAct(tx, { by, verb: 'staff.invite', kind: 'staff', subject: staffId ?? id, after, reason })
  return { path: `/invitation/${token}`, expiresAt }
}

/** Returns the invitations that can still be used, the oldest first. */
export function openInvitations(queries: Queries, nowMs: number): Promise<InvitationRow[]> {
  return queries
    .select()
    .from(staffInvitations)
    .where(and(isNull(staffInvitations.usedAt), gt(staffInvitations.expiresAt, new Date(nowMs))))
    .orderBy(asc(staffInvitations.id))
}

export interface Invitations {
  /**
   * Returns the invitation of a token.
   *
   * @throws ProtocolError 'invitation-over' for one that is unknown, used or late
   */
  find(token: string): Promise<InvitationRow>
  /** Returns whom a passkey is made for: a new member gets the id of the invitation. */
  ownerOf(invitation: InvitationRow): NewOwner
  /**
   * Uses an invitation up, and makes its member, with a passkey as their first. A member who lost theirs loses all old ones, all sessions and
   * all channels of alerts.
   *
   * @throws ProtocolError 'invitation-over' when it was used meanwhile
   */
  accept(
    tx: Queries,
    invitation: InvitationRow,
    made: VerifiedPasskey,
    as: { readonly name: string; readonly label: string; readonly address: string },
  ): Promise<string>
}

const over = (): ProtocolError =>
  new ProtocolError(410, 'invitation-over', 'This invitation was used, or its day is over. Ask for another one.')

async function makeMember(
  tx: Queries,
  { id, role, staffId }: InvitationRow,
  { name, address, at }: { readonly name: string; readonly address: string; readonly at: Date },
): Promise<string> {
  if (staffId === null) {
    await tx.insert(staff).values({ id, name, role })
    return id
  }
  await tx.update(staff).set({ name }).where(eq(staff.id, staffId))
  await tx.delete(passkeys).where(eq(passkeys.staffId, staffId))
  await endStaffSessions(tx, staffId)
  await endChannelsOf(tx, staffId, { kind: 'staff', name, staffId, sessionId: null, address }, at)
  return staffId
}

export interface InvitationsParts {
  readonly db: Database
  readonly now: () => number
  readonly passkeys: Pick<Passkeys, 'add'>
}

/** Makes the invitations over a database. */
export function createInvitations({ db, now, passkeys: keys }: InvitationsParts): Invitations {
  return {
    find: async (token) => {
      const [row] = await db.queries
        .select()
        .from(staffInvitations)
        .where(eq(staffInvitations.tokenHash, hashOf(token)))
      if (row === undefined || row.usedAt !== null || row.expiresAt.getTime() <= now()) throw over()
      if (row.staffId === null) return row
      const [member] = await db.queries.select({ state: staff.state }).from(staff).where(eq(staff.id, row.staffId))
      if (member?.state !== 'active') throw over()
      return row
    },
    ownerOf: ({ id, name, staffId }) => ({ staffId: staffId ?? id, name }),
    accept: async (tx, invitation, made, { name, label, address }) => {
      const at = new Date(now())
      const isOpen = and(eq(staffInvitations.id, invitation.id), isNull(staffInvitations.usedAt))
      const used = await tx
        .update(staffInvitations)
        .set({ usedAt: at })
        .where(and(isOpen, gt(staffInvitations.expiresAt, at)))
        .returning({ id: staffInvitations.id })
      if (used.length === 0) throw over()
      const staffId = await makeMember(tx, invitation, { name, address, at })
      await keys.add(tx, staffId, made, label)
      const by = { kind: 'staff', name, staffId, sessionId: null, address } as const
      const after = { name, role: invitation.role, invitation: invitation.id, passkey: label }
      await recordAct(tx, { by, verb: 'session', kind: 'staff', subject: staffId, after })
      return staffId
    },
  }
}
