// A player's items in pages, for games, withdrawals and the dashboard.

import { z } from 'zod'
import { DROP_SOURCES } from '../game/base/games.ts'
import { RARITIES } from '../game/catalogue/rarity.ts'
import { centsSchema, itemViewSchema } from './common.ts'
import { waitSchema } from './waiting.ts'

/** The source of an item; a replacement was given for one that could not be withdrawn. */
const ITEM_SOURCES = [...DROP_SOURCES, 'replacement'] as const

export type ItemSource = (typeof ITEM_SOURCES)[number]

/** An item of a player. */
export const ownedItemSchema = z.object({
  id: z.uuid(),
  item: itemViewSchema,
  /** What it sells and is staked for now: `won_price` for some hours, then that or its price in the catalogue if it is lower. */
  price: centsSchema,
  /** Its price when it was won. Orders by price go by it. */
  won_price: centsSchema,
  source: z.enum(ITEM_SOURCES),
  /** Milliseconds since 1970. */
  won_at: z.int(),
  /**
   * Present while its price is held, 'price': it can neither be sold nor staked nor withdrawn; or while gifts have paid for a part of it that
   * is not unlocked, 'gift': it can be played and sold, not withdrawn.
   */
  wait: waitSchema.optional(),
})

export type OwnedItem = z.infer<typeof ownedItemSchema>

const ITEM_SORTS = ['new', 'old', 'dear', 'cheap'] as const

export type ItemSort = (typeof ITEM_SORTS)[number]

/** The cursor of a page; only the server reads it. */
const cursorSchema = z.string().regex(/^[0-9a-z._-]{1,120}$/)

export const itemsQuerySchema = z.strictObject({
  sort: z.enum(ITEM_SORTS).default('new'),
  rarity: z.enum(RARITIES).optional(),
  /** Words of the name in any language, or a nickname. */
  q: z.string().trim().max(60).optional(),
  cursor: cursorSchema.optional(),
})

export type ItemsQuery = z.output<typeof itemsQuerySchema>

export const itemsReplySchema = z.object({
  success: z.literal(true),
  /** At most fifty. */
  items: z.array(ownedItemSchema),
  cursor: z.string().nullable(),
  /** The totals of all matches, in all pages. */
  total: z.object({
    count: z.int(),
    sum: centsSchema,
    /** Present when a filter has more matches than were counted. */
    least: z.literal(true).optional(),
  }),
})

export type ItemsReply = z.infer<typeof itemsReplySchema>

export const targetsQuerySchema = z.strictObject({
  /** Prices in cents, both included. */
  min: z.coerce.number().int().min(0).optional(),
  max: z.coerce.number().int().min(0).optional(),
  rarity: z.enum(RARITIES).optional(),
  q: z.string().trim().max(60).optional(),
  sort: z.enum(['dear', 'cheap']).default('cheap'),
  cursor: cursorSchema.optional(),
})

export type TargetsQuery = z.output<typeof targetsQuerySchema>

export const targetSchema = z.object({
  item: itemViewSchema,
  price: centsSchema,
  /** What an upgrade to it keeps of the stake, in ten-thousandths: more for restless and older prices. */
  edge: z.int(),
})

export type Target = z.infer<typeof targetSchema>

export const targetsReplySchema = z.object({
  success: z.literal(true),
  items: z.array(targetSchema),
  cursor: z.string().nullable(),
  total: z.int(),
  /** The lowest edge of all targets, for the range of prices that a stake allows. */
  edge: z.int(),
  /** How many of the catalogue's items are not offered because their prices are too old. */
  old: z.int(),
})

export type TargetsReply = z.infer<typeof targetsReplySchema>
