// The room Prices: what each item costs and why, what is held, lists that are taken, and what a price does to what is sold.
import { z } from 'zod'
import { WEARS } from '../../game/catalogue/catalogue.ts'
import { PRICE_FILTERS, PRICE_ORDERS } from '../../game/office/prices.ts'
import { centsSchema, localizedSchema } from '../common.ts'
import { momentSchema } from './common.ts'
import { editionNumberSchema } from './editions.ts'

/** The most of a price list that is sent, in characters: the public lists of all that is traded have half of it. */
export const LIST_LENGTH_MAX = 16_000_000

/** The most prices of one draft. */
const TYPED_MOST = 500

const itemIdSchema = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,79}$/)

/** A price that a person types: one cent to a million dollars. */
const typedPriceSchema = z.int().min(1).max(100_000_000)

export const pricesQuerySchema = z.strictObject({
  /** A part of the name, in any language. */
  q: z.string().trim().min(1).max(80).optional(),
  filter: z.enum(PRICE_FILTERS).optional(),
  order: z.enum(PRICE_ORDERS).optional(),
  /** How many rows are before the page. */
  cursor: z.coerce.number().int().min(0).max(1_000_000).optional(),
})

export type PricesQuery = z.infer<typeof pricesQuerySchema>

/** An item by its name without star, StatTrak and wear. */
export const namedItemSchema = z.object({
  id: z.string(),
  name: localizedSchema,
  star: z.boolean(),
  stattrak: z.boolean(),
  wear: z.enum(WEARS).nullable(),
})

export type NamedItem = z.infer<typeof namedItemSchema>

const spreadSchema = z.object({ lowest: centsSchema, highest: centsSchema, sources: z.int() })

const heldSchema = z.object({
  /** What the list said. */
  seen: centsSchema,
  since: momentSchema,
  /** How far it moved, in percent of the accepted price: up where it is above 0. */
  moved: z.number(),
  /** Of a list that was wrong as a whole. */
  ofWrongList: z.boolean(),
})

export const pricedItemSchema = namedItemSchema.extend({
  /** Null for an item that has none: it is not sold. */
  price: centsSchema.nullable(),
  /** When the price was made, as the last list that named it tells; null where none did. */
  at: momentSchema.nullable(),
  /** What several sources say; null where one alone names it. */
  spread: spreadSchema.nullable(),
  held: heldSchema.nullable(),
  /** In how many cases it is. */
  cases: z.int(),
})

export type PricedItem = z.infer<typeof pricedItemSchema>

/** `GET /prices`. */
export const pricesReplySchema = z.object({
  items: z.array(pricedItemSchema),
  cursor: z.string().nullable(),
  /** How many match. */
  count: z.int(),
  /** The list of the prices; null before the first. */
  source: z.string().nullable(),
  /** When its newest price was made. */
  at: momentSchema.nullable(),
  /** Whether it came with the site. */
  isShipped: z.boolean(),
  /** A price that is older is old, in hours. */
  freshHours: z.number(),
  held: z.int(),
})

export type PricesReply = z.infer<typeof pricesReplySchema>

const EFFECT_KINDS = ['case', 'wheel', 'freeCase'] as const

/** What a price does to a case, to the wheel or to a free case. Returns are fractions: of the price, of a free case of the deposit that opens it. */
export const effectSchema = z.object({
  kind: z.enum(EFFECT_KINDS),
  /** The URL of a case, the tier of a free case. */
  id: z.string(),
  name: localizedSchema.nullable(),
  /** Of an opening, or of the deposit that opens it. */
  price: centsSchema,
  /** What it returns now. */
  before: z.number(),
  /** What it would return with the tickets that it has. */
  plain: z.number(),
  /** What it returns afterwards. */
  after: z.number(),
  /** Whether it can be opened, before and after. */
  wasOn: z.boolean(),
  isOn: z.boolean(),
  /** Where its return has to be. */
  least: z.number(),
  most: z.number(),
  /** Entries that get other tickets, or whose item another one replaces. */
  entries: z.array(
    z.object({
      /** Null for money, or nothing. */
      item: namedItemSchema.nullable(),
      /** The item in its place; null for the same. */
      other: namedItemSchema.nullable(),
      worth: centsSchema,
      before: z.int(),
      after: z.int(),
    }),
  ),
})

export type PriceEffect = z.infer<typeof effectSchema>

const placeSchema = z.object({
  kind: z.enum(EFFECT_KINDS),
  id: z.string(),
  name: localizedSchema.nullable(),
  price: centsSchema,
  /** What it returns now. */
  returns: z.number(),
  /** Whether it can be opened. */
  isOn: z.boolean(),
  /** The chance of the item, as a fraction. */
  chance: z.number(),
})

/** `GET /prices/items/:id`. */
export const priceItemReplySchema = z.object({
  item: pricedItemSchema,
  source: z.string().nullable(),
  isShipped: z.boolean(),
  /** What it was before the last accepted change. */
  move: z.object({ from: centsSchema, at: momentSchema }).nullable(),
  /** By how many percent it may move before a person is asked; null without a price. */
  movePercent: z.number().nullable(),
  /** Its price in editions, oldest first: the first of each run of the same price; null where it had none. */
  history: z.array(z.object({ edition: z.int(), at: momentSchema, price: centsSchema.nullable() })),
  places: z.array(placeSchema),
})

export type PriceItemReply = z.infer<typeof priceItemReplySchema>

export const priceItemParamsSchema = z.strictObject({ id: itemIdSchema })

/** `GET /prices/held`: what is worth more than its price first, by how far. */
export const heldReplySchema = z.object({ items: z.array(pricedItemSchema) })

export type HeldReply = z.infer<typeof heldReplySchema>

const typedPricesSchema = z
  .record(itemIdSchema, typedPriceSchema)
  .refine((prices) => Object.keys(prices).length > 0 && Object.keys(prices).length <= TYPED_MOST)

/** `POST /prices/effects`: what typed prices would do; with a draft, beside those that it has. */
export const effectsBodySchema = z.strictObject({ prices: typedPricesSchema, draft: editionNumberSchema.nullable() })

export const effectsReplySchema = z.object({
  /** All that changes. */
  effects: z.array(effectSchema),
  /** How many cases, wheels and free cases stay as they are. */
  same: z.int(),
})

export type EffectsReply = z.infer<typeof effectsReplySchema>

/** `POST /prices/drafts`: writes typed prices into a draft. */
export const priceDraftBodySchema = z.strictObject({
  /** The draft, as it was read; null for a new one. */
  draft: z.strictObject({ id: z.int().positive(), version: z.int().positive() }).nullable(),
  title: z.string().trim().min(1).max(120),
  prices: typedPricesSchema,
})

/** `GET /prices/drafts/:id`: the prices that a draft changes, beside those in force. */
export const priceDraftReplySchema = z.object({
  /** Whether its prices were written on an edition whose prices are no longer in force. */
  isOld: z.boolean(),
  items: z.array(namedItemSchema.extend({ before: centsSchema.nullable(), after: centsSchema.nullable() })),
  effects: z.array(effectSchema),
})

export type PriceDraftReply = z.infer<typeof priceDraftReplySchema>

/** `POST /prices/drafts/:id/renew`: writes its prices anew on the edition in force. */
export const renewBodySchema = z.strictObject({ version: z.int().positive() })

/** `POST /prices/accept`: takes the prices that were seen of held items. */
export const acceptBodySchema = z.strictObject({
  items: z
    .array(z.strictObject({ id: itemIdSchema, seen: centsSchema }))
    .min(1)
    .max(TYPED_MOST),
})

/** `POST /prices/lists`: reads a list, and says what it would do. */
export const listBodySchema = z.strictObject({
  /** Null: the shop's own address is asked. */
  file: z
    .strictObject({
      name: z
        .string()
        .max(200)
        .regex(/\.(csv|tsv|json)$/i),
      text: z.string().min(1).max(LIST_LENGTH_MAX),
    })
    .nullable(),
  /** Also takes what moved beyond its bound. */
  force: z.boolean(),
})

const moveSchema = namedItemSchema.extend({ before: centsSchema, after: centsSchema })

export const listReplySchema = z.object({
  /** Of the list, for an hour. */
  id: z.int(),
  /** The edition that it was compared with. */
  edition: z.int(),
  source: z.string(),
  /** What of each row was read; null where a row has one price. */
  column: z.string().nullable(),
  force: z.boolean(),
  /** Why the list is wrong as a whole; null where it is not. */
  wrong: z
    .object({
      /** The part of its prices that moved too far, or that its sources contradict each other about, in percent. */
      percent: z.number(),
      /** How many times the accepted prices they are, in the middle. */
      ratio: z.number(),
      isDisputed: z.boolean(),
    })
    .nullable(),
  /** Prices of the list. */
  prices: z.int(),
  /** How many there are, and the first of them. */
  changes: z.object({ count: z.int(), first: z.array(moveSchema) }),
  /** Those that moved too far, or that sources contradict each other about. */
  held: z.object({ count: z.int(), up: z.int(), first: z.array(moveSchema) }),
  lifted: z.int(),
  /** Items that the list does not name. */
  unlisted: z.object({ count: z.int(), first: z.array(z.string()) }),
  /** Names that the catalogue does not have. */
  unknown: z.object({ count: z.int(), first: z.array(z.string()) }),
  /** Rows that were left out, each with its line. */
  refused: z.object({ count: z.int(), first: z.array(z.string()) }),
  /** Sources that gave no list. */
  failed: z.array(z.string()),
  effects: z.array(effectSchema),
  same: z.int(),
  /** Whether anything would be published. */
  changesShop: z.boolean(),
})

export type ListReply = z.infer<typeof listReplySchema>

export const listParamsSchema = z.strictObject({ id: editionNumberSchema })

/** `POST /prices/lists/:id/publish`. */
export const listPublishBodySchema = z.strictObject({
  /** The edition that it was compared with. */
  edition: z.int().positive(),
  force: z.boolean(),
})

/** `GET /prices/source`: the address that lists are asked from. */
export const priceSourceReplySchema = z.object({ name: z.string() })

export type PriceSourceReply = z.infer<typeof priceSourceReplySchema>

export const rebalanceQuerySchema = z.strictObject({
  /** What cases are to return, in percent. */
  to: z.coerce.number().int().min(80).max(95).optional(),
})

/** `GET /prices/rebalance`: tickets for what is outside of its range, or off because of it. */
export const rebalanceReplySchema = z.object({
  edition: z.int(),
  effects: z.array(effectSchema),
  /** Those that no tickets bring back. */
  lost: z.array(effectSchema),
  /** Cases that are off although their return is in its range: a person switched them off. */
  offByHand: z.array(z.object({ url: z.string(), name: localizedSchema })),
})

export type RebalanceReply = z.infer<typeof rebalanceReplySchema>

/** `POST /prices/rebalance/:id`: the edition that was looked at. */
export const rebalanceParamsSchema = z.strictObject({ id: editionNumberSchema })

/** Begins a draft with all proposals. */
export const rebalanceBodySchema = z.strictObject({
  to: z.int().min(80).max(95),
  title: z.string().trim().min(1).max(120),
})
