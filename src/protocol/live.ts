// Live drops and statistics.
import { z } from 'zod'
import { COUNTED_GAMES, type CountedGame, DROP_SOURCES, GAMES } from '../game/base/games.ts'
import { centsSchema, itemViewSchema, localizedSchema } from './common.ts'

export const liveDropSchema = z.object({
  id: z.uuid(),
  type: z.enum(DROP_SOURCES),
  price: centsSchema,
  item: itemViewSchema,
  case: z.object({ url: z.string(), image: z.string(), name: localizedSchema }).optional(),
  user: z.object({
    /** Null, like name and picture, for a hidden player. */
    id: z.int().nullable(),
    username: z.string().nullable(),
    avatar: z.string().nullable(),
    lvl: z.int(),
  }),
  /** The path of the page that proves the draw; null for an item that was given, not drawn. */
  proof: z.string().nullable(),
  /** Milliseconds since 1970: a player's own drop is hidden for its first ten seconds, also after a reload. */
  created_at: z.int(),
  /** Of events: won at 20 times what was paid for it, in a battle for its seat. The lists leave it out: it is news once. */
  great: z.literal(true).optional(),
})

export type LiveDrop = z.infer<typeof liveDropSchema>

export const liveReplySchema = z.object({ all: z.array(liveDropSchema), best: z.array(liveDropSchema) })

export type LiveReply = z.infer<typeof liveReplySchema>

/** The field of the statistics that counts the rounds of a game. */
type GameCounter = (typeof GAMES)[CountedGame]['counter']

const gameCounters = Object.fromEntries(COUNTED_GAMES.map((game) => [GAMES[game].counter, z.int()])) as Record<
  GameCounter,
  z.ZodInt
>

export const statisticSchema = z.object({ users: z.int(), ...gameCounters })

export type Statistic = z.infer<typeof statisticSchema>
