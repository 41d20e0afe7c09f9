// Proofs: what a player needs to verify a roll independently. Formula and test vectors: game/fairness/fairness.ts.
import { z } from 'zod'
import { GAME_NAMES, PAID_GAMES } from '../game/base/games.ts'
import { CLIENT_SEED } from '../game/fairness/fairness.ts'
import { SERVER_SEED, SHA_256 } from '../game/fairness/proof-fields.ts'
import { EXPORT_FORMAT, FIRST_EXPORT_FORMAT } from '../game/fairness/roll-export.ts'
import { rollPrizeSchema } from './account.ts'
import { centsSchema, itemViewSchema, localizedSchema } from './common.ts'

/** Who supplied a client seed; `server`: the server drew it, or could have, so that it could know both seeds. */
const sourceSchema = z.enum(['player', 'server'])

export type ClientSeedSource = z.infer<typeof sourceSchema>

/** The current seeds; the server seed is secret until its rotation. */
const seedsViewSchema = z.object({
  commit: z.string(),
  /** Null until the player supplies it. */
  clientSeed: z.string().nullable(),
  clientSeedSource: sourceSchema.nullable(),
  /** The nonce of the next roll. */
  nonce: z.int(),
  /** The commitment of the next seed, which is fixed already. */
  nextCommit: z.string(),
  /** The commitment that waits for the player's client seed, without which nothing is rolled; null for none. */
  unseeded: z.string().nullable(),
})

export type SeedsView = z.infer<typeof seedsViewSchema>

/** A revealed server seed. */
const pastSeedSchema = z.object({
  commit: z.string(),
  serverSeed: z.string(),
  /** Null for a pair that was revealed before it had one: it has no rolls. */
  clientSeed: z.string().nullable(),
  clientSeedSource: sourceSchema.nullable(),
  rolls: z.int(),
  revealed_at: z.int(),
})

export type PastSeed = z.infer<typeof pastSeedSchema>

const pastSeedsSchema = z.object({
  /** At most fifty, the last revealed first. */
  past: z.array(pastSeedSchema),
  /** The cursor of the next page; null when there is none. */
  cursor: z.string().nullable(),
})

export type PastSeeds = z.infer<typeof pastSeedsSchema>

export const fairnessReplySchema = pastSeedsSchema.extend({ success: z.literal(true), seeds: seedsViewSchema })

export type FairnessReply = z.infer<typeof fairnessReplySchema>

/** Ascending ids; only the server reads them. */
const cursorSchema = z.string().regex(/^\d{1,9}$/)

export const pastSeedsQuerySchema = z.strictObject({ cursor: cursorSchema.optional() })

export const pastSeedsReplySchema = pastSeedsSchema.extend({ success: z.literal(true) })

export type PastSeedsReply = z.infer<typeof pastSeedsReplySchema>

const sha256Schema = z.string().regex(SHA_256)

/** A client seed for a pair whose commitment the player's browser has seen. */
export const clientSeedBodySchema = z.strictObject({ commit: sha256Schema, clientSeed: z.string().regex(CLIENT_SEED) })

export type ClientSeedBody = z.infer<typeof clientSeedBodySchema>

/** `nextCommit` is the commitment that the client seed answers: without it the server's word has to do that it was shown before. */
export const rotateBodySchema = z.strictObject({
  clientSeed: z.string().regex(CLIENT_SEED),
  nextCommit: sha256Schema.optional(),
})

/** Identifies a seed or an odds table in a URL. */
export const commitParamsSchema = z.object({ commit: sha256Schema })

export const hashParamsSchema = z.object({ hash: sha256Schema })

/** A roll in the exported file. */
const exportedRollSchema = z.strictObject({
  id: z.uuid(),
  game: z.enum(GAME_NAMES),
  nonce: z.int(),
  n: z.int(),
  roll: z.int(),
  oddsHash: sha256Schema,
  /** Id of the item, or `balance` for an amount of money. */
  won: z.strictObject({ item: z.string(), price: centsSchema }).nullable(),
})

export type ExportedRoll = z.infer<typeof exportedRollSchema>

const exportFields = {
  commit: sha256Schema,
  serverSeed: z.string().regex(SERVER_SEED),
  /** The number of rolls; their nonces start at 1. */
  count: z.int(),
  rolls: z.array(exportedRollSchema),
  odds: z.record(sha256Schema, z.string()),
  /** SHA-256 of every byte of the file before this field. */
  sha256: sha256Schema,
}

/** All rolls of a revealed seed: the file that `npm run verify` reads. It contains each odds table once, by its hash. */
export const rollExportSchema = z.discriminatedUnion('format', [
  z.strictObject({
    format: z.literal(EXPORT_FORMAT),
    /** Null where there are no rolls. */
    clientSeed: z.string().regex(CLIENT_SEED).nullable(),
    clientSeedSource: sourceSchema.nullable(),
    ...exportFields,
  }),
  /** A file of before client seeds had a source, and ids followed from the seed. */
  z.strictObject({
    format: z.literal(FIRST_EXPORT_FORMAT),
    clientSeed: z.string().regex(CLIENT_SEED),
    ...exportFields,
  }),
])

export type RollExport = z.infer<typeof rollExportSchema>

const caseNameSchema = z.object({ url: z.string(), name: localizedSchema })

/** An odds table of a case, and the period in which it was active. */
const oddsPeriodSchema = z.object({
  hash: z.string(),
  case: caseNameSchema,
  price: centsSchema,
  returnToPlayer: z.number(),
  /** The number of its items. */
  items: z.int(),
  /** Milliseconds since 1970. */
  since: z.int(),
  /** Null while it is active. */
  until: z.int().nullable(),
})

export type OddsPeriod = z.infer<typeof oddsPeriodSchema>

export const oddsQuerySchema = z.strictObject({
  /** The URL of one case. */
  case: z.string().max(100).optional(),
  cursor: cursorSchema.optional(),
})

export const oddsReplySchema = z.object({
  success: z.literal(true),
  /** At most fifty, the most recent first. */
  periods: z.array(oddsPeriodSchema),
  cursor: z.string().nullable(),
  /** Every case that ever had odds. */
  cases: z.array(caseNameSchema),
})

export type OddsReply = z.infer<typeof oddsReplySchema>

/** An odds table by its hash: the hashed text, and the views of its items. */
export const oddsTableReplySchema = z.object({
  success: z.literal(true),
  table: z.object({
    hash: z.string(),
    game: z.string(),
    case: caseNameSchema.nullable(),
    text: z.string(),
    items: z.array(itemViewSchema),
  }),
})

export type OddsTableReply = z.infer<typeof oddsTableReplySchema>

const returnSchema = z.object({
  rolls: z.int(),
  staked: centsSchema,
  /** The value of the winnings. */
  won: centsSchema,
  /** Won divided by staked, as a fraction; null before the first roll. */
  measured: z.number().nullable(),
  /** The return to player by the odds; null for cases before the first opening. */
  promised: z.number().nullable(),
  /** The standard error: how far chance alone moves the measured return from the promised one (game/games/returns.ts). */
  error: z.number(),
})

export type Returned = z.infer<typeof returnSchema>

/** What the games took and paid back, in whole days of UTC. */
export const returnsReplySchema = z.object({
  success: z.literal(true),
  /** The first and the last counted day, like 2026-11-21; null before the first day with a roll is over. */
  days: z.object({ first: z.string(), last: z.string() }).nullable(),
  games: z.array(returnSchema.extend({ game: z.enum(PAID_GAMES) })),
  /** The most opened first. */
  cases: z.array(returnSchema.extend({ case: caseNameSchema })),
})

export type ReturnsReply = z.infer<typeof returnsReplySchema>

/** Everything that a roll was computed from. `serverSeed` is null until the player rotates it. */
const rollProofSchema = z.object({
  id: z.uuid(),
  game: z.enum(GAME_NAMES),
  /** Null for a hidden player; only they get their own id. */
  player: z.object({ id: z.int().nullable(), username: z.string().nullable() }),
  created_at: z.int(),
  commit: z.string(),
  serverSeed: z.string().nullable(),
  clientSeed: z.string(),
  clientSeedSource: sourceSchema,
  nonce: z.int(),
  n: z.int(),
  roll: z.int(),
  oddsHash: z.string(),
  /** The text whose SHA-256 is `oddsHash`. */
  odds: z.string(),
  case: z.object({ url: z.string(), image: z.string(), name: localizedSchema }).nullable(),
  won: rollPrizeSchema.nullable(),
})

export type RollProof = z.infer<typeof rollProofSchema>

export const rollReplySchema = z.object({ success: z.literal(true), roll: rollProofSchema })

export type RollReply = z.infer<typeof rollReplySchema>

/** A roll whose proof the player's browser has checked, and found right. */
export const checkedBodySchema = z.strictObject({ roll: z.uuid() })

/** `earned`: the player has the badge for it; false where there was nothing to check. */
export const checkedReplySchema = z.object({ success: z.literal(true), earned: z.boolean() })

export type CheckedReply = z.infer<typeof checkedReplySchema>
