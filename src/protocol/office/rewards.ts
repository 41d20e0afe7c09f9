// The room Rewards: what the rewards gave in the last thirty days, and the margin that pays them. The rewards themselves are a file of the shop (drafts.ts).
import { z } from 'zod'
import { GIFT_PARTS } from '../../game/rewards/gift-cost.ts'
import { centsSchema } from '../common.ts'

/** `GET /rewards`. */
export const rewardsReplySchema = z.object({
  /** The days that are added up, today included; a young shop has fewer. */
  days: z.int(),
  /** Days of the thirty that are over and not counted yet: they are in no sum. */
  missing: z.array(z.string()),
  /** Those who played each day, added up: a player counts once a day. */
  playerDays: z.int(),
  /** What the stakes of their own money made by the odds, and what they deposited. */
  margin: centsSchema,
  deposited: centsSchema,
  /** What each part gave, at its face value. */
  given: z.record(z.enum(GIFT_PARTS), z.int()),
})

export type RewardsReply = z.infer<typeof rewardsReplySchema>
