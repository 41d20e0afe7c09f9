// Proposals: acts that wait for a second person.
import { z } from 'zod'
import { FIELDS } from '../../game/office/fields.ts'
import { PROPOSAL_STATES, SUBJECTS } from '../../game/office/subjects.ts'
import { centsSchema } from '../common.ts'
import { momentSchema } from './common.ts'

const personSchema = z.object({ id: z.uuid(), name: z.string() })

/** One line of the difference that a proposal makes: a field, what it is, what it becomes. */
const differenceSchema = z.object({
  field: z.enum(FIELDS),
  /** Whose field it is, where that is not the subject's: the item of a withdrawal, in words. */
  item: z.string().optional(),
  before: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  after: z.union([z.string(), z.number(), z.boolean()]).nullable(),
})

/** A ledger entry that the act would write. */
export const entrySchema = z.object({ account: z.string(), amount: centsSchema })

export const proposalSchema = z.object({
  id: z.uuid(),
  state: z.enum(PROPOSAL_STATES),
  verb: z.string(),
  subject: z.object({ kind: z.enum(SUBJECTS), id: z.string() }),
  amount: centsSchema.nullable(),
  reason: z.string(),
  difference: z.array(differenceSchema),
  entries: z.array(entrySchema),
  proposer: personSchema,
  proposedAt: momentSchema,
  expiresAt: momentSchema,
  /** Who approved or refused it; null while it is open, withdrawn or expired. */
  decider: personSchema.nullable(),
  decidedAt: momentSchema.nullable(),
  decision: z.string().nullable(),
})

export type Proposal = z.infer<typeof proposalSchema>

export const proposalsQuerySchema = z.strictObject({
  state: z.enum(PROPOSAL_STATES).optional(),
  cursor: z.uuid().optional(),
})

/** `GET /proposals`: newest first, fifty a page. */
export const proposalsReplySchema = z.object({ proposals: z.array(proposalSchema), cursor: z.uuid().nullable() })

export type ProposalsReply = z.infer<typeof proposalsReplySchema>

/** `POST /proposals/:id/approve`: what the act returned that is shown once. */
export const approveReplySchema = z.object({ done: z.literal(true), link: z.url().optional() })

export type ApproveReply = z.infer<typeof approveReplySchema>
