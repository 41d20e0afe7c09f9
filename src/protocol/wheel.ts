// The wheel: its sectors, the player's spins, and the last spins of everyone.
import { z } from 'zod'
import { SHA_256 } from '../game/fairness/proof-fields.ts'
import { centsSchema, itemViewSchema, refusalSchema } from './common.ts'
import { liveDropSchema } from './live.ts'
import { prizeSchema } from './prize.ts'

const sectorSchema = z.object({
  prize: prizeSchema,
  /** The number of tickets out of 1,000,000, the first, and the last. */
  tickets: z.int(),
  from: z.int(),
  to: z.int(),
})

export type SectorView = z.infer<typeof sectorSchema>

/** A finished spin. */
const spinSchema = z.object({
  /** The id of the roll. */
  id: z.uuid(),
  /** Milliseconds since 1970. */
  at: z.int(),
  prize: prizeSchema,
})

/** The public view of a spin; without name and picture for a hidden player. */
const lastSpinSchema = spinSchema.extend({ user: liveDropSchema.shape.user })

export type LastSpin = z.infer<typeof lastSpinSchema>

const ownSpinSchema = spinSchema.extend({ free: z.boolean(), roll: z.int() })

export type OwnSpin = z.infer<typeof ownSpinSchema>

export const wheelReplySchema = z.object({
  success: z.literal(true),
  /** Present while it cannot be spun because prices of its items are held. */
  paused: z.literal(true).optional(),
  /** The price of a spin other than the daily free one. */
  price: centsSchema,
  /** The return to player of a paid spin, as a fraction of its price. */
  returnToPlayer: z.number(),
  /** In their order on the wheel. */
  sectors: z.array(sectorSchema),
  /** The hashes of the odds, by which a spin identifies the wheel that the player saw. */
  odds: z.object({ free: z.string(), paid: z.string() }),
  /** Of all players, at most twenty, newest first. */
  last: z.array(lastSpinSchema),
  /** The start of the next day, when the next free spin is available; milliseconds since 1970. */
  nextDay: z.int(),
  /** Why the player gets no free spins, in their language; null when nothing keeps them from it. */
  giftRefusal: z.string().nullable(),
  /** Null for guests. */
  own: z
    .object({
      /** True while today's free spin is available. */
      free: z.boolean(),
      /** At most twenty, newest first. */
      spins: z.array(ownSpinSchema),
    })
    .nullable(),
})

export type WheelReply = z.infer<typeof wheelReplySchema>

export const spinBodySchema = z.strictObject({
  /** True for the free spin of the day. */
  free: z.boolean(),
  /** The price that the player saw; 0 for the free spin. */
  price: centsSchema.min(0),
  /** The hash of the odds that the player saw; any odds are accepted when left out. */
  odds: z.string().regex(SHA_256).optional(),
})

export type SpinBody = z.infer<typeof spinBodySchema>

const spunSchema = z.object({
  success: z.literal(true),
  /** The index of the sector on the wheel, from 0. */
  sector: z.int(),
  roll: z.int(),
  /** The id of the roll, which leads to its proof. */
  id: z.uuid(),
  free: z.boolean(),
  prize: prizeSchema,
  balance: centsSchema,
  /** The item that was won; null for an amount of money or nothing. */
  drop: z.object({ id: z.uuid(), price: centsSchema, item: itemViewSchema, roll: z.int() }).nullable(),
})

export const spinReplySchema = z.union([spunSchema, refusalSchema])

export type SpinReply = z.infer<typeof spinReplySchema>
