// Bonuses: on the first deposit, and for visiting the site's social networks.
import { z } from 'zod'
import { SOCIAL_NETWORKS } from '../game/base/social.ts'
import { centsSchema, itemViewSchema, refusalSchema, successSchema } from './common.ts'
import { prizeSchema } from './prize.ts'

/** open: the deposit that is paid next gets it; code: no referral code was entered; used: there was a deposit before. */
const FIRST_DEPOSIT_STATES = ['open', 'code', 'used'] as const

export type FirstDepositState = (typeof FIRST_DEPOSIT_STATES)[number]

export const bonusesReplySchema = z.object({
  success: z.literal(true),
  firstDeposit: z.object({
    percent: z.int(),
    state: z.enum(FIRST_DEPOSIT_STATES),
  }),
  /** Why the player gets no gifts, in their language; null when nothing keeps them from it. */
  giftRefusal: z.string().nullable(),
  social: z.object({
    amount: centsSchema,
    claimed: z.boolean(),
    /** The networks of the operator's accounts; the bonus is not offered when empty. */
    links: z.array(z.object({ network: z.enum(SOCIAL_NETWORKS), url: z.string() })),
  }),
})

export type BonusesReply = z.infer<typeof bonusesReplySchema>

/** The networks whose links the player opened. */
export const socialBodySchema = z.strictObject({ opened: z.array(z.enum(SOCIAL_NETWORKS)).max(SOCIAL_NETWORKS.length) })

export type SocialBody = z.infer<typeof socialBodySchema>

export const socialReplySchema = z.union([
  successSchema.extend({ balance: centsSchema, amount: centsSchema }),
  refusalSchema,
])

export type SocialReply = z.infer<typeof socialReplySchema>

/** `POST /bonuses/code`: opens the case of a promo code. */
export const promoOpenBodySchema = z.strictObject({ code: z.string().trim().min(1).max(40) })

export type PromoOpenBody = z.infer<typeof promoOpenBodySchema>

export const promoOpenReplySchema = z.union([
  successSchema.extend({
    prize: prizeSchema,
    balance: centsSchema,
    drop: z.object({ id: z.uuid(), price: centsSchema, item: itemViewSchema, roll: z.int() }),
    rollId: z.uuid(),
  }),
  refusalSchema,
])

export type PromoOpenReply = z.infer<typeof promoOpenReplySchema>
