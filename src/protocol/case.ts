// Cases: the lists of the home page, the contents of one case, and opening it.
import { z } from 'zod'
import { centsSchema, itemViewSchema, localizedSchema, refusalSchema } from './common.ts'
import { liveDropSchema } from './live.ts'

const caseCardSchema = z.object({
  url: z.string(),
  name: localizedSchema,
  image: z.string(),
  price: centsSchema,
  enabled: z.boolean(),
  /** Present while it is off because prices of its items are held: it comes back by itself. */
  paused: z.literal(true).optional(),
  /** The three most expensive items, which are shown with the crate. */
  best: z.array(itemViewSchema),
  /** The price of the most expensive one, in cents. */
  bestPrice: centsSchema,
  /** Return to player as a fraction: 0.91 returns 91 cents of a dollar on average. */
  returnToPlayer: z.number(),
})

export type CaseCard = z.infer<typeof caseCardSchema>

const categoryViewSchema = z.object({
  id: z.string(),
  name: localizedSchema,
  cases: z.array(caseCardSchema),
})

export type CategoryView = z.infer<typeof categoryViewSchema>

export const casesReplySchema = z.object({ categories: z.array(categoryViewSchema) })

/** An entry of a case: tickets `from` to `to` of 1,000,000 win it. */
export const contentViewSchema = z.object({
  item: itemViewSchema,
  price: centsSchema,
  tickets: z.int(),
  from: z.int(),
  to: z.int(),
})

export type ContentView = z.infer<typeof contentViewSchema>

const caseViewSchema = caseCardSchema.omit({ best: true, bestPrice: true }).extend({
  /** SHA-256 of the odds table that each roll of this case commits to. */
  oddsHash: z.string(),
  /** Most expensive first. */
  contents: z.array(contentViewSchema),
})

export type CaseView = z.infer<typeof caseViewSchema>

export const caseReplySchema = z.union([z.object({ success: z.literal(true), case: caseViewSchema }), refusalSchema])

export type CaseReply = z.infer<typeof caseReplySchema>

export const caseDropsReplySchema = z.union([
  z.object({
    success: z.literal(true),
    /** The last drops of the case, the newest first. */
    drops: z.array(liveDropSchema),
    /** The player's own last drops of the case; null for a guest. */
    own: z.array(liveDropSchema).nullable(),
  }),
  refusalSchema,
])

export type CaseDropsReply = z.infer<typeof caseDropsReplySchema>

export const ownCasesReplySchema = z.object({
  success: z.literal(true),
  /** Urls, the newest first. */
  favourites: z.array(z.string()),
  /** The last opened first, each once, at most eight. */
  opened: z.array(caseCardSchema.pick({ url: true, name: true, image: true, price: true })),
})

export type OwnCasesReply = z.infer<typeof ownCasesReplySchema>

export const favouriteBodySchema = z.strictObject({ favourite: z.boolean() })

export type FavouriteBody = z.infer<typeof favouriteBodySchema>

export const favouriteReplySchema = z.union([
  z.object({ success: z.literal(true), favourite: z.boolean() }),
  refusalSchema,
])

export type FavouriteReply = z.infer<typeof favouriteReplySchema>

/** `price` is what the player saw; the call is refused when the price has changed since. */
export const openBodySchema = z.strictObject({
  count: z.int().min(1).max(10),
  price: centsSchema.optional(),
  demo: z.boolean().default(false),
})

export type OpenBody = z.input<typeof openBodySchema>

/** An item won in an opening. In a demo it has no id: it has no owner and no proof. */
export const wonDropSchema = z.object({
  id: z.uuid().nullable(),
  price: centsSchema,
  item: itemViewSchema,
  /** The drawn ticket, 1 to 1,000,000. */
  roll: z.int(),
})

export type WonDrop = z.infer<typeof wonDropSchema>

const rollRefSchema = z.object({ id: z.uuid(), nonce: z.int(), roll: z.int() })

export const openReplySchema = z.union([
  z.object({
    success: z.literal(true),
    drops: z.array(wonDropSchema),
    /** The balance after the opening; null in a guest's demo. */
    balance: centsSchema.nullable(),
    rolls: z.array(rollRefSchema),
  }),
  refusalSchema,
])

export type OpenReply = z.infer<typeof openReplySchema>
