// What is given away: the bonus on a first deposit and the one for looking at the site's social networks.
import { z } from 'zod'
import { SOCIAL_NETWORKS } from '../game/social.ts'
import { centsSchema, refusalSchema, successSchema } from './common.ts'

/**
 * open: the next deposit brings it; held: an order that waits for its payment counts as the first deposit; code: a friend's code is
 * missing; used: there was a deposit already.
 */
const FIRST_DEPOSIT_STATES = ['open', 'held', 'code', 'used'] as const

export type FirstDepositState = (typeof FIRST_DEPOSIT_STATES)[number]

export const bonusesReplySchema = z.object({
  success: z.literal(true),
  firstDeposit: z.object({
    percent: z.int(),
    state: z.enum(FIRST_DEPOSIT_STATES),
  }),
  social: z.object({
    amount: centsSchema,
    claimed: z.boolean(),
    /** Networks that the operator has an account with; none: the bonus is not offered. */
    links: z.array(z.object({ network: z.enum(SOCIAL_NETWORKS), url: z.string() })),
  }),
})

export type BonusesReply = z.infer<typeof bonusesReplySchema>

/** The networks whose links the player has opened. */
export const socialBodySchema = z.strictObject({ opened: z.array(z.enum(SOCIAL_NETWORKS)).max(SOCIAL_NETWORKS.length) })

export type SocialBody = z.infer<typeof socialBodySchema>

export const socialReplySchema = z.union([
  successSchema.extend({ balance: centsSchema, amount: centsSchema }),
  refusalSchema,
])

export type SocialReply = z.infer<typeof socialReplySchema>
