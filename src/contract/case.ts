// Cases: the lists of the home screen, the contents of one case, and opening it.
import { z } from 'zod'
import { centsSchema, itemViewSchema, localizedSchema, refusalSchema } from './common.ts'

const caseCardSchema = z.object({
  url: z.string(),
  name: localizedSchema,
  image: z.string(),
  price: centsSchema,
  enabled: z.boolean(),
  /** The three dearest items, which look out of the crate. */
  best: z.array(itemViewSchema),
})

export type CaseCard = z.infer<typeof caseCardSchema>

const categoryViewSchema = z.object({
  id: z.string(),
  name: localizedSchema,
  cases: z.array(caseCardSchema),
})

export type CategoryView = z.infer<typeof categoryViewSchema>

export const casesReplySchema = z.object({ categories: z.array(categoryViewSchema) })

/** One line of a case's contents: tickets `from` to `to` of 1,000,000 win it. */
export const contentViewSchema = z.object({
  item: itemViewSchema,
  price: centsSchema,
  tickets: z.int(),
  from: z.int(),
  to: z.int(),
})

export type ContentView = z.infer<typeof contentViewSchema>

const caseViewSchema = caseCardSchema.omit({ best: true }).extend({
  /** Return to player as a fraction: 0.91 gives back 91 cents of a dollar in the long run. */
  returnToPlayer: z.number(),
  /** SHA-256 of the odds table that each roll of this case is bound to. */
  oddsHash: z.string(),
  /** Dearest first. */
  contents: z.array(contentViewSchema),
})

export type CaseView = z.infer<typeof caseViewSchema>

export const caseReplySchema = z.union([z.object({ success: z.literal(true), case: caseViewSchema }), refusalSchema])

export type CaseReply = z.infer<typeof caseReplySchema>

/** `price` is what the player saw; a case that has changed its price since refuses instead of charging another. */
export const openBodySchema = z.strictObject({
  count: z.int().min(1).max(10),
  price: centsSchema.optional(),
  demo: z.boolean().default(false),
})

export type OpenBody = z.input<typeof openBodySchema>

/** Something won in an opening. A demo's has no id: it belongs to nobody and has no proof. */
export const wonDropSchema = z.object({
  id: z.uuid().nullable(),
  price: centsSchema,
  item: itemViewSchema,
  /** The ticket that was drawn, 1 to 1,000,000. */
  roll: z.int(),
})

export type WonDrop = z.infer<typeof wonDropSchema>

const rollRefSchema = z.object({ id: z.uuid(), nonce: z.int(), roll: z.int() })

export const openReplySchema = z.union([
  z.object({
    success: z.literal(true),
    drops: z.array(wonDropSchema),
    /** The balance after the opening; null in a guest's demo. */
    balance: centsSchema.nullable(),
    rolls: z.array(rollRefSchema),
  }),
  refusalSchema,
])

export type OpenReply = z.infer<typeof openReplySchema>
