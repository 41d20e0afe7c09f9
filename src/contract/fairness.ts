// Proofs: what a player needs to check a roll without trusting us. Formula and vectors: game/fairness.ts.
import { z } from 'zod'
import { CLIENT_SEED, GAMES } from '../game/fairness.ts'
import { SERVER_SEED, SHA_256 } from '../game/proof-fields.ts'
import { EXPORT_FORMAT } from '../game/roll-export.ts'
import { PLAYED_GAMES, rollPrizeSchema } from './account.ts'
import { centsSchema, itemViewSchema, localizedSchema } from './common.ts'

/** The seeds in force; the server seed itself stays secret until it is rotated away. */
const seedsViewSchema = z.object({
  commit: z.string(),
  clientSeed: z.string(),
  /** The nonce that the next roll takes. */
  nonce: z.int(),
  /** Commit of the seed that comes after a rotation, fixed already. */
  nextCommit: z.string(),
})

export type SeedsView = z.infer<typeof seedsViewSchema>

/** A server seed that lies open. */
const pastSeedSchema = z.object({
  commit: z.string(),
  serverSeed: z.string(),
  clientSeed: z.string(),
  rolls: z.int(),
  revealed_at: z.int(),
})

export type PastSeed = z.infer<typeof pastSeedSchema>

const pastSeedsSchema = z.object({
  /** Fifty at most, the last revealed first. */
  past: z.array(pastSeedSchema),
  /** Where the next page begins; null when there is none. */
  cursor: z.string().nullable(),
})

export type PastSeeds = z.infer<typeof pastSeedsSchema>

export const fairnessReplySchema = pastSeedsSchema.extend({ success: z.literal(true), seeds: seedsViewSchema })

export type FairnessReply = z.infer<typeof fairnessReplySchema>

/** Ids that count up; only the server reads them. */
const cursorSchema = z.string().regex(/^\d{1,9}$/)

export const pastSeedsQuerySchema = z.strictObject({ cursor: cursorSchema.optional() })

export const pastSeedsReplySchema = pastSeedsSchema.extend({ success: z.literal(true) })

export type PastSeedsReply = z.infer<typeof pastSeedsReplySchema>

export const rotateBodySchema = z.strictObject({ clientSeed: z.string().regex(CLIENT_SEED) })

const sha256Schema = z.string().regex(SHA_256)

/** Names a seed or a table of odds in an address. */
export const commitParamsSchema = z.object({ commit: sha256Schema })

export const hashParamsSchema = z.object({ hash: sha256Schema })

/** A roll as the exported file lists it. */
const exportedRollSchema = z.strictObject({
  id: z.uuid(),
  game: z.enum(GAMES),
  nonce: z.int(),
  n: z.int(),
  roll: z.int(),
  oddsHash: sha256Schema,
  /** Id of the item, or `balance` for an amount of money. */
  won: z.strictObject({ item: z.string(), price: centsSchema }).nullable(),
})

export type ExportedRoll = z.infer<typeof exportedRollSchema>

/** All rolls of a revealed seed: what `npm run verify` reads. Every table of odds stands in it once, under its hash. */
export const rollExportSchema = z.strictObject({
  format: z.literal(EXPORT_FORMAT),
  commit: sha256Schema,
  serverSeed: z.string().regex(SERVER_SEED),
  clientSeed: z.string().regex(CLIENT_SEED),
  /** How many rolls the seed made; their nonces count from 1. */
  count: z.int(),
  rolls: z.array(exportedRollSchema),
  odds: z.record(sha256Schema, z.string()),
  /** SHA-256 of every byte of the file before this field. */
  sha256: sha256Schema,
})

export type RollExport = z.infer<typeof rollExportSchema>

const caseNameSchema = z.object({ url: z.string(), name: localizedSchema })

/** A table of odds of a case while it was in force. */
const oddsPeriodSchema = z.object({
  hash: z.string(),
  case: caseNameSchema,
  price: centsSchema,
  returnToPlayer: z.number(),
  /** How many items were in it. */
  items: z.int(),
  /** Milliseconds since 1970. */
  since: z.int(),
  /** Null while it is in force. */
  until: z.int().nullable(),
})

export type OddsPeriod = z.infer<typeof oddsPeriodSchema>

export const oddsQuerySchema = z.strictObject({
  /** Of one case, by its address. */
  case: z.string().max(100).optional(),
  cursor: cursorSchema.optional(),
})

export const oddsReplySchema = z.object({
  success: z.literal(true),
  /** Fifty at most, the last to come into force first. */
  periods: z.array(oddsPeriodSchema),
  cursor: z.string().nullable(),
  /** Every case that ever had odds. */
  cases: z.array(caseNameSchema),
})

export type OddsReply = z.infer<typeof oddsReplySchema>

/** A table by its hash: the text that the hash is of, and how the items in it look. */
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

/** Games whose returns are measured: those that cost something. */
export const RETURNED_GAMES = [...PLAYED_GAMES, 'wheel'] as const

export type ReturnedGame = (typeof RETURNED_GAMES)[number]

const returnSchema = z.object({
  rolls: z.int(),
  staked: centsSchema,
  /** What the rolls won, at its price. */
  won: centsSchema,
  /** Won of staked, as a fraction; null before the first roll. */
  measured: z.number().nullable(),
  /** What the odds give back in the long run; null for cases before the first opening. */
  promised: z.number().nullable(),
  /** How far chance alone carries the measured return from the promised one: its standard error (game/returns.ts). */
  error: z.number(),
})

export type Returned = z.infer<typeof returnSchema>

/** What the site took and gave, in whole days of UTC. */
export const returnsReplySchema = z.object({
  success: z.literal(true),
  /** The first and the last day that are counted, as 2026-11-21; null before a day with a roll is over. */
  days: z.object({ first: z.string(), last: z.string() }).nullable(),
  games: z.array(returnSchema.extend({ game: z.enum(RETURNED_GAMES) })),
  /** The most opened first. */
  cases: z.array(returnSchema.extend({ case: caseNameSchema })),
})

export type ReturnsReply = z.infer<typeof returnsReplySchema>

/** Everything a roll was made of. `serverSeed` is null until the player rotates it away. */
const rollProofSchema = z.object({
  id: z.uuid(),
  game: z.enum(GAMES),
  /** Without a name where the player hides. */
  player: z.object({ id: z.int(), username: z.string().nullable() }),
  created_at: z.int(),
  commit: z.string(),
  serverSeed: z.string().nullable(),
  clientSeed: z.string(),
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
