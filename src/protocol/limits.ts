// Limits that players set themselves: deposit limits, time-outs, self-exclusion, the reality check.
import { z } from 'zod'
import { perLanguage } from '../game/base/language.ts'
import { centsSchema, refusalSchema, successSchema } from './common.ts'

export const LIMIT_WINDOWS = ['day', 'week', 'month'] as const

export type LimitWindow = (typeof LIMIT_WINDOWS)[number]

const depositLimitSchema = z.object({
  window: z.enum(LIMIT_WINDOWS),
  /** The limit of deposits in the window; null for no limit. */
  amount: centsSchema.nullable(),
  /** Deposits in the window, including those reserved by open orders. */
  used: centsSchema,
  /** A raised or removed limit that applies later; `amount` is null when the limit is removed. */
  pending: z.object({ amount: centsSchema.nullable(), at: z.int() }).nullable(),
})

export type DepositLimit = z.infer<typeof depositLimitSchema>

const exclusionSchema = z.object({
  kind: z.enum(['time-out', 'self-exclusion']),
  /** Milliseconds since 1970; null for an exclusion without end. */
  until: z.int().nullable(),
  /** What the shop says where it excluded the player; null where they did it themselves. Older servers leave it out. */
  words: z
    .object(perLanguage(() => z.string()))
    .nullable()
    .default(null),
})

export type Exclusion = z.infer<typeof exclusionSchema>

export const limitsReplySchema = z.object({
  success: z.literal(true),
  limits: z.array(depositLimitSchema).length(LIMIT_WINDOWS.length),
  /** The exclusion in force; null for none. */
  exclusion: exclusionSchema.nullable(),
})

export type LimitsReply = z.infer<typeof limitsReplySchema>

/** Windows that are left out keep their limit; null removes one. */
export const limitsBodySchema = z.strictObject({
  day: centsSchema.positive().nullable().optional(),
  week: centsSchema.positive().nullable().optional(),
  month: centsSchema.positive().nullable().optional(),
})

export type LimitsBody = z.infer<typeof limitsBodySchema>

export const limitsChangedSchema = z.union([limitsReplySchema.extend({ message: z.string() }), refusalSchema])

export type LimitsChanged = z.infer<typeof limitsChangedSchema>

/** 1, 7 and 30 days are time-outs; 182, 365 and 'forever' exclusions. */
export const EXCLUSION_DAYS = [1, 7, 30, 182, 365] as const

export const excludeBodySchema = z.strictObject({
  days: z.union([z.literal(EXCLUSION_DAYS), z.literal('forever')]),
})

export type ExcludeBody = z.infer<typeof excludeBodySchema>

export const excludeReplySchema = z.union([successSchema.extend({ exclusion: exclusionSchema }), refusalSchema])

export type ExcludeReply = z.infer<typeof excludeReplySchema>

/** Minutes between two reminders. */
export const REALITY_MINUTES = [15, 30, 60, 120] as const

export type RealityMinutes = (typeof REALITY_MINUTES)[number]

/** Null for no reminders. */
export const realityBodySchema = z.strictObject({ minutes: z.literal(REALITY_MINUTES).nullable() })

export const realityReplySchema = successSchema.extend({ minutes: z.literal(REALITY_MINUTES).nullable() })

export type RealityReply = z.infer<typeof realityReplySchema>

/** The longest visit that is accepted. */
const VISIT_MOST_MS = 30 * 86_400_000

/** The duration of the visit, because the browser's clock may be wrong. */
export const visitQuerySchema = z.strictObject({ lasted: z.coerce.number().int().min(0).max(VISIT_MOST_MS) })

export const visitReplySchema = z.object({
  success: z.literal(true),
  /** Paid for cases and spins, and everything staked in upgrades and contracts: money, and items at their price. */
  paid: centsSchema,
  /** Everything that was won: items at their selling price, and the wheel's money. */
  won: centsSchema,
  /** Won less paid; below zero for a loss. */
  result: centsSchema,
})

export type VisitReply = z.infer<typeof visitReplySchema>
