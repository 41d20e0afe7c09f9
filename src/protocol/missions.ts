// Missions: goals and rewards, the player's progress, and the claim.
import { z } from 'zod'
import { MISSION_GOALS, MISSION_PERIODS, type Mission } from '../game/rewards/rewards.ts'
import { centsSchema, itemViewSchema, refusalSchema, successSchema } from './common.ts'
import { prizeSchema } from './prize.ts'

/** Like 2026-11-21. */
const daySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

const missionViewSchema = z.object({
  id: z.string(),
  period: z.enum(MISSION_PERIODS),
  goal: z.enum(MISSION_GOALS),
  /** A count, or an amount in cents. */
  count: z.int(),
  reward: prizeSchema,
  /** Null for guests. */
  standing: z
    .object({
      /** In the unit of `count`, and never more. */
      progress: z.int(),
      claimed: z.boolean(),
      claimable: z.boolean(),
    })
    .nullable(),
} satisfies Record<keyof Mission | 'standing', z.ZodType>)

export type MissionView = z.infer<typeof missionViewSchema>

const periodSchema = z.object({
  /** The first day of the period; a claim names it. */
  day: daySchema,
  /** The end of the period, in milliseconds since 1970. */
  endsAt: z.int(),
})

export const missionsReplySchema = z.object({
  success: z.literal(true),
  /** The server's clock, in milliseconds since 1970. */
  now: z.int(),
  /** Why the player gets no gifts, in their language; null when nothing keeps them from it. */
  giftRefusal: z.string().nullable(),
  periods: z.object({ daily: periodSchema, weekly: periodSchema }),
  missions: z.array(missionViewSchema),
  /** The least stake of each game that counts. */
  leastStake: z.object({
    case: centsSchema,
    upgrade: centsSchema,
    contract: centsSchema,
    wheel: centsSchema,
    battle: centsSchema,
  }),
})

export type MissionsReply = z.infer<typeof missionsReplySchema>

/** The period that the player saw: a claim is refused once the period is over. */
export const missionClaimBodySchema = z.strictObject({ period: daySchema })

export type MissionClaimBody = z.infer<typeof missionClaimBodySchema>

export const missionClaimReplySchema = z.union([
  successSchema.extend({
    prize: prizeSchema,
    balance: centsSchema,
    /** The item that was won; null for an amount. */
    drop: z
      .object({
        id: z.uuid(),
        price: centsSchema,
        item: itemViewSchema,
        /** The ticket that was drawn in the opened case; null for an item that was given. */
        roll: z.int().nullable(),
      })
      .nullable(),
    /** The roll of the opened case; null where nothing was drawn. */
    rollId: z.uuid().nullable(),
  }),
  refusalSchema,
])

export type MissionClaimReply = z.infer<typeof missionClaimReplySchema>
