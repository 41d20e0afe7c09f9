// The wheel: what lies on it, the player's spins, and what others have spun.
import { z } from 'zod'
import { SHA_256 } from '../game/proof-fields.ts'
import { centsSchema, itemViewSchema, refusalSchema } from './common.ts'
import { liveDropSchema } from './live.ts'
import { prizeSchema } from './prize.ts'

const sectorSchema = z.object({
  prize: prizeSchema,
  /** Out of 1,000,000, and the first and the last of them. */
  tickets: z.int(),
  from: z.int(),
  to: z.int(),
})

export type SectorView = z.infer<typeof sectorSchema>

/** A spin that is over. */
const spinSchema = z.object({
  /** Of the roll. */
  id: z.uuid(),
  /** Milliseconds since 1970. */
  at: z.int(),
  prize: prizeSchema,
})

/** A spin as everyone sees it; without name and picture where the player hides. */
const lastSpinSchema = spinSchema.extend({ user: liveDropSchema.shape.user })

export type LastSpin = z.infer<typeof lastSpinSchema>

const ownSpinSchema = spinSchema.extend({ free: z.boolean(), roll: z.int() })

export type OwnSpin = z.infer<typeof ownSpinSchema>

export const wheelReplySchema = z.object({
  success: z.literal(true),
  /** Of a spin that is not the day's free one. */
  price: centsSchema,
  /** What a paid spin gives back in the long run, as a fraction of its price. */
  returnToPlayer: z.number(),
  /** In the order in which they lie on the wheel. */
  sectors: z.array(sectorSchema),
  /** Fingerprints of the odds, by which a spin says which wheel its player saw. */
  odds: z.object({ free: z.string(), paid: z.string() }),
  /** Of all players, twenty at most, the newest first. */
  last: z.array(lastSpinSchema),
  /** When the day that is now ends and the next free spin comes; milliseconds since 1970. */
  nextDay: z.int(),
  /** Null for guests. */
  own: z
    .object({
      /** True while today's free spin is there. */
      free: z.boolean(),
      /** Twenty at most, the newest first. */
      spins: z.array(ownSpinSchema),
    })
    .nullable(),
})

export type WheelReply = z.infer<typeof wheelReplySchema>

export const spinBodySchema = z.strictObject({
  /** True for the free spin of the day. */
  free: z.boolean(),
  /** What the player saw that it costs; 0 for the free one. */
  price: centsSchema.min(0),
  /** The fingerprint of the odds that he saw; left out, any odds will do. */
  odds: z.string().regex(SHA_256).optional(),
})

export type SpinBody = z.infer<typeof spinBodySchema>

const spunSchema = z.object({
  success: z.literal(true),
  /** Place of the sector on the wheel, from 0. */
  sector: z.int(),
  roll: z.int(),
  /** Of the roll, under which its proof is found. */
  id: z.uuid(),
  free: z.boolean(),
  prize: prizeSchema,
  balance: centsSchema,
  /** The item that was won; null for an amount of money or nothing. */
  drop: z.object({ id: z.uuid(), price: centsSchema, item: itemViewSchema, roll: z.int() }).nullable(),
})

export const spinReplySchema = z.union([spunSchema, refusalSchema])

export type SpinReply = z.infer<typeof spinReplySchema>
