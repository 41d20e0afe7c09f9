// What calls of the office share.
import { z } from 'zod'
import { WHYS } from '../../game/office/judge.ts'
import { centsSchema } from '../common.ts'

/** A reason that a person gives for the record. */
export const reasonSchema = z.string().trim().min(3).max(500)

export const reasonBodySchema = z.strictObject({ reason: reasonSchema })

/** A call about one member of the staff, one passkey, one proposal, one row. */
export const idParamsSchema = z.strictObject({ id: z.uuid() })

/** Milliseconds since 1970. */
export const momentSchema = z.int()

/** What is refused; `why` where the table of verbs refuses it. */
export const officeFaultSchema = z.object({
  code: z.string(),
  message: z.string(),
  why: z.enum(WHYS).optional(),
  /** The most cents that it may be, where a sum is too great. */
  most: centsSchema.optional(),
  /** The field of the body that is wrong. */
  field: z.string().optional(),
})

export type OfficeFault = z.infer<typeof officeFaultSchema>

/** What an act became: it ran, or it waits for a second person. */
export const actReplySchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('done') }),
  z.object({ outcome: z.literal('proposed'), proposal: z.uuid(), expiresAt: momentSchema }),
])

export type ActReply = z.infer<typeof actReplySchema>

/** Who did something: a person by their name, or a job of the site. */
export const authorSchema = z.object({ name: z.string(), isJob: z.boolean() })

export type Author = z.infer<typeof authorSchema>

/** An act about an order or a withdrawal, beside it. */
export const actSchema = z.object({
  /** Of its entry in the audit. */
  id: z.uuid(),
  at: momentSchema,
  verb: z.string(),
  by: authorSchema,
  reason: z.string().nullable(),
})

export type Act = z.infer<typeof actSchema>
