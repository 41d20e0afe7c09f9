// Raffles: the open ones, recent winners, and the proof of a draw.
import { z } from 'zod'
import { SERVER_SEED, SHA_256 } from '../game/fairness/proof-fields.ts'
import { RAFFLE_FORMAT, type RaffleProof } from '../game/rewards/raffle-proof.ts'
import { RAFFLE_KINDS } from '../game/rewards/rewards.ts'
import { centsSchema, refusalSchema, successSchema } from './common.ts'
import { liveDropSchema } from './live.ts'
import { itemPrizeSchema } from './prize.ts'

const RAFFLE_STATES = ['open', 'frozen', 'drawn', 'returned'] as const

/** guest: not signed in; joined: the player has an entry; deposit: a deposit is missing; free: the player may join. */
const VIEWER_STATES = ['guest', 'joined', 'deposit', 'free'] as const

/** What the player has and needs of their margin for a place in the draw, and how many places there are with theirs. */
const drawPlaceSchema = z.object({ have: centsSchema, need: centsSchema, places: z.int() })

export type DrawPlaceView = z.infer<typeof drawPlaceSchema>

const namedSchema = z.object({
  id: z.uuid(),
  /** Counts all raffles. */
  number: z.int(),
  kind: z.enum(RAFFLE_KINDS),
  prize: itemPrizeSchema,
  players: z.int(),
  /** Milliseconds since 1970, like every time here. */
  closesAt: z.int(),
  /** Present while the price of the prize is held, or where it was when the raffle closed: nobody joins, and nobody wins. */
  held: z.literal(true).optional(),
})

const openRaffleSchema = namedSchema.extend({
  /** The source of the draw: a committed seed, or a round of the public beacon. */
  commit: z.string().nullable(),
  round: z.int().nullable(),
  standing: z.enum(VIEWER_STATES),
  /** Null for a guest, and while a deposit is missing. */
  draw: drawPlaceSchema.nullable(),
})

export type OpenRaffle = z.infer<typeof openRaffleSchema>

/** A raffle that is closed: it waits for its draw, was drawn, or returned its prize. */
const closedRaffleSchema = namedSchema.extend({
  state: z.enum(RAFFLE_STATES),
  drawnAt: z.int().nullable(),
  winner: liveDropSchema.shape.user.nullable(),
  /** True for a player who had joined. */
  joined: z.boolean(),
  /** As it was when the raffle was frozen, of the last raffle of its kind; null for who had not joined. */
  draw: drawPlaceSchema.nullable(),
  /** True when no group of those who had joined could pay the prize: it is raffled again in the next one. */
  rolledOver: z.boolean(),
})

export type ClosedRaffle = z.infer<typeof closedRaffleSchema>

export const rafflesReplySchema = z.object({
  success: z.literal(true),
  /** For each kind the open raffle, and the previous one. */
  raffles: z.array(
    z.object({
      kind: z.enum(RAFFLE_KINDS),
      open: openRaffleSchema.nullable(),
      last: closedRaffleSchema.nullable(),
    }),
  ),
  /** Drawn raffles of all kinds, newest first. */
  winners: z.array(closedRaffleSchema),
})

export type RafflesReply = z.infer<typeof rafflesReplySchema>

export const raffleParamsSchema = z.object({ id: z.uuid() })

/** An invalid id is refused like that of a closed raffle. */
export const joinParamsSchema = z.object({ id: z.string().max(64) })

/** Joining needs no parameters. */
export const joinBodySchema = z.strictObject({})

export const joinReplySchema = z.union([successSchema.extend({ players: z.int() }), refusalSchema])

export type JoinReply = z.infer<typeof joinReplySchema>

const sha256Schema = z.string().regex(SHA_256)

/** The proof of game/rewards/raffle-proof.ts. */
const raffleProofSchema = z.strictObject({
  format: z.literal(RAFFLE_FORMAT),
  id: z.uuid(),
  number: z.int().min(0),
  kind: z.enum(RAFFLE_KINDS),
  opensAt: z.int(),
  closesAt: z.int(),
  state: z.enum(RAFFLE_STATES),
  frozenAt: z.int().nullable(),
  drawnAt: z.int().nullable(),
  item: z.string(),
  price: centsSchema,
  entries: z.int().min(0).nullable(),
  list: z.string().nullable(),
  entriesHash: sha256Schema.nullable(),
  source: z.enum(['seed', 'drand']),
  commit: sha256Schema.nullable(),
  serverSeed: z.string().regex(SERVER_SEED).nullable(),
  chain: sha256Schema.nullable(),
  round: z.int().min(1).nullable(),
  signature: z.string().nullable(),
  roll: z.int().nullable(),
  winner: z.int().nullable(),
}) satisfies z.ZodType<RaffleProof>

export const raffleProofReplySchema = z.object({
  success: z.literal(true),
  raffle: raffleProofSchema,
  /** The number in the list that stands for the player who asks; null without an entry. */
  ownNumber: z.int().nullable(),
})

export type RaffleProofReply = z.infer<typeof raffleProofReplySchema>

/** The proof as a file, with the hash of every byte before it. */
export const raffleFileSchema = raffleProofSchema.extend({ sha256: sha256Schema })
