// Leaderboards: what everybody sees, and a player's own places.
import { z } from 'zod'
import { LEADER_PERIODS } from '../game/rewards/rewards.ts'
import { centsSchema, successSchema } from './common.ts'
import { liveDropSchema } from './live.ts'

const leaderSchema = z.object({
  /** From 1. */
  place: z.int(),
  player: liveDropSchema.shape.user,
  /** Points, or the multiplier. */
  value: z.number(),
})

export type Leader = z.infer<typeof leaderSchema>

/** A result on the board of multipliers, with its proof. */
const resultSchema = leaderSchema.extend({ won: centsSchema, cost: centsSchema, proof: z.string() })

/** The prize of a place, and the points from which the winner's own share covers it. */
const leaderPrizeSchema = z.object({ prize: centsSchema, points: z.int() })

export type LeaderPrizeView = z.infer<typeof leaderPrizeSchema>

const periodBoardsSchema = z.object({
  period: z.enum(LEADER_PERIODS),
  /** Its first day, like 2026-11-21. */
  day: z.string(),
  /** Milliseconds since 1970. */
  ends_at: z.int(),
  /** By place; empty for none. */
  prizes: z.array(leaderPrizeSchema),
  points: z.array(leaderSchema),
  multiplier: z.array(resultSchema),
})

export type PeriodBoards = z.infer<typeof periodBoardsSchema>

/** A prize that was paid. */
const leaderWinnerSchema = z.object({
  period: z.enum(LEADER_PERIODS),
  day: z.string(),
  place: z.int(),
  prize: centsSchema,
  points: z.int(),
  /** Without a name once the player has left the boards. */
  player: liveDropSchema.shape.user,
})

export type LeaderWinner = z.infer<typeof leaderWinnerSchema>

const boardsSchema = z.object({
  /** The points of a day that count, a point a cent of margin; the least stake of a result on the board of multipliers. */
  rules: z.object({ day_most: z.int(), least_stake: centsSchema }),
  periods: z.array(periodBoardsSchema),
  /** Newest first. */
  winners: z.array(leaderWinnerSchema),
})

export type BoardsView = z.infer<typeof boardsSchema>

const ownPlaceSchema = z.object({ place: z.int(), value: z.number() })

const ownPlacesSchema = z.array(
  z.object({
    period: z.enum(LEADER_PERIODS),
    /** Null without a counted stake, or a counted result. */
    points: ownPlaceSchema.nullable(),
    multiplier: ownPlaceSchema.nullable(),
  }),
)

export type OwnPlaces = z.infer<typeof ownPlacesSchema>

export const leaderboardReplySchema = boardsSchema.extend({
  success: z.literal(true),
  /** Null for a guest. */
  own: ownPlacesSchema.nullable(),
})

export type LeaderboardReply = z.infer<typeof leaderboardReplySchema>

export const onBoardsBodySchema = z.strictObject({ shown: z.boolean() })

export const onBoardsReplySchema = successSchema.extend({ shown: z.boolean() })

export type OnBoardsReply = z.infer<typeof onBoardsReplySchema>
