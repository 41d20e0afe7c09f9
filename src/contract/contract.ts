// The contract: three to ten items against one, out of a table that is shown before signing.
import { z } from 'zod'
import { CONTRACT_ITEMS } from '../game/economy.ts'
import { contentViewSchema, wonDropSchema } from './case.ts'
import { centsSchema, refusalSchema } from './common.ts'

const idsSchema = z.array(z.uuid()).max(CONTRACT_ITEMS.most)

export const contractPreviewBodySchema = z.strictObject({ ids: idsSchema })

const contractTableSchema = z.object({
  /** What the items put in are worth. */
  sum: centsSchema,
  /** Prices between which results were looked for, both included. */
  from: centsSchema,
  to: centsSchema,
  /** True when the shop held too few items in the usual range. */
  widened: z.boolean(),
  /** What comes out in the long run, as a fraction of the sum. */
  returnToPlayer: z.number(),
  /** SHA-256 of the table that the roll will be bound to. */
  oddsHash: z.string(),
  /** In ticket order, the dearest first. */
  entries: z.array(contentViewSchema),
})

export type ContractTableView = z.infer<typeof contractTableSchema>

export const contractPreviewReplySchema = z.union([
  z.object({ success: z.literal(true), table: contractTableSchema }),
  refusalSchema,
])

export type ContractPreviewReply = z.infer<typeof contractPreviewReplySchema>

/** `oddsHash` is the table that the player saw; another one is not signed. */
export const contractBodySchema = z.strictObject({ ids: idsSchema, oddsHash: z.string().regex(/^[0-9a-f]{64}$/) })

export type ContractBody = z.infer<typeof contractBodySchema>

export const contractReplySchema = z.union([
  z.object({
    success: z.literal(true),
    drop: wonDropSchema,
    sum: centsSchema,
    balance: centsSchema,
  }),
  refusalSchema,
])

export type ContractReply = z.infer<typeof contractReplySchema>
