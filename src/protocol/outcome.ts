// The outcome of a game whose page was left before it showed the result.
import { z } from 'zod'
import { ownedItemSchema } from './inventory.ts'

/** `key` is the idempotency key of the game. */
export const outcomeQuerySchema = z.strictObject({ key: z.uuid() })

export const outcomeReplySchema = z.object({
  success: z.literal(true),
  /** `unknown`: nothing was done under this key, at least not yet. */
  status: z.enum(['unknown', 'running', 'done']),
  /** What the game gave and the player still owns, the most expensive first. */
  won: z.array(ownedItemSchema),
  /** True for an upgrade that did not succeed. */
  lost: z.boolean(),
})

export type OutcomeReply = z.infer<typeof outcomeReplySchema>
