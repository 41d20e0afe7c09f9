// The player's own rooms and the public profile: totals, history, rolls, devices, and what he sets for himself.
import { z } from 'zod'
import { centsSchema, itemViewSchema, refusalSchema, successSchema } from './common.ts'
import { liveDropSchema } from './live.ts'

/** Games that a player's totals are kept of. */
export const PLAYED_GAMES = ['case', 'upgrade', 'contract'] as const

export type PlayedGame = (typeof PLAYED_GAMES)[number]

const gameTotalSchema = z.object({ game: z.enum(PLAYED_GAMES), played: z.int() })

/** What everyone may know of a player; of one who hides there is nothing but the id and the level. */
export const profileSchema = z.object({
  id: z.int(),
  /** Null for a player who hides. */
  username: z.string().nullable(),
  avatar: z.string().nullable(),
  lvl: z.int(),
  /** Milliseconds since 1970; null for a player who hides. */
  joined_at: z.int().nullable(),
  /** The dearest thing ever won. */
  best: liveDropSchema.nullable(),
  totals: z.array(gameTotalSchema),
  /** Newest first, twenty at most. */
  recent: z.array(liveDropSchema),
})

export type Profile = z.infer<typeof profileSchema>

export const profileReplySchema = z.object({ success: z.literal(true), profile: profileSchema })

/** What only the player himself sees of it, at the head of the dashboard. */
export const accountReplySchema = z.object({
  success: z.literal(true),
  profile: profileSchema,
  /** True when his name is hidden from everyone else; `profile` is as he sees it himself. */
  hidden: z.boolean(),
  /** Of everything that is owned. */
  items: z.object({ count: z.int(), worth: centsSchema }),
  /** In all the time: paid for games, and what everything won was worth. */
  spent: centsSchema,
  won: centsSchema,
})

export type AccountReply = z.infer<typeof accountReplySchema>

/** Where a page ended; only the server reads it. */
const cursorSchema = z.string().regex(/^[0-9a-z._-]{1,120}$/)

/** Groups that the history can be narrowed to. */
const HISTORY_FILTERS = ['deposits', 'games', 'sales', 'bonuses', 'withdrawals'] as const

export type HistoryFilter = (typeof HISTORY_FILTERS)[number]

/** One transfer of the ledger, in words. */
const historyEntrySchema = z.object({
  id: z.uuid(),
  /** Milliseconds since 1970. */
  at: z.int(),
  /** The ledger's name for it; the interface may choose a picture by it. */
  kind: z.string(),
  /** What happened, in the reader's language. */
  text: z.string(),
  /** What it did to the balance: below zero where the player paid. */
  amount: centsSchema,
  /** A path of the site that shows more; null where there is none. */
  link: z.string().nullable(),
})

export type HistoryEntry = z.infer<typeof historyEntrySchema>

export const historyQuerySchema = z.strictObject({
  only: z.enum(HISTORY_FILTERS).optional(),
  cursor: cursorSchema.optional(),
})

export type HistoryQuery = z.output<typeof historyQuerySchema>

export const historyReplySchema = z.object({
  success: z.literal(true),
  /** Fifty at most, newest first. */
  entries: z.array(historyEntrySchema),
  cursor: z.string().nullable(),
})

export type HistoryReply = z.infer<typeof historyReplySchema>

/** Games whose rolls a player has; a raffle draws one for all. */
export const ROLLED_GAMES = [...PLAYED_GAMES, 'wheel', 'free_case'] as const

export type RolledGame = (typeof ROLLED_GAMES)[number]

/** What a roll won: an item, or an amount of money where there is no item. */
export const rollPrizeSchema = z.object({ item: itemViewSchema.nullable(), price: centsSchema })

export const rollsQuerySchema = z.strictObject({
  game: z.enum(ROLLED_GAMES).optional(),
  cursor: cursorSchema.optional(),
})

export type RollsQuery = z.output<typeof rollsQuerySchema>

const ownRollSchema = z.object({
  id: z.uuid(),
  game: z.enum(ROLLED_GAMES),
  at: z.int(),
  nonce: z.int(),
  n: z.int(),
  roll: z.int(),
  /** False while the seed is still in use: the roll can be checked once it was rotated away. */
  revealed: z.boolean(),
  won: rollPrizeSchema.nullable(),
})

export type OwnRoll = z.infer<typeof ownRollSchema>

export const rollsReplySchema = z.object({
  success: z.literal(true),
  /** Fifty at most, newest first. */
  rolls: z.array(ownRollSchema),
  cursor: z.string().nullable(),
})

export type RollsReply = z.infer<typeof rollsReplySchema>

/** A device that is signed in. */
export const deviceSchema = z.object({
  id: z.uuid(),
  /** As the browser told it, e.g. 'Chrome' and 'Android'; null where it told nothing that is known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  created_at: z.int(),
  seen_at: z.int(),
  /** True for the one that asks. */
  current: z.boolean(),
})

export type Device = z.infer<typeof deviceSchema>

export const devicesReplySchema = z.object({ success: z.literal(true), devices: z.array(deviceSchema) })

export type DevicesReply = z.infer<typeof devicesReplySchema>

/** Ends one device; its sockets close with it. */
export const endDeviceBodySchema = z.strictObject({ id: z.uuid() })

export const endDeviceReplySchema = z.union([successSchema, refusalSchema])

/** An empty text removes the trade URL. */
export const tradeLinkBodySchema = z.strictObject({ tradeLink: z.string().trim().max(200) })

export const tradeLinkReplySchema = z.union([successSchema.extend({ tradeLink: z.string().nullable() }), refusalSchema])

export type TradeLinkReply = z.infer<typeof tradeLinkReplySchema>

export const privacyBodySchema = z.strictObject({ hidden: z.boolean() })

export const privacyReplySchema = successSchema.extend({ hidden: z.boolean() })

export type PrivacyReply = z.infer<typeof privacyReplySchema>
