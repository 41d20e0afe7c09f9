// Published days, and what they add up to. Nothing in them names a player.

import { z } from 'zod'
import { PAID_GAMES } from '../game/base/games.ts'
import type { Localized } from '../game/base/language.ts'
import { SHA_256 } from '../game/fairness/proof-fields.ts'
import { CHAIN_FORMAT } from '../game/transparency/chain.ts'
import { centsSchema } from './common.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const SIGNATURE = /^[0-9a-f]{128}$/

const sha256Schema = z.string().regex(SHA_256)

/** A published day as it is stored. */
const chainDaySchema = z.strictObject({
  sequence: z.int().min(1),
  day: z.string().regex(DAY),
  /** The hash of the day before; 64 zeros for the first day. */
  previous: sha256Schema,
  /** What is hashed after the hash of the day before and a line break. */
  text: z.string(),
  hash: sha256Schema,
  /** Ed25519 over the hash as it is written, by the key that the text names; hex. */
  signature: z.string().regex(SIGNATURE),
})

/** All published days: the file that `npm run verify` reads. */
export const chainFileSchema = z.strictObject({ format: z.literal(CHAIN_FORMAT), days: z.array(chainDaySchema) })

export type ChainFile = z.infer<typeof chainFileSchema>

const gameSchema = z.object({
  game: z.enum(PAID_GAMES),
  rolls: z.int(),
  staked: centsSchema,
  won: centsSchema,
  /** Won divided by staked, expected divided by staked, and the standard error of the first; null before anything was staked. */
  measured: z.number().nullable(),
  promised: z.number().nullable(),
  error: z.number(),
})

export type GameOfWindow = z.infer<typeof gameSchema>

const paymentsSchema = z.object({ count: z.int(), cents: centsSchema, withheld: z.int() })

const prizesSchema = z.object({ paid: z.int(), rolledOver: z.int(), cents: centsSchema })

/** What the last days add up to. */
const windowSchema = z.object({
  /** How many days it has, and those that it was asked for. */
  days: z.int(),
  wanted: z.int(),
  withdrawals: z.object({
    requested: z.int(),
    sent: z.int(),
    delivered: z.int(),
    refused: z.int(),
    declined: z.int(),
    unavailable: z.int(),
    reversed: z.int(),
    waits: z.array(z.int()),
    /** Minutes, at most; -1 for beyond the last bound; null without waits. */
    median: z.number().nullable(),
    p95: z.number().nullable(),
  }),
  deposits: z.object({ paid: paymentsSchema, refunded: paymentsSchema, disputed: paymentsSchema }),
  returns: z.array(gameSchema),
  bots: z.array(gameSchema),
  gifts: z.object({
    given: centsSchema,
    referral: z.int(),
    /** The margin in cents, and the part of it that pays own gifts. */
    margin: centsSchema,
    covers: centsSchema,
    ownPercent: z.number(),
    state: z.object({ locked: centsSchema, unlocked: centsSchema, covered: centsSchema }).nullable(),
  }),
  raffles: prizesSchema,
  leaderboards: prizesSchema,
})

export type TransparencyWindow = z.infer<typeof windowSchema>

/** The newest day of the chain. */
const headSchema = z.object({ day: z.string(), sequence: z.int(), hash: sha256Schema, key: sha256Schema })

export type ChainHead = z.infer<typeof headSchema>

export const transparencyQuerySchema = z.strictObject({
  /** Sequence numbers; only the server reads them. */
  cursor: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
  /** A day whose hash is asked for. */
  day: z.string().regex(DAY).optional(),
})

export const transparencyReplySchema = z.object({
  success: z.literal(true),
  /** Null before the first day is published. */
  head: headSchema.nullable(),
  windows: z.array(windowSchema),
  /** At most fifty, the newest first; the one that was asked for, or none. */
  days: z.array(chainDaySchema),
  cursor: z.string().nullable(),
})

export type TransparencyReply = z.infer<typeof transparencyReplySchema>

const editionSchema = z.object({ hash: sha256Schema, price: centsSchema, return: z.number() })

/** What the page shows. */
export interface TransparencyView {
  readonly head: ChainHead | null
  readonly windows: readonly TransparencyWindow[]
  /** The newest days, the newest first. */
  readonly days: readonly (Pick<z.infer<typeof chainDaySchema>, 'sequence' | 'day' | 'hash' | 'signature'> & {
    readonly isChecked: boolean
  })[]
  /** What was switched off in the last days, the newest first. It is read from the table, and not of the signed days. */
  readonly stopped: readonly {
    /** A part of the site, or `deposits.provider.method`. */
    readonly name: string
    readonly words: Localized
    readonly from: number
    /** Null while it is off. */
    readonly to: number | null
  }[]
  /** The newest changes of odds after the first day, the newest first. */
  readonly changes: readonly {
    readonly day: string
    readonly case: string
    readonly before: z.infer<typeof editionSchema> | null
    readonly after: z.infer<typeof editionSchema> | null
  }[]
  /** The odds in force, ordered by case. */
  readonly odds: readonly (z.infer<typeof editionSchema> & { readonly case: string; readonly since: string })[]
}
