// What players show to others: a shared result with its page and pictures, and the overlay of a stream.
import { z } from 'zod'
import { DROP_SOURCES, type SharedGame } from '../game/base/games.ts'
import {
  centsSchema,
  type ItemView,
  itemViewSchema,
  type localizedSchema,
  refusalSchema,
  successSchema,
} from './common.ts'

/** A token of a shared result or an overlay: 128 random bits as base64url. */
export const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** A shared result, as its page and its pictures show it. */
export interface SharedResult {
  readonly token: string
  readonly rollId: string
  readonly game: SharedGame
  /** Milliseconds since 1970. */
  readonly at: number
  /** What was won; after a loss what the upgrade aimed at. */
  readonly item: ItemView
  /** The item's price, in cents. */
  readonly price: number
  readonly isWon: boolean
  /** What the round cost, in cents; 0 for a free case. */
  readonly cost: number
  /** The case that was opened; null for other games. */
  readonly case: { readonly url: string; readonly image: string; readonly name: z.infer<typeof localizedSchema> } | null
  /** Null for a hidden player. */
  readonly player: { readonly id: number; readonly username: string } | null
  /** True where everything is play money. */
  readonly isPlayMoney: boolean
}

export const shareBodySchema = z.strictObject({ roll: z.uuid() })

export const shareReplySchema = z.union([
  z.object({
    success: z.literal(true),
    /** The public page, e.g. `/win/q3Zc…`. */
    path: z.string(),
  }),
  refusalSchema,
])

export type ShareReply = z.infer<typeof shareReplySchema>

/** Takes a shared result back; its page and pictures are gone at once. */
export const unshareReplySchema = z.union([successSchema, refusalSchema])

const ownOverlaySchema = z.object({
  /** The page for the streaming program, e.g. `/overlay/q3Zc…`. */
  path: z.string(),
  /** When its sums began. */
  since: z.int(),
})

export type OwnOverlay = z.infer<typeof ownOverlaySchema>

export const ownOverlayReplySchema = z.object({ success: z.literal(true), overlay: ownOverlaySchema.nullable() })

export type OwnOverlayReply = z.infer<typeof ownOverlayReplySchema>

/** `make` replaces the token, `restart` sets the sums to zero, `end` removes the overlay. */
export const overlayBodySchema = z.strictObject({ action: z.enum(['make', 'restart', 'end']) })

export type OverlayAction = z.infer<typeof overlayBodySchema>['action']

/** How many drops an overlay gets at most. */
export const OVERLAY_DROPS = 10

/** What an overlay shows. Nothing in it names the player. */
export const overlayStateSchema = z.object({
  playMoney: z.boolean(),
  /** Since the sums began. */
  opened: z.int(),
  upgrades: z.int(),
  contracts: z.int(),
  paid: centsSchema,
  won: centsSchema,
  /** Newest first; the last seconds are left out, so that no drop is told before its reel has stopped. */
  drops: z.array(
    z.object({
      id: z.uuid(),
      type: z.enum(DROP_SOURCES),
      item: itemViewSchema,
      price: centsSchema,
      /** What its round cost; null where it had no round of its own. */
      cost: centsSchema.nullable(),
    }),
  ),
})

export type OverlayState = z.infer<typeof overlayStateSchema>

export const overlayReplySchema = z.object({ success: z.literal(true), overlay: overlayStateSchema })

export type OverlayReply = z.infer<typeof overlayReplySchema>
