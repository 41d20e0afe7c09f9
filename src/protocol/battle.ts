// Case battles: the lobby, one battle, making and joining one, and its proof. A battle's result is computed by the browser from its
// seats, the contents of its cases and the secret that the second event brings.
import { z } from 'zod'
import { BATTLE_ROUNDS } from '../game/base/economy.ts'
import { BATTLE_FORMAT_NAMES, BATTLE_MODES } from '../game/battles/battle.ts'
import { LOBBY_MODES, LOBBY_SORTS, LOBBY_TABS } from '../game/battles/find.ts'
import { BATTLE_PROOF_FORMAT, type BattleProof } from '../game/battles/proof.ts'
import { CLIENT_SEED } from '../game/fairness/fairness.ts'
import { SERVER_SEED, SHA_256 } from '../game/fairness/proof-fields.ts'
import { contentViewSchema } from './case.ts'
import { centsSchema, itemViewSchema, localizedSchema, refusalSchema } from './common.ts'
import { liveDropSchema } from './live.ts'

/**
 * `open`: seats are free. `locked`: it waits for its randomness. `drawn`: it is shown. `settled`: what it won was paid. `cancelled`
 * and `expired`: its seats were refunded.
 */
export const BATTLE_STATES = ['open', 'locked', 'drawn', 'settled', 'cancelled', 'expired'] as const
export type BattleState = (typeof BATTLE_STATES)[number]

/**
 * Why a battle ended without a result: by its creator, by time, because one of its cases was changed or switched off, or because
 * nobody can read the source of its randomness any more.
 */
export const BATTLE_ENDS = ['creator', 'time', 'catalogue', 'source'] as const

const idSchema = z.uuid()
const sha256Schema = z.string().regex(SHA_256)

/** A taken seat. */
const seatViewSchema = z.object({
  /** From 1. Seats of a side are neighbours (game/battles/battle.ts). */
  slot: z.int(),
  /** The player as others may see them; null for a bot. */
  user: liveDropSchema.shape.user.nullable(),
  /** True for the player who asks. */
  own: z.boolean(),
  /** The public client seed of its rolls. */
  seed: z.string(),
  /** The part that its player paid and gets, in percent; the house has the rest. */
  percent: z.int(),
})

export type SeatView = z.infer<typeof seatViewSchema>

const termsSchema = z.object({
  format: z.enum(BATTLE_FORMAT_NAMES),
  mode: z.enum(BATTLE_MODES),
  crazy: z.boolean(),
  /** Shorter rounds. */
  fast: z.boolean(),
})

const battleCaseSchema = z.object({
  url: z.string(),
  name: localizedSchema,
  image: z.string(),
  price: centsSchema,
})

/** A battle in the lobby and in histories. */
const battleCardSchema = termsSchema.extend({
  id: idSchema,
  number: z.int(),
  state: z.enum(BATTLE_STATES),
  isPrivate: z.boolean(),
  /** The price of a whole seat. */
  price: centsSchema,
  /** The part of the other seats that the creator pays, in percent; 0 for none. */
  fund: z.int(),
  /** The cases of the rounds, one after another. */
  rounds: z.array(battleCaseSchema),
  /** Taken seats only, by slot. */
  seats: z.array(seatViewSchema),
  /** Milliseconds since 1970, like every time here. */
  createdAt: z.int(),
  expiresAt: z.int(),
  /** The show's start; null before the draw. */
  startsAt: z.int().nullable(),
  /** When it was settled, cancelled or expired; null before. */
  finishedAt: z.int().nullable(),
  endedBy: z.enum(BATTLE_ENDS).nullable(),
  /** Null until the battle is settled, so that a list tells no result that is still being shown. */
  result: z.object({ pot: centsSchema, winners: z.array(z.int()) }).nullable(),
})

export type BattleCard = z.infer<typeof battleCardSchema>

/** A published lock. All locks of a battle are listed: one that was not sent in time is followed by another. */
const lockViewSchema = z.object({
  hash: sha256Schema,
  /** The hashed text (game/battles/lock.ts). */
  text: z.string(),
  lockedAt: z.int(),
  /** When it was sent to browsers; null for one that was not. */
  sentAt: z.int().nullable(),
  /** When its randomness will exist. */
  drawAt: z.int(),
})

export type LockView = z.infer<typeof lockViewSchema>

/** What a battle is drawn from. */
const battleSourceSchema = z.discriminatedUnion('source', [
  /** A round of the public beacon, and the signature of it once it exists. The round is null until the last seat is taken. */
  z.object({
    source: z.literal('drand'),
    chain: sha256Schema,
    round: z.int().nullable(),
    signature: z.string().nullable(),
  }),
  /** A committed seed, revealed by the draw. */
  z.object({ source: z.literal('seed'), commit: sha256Schema, serverSeed: z.string().regex(SERVER_SEED).nullable() }),
])

const battleViewSchema = battleCardSchema.omit({ rounds: true }).extend({
  rounds: z.array(battleCaseSchema.extend({ oddsHash: sha256Schema })),
  /** The contents of each case of the rounds, by the hash of its odds table: a result is read from them. */
  contents: z.record(sha256Schema, z.array(contentViewSchema)),
  randomness: battleSourceSchema,
  locks: z.array(lockViewSchema),
  /** True for the player who made it, and may cancel it while it is open. */
  ownBattle: z.boolean(),
  /** The battle that its players made to play the same again; null for none. */
  rematch: idSchema.nullable(),
})

export type BattleView = z.infer<typeof battleViewSchema>

/** Any text: a link that was cut off is refused in words. */
export const battleParamsSchema = z.object({ id: z.string().max(64) })

export const battleReplySchema = z.union([
  z.object({
    success: z.literal(true),
    /** The server's time: a battle is shown by it. */
    now: z.int(),
    battle: battleViewSchema,
  }),
  refusalSchema,
])
export type BattleReply = z.infer<typeof battleReplySchema>

export const battlesQuerySchema = z.strictObject({
  tab: z.enum(LOBBY_TABS).default('open'),
  mode: z.enum(LOBBY_MODES).optional(),
  min: z.coerce.number().int().min(0).optional(),
  max: z.coerce.number().int().min(0).optional(),
  sort: z.enum(LOBBY_SORTS).default('new'),
  cursor: z.string().max(64).optional(),
})

export type BattlesQuery = z.infer<typeof battlesQuerySchema>

/** A page of battles; the cursor is null on the last one. */
export const battlesReplySchema = z.object({
  success: z.literal(true),
  battles: z.array(battleCardSchema),
  cursor: z.string().nullable(),
})

export type BattlesReply = z.infer<typeof battlesReplySchema>

const clientSeedSchema = z.string().regex(CLIENT_SEED)

/** The rules check rounds and parts, so that a refusal says which one is wrong. */
export const createBattleBodySchema = z.strictObject({
  ...termsSchema.shape,
  /** The URL of the case of each round. */
  rounds: z.array(z.string().max(64)).max(100),
  isPrivate: z.boolean(),
  /** The part of the creator's own seat that they pay. */
  percent: z.int(),
  /** The part of the other seats that the creator pays; 0 except in private battles. */
  fund: z.int().min(0).max(100),
  /** The price of a seat that the player saw. */
  price: centsSchema,
  /** Of the creator's seat, which is slot 1. */
  seed: clientSeedSchema,
  /** The battle that is played again. */
  rematchOf: idSchema.optional(),
})

export type CreateBattleBody = z.infer<typeof createBattleBodySchema>

export const joinBattleBodySchema = z.strictObject({
  slot: z.int().min(1).max(6),
  percent: z.int(),
  /** What the player was told that they pay. */
  pays: centsSchema,
  seed: clientSeedSchema,
})

export type JoinBattleBody = z.infer<typeof joinBattleBodySchema>

/** Of the creator: a bot of the house takes a free seat. */
export const addBotBodySchema = z.strictObject({ slot: z.int().min(1).max(6) })

/** Leaving and cancelling need no parameters. */
export const emptyBodySchema = z.strictObject({})

export const battleMoveReplySchema = z.union([
  z.object({
    success: z.literal(true),
    battle: battleViewSchema,
    /** The id of the player's seat in the lock, as a receipt; null where the player has none (any more). */
    receipt: idSchema.nullable(),
    balance: centsSchema,
  }),
  refusalSchema,
])

export type BattleMoveReply = z.infer<typeof battleMoveReplySchema>

/** Emotes of seated players, one in two seconds. */
export const EMOTES = ['hello', 'luck', 'wow', 'laugh', 'cry', 'nice', 'gg', 'again'] as const
export type Emote = (typeof EMOTES)[number]

export const emoteBodySchema = z.strictObject({ emote: z.enum(EMOTES) })

export const emoteReplySchema = z.union([z.object({ success: z.literal(true) }), refusalSchema])

/** Of a history. */
export const historyPageSchema = z.strictObject({ cursor: z.string().max(64).optional() })

/** What the seats of bots won in settled battles that have a winner, beside what the odds expect. */
const botRecordSchema = z.object({
  /** Seats: a battle with two bots counts twice. */
  battles: z.int(),
  wins: z.int(),
  /** The expected number of wins: one over the number of sides of each battle. */
  expected: z.number(),
  staked: centsSchema,
  won: centsSchema,
})

export type BotRecord = z.infer<typeof botRecordSchema>

export const botRecordReplySchema = z.object({ success: z.literal(true), bots: botRecordSchema })
export type BotRecordReply = z.infer<typeof botRecordReplySchema>

/** A change of a battle, to all who watch it, without anything that only one of them may know. */
export type BattleEvent =
  /** A seat was taken or left, or the battle ended without a result. */
  | { readonly id: string; readonly kind: 'changed'; readonly card: BattleCard }
  /** The last seat was taken: the receipt that browsers keep. */
  | { readonly id: string; readonly kind: 'locked'; readonly card: BattleCard; readonly lock: LockView }
  /** The secret from which all compute the result: a beacon's signature or the server seed; and when the show starts. */
  | { readonly id: string; readonly kind: 'drawn'; readonly secret: string; readonly startsAt: number }
  | { readonly id: string; readonly kind: 'emote'; readonly slot: number; readonly emote: Emote }
  /** A player made the same battle again: the others are invited to it. */
  | { readonly id: string; readonly kind: 'rematch'; readonly rematch: string }

const seatNumberSchema = z.int().min(1).max(6)

/** Far above any price, and so low that the sum of all drops is exact. */
const PRICE_MOST = 100_000_000_000
const provenPriceSchema = z.int().min(1).max(PRICE_MOST)
const countSchema = z.int().min(1)

const provenDrawSchema = z.strictObject({
  secret: z.string().regex(/^[0-9a-f]{64,96}$/),
  drops: z
    .array(z.array(z.strictObject({ roll: countSchema, item: z.string(), price: provenPriceSchema })).max(6))
    .max(BATTLE_ROUNDS.most),
  winners: z.array(seatNumberSchema).max(6),
  shares: z.array(centsSchema).max(6),
  deciding: z.strictObject({
    tie: countSchema.nullable(),
    jackpot: countSchema.nullable(),
    cents: countSchema.nullable(),
  }),
})

/** The proof of game/battles/proof.ts. */
const battleProofSchema = z.strictObject({
  format: z.literal(BATTLE_PROOF_FORMAT),
  battle: idSchema,
  terms: z.strictObject({
    format: z.enum(BATTLE_FORMAT_NAMES),
    mode: z.enum(BATTLE_MODES),
    crazy: z.boolean(),
  }),
  source: z.discriminatedUnion('source', [
    z.strictObject({ source: z.literal('drand'), chain: sha256Schema }),
    z.strictObject({ source: z.literal('seed'), commit: sha256Schema }),
  ]),
  rounds: z
    .array(z.strictObject({ odds: sha256Schema, price: provenPriceSchema }))
    .min(BATTLE_ROUNDS.least)
    .max(BATTLE_ROUNDS.most),
  seats: z.array(z.strictObject({ id: idSchema, seed: clientSeedSchema, percent: z.int().min(1).max(100) })).max(6),
  locks: z.array(
    z.strictObject({
      hash: sha256Schema,
      text: z.string(),
      round: countSchema.nullable(),
      lockedAt: z.int(),
      sentAt: z.int().nullable(),
    }),
  ),
  odds: z.record(sha256Schema, z.string()),
  draw: provenDrawSchema.nullable(),
}) satisfies z.ZodType<BattleProof>

export const battleProofReplySchema = z.object({
  success: z.literal(true),
  proof: battleProofSchema,
  // What follows is shown beside the proof, which does not bind it.
  number: z.int(),
  state: z.enum(BATTLE_STATES),
  /** By slot, from the lock on: the player as others may see them; null for a bot. */
  players: z.array(seatViewSchema.pick({ user: true, own: true })),
  /** The case of each odds table. */
  cases: z.record(sha256Schema, battleCaseSchema.omit({ price: true })),
  /** The items that were drawn. */
  items: z.array(itemViewSchema),
})

export type BattleProofReply = z.infer<typeof battleProofReplySchema>

/** The proof as a file, with the hash of every byte before it. */
export const battleFileSchema = battleProofSchema.extend({ sha256: sha256Schema })
