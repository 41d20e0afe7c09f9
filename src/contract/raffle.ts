// Raffles: what can be won now, who won before, and the proof of a draw.
import { z } from 'zod'
import { SERVER_SEED, SHA_256 } from '../game/proof-fields.ts'
import { RAFFLE_FORMAT, type RaffleProof } from '../game/raffle-proof.ts'
import { RAFFLE_KINDS } from '../game/rewards.ts'
import { centsSchema, refusalSchema, successSchema } from './common.ts'
import { liveDropSchema } from './live.ts'
import { itemPrizeSchema } from './prize.ts'

const RAFFLE_STATES = ['open', 'frozen', 'drawn', 'returned'] as const

/** guest: nobody is signed in; joined: he has an entry; deposit: one is missing; free: he may join. */
const STANDINGS = ['guest', 'joined', 'deposit', 'free'] as const

const namedSchema = z.object({
  id: z.uuid(),
  /** Counts all raffles. */
  number: z.int(),
  kind: z.enum(RAFFLE_KINDS),
  prize: itemPrizeSchema,
  players: z.int(),
  /** Milliseconds since 1970, as every moment. */
  closesAt: z.int(),
})

const openRaffleSchema = namedSchema.extend({
  /** What it will be drawn from: a committed seed, or a round of the public beacon. */
  commit: z.string().nullable(),
  round: z.int().nullable(),
  standing: z.enum(STANDINGS),
})

export type OpenRaffle = z.infer<typeof openRaffleSchema>

/** A raffle that takes no more entries: it waits for its draw, was drawn, or gave its prize back. */
const closedRaffleSchema = namedSchema.extend({
  state: z.enum(RAFFLE_STATES),
  drawnAt: z.int().nullable(),
  winner: liveDropSchema.shape.user.nullable(),
  /** True for a player who had an entry in it. */
  joined: z.boolean(),
})

export type ClosedRaffle = z.infer<typeof closedRaffleSchema>

export const rafflesReplySchema = z.object({
  success: z.literal(true),
  /** Of each kind the one that can be joined, and the one before it. */
  raffles: z.array(
    z.object({
      kind: z.enum(RAFFLE_KINDS),
      open: openRaffleSchema.nullable(),
      last: closedRaffleSchema.nullable(),
    }),
  ),
  /** Drawn raffles of all kinds, the newest first. */
  winners: z.array(closedRaffleSchema),
})

export type RafflesReply = z.infer<typeof rafflesReplySchema>

export const raffleParamsSchema = z.object({ id: z.uuid() })

/** What is no id of a raffle is refused like one that is over. */
export const joinParamsSchema = z.object({ id: z.string().max(64) })

/** A join has nothing to say. */
export const joinBodySchema = z.strictObject({})

export const joinReplySchema = z.union([successSchema.extend({ players: z.int() }), refusalSchema])

export type JoinReply = z.infer<typeof joinReplySchema>

const sha256Schema = z.string().regex(SHA_256)

/** As the rules define it (game/raffle-proof.ts). */
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

export const raffleProofReplySchema = z.object({ success: z.literal(true), raffle: raffleProofSchema })

export type RaffleProofReply = z.infer<typeof raffleProofReplySchema>

/** The proof as a file: with the seal of every byte before it. */
export const raffleFileSchema = raffleProofSchema.extend({ sha256: sha256Schema })
