// The room Staff: who works in the office.
import { z } from 'zod'
import { ROLES } from '../../game/office/roles.ts'
import { STAFF_STATES } from '../../game/office/subjects.ts'
import { actReplySchema, momentSchema, reasonSchema } from './common.ts'
import { staffNameSchema } from './session.ts'

export const staffMemberSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.enum(ROLES),
  state: z.enum(STAFF_STATES),
  createdAt: momentSchema,
  /** How many. */
  passkeys: z.int(),
  /** Open sessions, how many. */
  sessions: z.int(),
  seenAt: momentSchema.nullable(),
})

export type StaffMember = z.infer<typeof staffMemberSchema>

const openInvitationSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.enum(ROLES),
  /** Who invited: a name, or the author of a command. */
  invitedBy: z.string(),
  createdAt: momentSchema,
  expiresAt: momentSchema,
})

/** `GET /staff`. */
export const staffReplySchema = z.object({
  staff: z.array(staffMemberSchema),
  invitations: z.array(openInvitationSchema),
})

export type StaffReply = z.infer<typeof staffReplySchema>

/** `POST /staff/invitations`. */
export const inviteBodySchema = z.strictObject({
  name: staffNameSchema,
  role: z.enum(ROLES),
  reason: reasonSchema,
  /** Someone who lost their passkeys: the link lets them in again. */
  staff: z.uuid().optional(),
})

export type InviteBody = z.output<typeof inviteBodySchema>

/** The link is shown once: only its hash is stored. One that waits for a second person is shown to whoever approves it. */
export const inviteReplySchema = z.union([
  z.object({ outcome: z.literal('done'), link: z.url(), expiresAt: momentSchema }),
  actReplySchema.options[1],
])

export type InviteReply = z.infer<typeof inviteReplySchema>

/** `POST /staff/:id/role`. */
export const roleBodySchema = z.strictObject({ role: z.enum(ROLES), reason: reasonSchema })
