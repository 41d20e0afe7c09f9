// The rewards that a player can claim now, the badges in the navigation, and how much of those they got is locked.
import { z } from 'zod'
import { centsSchema } from './common.ts'

/** The number of claimable rewards for each entry of the navigation. */
const claimMarksSchema = z.object({
  freeCase: z.int(),
  wheel: z.int(),
  calendar: z.int(),
  missions: z.int(),
  /** Open raffles that the player may join and has not joined. */
  raffle: z.int(),
  social: z.int(),
})

export type ClaimMarks = z.infer<typeof claimMarksSchema>

/** What is locked in the balance and in items, and how much of it margin unlocks by now. */
const lockedGiftsSchema = z.object({
  locked: centsSchema,
  unlockable: centsSchema,
  /** The part of what stakes of free money lose on average that unlocks gifts, in percent. */
  ownPercent: z.number(),
})

export type LockedGifts = z.infer<typeof lockedGiftsSchema>

export const rewardsReplySchema = z.object({
  success: z.literal(true),
  marks: claimMarksSchema,
  gifts: lockedGiftsSchema,
  /** When a day or a night ends, and the counts change: milliseconds since 1970. */
  until: z.int(),
})

export type RewardsReply = z.infer<typeof rewardsReplySchema>
