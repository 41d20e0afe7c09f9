// The room Promo codes and partners: what the links of advertisements brought, by source, medium and campaign.
import { z } from 'zod'
import { CAMPAIGN_TEXT_MOST } from '../../game/rewards/campaign.ts'
import { centsSchema } from '../common.ts'
import { momentSchema } from './common.ts'

const textSchema = z.string().max(CAMPAIGN_TEXT_MOST)

/** A beginning of a text in any case. */
const beginningSchema = z.string().trim().min(1).max(CAMPAIGN_TEXT_MOST).optional()

/** Days of the site on which players signed in for the first time, `2026-11-28`; the last thirty without them. */
const periodSchema = z.strictObject({ from: z.iso.date().optional(), to: z.iso.date().optional() })

const filterSchema = periodSchema.extend({
  source: beginningSchema,
  medium: beginningSchema,
  campaign: beginningSchema,
})

export type CampaignsFilter = z.output<typeof filterSchema>

/** `GET /promo/campaigns`, and `GET /promo/campaigns/table` for all of them as CSV. */
export const campaignsQuerySchema = filterSchema.extend({ cursor: z.string().max(60).optional() })

export const campaignsTableQuerySchema = filterSchema

export type CampaignsQuery = z.output<typeof campaignsQuerySchema>

const figuresSchema = z.object({
  /** Players whose first sign-in was in the period. */
  joined: z.int(),
  /** What these players did until now: how many of them deposited, what they did without refunds, the house edge expected of their stakes. Null where there are too many of them to count it. */
  firstDeposits: z.int().nullable(),
  deposited: centsSchema.nullable(),
  margin: centsSchema.nullable(),
})

export type CampaignFigures = z.infer<typeof figuresSchema>

/** Empty for what the links did not say. */
const nameSchema = z.object({ source: textSchema, medium: textSchema, campaign: textSchema })

export type CampaignName = z.infer<typeof nameSchema>

const campaignSchema = nameSchema.extend(figuresSchema.shape)

export type ListedCampaign = z.infer<typeof campaignSchema>

/** Those that brought most players first. */
export const campaignsReplySchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  total: figuresSchema,
  campaigns: z.array(campaignSchema),
  cursor: z.string().nullable(),
})

export type CampaignsReply = z.infer<typeof campaignsReplySchema>

/** `GET /promo/campaigns/players`: the players of one campaign. */
export const campaignPlayersQuerySchema = periodSchema.extend({
  source: textSchema.default(''),
  medium: textSchema.default(''),
  campaign: textSchema.default(''),
  cursor: z.string().max(60).optional(),
})

export type CampaignPlayersQuery = z.output<typeof campaignPlayersQuerySchema>

const cameSchema = z.object({
  player: z.object({ id: z.int(), username: z.string(), isBanned: z.boolean() }),
  at: momentSchema,
  content: textSchema,
  term: textSchema,
  deposited: centsSchema,
  margin: centsSchema,
})

export type CampaignPlayer = z.infer<typeof cameSchema>

/** The newest first. */
export const campaignPlayersReplySchema = z.object({ players: z.array(cameSchema), cursor: z.string().nullable() })

export type CampaignPlayersReply = z.infer<typeof campaignPlayersReplySchema>
