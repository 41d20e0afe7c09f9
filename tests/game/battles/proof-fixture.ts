// Proofs of battles that are right in every step: drawn from a round that drand's quicknet has really signed, or from a committed seed.
import { createHash, createHmac } from 'node:crypto'
import { cents } from '../../../src/game/base/money.ts'
import { BATTLE_FORMATS, type BattleTerms } from '../../../src/game/battles/battle.ts'
import { type BattleSource, battleSeed, lockText } from '../../../src/game/battles/lock.ts'
import { BATTLE_PROOF_FORMAT, type BattleProof, type ProvenLock } from '../../../src/game/battles/proof.ts'
import { drawBattle } from '../../../src/game/battles/rolls.ts'
import { oddsText } from '../../../src/game/cases/case.ts'
import { QUICKNET, roundTime } from '../../../src/game/fairness/beacon.ts'
import { runDraw } from '../../../src/game/fairness/fairness.ts'

/** A round of drand's quicknet, with its signature. */
export const SIGNED_ROUND = {
  round: 657_413,
  signature: 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
} as const

export const ROUND_AT = roundTime(QUICKNET, SIGNED_ROUND.round)

const SERVER_SEED = '5'.repeat(64)

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** An item of a sample case. */
export interface SampleEntry {
  readonly item: string
  readonly price: number
  readonly tickets: number
}

/** A battle to be drawn. */
export interface SampleBattle {
  readonly terms: BattleTerms
  readonly source: 'drand' | 'seed'
  /** The price and the items of each round's case. */
  readonly cases: readonly { readonly price: number; readonly entries: readonly SampleEntry[] }[]
  /** Client seeds by slot. */
  readonly seeds: readonly string[]
}

/** Two seats, two rounds of different cases. */
export const SAMPLE: SampleBattle = {
  terms: { format: '1v1', mode: 'normal', crazy: false },
  source: 'drand',
  cases: [
    {
      price: 250,
      entries: [
        { item: 'dear', price: 9_000, tickets: 10_000 },
        { item: 'cheap', price: 100, tickets: 990_000 },
      ],
    },
    {
      price: 50,
      entries: [
        { item: 'one', price: 41, tickets: 500_000 },
        { item: 'two', price: 47, tickets: 500_000 },
      ],
    },
  ],
  seeds: ['0123456789abcdef', 'second'],
}

export const BATTLE_ID = '0199a5a0-0000-7000-8000-000000000001'

const seatId = (slot: number): string => `0199a5a0-0000-7000-8000-0000000000${10 + slot}`

const sourceOf = (source: SampleBattle['source'], round: number): BattleSource =>
  source === 'drand' ? { source, chain: QUICKNET.hash, round } : { source, commit: hashOf(SERVER_SEED) }

/** Returns the proof of a battle before its draw: locked once, 6.5 s before its round, and sent 100 ms later. */
export function lockedProof({ terms, source, cases, seeds }: SampleBattle): BattleProof {
  const texts = cases.map(({ price, entries }, at) =>
    oddsText({
      url: `case-${at}`,
      priceCents: cents(price),
      entries: entries.map((entry) => ({
        item: { id: entry.item, priceCents: cents(entry.price) },
        tickets: entry.tickets,
      })),
    }),
  )
  const rounds = texts.map((text, at) => ({ odds: hashOf(text), price: cases[at]?.price ?? 0 }))
  const seats = Array.from({ length: BATTLE_FORMATS[terms.format].seats }, (_, place) => ({
    id: seatId(place + 1),
    seed: seeds[place % seeds.length] ?? '',
    percent: 100 - 10 * place,
  }))
  const text = lockText({ battle: BATTLE_ID, ...terms, rounds, seats, source: sourceOf(source, SIGNED_ROUND.round) })
  return {
    format: BATTLE_PROOF_FORMAT,
    battle: BATTLE_ID,
    terms,
    source: source === 'drand' ? { source, chain: QUICKNET.hash } : { source, commit: hashOf(SERVER_SEED) },
    rounds,
    seats,
    locks: [
      {
        hash: hashOf(text),
        text,
        round: source === 'drand' ? SIGNED_ROUND.round : null,
        lockedAt: ROUND_AT - 6_500,
        sentAt: ROUND_AT - 6_400,
      },
    ],
    odds: Object.fromEntries(texts.map((odds) => [hashOf(odds), odds])),
    draw: null,
  }
}

/** Returns the proof of a battle as it is after its draw. */
export async function drawnProof(battle: SampleBattle): Promise<BattleProof> {
  const proof = lockedProof(battle)
  const secret = battle.source === 'drand' ? SIGNED_ROUND.signature : SERVER_SEED
  const seed = await battleSeed(
    async (bytes) => createHash('sha256').update(bytes).digest(),
    proof.locks[0]?.hash ?? '',
    secret,
  )
  const { rounds, result } = runDraw(
    (message) => createHmac('sha256', seed).update(message).digest(),
    drawBattle({
      ...battle.terms,
      rounds: battle.cases.map(({ entries }) => entries.map((entry) => ({ ...entry, priceCents: cents(entry.price) }))),
      seeds: proof.seats.map((seat) => seat.seed),
    }),
  )
  return {
    ...proof,
    draw: {
      secret,
      drops: rounds.map((drops) => drops.map(({ roll, entry: { item, price } }) => ({ roll, item, price }))),
      winners: result.winners,
      shares: result.shareCents,
      deciding: result.deciding,
    },
  }
}

/** Puts a lock before that of a proof: one of an earlier round, sent at a given time or not at all. */
export function withEarlierLock(proof: BattleProof, sentAt: number | null): BattleProof {
  const round = SIGNED_ROUND.round - 1
  const { battle, terms, rounds, seats } = proof
  const text = lockText({ battle, ...terms, rounds, seats, source: sourceOf('drand', round) })
  const earlier: ProvenLock = { hash: hashOf(text), text, round, lockedAt: ROUND_AT - 9_500, sentAt }
  return { ...proof, locks: [earlier, ...proof.locks] }
}
