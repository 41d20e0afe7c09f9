// The upgrade: items and balance for one more expensive item.
import { z } from 'zod'
import { UPGRADE_ITEMS_MOST } from '../game/base/economy.ts'
import { ROLL_SIDES } from '../game/games/upgrade.ts'
import { wonDropSchema } from './case.ts'
import { centsSchema, refusalSchema } from './common.ts'
import { targetSchema } from './inventory.ts'

export const upgradeBodySchema = z.strictObject({
  ids: z.array(z.uuid()).max(UPGRADE_ITEMS_MOST),
  /** Cents from the balance. */
  balance: centsSchema.min(0),
  /** Id of the item in the catalogue. */
  target: z.string().min(1).max(120),
  /** The price of the target that the player saw. */
  price: centsSchema,
  /** The edge of the target that the player saw; without it the one of now counts. */
  edge: z.int().min(0).max(10_000).optional(),
  /** The whole stake that the player saw; without it the stake counts at what it is now. */
  stake: centsSchema.optional(),
  side: z.enum(ROLL_SIDES),
})

export type UpgradeBody = z.infer<typeof upgradeBodySchema>

export const upgradeReplySchema = z.union([
  z.object({
    success: z.literal(true),
    won: z.boolean(),
    /** The id of the roll, and of the item when it was won. */
    id: z.uuid(),
    /** The drawn ticket, 1 to 1,000,000. */
    roll: z.int(),
    /** The winning tickets, both included. */
    from: z.int(),
    to: z.int(),
    stake: centsSchema,
    target: targetSchema,
    /** What was won; null for a loss. */
    drop: wonDropSchema.nullable(),
    balance: centsSchema,
  }),
  refusalSchema,
])

export type UpgradeReply = z.infer<typeof upgradeReplySchema>
