// Who brings players: the tiers for everyone; for a player his code, his link, whom it brought and what that earned.
import { z } from 'zod'
import { REFERRAL_TIERS } from '../game/rewards.ts'
import { centsSchema, refusalSchema, successSchema } from './common.ts'

const tierSchema = z.object({
  name: z.enum(REFERRAL_TIERS),
  /** Deposits of players brought, from which it holds. */
  from: centsSchema,
  percent: z.int(),
})

const ownReferralSchema = z.object({
  code: z.string(),
  /** True once the player has chosen his code himself: that is done once. */
  chosen: z.boolean(),
  link: z.string(),
  /** Whom the code has brought, and how many of them have deposited. */
  players: z.int(),
  depositors: z.int(),
  /** What they deposited, without what was paid back: the tier is read from it. */
  deposited: centsSchema,
  /** What it brought in all, without what was taken back. */
  earned: centsSchema,
  /** What the deposits of each of the last thirty days of the site brought, the oldest first. */
  days: z.array(z.object({ day: z.iso.date(), earned: centsSchema })),
  /** Whose code this player entered; the name is null of a player who hides. */
  entered: z.object({ username: z.string().nullable() }).nullable(),
  /** Whether he may still enter one: none so far, and no deposit. */
  mayEnter: z.boolean(),
  /** The code of a friend's link by which he came when he was signed in already; null where he may enter none, or came by none. */
  offered: z.string().nullable(),
})

export type OwnReferral = z.infer<typeof ownReferralSchema>

export const referralReplySchema = z.object({
  success: z.literal(true),
  /** The lowest first. */
  tiers: z.array(tierSchema),
  /** Null for guests. */
  own: ownReferralSchema.nullable(),
})

export type ReferralReply = z.infer<typeof referralReplySchema>

const referredPlayerSchema = z.object({
  id: z.string(),
  /** Null of a player who hides. */
  username: z.string().nullable(),
  /** When the code was entered, in milliseconds since 1970. */
  joined_at: z.int(),
  deposited: centsSchema,
  earned: centsSchema,
})

export type ReferredPlayer = z.infer<typeof referredPlayerSchema>

/** Where a page ended; only the server reads it. */
const cursorSchema = z.string().regex(/^\d{1,15}\.\d{1,10}$/)

export const referredQuerySchema = z.strictObject({ cursor: cursorSchema.optional() })

export const referredReplySchema = z.object({
  success: z.literal(true),
  /** Fifty at most, the newest first. */
  players: z.array(referredPlayerSchema),
  cursor: z.string().nullable(),
})

export type ReferredReply = z.infer<typeof referredReplySchema>

/** A code as it was typed, or the link that it is in. */
export const codeBodySchema = z.strictObject({ code: z.string().max(200) })

export type CodeBody = z.infer<typeof codeBodySchema>

export const enterReplySchema = z.union([
  successSchema.extend({ entered: z.object({ username: z.string().nullable() }) }),
  refusalSchema,
])

export type EnterReply = z.infer<typeof enterReplySchema>

export const chooseReplySchema = z.union([successSchema.extend({ code: z.string(), link: z.string() }), refusalSchema])

export type ChooseReply = z.infer<typeof chooseReplySchema>
