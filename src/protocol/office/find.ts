// The search field: finds players by name, and records by their ids.
import { z } from 'zod'
import { itemViewSchema } from '../common.ts'

/** What can be found by its id, its provider's id or, for a player, by name. */
const FOUND_KINDS = ['player', 'order', 'withdrawal', 'item', 'transfer', 'roll', 'battle', 'letter'] as const

export const findQuerySchema = z.strictObject({ q: z.string().trim().min(1).max(120) })

export const foundSchema = z.object({
  kind: z.enum(FOUND_KINDS),
  id: z.string(),
  /** What tells it from others of its kind: a state, a game, a Steam ID. */
  remark: z.string(),
  /** Of an item: what it is, where the catalogue knows it. */
  item: itemViewSchema.optional(),
  /** Whose it is; null for a transfer between house accounts. A battle is its creator's. */
  player: z.object({ id: z.int(), username: z.string() }).nullable(),
})

export type Found = z.infer<typeof foundSchema>

/** `GET /find`: the best match first, at most 20. */
export const findReplySchema = z.object({ found: z.array(foundSchema) })

export type FindReply = z.infer<typeof findReplySchema>
