// What the price of an item of the catalogue rests on, asked for when a player opens it: never for every card of a grid.
import { z } from 'zod'
import { centsSchema } from './common.ts'

export const itemPriceQuerySchema = z.strictObject({ id: z.string().min(1).max(80) })

const itemPriceSchema = z.object({
  amount: centsSchema,
  /** The list that the price is from; null before the first one. */
  source: z.string().nullable(),
  /** When a list last named it, in milliseconds since 1970; null before the first one. */
  at: z.int().nullable(),
  /** True for the list that came with the site. */
  shipped: z.boolean(),
  /** The lowest and the highest price of several sources; null where one alone names it. */
  spread: z.object({ lowest: centsSchema, highest: centsSchema, sources: z.int() }).nullable(),
  /** What it was before its last accepted change, and when that was; null for none. */
  move: z.object({ from: centsSchema, at: z.int() }).nullable(),
  /** Since when it is held because it moved too far or its sources disagree; null where it is not. */
  held_since: z.int().nullable(),
})

export type ItemPrice = z.infer<typeof itemPriceSchema>

export const itemPriceReplySchema = z.object({
  success: z.literal(true),
  /** Null for an item that is no longer in the catalogue. */
  price: itemPriceSchema.nullable(),
})

export type ItemPriceReply = z.infer<typeof itemPriceReplySchema>
