// The room Promo codes and partners: codes and batches of them, who used them and what that brought, and the calls that make and end them.
import { z } from 'zod'
import { DEPOSIT } from '../../game/base/economy.ts'
import {
  BATCH_MOST,
  BATCH_STATES,
  PARTNER_SPANS,
  PROMO_FAULTS,
  PROMO_FIELDS,
  PROMO_STATES,
  STEAM_LEVEL_MOST,
  USES_MOST,
} from '../../game/office/promo.ts'
import { REFERRAL_TIERS } from '../../game/rewards/rewards.ts'
import { centsSchema, localizedSchema } from '../common.ts'
import { ORDER_STATES } from '../payment.ts'
import { momentSchema } from './common.ts'
import { partnerShareSchema } from './partner-share.ts'

/** The end of the year 9999. */
const LAST_MOMENT = 253_402_300_799_999

const boundSchema = z.int().min(0).max(LAST_MOMENT).nullable()

/** `POST /promo` and `POST /promo/check`: a new code, or a batch of codes for one use each. One of `percent` and `sum` is 0. */
export const promoBodySchema = z
  .strictObject({
    /** The code, or what the codes of the batch begin with. */
    code: z.string().max(80),
    /** The codes of the batch; null for a code of its own. */
    count: z.int().min(1).max(BATCH_MOST).nullable(),
    percent: z.int().min(0).max(1000),
    /** On top of a deposit, in cents. */
    sum: z.int().min(0).max(DEPOSIT.most),
    /** The address of a case that it opens without a deposit; null for a bonus on one. */
    case: z.string().max(80).nullable().default(null),
    /** Null for no limit. A code of a batch is used once. */
    usesMax: z.int().min(1).max(USES_MOST).nullable(),
    usesPerPlayer: z.int().min(1).max(USES_MOST),
    startsAt: boundSchema,
    endsAt: boundSchema,
    /** 0 for everyone. */
    steamLevel: z.int().min(0).max(STEAM_LEVEL_MOST),
    depositMin: z.int().min(0).max(DEPOSIT.most),
  })
  .refine(({ percent, sum, case: url }) => [percent > 0, sum > 0, url !== null].filter(Boolean).length === 1, {
    path: ['percent'],
    message: 'is one of percent, sum and case',
  })
  .refine(({ case: url, depositMin }) => url === null || depositMin === 0, {
    path: ['depositMin'],
    message: 'is 0 for a case, which needs no deposit',
  })

export type PromoBody = z.output<typeof promoBodySchema>

/** `GET /promo/cases`: the cases that a code may open, found by their names. */
export const promoCasesQuerySchema = z.strictObject({ q: z.string().trim().max(60).default('') })

const promoCaseSchema = z.object({
  url: z.string(),
  name: localizedSchema,
  price: centsSchema,
  /** What an opening wins in the mean. */
  mean: centsSchema,
})

export type PromoCaseView = z.infer<typeof promoCaseSchema>

export const promoCasesReplySchema = z.object({ cases: z.array(promoCaseSchema) })

export type PromoCasesReply = z.infer<typeof promoCasesReplySchema>

const faultSchema = z.object({
  field: z.enum(PROMO_FIELDS),
  fault: z.enum(PROMO_FAULTS),
  /** In English. */
  message: z.string(),
  given: z.number(),
  most: z.number(),
  least: centsSchema,
})

/** `POST /promo/check`: what is wrong with it; none where it can be made. */
export const promoCheckReplySchema = z.object({
  faults: z.array(faultSchema),
  /** What all bonuses of one deposit may be together: percent, and cents. */
  most: z.object({ percent: z.number(), sum: centsSchema }),
})

export type PromoCheckReply = z.infer<typeof promoCheckReplySchema>

/** `POST /promo`: `code`, or `batch`, is what was made. */
export const promoMadeReplySchema = z.object({
  outcome: z.literal('done'),
  code: z.string().nullable(),
  batch: z.int().nullable(),
})

export type PromoMadeReply = z.infer<typeof promoMadeReplySchema>

/** An integer of the database. */
const numberSchema = z.coerce.number().int().positive().max(2_147_483_647)

/** `GET /promo/codes`. `q` is the beginning of a code; without it and without a batch, codes of their own are listed. */
export const promoCodesQuerySchema = z.strictObject({
  q: z.string().trim().min(1).max(40).optional(),
  state: z.enum(PROMO_STATES).optional(),
  batch: numberSchema.optional(),
  cursor: z.string().min(1).max(40).optional(),
})

export type PromoCodesQuery = z.output<typeof promoCodesQuerySchema>

export const promoBatchesQuerySchema = z.strictObject({
  state: z.enum(BATCH_STATES).optional(),
  cursor: numberSchema.optional(),
})

export type PromoBatchesQuery = z.output<typeof promoBatchesQuerySchema>

const termsSchema = z.object({
  percent: z.int(),
  sum: centsSchema,
  /** The case that it opens: its address and, where it is or was in the catalogue, its name. */
  case: z.object({ url: z.string(), name: localizedSchema.nullable() }).nullable(),
  startsAt: momentSchema.nullable(),
  endsAt: momentSchema.nullable(),
  endedAt: momentSchema.nullable(),
  createdAt: momentSchema,
  steamLevel: z.int(),
  depositMin: centsSchema,
})

const codeSchema = termsSchema.extend({
  code: z.string(),
  state: z.enum(PROMO_STATES),
  batch: z.int().nullable(),
  usesMax: z.int().nullable(),
  usesPerPlayer: z.int(),
})

const batchSchema = termsSchema.extend({
  id: z.int(),
  prefix: z.string(),
  count: z.int(),
  state: z.enum(BATCH_STATES),
})

/** How many paid orders used it; a list counts up to `USED_SHOWN`. */
const usedSchema = z.object({ used: z.int() })

export const USED_SHOWN = 1_000

const listedCodeSchema = codeSchema.extend(usedSchema.shape)
const listedBatchSchema = batchSchema.extend(usedSchema.shape)

export type ListedCode = z.infer<typeof listedCodeSchema>
export type ListedBatch = z.infer<typeof listedBatchSchema>

export const promoCodesReplySchema = z.object({ codes: z.array(listedCodeSchema), cursor: z.string().nullable() })

export type PromoCodesReply = z.infer<typeof promoCodesReplySchema>

export const promoBatchesReplySchema = z.object({ batches: z.array(listedBatchSchema), cursor: z.string().nullable() })

export type PromoBatchesReply = z.infer<typeof promoBatchesReplySchema>

/** A call about one code: `id` is the code. */
export const codeParamsSchema = z.strictObject({ id: z.string().min(1).max(40) })

export const batchParamsSchema = z.strictObject({ id: numberSchema })

/** What the players who used it brought, without bots, and less what refunds and disputes took back. */
const broughtSchema = z.object({
  uses: z.int(),
  players: z.int(),
  deposited: centsSchema,
  bonus: centsSchema,
  /** The margin of their stakes since each one's first order with it; null where there are too many players to count it. */
  margin: centsSchema.nullable(),
})

export type Brought = z.infer<typeof broughtSchema>

/** `GET /promo/codes/:id`. */
export const promoCodeReplySchema = listedCodeSchema.extend({ brought: broughtSchema })

export type PromoCodeReply = z.infer<typeof promoCodeReplySchema>

/** `GET /promo/batches/:id`. */
export const promoBatchReplySchema = batchSchema.extend({ brought: broughtSchema })

export type PromoBatchReply = z.infer<typeof promoBatchReplySchema>

export const promoUsesQuerySchema = z.strictObject({ cursor: z.uuid().optional() })

const useSchema = z.object({
  /** Of the order, or of the result of the opened case. */
  id: z.uuid(),
  /** When it was paid, or opened. */
  at: momentSchema,
  code: z.string(),
  player: z.object({ id: z.int(), username: z.string(), isBot: z.boolean() }),
  /** The paid order; null for a case. */
  order: z.object({ state: z.enum(ORDER_STATES), amount: centsSchema, bonus: centsSchema }).nullable(),
  /** What the opened case won, at its price then; 0 for an order. */
  won: centsSchema,
})

export type PromoUse = z.infer<typeof useSchema>

/** `GET /promo/codes/:id/uses` and `GET /promo/batches/:id/uses`: paid orders, or opened cases, the newest first. */
export const promoUsesReplySchema = z.object({ uses: z.array(useSchema), cursor: z.string().nullable() })

export type PromoUsesReply = z.infer<typeof promoUsesReplySchema>

const partnerSchema = z.object({
  player: z.object({ id: z.int(), username: z.string(), isBanned: z.boolean() }),
  code: z.string(),
  /** How often the link was followed, players who signed in by it or entered the code, and shares of house edge that were paid. */
  visits: z.int(),
  joined: z.int(),
  /** The percentage by agreement; null for none in force. */
  ownPercent: z.int().nullable(),
  paid: centsSchema,
})

export type ListedPartner = z.infer<typeof partnerSchema>

/** `GET /promo/partners`: players with a referral code, those who were paid most first. */
export const partnersQuerySchema = z.strictObject({ cursor: z.string().max(40).optional() })

export const partnersReplySchema = z.object({ partners: z.array(partnerSchema), cursor: z.string().nullable() })

export type PartnersReply = z.infer<typeof partnersReplySchema>

export const partnerParamsSchema = z.strictObject({ id: z.coerce.number().int().min(1000).max(2_147_483_647) })

/** Days of the site, `2026-11-28`; the last thirty without them. */
export const partnerQuerySchema = z.strictObject({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  by: z.enum(PARTNER_SPANS).default('day'),
})

export type PartnerQuery = z.output<typeof partnerQuerySchema>

const figuresSchema = z.object({
  visits: z.int(),
  joined: z.int(),
  /** Referred players who deposited for the first time. */
  firstDeposits: z.int(),
  /** The house edge expected of the referred players’ stakes; null where there are too many of them to count it. */
  margin: centsSchema.nullable(),
  paid: centsSchema,
})

export type PartnerFigures = z.infer<typeof figuresSchema>

/** `GET /promo/partners/:id`. */
export const partnerReplySchema = z.object({
  player: partnerSchema.shape.player,
  code: z.string(),
  tier: z.enum(REFERRAL_TIERS),
  /** The share of house edge that the tier gives now, and what counts: the tier, or the own share where that is more. */
  tierPercent: z.int(),
  percent: z.int(),
  /** By agreement; null for none in force. */
  ownShare: partnerShareSchema.nullable(),
  from: z.iso.date(),
  to: z.iso.date(),
  total: figuresSchema,
  /** Days, or months as `2026-11`, the newest first; those in which nothing happened are left out. */
  spans: z.array(figuresSchema.extend({ span: z.string() })),
})

export type PartnerReply = z.infer<typeof partnerReplySchema>
