// What a player can claim now: the quiet marks in the navigation.
import { z } from 'zod'

/** How much waits behind each place of the navigation; 0 for nothing. */
const claimMarksSchema = z.object({
  freeCase: z.int(),
  wheel: z.int(),
  calendar: z.int(),
  missions: z.int(),
  /** Open raffles that he may join and has not. */
  raffle: z.int(),
  social: z.int(),
})

export type ClaimMarks = z.infer<typeof claimMarksSchema>

export const rewardsReplySchema = z.object({
  success: z.literal(true),
  marks: claimMarksSchema,
  /** When a day or a night ends, and other rewards wait: milliseconds since 1970. */
  until: z.int(),
})

export type RewardsReply = z.infer<typeof rewardsReplySchema>
