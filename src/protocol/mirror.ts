// A player's own play: what it cost and returned, by game, beside what the published odds expect.
import { z } from 'zod'
import { PAID_GAMES } from '../game/base/games.ts'
import { MIRROR_SPANS } from '../game/fairness/mirror.ts'
import { centsSchema } from './common.ts'

export const mirrorQuerySchema = z.strictObject({ days: z.enum(MIRROR_SPANS).default('30') })

/** Rounds in a row that each returned less than their stake, and what they lost together. */
const runSchema = z.object({ rounds: z.int(), lost: centsSchema })

const playedSchema = z.object({
  rounds: z.int(),
  staked: centsSchema,
  /** Items at their price when they were won, and money. */
  won: centsSchema,
  /** What the odds of these very rounds return in the mean, in cents. */
  expected: z.number(),
  /** One standard error of `won`, in cents: how far chance alone moves it. */
  error: z.number(),
  /** Time between rounds that are at most fifteen minutes apart; it counts for the game of the later one. */
  played_ms: z.int(),
  /** The losing run of the most rounds, and the one that lost most. */
  longest: runSchema,
  costliest: runSchema,
  /** The mean length of the longest losing run by these odds; null for battles, whose result is not a draw of one player. */
  expected_run: z.number().nullable(),
})

export type PlayedSums = z.infer<typeof playedSchema>

const gamePlayedSchema = playedSchema.extend({ game: z.enum(PAID_GAMES) })

export const mirrorReplySchema = z.object({
  success: z.literal(true),
  days: z.enum(MIRROR_SPANS),
  /** When these numbers were read, in milliseconds since 1970. */
  at: z.int(),
  /** When the oldest round was that is counted, where there are too many to count all; null where all of the span are. */
  since: z.int().nullable(),
  /** Stretches of play; a pause of more than fifteen minutes ends one. */
  sessions: z.int(),
  /** The games that were played in the span. */
  games: z.array(gamePlayedSchema),
  /** All of them; null where nothing was played. */
  total: playedSchema.nullable(),
})

export type MirrorReply = z.infer<typeof mirrorReplySchema>
