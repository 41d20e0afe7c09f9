// The contract: three to ten items for one, drawn from an odds table that is shown before signing.
import { z } from 'zod'
import { CONTRACT_ITEMS } from '../game/base/economy.ts'
import { contentViewSchema, wonDropSchema } from './case.ts'
import { centsSchema, refusalSchema } from './common.ts'

const idsSchema = z.array(z.uuid()).max(CONTRACT_ITEMS.most)

export const contractPreviewBodySchema = z.strictObject({ ids: idsSchema })

const contractTableSchema = z.object({
  /** The total price of the staked items. */
  sum: centsSchema,
  /** The price range of the results, both ends included. */
  from: centsSchema,
  to: centsSchema,
  /** True when the shop had too few items in the usual range. */
  widened: z.boolean(),
  /** The return to player, as a fraction of the sum. */
  returnToPlayer: z.number(),
  /** SHA-256 of the odds table that the roll will commit to. */
  oddsHash: z.string(),
  /** In ticket order, most expensive first. */
  entries: z.array(contentViewSchema),
})

export type ContractTableView = z.infer<typeof contractTableSchema>

export const contractPreviewReplySchema = z.union([
  z.object({ success: z.literal(true), table: contractTableSchema }),
  refusalSchema,
])

export type ContractPreviewReply = z.infer<typeof contractPreviewReplySchema>

/** `oddsHash` is the table that the player saw; the call is refused when it has changed. */
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
