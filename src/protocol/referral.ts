// Referrals: the tiers, and a player’s code, link, referred players and earnings.
import { z } from 'zod'
import { REFERRAL_TIERS } from '../game/rewards/rewards.ts'
import { centsSchema, refusalSchema, successSchema } from './common.ts'

const tierSchema = z.object({
  name: z.enum(REFERRAL_TIERS),
  /** The referred deposits from which it applies. */
  from: centsSchema,
  /** Of the margin of the referred players. */
  percent: z.int(),
})

const ownReferralSchema = z.object({
  code: z.string(),
  /** True once the player has chosen a code, which can be done once. */
  chosen: z.boolean(),
  link: z.string(),
  /** How often the link was followed, counted once a browser until it is forgotten. */
  visits: z.int(),
  /** The number of referred players, and how many of them have deposited. */
  players: z.int(),
  depositors: z.int(),
  /** Their deposits without refunds, which determine the tier. */
  deposited: centsSchema,
  /** The total of shares and earlier commissions, without reversed ones. */
  earned: centsSchema,
  /** What was earned on each of the last thirty days of the site, oldest first. */
  days: z.array(z.object({ day: z.iso.date(), earned: centsSchema })),
  /** A share by agreement that is more than the tier's: what counts, and when it ends; null for the tier. */
  agreed: z.object({ percent: z.int(), until: z.int().nullable() }).nullable(),
  /** The referrer whose code this player entered; the name is null for a hidden player. */
  entered: z.object({ username: z.string().nullable() }).nullable(),
  /** Tells whether the player may still enter a code: none was entered, and there is no deposit. */
  mayEnter: z.boolean(),
  /** The code of a referral link that a signed-in player followed; null where no code can be entered, or no link was followed. */
  offered: z.string().nullable(),
})

export type OwnReferral = z.infer<typeof ownReferralSchema>

export const referralReplySchema = z.object({
  success: z.literal(true),
  /** In ascending order. */
  tiers: z.array(tierSchema),
  /** Null for guests. */
  own: ownReferralSchema.nullable(),
})

export type ReferralReply = z.infer<typeof referralReplySchema>

const referredPlayerSchema = z.object({
  /** The player's id; of a hidden player only a key of the entry. */
  id: z.string(),
  /** Null for a hidden player. */
  username: z.string().nullable(),
  /** When the player entered the code, in milliseconds since 1970. */
  joined_at: z.int(),
  deposited: centsSchema,
  earned: centsSchema,
})

export type ReferredPlayer = z.infer<typeof referredPlayerSchema>

/** The cursor of a page; only the server reads it. */
const cursorSchema = z.string().regex(/^\d{1,15}\.\d{1,10}$/)

export const referredQuerySchema = z.strictObject({ cursor: cursorSchema.optional() })

export const referredReplySchema = z.object({
  success: z.literal(true),
  /** At most fifty, newest first. */
  players: z.array(referredPlayerSchema),
  cursor: z.string().nullable(),
})

export type ReferredReply = z.infer<typeof referredReplySchema>

/** A typed code, or a whole referral link. */
export const codeBodySchema = z.strictObject({ code: z.string().max(200) })

export type CodeBody = z.infer<typeof codeBodySchema>

export const enterReplySchema = z.union([
  successSchema.extend({ entered: z.object({ username: z.string().nullable() }) }),
  refusalSchema,
])

export type EnterReply = z.infer<typeof enterReplySchema>

export const chooseReplySchema = z.union([successSchema.extend({ code: z.string(), link: z.string() }), refusalSchema])

export type ChooseReply = z.infer<typeof chooseReplySchema>
