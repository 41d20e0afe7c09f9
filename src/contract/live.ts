// The live strip and the counters.
import { z } from 'zod'
import { centsSchema, itemViewSchema, localizedSchema } from './common.ts'

export const DROP_TYPES = ['case', 'upgrade', 'contract', 'wheel', 'raffle', 'missions', 'calendar'] as const

export type DropType = (typeof DROP_TYPES)[number]

export const liveDropSchema = z.object({
  id: z.uuid(),
  type: z.enum(DROP_TYPES),
  price: centsSchema,
  item: itemViewSchema,
  case: z.object({ url: z.string(), image: z.string(), name: localizedSchema }).optional(),
  user: z.object({
    id: z.int(),
    /** Null, as the avatar, for a player who hides. */
    username: z.string().nullable(),
    avatar: z.string().nullable(),
    lvl: z.int(),
  }),
  /** Path of the page that proves how it was drawn; null for what was given, not drawn. */
  proof: z.string().nullable(),
  /** Milliseconds since 1970: a player's own drop younger than ten seconds is held back after a reload too. */
  created_at: z.int(),
})

export type LiveDrop = z.infer<typeof liveDropSchema>

export const liveReplySchema = z.object({ all: z.array(liveDropSchema), best: z.array(liveDropSchema) })

export type LiveReply = z.infer<typeof liveReplySchema>

export const statisticSchema = z.object({
  users: z.int(),
  cases: z.int(),
  upgrades: z.int(),
  contracts: z.int(),
})

export type Statistic = z.infer<typeof statisticSchema>
