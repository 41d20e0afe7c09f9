// The room Audit: what was done, by whom, from where, and why.
import { z } from 'zod'
import { SUBJECTS } from '../../game/office/subjects.ts'
import { momentSchema } from './common.ts'

/** Who acts: a member of the staff, a person at the command line, a job of the site. */
export const ACTOR_KINDS = ['staff', 'command', 'job'] as const

/** A filter that is left out allows everything. Moments in ms; `to` is not in the range. */
export const auditQuerySchema = z.strictObject({
  cursor: z.uuid().optional(),
  verb: z.string().max(60).optional(),
  /** The actor's name, the beginning of the name of a member of the staff, or their id. */
  actor: z.string().max(120).optional(),
  /** An id, with the kind of subject before it where it has one: `player:1000`. The beginning of the name of a player or of a member. */
  subject: z.string().max(200).optional(),
  from: z.coerce.number().int().optional(),
  to: z.coerce.number().int().optional(),
})

export type AuditQuery = z.output<typeof auditQuerySchema>

export const auditRowSchema = z.object({
  id: z.uuid(),
  at: momentSchema,
  actor: z.object({ kind: z.enum(ACTOR_KINDS), name: z.string(), staff: z.uuid().nullable() }),
  verb: z.string(),
  /** A member of the staff has a name, too. */
  subject: z.object({ kind: z.enum(SUBJECTS), id: z.string(), name: z.string().optional() }),
  reason: z.string().nullable(),
  /** Done without the second person that another shop would ask. */
  alone: z.boolean(),
  /** Its number in the chain; null until it is sealed, within a second. */
  sequence: z.int().nullable(),
})

export type AuditRow = z.infer<typeof auditRowSchema>

/** `GET /audit`: newest first. */
export const auditReplySchema = z.object({ rows: z.array(auditRowSchema), cursor: z.uuid().nullable() })

export type AuditReply = z.infer<typeof auditReplySchema>

/** `GET /audit/:id`. */
export const auditEntryReplySchema = auditRowSchema.extend({
  address: z.string().nullable(),
  session: z.uuid().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  /** The hash of the chain up to this row, as hex. */
  hash: z.string().nullable(),
})

export type AuditEntryReply = z.infer<typeof auditEntryReplySchema>
