// The signed-in player and the session.
import { z } from 'zod'
import { centsSchema, refusalSchema, successSchema } from './common.ts'

export const currentUserSchema = z.object({
  id: z.int(),
  username: z.string(),
  steamid: z.string(),
  avatar: z.string(),
  balance: centsSchema,
  tradeLink: z.string().nullable(),
  lvl: z.int(),
  exp: z.int(),
  /** The interval of the reality check; null for none. */
  realityMinutes: z.int().nullable(),
  /** The commitment that waits for the player's client seed; null for none. */
  unseeded: z.string().nullable(),
  /** The version of the terms that the player has not agreed to yet; null where they have. */
  termsAsked: z.string().nullable(),
})

export type CurrentUser = z.infer<typeof currentUserSchema>

export const userReplySchema = z.object({ success: z.literal(true), user: currentUserSchema })

export type UserReply = z.infer<typeof userReplySchema>

export const tokenBodySchema = z.strictObject({ code: z.string().min(16).max(128) })

export const tokenReplySchema = z.union([z.object({ success: z.literal(true), token: z.string() }), refusalSchema])

export type TokenReply = z.infer<typeof tokenReplySchema>

/** `POST /user/terms`: agrees to the version that the player was shown. */
export const termsBodySchema = z.strictObject({ version: z.string().min(1).max(40) })

export const termsReplySchema = z.union([successSchema, refusalSchema])

export type TermsReply = z.infer<typeof termsReplySchema>

/** The limit of items in one sale. */
export const SELL_MOST = 10_000

/** `isAll` sells everything that the player owns; after an opening, everything owned of the openings that `ids` are drops of. */
export const sellBodySchema = z.strictObject({
  ids: z.array(z.uuid()).max(SELL_MOST),
  isAll: z.boolean(),
  /** What the player saw that these sell for; a sale that would pay less is refused with the new sum. Left out by callers that show none. */
  sum: centsSchema.optional(),
})

export type SellBody = z.infer<typeof sellBodySchema>

export const sellReplySchema = z.union([
  successSchema.extend({ balance: centsSchema, sold: z.int(), sum: centsSchema, held: z.int().optional() }),
  /** With 'sum-changed', what these sell for now. */
  refusalSchema.extend({ sum: centsSchema.optional() }),
])

export type SellReply = z.infer<typeof sellReplySchema>
