// Schemas that several calls share. Both sides use their types; only the server loads the schemas.

import { z } from 'zod'
import { perLanguage } from '../game/base/language.ts'
import { WEAPON_CLASSES, WEARS } from '../game/catalogue/catalogue.ts'
import { RARITIES } from '../game/catalogue/rarity.ts'

/** Whole US cents. */
export const centsSchema = z.int()

export const localizedSchema = z.object(perLanguage(() => z.string()))

/**
 * An item in lists, cards and drops. `name` is 'type
 * name' without star, StatTrak and wear.
 */
export const itemViewSchema = z.object({
  id: z.string(),
  skin: z.string(),
  model: z.string(),
  weaponClass: z.enum(WEAPON_CLASSES),
  rarity: z.enum(RARITIES),
  star: z.boolean(),
  stattrak: z.boolean(),
  wear: z.enum(WEARS).nullable(),
  icon_url: z.string().nullable(),
  market_hash_name: z.string(),
  name: localizedSchema,
})

export type ItemView = z.infer<typeof itemViewSchema>

/** An item as cards and live drops show it: what the specification's drops do not name is null. */
export interface ShownItem extends Pick<ItemView, 'rarity' | 'icon_url' | 'name' | 'star' | 'stattrak' | 'wear'> {
  readonly skin: ItemView['skin'] | null
  readonly weaponClass: ItemView['weaponClass'] | null
}

/** Refusals that a player can cause in normal use; the interface may branch on the code and always shows the message. */
const REFUSAL_CODES = [
  'balance',
  'case-off',
  'case-paused',
  'preview',
  'terms-changed',
  'case-unknown',
  'price-changed',
  'item-gone',
  'item-held',
  'sum-changed',
  'nothing-selected',
  'sign-in-expired',
  'sign-in-failed',
  'seed-in-use',
  'client-seed-missing',
  'client-seed-set',
  'commitment-changed',
  'method-unknown',
  'currency-closed',
  'deposit-too-small',
  'deposit-too-large',
  'orders-open',
  'orders-day',
  'seeds-day',
  'limit-reached',
  'card-limit',
  'excluded',
  'banned',
  'provider-down',
  'promo-unknown',
  'promo-ended',
  'promo-used-up',
  'promo-used',
  'promo-level',
  'promo-deposit',
  'promo-deposit-only',
  'promo-case-off',
  'promo-crypto',
  'order-unknown',
  'order-closed',
  'cancel-failed',
  'social-off',
  'nothing-staked',
  'stake-items',
  'target-unknown',
  'target-price',
  'price-old',
  'prices-old',
  'chance-high',
  'chance-low',
  'contract-items',
  'contract-sum',
  'odds-changed',
  'social-unopened',
  'social-claimed',
  'trade-link-form',
  'trade-link-foreign',
  'device-unknown',
  'erasure-open',
  'erasure-none',
  'push-service',
  'push-off',
  'trade-link-missing',
  'gift-locked',
  'gift-steam',
  'gift-related',
  'turnover',
  'withdrawal-off',
  'replacement-dear',
  'difference-changed',
  'referral-unknown',
  'referral-own',
  'referral-circle',
  'referral-entered',
  'referral-late',
  'referral-taken',
  'referral-form',
  'referral-chosen',
  'reward-paused',
  'switched-off',
  'free-case-locked',
  'free-case-opened',
  'calendar-claimed',
  'calendar-day-changed',
  'raffle-closed',
  'raffle-joined',
  'raffle-deposit',
  'mission-unknown',
  'mission-open',
  'mission-claimed',
  'mission-over',
  'spin-used',
  'share-unknown',
  'battle-unknown',
  'battle-closed',
  'battle-full',
  'seat-taken',
  'battle-joined',
  'battle-unseated',
  'battle-own',
  'battles-open',
  'battles-day',
  'withdrawals-day',
  'battle-rounds',
  'battle-part',
  'battle-fund',
  'battle-cluster',
  'letters-day',
  'letters-open',
  'letter-closed',
  'letter-open',
  'letter-appealed',
  'letter-late',
  'letter-nobody',
  'pictures-day',
  'picture-gone',
  'picture-large',
  'picture-kind',
  'picture-moving',
  'picture-pixels',
  'picture-broken',
  'picture-busy',
] as const

export type RefusalCode = (typeof REFUSAL_CODES)[number]

export const refusalSchema = z.object({
  success: z.literal(false),
  code: z.enum(REFUSAL_CODES),
  message: z.string(),
})

export type Refusal = z.infer<typeof refusalSchema>

/** The response to a call that broke the protocol (4xx) or caused a server error (5xx). */
export const faultSchema = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  /** The invalid part of the request, e.g. `body/count`. */
  field: z.string().optional(),
  /** The log has the same id. */
  id: z.string(),
})

export type Fault = z.infer<typeof faultSchema>

export const successSchema = z.object({ success: z.literal(true), message: z.string() })
