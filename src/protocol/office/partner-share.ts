// A share of a partner's own: what it would have cost, and the calls that set and end it.
import { z } from 'zod'
import { REFERRER_PERCENT_MOST } from '../../game/rewards/gift-bound.ts'
import { centsSchema } from '../common.ts'
import { momentSchema, reasonSchema } from './common.ts'

/** The end of the year 9999. */
const LAST_MOMENT = 253_402_300_799_999

const percentSchema = z.coerce.number().int().min(1).max(REFERRER_PERCENT_MOST)

/** `GET /promo/partners/:id/share`. */
export const partnerShareQuerySchema = z.strictObject({ percent: percentSchema })

export const partnerSharePreviewSchema = z.object({
  /** The tier now, and the most that a share may be: the highest tier of the shop. */
  tierPercent: z.int(),
  most: z.int(),
  /** What was paid in the last thirty days, and what it would have been. */
  paid: centsSchema,
  wouldBe: centsSchema,
})

export type PartnerSharePreview = z.infer<typeof partnerSharePreviewSchema>

/** `POST /promo/partners/:id/share`; `until` is null for no end. */
export const partnerShareBodySchema = z.strictObject({
  percent: z.int().min(1).max(REFERRER_PERCENT_MOST),
  until: z.int().min(0).max(LAST_MOMENT).nullable(),
  reason: reasonSchema,
})

/** The own share of a partner that is in force. */
export const partnerShareSchema = z.object({
  percent: z.int(),
  until: momentSchema.nullable(),
  reason: z.string(),
  /** Who set it, and when. */
  by: z.string(),
  at: momentSchema,
  /** What the shop's rules allow, where they were lowered below it since: this counts. */
  loweredTo: z.int().nullable(),
})

export type PartnerShareView = z.infer<typeof partnerShareSchema>
