// The room Bots and stock: the account that trades, and its stock against what players hold.
import { z } from 'zod'
import { centsSchema, itemViewSchema } from '../common.ts'
import { momentSchema } from './common.ts'

const momentOrNull = momentSchema.nullable()

const botSchema = z.object({
  instance: z.object({ id: z.uuid(), host: z.string(), pid: z.int(), seenAt: momentSchema }),
  provider: z.string(),
  /** Null before its first use, and for the stand-in. */
  isSignedIn: z.boolean().nullable(),
  /** Items that it could offer when it last looked; null before. */
  stock: z.int().nullable(),
  done: z.int(),
  failed: z.int(),
  failures: z.int(),
  doneAt: momentOrNull,
  failedAt: momentOrNull,
  error: z.string().nullable(),
})

export type Bot = z.infer<typeof botSchema>

/** `GET /bots`. */
export const botsReplySchema = z.object({
  now: momentSchema,
  /** The trade provider of this site; null where nobody sends items. */
  provider: z.string().nullable(),
  bots: z.array(botSchema),
  /** Withdrawals at Steam by their state, and how long the oldest has been in it. */
  offers: z.array(z.object({ state: z.string(), count: z.int(), oldest: momentSchema })),
  /** What the provider said of withdrawals that fail now. */
  problems: z.array(z.object({ problem: z.string(), count: z.int(), since: momentSchema })),
  /** Offers of withdrawals that ended without them: to be cancelled, and accepted first. */
  orphans: z.object({ open: z.int(), taken: z.int() }),
  /** What the stand-in of a sandbox has; null for a real provider. */
  standIn: z.object({ players: z.record(z.string(), z.int()), trades: z.record(z.string(), z.int()) }).nullable(),
})

export type BotsReply = z.infer<typeof botsReplySchema>

const STOCK_VIEWS = ['short', 'missing', 'all'] as const

/** `GET /bots/stock`: short: fewer in stock than wait; missing: was out of stock in the last days; all: of which players hold one. */
export const stockQuerySchema = z.strictObject({
  view: z.enum(STOCK_VIEWS).optional(),
  q: z.string().max(80).optional(),
  after: z.string().max(120).optional(),
})

export type StockQuery = z.output<typeof stockQuerySchema>

const stockRowSchema = z.object({
  id: z.string(),
  /** What it is; null where the catalogue lost it. */
  item: itemViewSchema.nullable(),
  /** Null where the stock is unknown, or a stand-in has everything. */
  stock: z.int().nullable(),
  held: z.int(),
  worth: centsSchema,
  waiting: z.int(),
  sending: z.int(),
  /** Withdrawals that found none, and wait for their player or the shop. */
  lacking: z.int(),
  offered: z.int(),
  missing: z.int(),
  replaced: z.int(),
})

export type StockRow = z.infer<typeof stockRowSchema>

export const stockReplySchema = z.object({
  /** Days that offers, lacks and replacements are summed over. */
  days: z.int(),
  /** When the stock was looked at; null before, and for a stand-in. */
  stockAt: momentOrNull,
  /** When it was counted what players hold; null before. */
  heldAt: momentOrNull,
  totals: z.object({
    stock: z.int().nullable(),
    held: z.int(),
    worth: centsSchema,
    waiting: z.int(),
    lacking: z.int(),
  }),
  rows: z.array(stockRowSchema),
  cursor: z.string().nullable(),
})

export type StockReply = z.infer<typeof stockReplySchema>

/** `GET /bots/stock/:id`. */
export const stockItemParamsSchema = z.strictObject({ id: z.string().max(120) })

export const stockItemReplySchema = stockRowSchema.extend({
  history: z.array(z.object({ day: z.string(), offered: z.int(), missing: z.int(), replaced: z.int() })),
})

export type StockItemReply = z.infer<typeof stockItemReplySchema>

/** `POST /bots/look`. */
export const lookBodySchema = z.strictObject({})

export const lookReplySchema = z.object({
  /** False where nobody sends items. */
  looked: z.boolean(),
})

export type LookReply = z.infer<typeof lookReplySchema>
