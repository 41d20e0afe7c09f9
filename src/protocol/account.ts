// The player's own account and the public profile: totals, history, rolls, devices and settings.
import { z } from 'zod'
import { BADGES } from '../game/base/badges.ts'
import { COUNTED_GAMES, PLAYER_GAMES } from '../game/base/games.ts'
import { TRADE_LINK_TEXT_MAX } from '../game/withdrawal/trade-link.ts'
import { centsSchema, itemViewSchema, refusalSchema, successSchema } from './common.ts'
import { liveDropSchema } from './live.ts'

const gameTotalSchema = z.object({ game: z.enum(COUNTED_GAMES), played: z.int() })

/** The public profile of a player; of a hidden player only the id and the level. */
export const profileSchema = z.object({
  id: z.int(),
  /** Null for a hidden player. */
  username: z.string().nullable(),
  avatar: z.string().nullable(),
  lvl: z.int(),
  /** Milliseconds since 1970; null for a hidden player. */
  joined_at: z.int().nullable(),
  /** The most expensive item ever won. */
  best: liveDropSchema.nullable(),
  totals: z.array(gameTotalSchema),
  /** In the order in which they were earned. Others see those of craft; what protects a player is shown to themselves alone. */
  badges: z.array(z.enum(BADGES)),
  /** Newest first, at most twenty. */
  recent: z.array(liveDropSchema),
})

export type Profile = z.infer<typeof profileSchema>

export const profileReplySchema = z.object({ success: z.literal(true), profile: profileSchema })

/** An erasure that the player asked for. */
const erasureSchema = z.object({
  /** Milliseconds since 1970. */
  requested_at: z.int(),
  /** Until then it can be taken back. */
  due_at: z.int(),
})

export type Erasure = z.infer<typeof erasureSchema>

/** The player confirms that what is left of their balance and items is lost. */
export const erasureBodySchema = z.strictObject({ confirmed: z.literal(true) })

export const erasureCancelBodySchema = z.strictObject({})

export const erasureReplySchema = z.union([successSchema.extend({ erasure: erasureSchema.nullable() }), refusalSchema])

export type ErasureReply = z.infer<typeof erasureReplySchema>

/** The private part of the account, at the top of the dashboard. */
export const accountReplySchema = z.object({
  success: z.literal(true),
  profile: profileSchema,
  /** True when the name is hidden from others; `profile` is the player's own view. */
  hidden: z.boolean(),
  /** True when the player chose to appear on leaderboards. */
  onBoards: z.boolean(),
  /** All owned items, and what they sell for now. */
  items: z.object({ count: z.int(), worth: centsSchema }),
  /** Since sign-up: the amount paid for games, and the value of everything won. */
  spent: centsSchema,
  won: centsSchema,
  /** Null for none. */
  erasure: erasureSchema.nullable(),
})

export type AccountReply = z.infer<typeof accountReplySchema>

/** The cursor of a page; only the server reads it. */
const cursorSchema = z.string().regex(/^[0-9a-z._-]{1,120}$/)

/** The groups that filter the history. */
const HISTORY_FILTERS = ['deposits', 'games', 'sales', 'bonuses', 'withdrawals'] as const

export type HistoryFilter = (typeof HISTORY_FILTERS)[number]

/** One transfer of the ledger, with a description. */
const historyEntrySchema = z.object({
  id: z.uuid(),
  /** Milliseconds since 1970. */
  at: z.int(),
  /** The kind of transfer; the interface may choose an icon by it. */
  kind: z.string(),
  /** The description in the reader's language. */
  text: z.string(),
  /** The change of the balance: below zero when the player paid. */
  amount: centsSchema,
  /** A path of the site with details; null where there is none. */
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
  /** At most fifty, newest first. */
  entries: z.array(historyEntrySchema),
  cursor: z.string().nullable(),
})

export type HistoryReply = z.infer<typeof historyReplySchema>

/** The prize of a roll: an item, or an amount of money where there is no item. */
export const rollPrizeSchema = z.object({ item: itemViewSchema.nullable(), price: centsSchema })

export const rollsQuerySchema = z.strictObject({
  game: z.enum(PLAYER_GAMES).optional(),
  cursor: cursorSchema.optional(),
})

export type RollsQuery = z.output<typeof rollsQuerySchema>

const ownRollSchema = z.object({
  id: z.uuid(),
  game: z.enum(PLAYER_GAMES),
  at: z.int(),
  nonce: z.int(),
  n: z.int(),
  roll: z.int(),
  /** False while the seed is in use: the roll can be verified after its rotation. */
  revealed: z.boolean(),
  won: rollPrizeSchema.nullable(),
})

export type OwnRoll = z.infer<typeof ownRollSchema>

export const rollsReplySchema = z.object({
  success: z.literal(true),
  /** At most fifty, newest first. */
  rolls: z.array(ownRollSchema),
  cursor: z.string().nullable(),
})

export type RollsReply = z.infer<typeof rollsReplySchema>

/** A signed-in device. */
export const deviceSchema = z.object({
  id: z.uuid(),
  /** From the User-Agent header, e.g. 'Chrome' and 'Android'; null for an unknown one. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  created_at: z.int(),
  seen_at: z.int(),
  /** True for the requesting device. */
  current: z.boolean(),
})

export type Device = z.infer<typeof deviceSchema>

export const devicesReplySchema = z.object({ success: z.literal(true), devices: z.array(deviceSchema) })

export type DevicesReply = z.infer<typeof devicesReplySchema>

/** Signs out one device and closes its sockets. */
export const endDeviceBodySchema = z.strictObject({ id: z.uuid() })

export const endDeviceReplySchema = z.union([successSchema, refusalSchema])

/** An empty text removes the trade URL. */
export const tradeLinkBodySchema = z.strictObject({ tradeLink: z.string().trim().max(TRADE_LINK_TEXT_MAX) })

export const tradeLinkReplySchema = z.union([successSchema.extend({ tradeLink: z.string().nullable() }), refusalSchema])

export type TradeLinkReply = z.infer<typeof tradeLinkReplySchema>

export const privacyBodySchema = z.strictObject({ hidden: z.boolean() })

export const privacyReplySchema = successSchema.extend({ hidden: z.boolean() })

export type PrivacyReply = z.infer<typeof privacyReplySchema>
