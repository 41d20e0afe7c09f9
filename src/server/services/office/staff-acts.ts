// The acts about staff that may ask for a second person.
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { ROLES } from '../../../game/office/roles.ts'
import type { Queries } from '../../db/database.ts'
import { staff } from '../../db/schema-office.ts'
import { defineAct, type Prospect } from './acts.ts'
import { invite } from './invitations.ts'
import { changeRole, disableMember, enableMember, endSessions, memberOf, type StaffRow } from './staff.ts'

const memberBody = z.object({ staffId: z.uuid() })
const roleBody = memberBody.extend({ role: z.enum(ROLES) })
const inviteBody = z.object({ name: z.string(), role: z.enum(ROLES), staffId: z.uuid().optional() })

/** The name in a difference shows whom it is about. */
function about({ id, name, state }: StaffRow, difference: Prospect['difference']): Prospect {
  return {
    kind: 'staff',
    subject: id,
    state,
    difference: [{ field: 'name', before: name, after: name }, ...difference],
    entries: [],
  }
}

/** Locks a member: what is judged is what is changed. */
async function locked(tx: Queries, staffId: string): Promise<StaffRow> {
  await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, staffId)).for('update')
  return memberOf(tx, staffId)
}

export const staffRole = defineAct({
  verb: 'staff.role',
  body: roleBody,
  look: async (tx, { staffId, role }) => {
    const row = await locked(tx, staffId)
    return about(row, [{ field: 'role', before: row.role, after: role }])
  },
  run: async (tx, { staffId, role }, doing) => {
    await changeRole(tx, { staffId, ...doing }, role)
    return {}
  },
})

export const staffDisable = defineAct({
  verb: 'staff.disable',
  body: memberBody,
  look: async (tx, { staffId }) =>
    about(await locked(tx, staffId), [{ field: 'state', before: 'active', after: 'disabled' }]),
  run: async (tx, { staffId }, doing) => {
    await disableMember(tx, { staffId, ...doing })
    return {}
  },
})

export const staffEnable = defineAct({
  verb: 'staff.enable',
  body: memberBody,
  look: async (tx, { staffId }) =>
    about(await locked(tx, staffId), [{ field: 'state', before: 'disabled', after: 'active' }]),
  run: async (tx, { staffId }, doing) => {
    await enableMember(tx, { staffId, ...doing })
    return {}
  },
})

export const staffEndSessions = defineAct({
  verb: 'staff.endSessions',
  body: memberBody,
  look: async (tx, { staffId }) => about(await locked(tx, staffId), []),
  run: async (tx, { staffId }, doing) => {
    await endSessions(tx, { staffId, ...doing })
    return {}
  },
})

export const staffInvite = defineAct({
  verb: 'staff.invite',
  body: inviteBody,
  look: async (tx, { name, role, staffId }) => {
    const row = staffId === undefined ? null : await locked(tx, staffId)
    const difference: Prospect['difference'] = [
      { field: 'name', before: row?.name ?? null, after: name },
      { field: 'role', before: row?.role ?? null, after: row?.role ?? role },
    ]
    return { kind: 'staff', subject: staffId ?? name, difference, entries: [] }
  },
  run: async (tx, { name, role, staffId }, { by, reason, at }) => {
    const row = staffId === undefined ? null : await locked(tx, staffId)
    return invite(tx, { name, role: row?.role ?? role, staffId, reason }, by, at)
  },
})

/** All of them. */
export const STAFF_ACTS = [staffRole, staffDisable, staffEnable, staffEndSessions, staffInvite] as const
