// A proof of a battle as a page shows it: locks with their distances, seats with what they drew and got, rolls with their tickets.

import { type Cents, cents, sumCents } from '../base/money.ts'
import { type BeaconChain, roundTime } from '../fairness/beacon.ts'
import { lineOfRoll, readOdds } from '../fairness/odds-text.ts'
import { sidesOf } from './battle.ts'
import type { BattleProof, ProvenDrop, ProvenLock } from './proof.ts'

export interface LockLine extends ProvenLock {
  /** When its round exists; null for a committed seed and an unknown chain. */
  readonly roundAt: number | null
  /** True for the last one, which counts. */
  readonly counts: boolean
}

export interface SeatLine {
  readonly slot: number
  /** From 1: the seats of a side play together. */
  readonly side: number
  readonly seed: string
  readonly percent: number
  /** What it drew and what it gets; null before the draw. */
  readonly drewCents: Cents | null
  readonly getsCents: Cents | null
  readonly isWinner: boolean
}

export interface DropLine extends ProvenDrop {
  readonly slot: number
  /** The tickets of the item; null where the table has no such ticket. */
  readonly tickets: { readonly from: number; readonly to: number } | null
}

export interface RoundLine {
  /** From 1. */
  readonly round: number
  /** The hash of its odds table. */
  readonly odds: string
  readonly priceCents: Cents
  /** By slot; none before the draw. */
  readonly drops: readonly DropLine[]
}

export interface BattleProofView {
  readonly locks: readonly LockLine[]
  readonly seats: readonly SeatLine[]
  readonly rounds: readonly RoundLine[]
}

function lockLine(
  { source, locks }: BattleProof,
  at: number,
  lock: ProvenLock,
  chains: readonly BeaconChain[],
): LockLine {
  const chain = source.source === 'drand' ? chains.find(({ hash }) => hash === source.chain) : undefined
  return {
    ...lock,
    roundAt: chain === undefined || lock.round === null ? null : roundTime(chain, lock.round),
    counts: at === locks.length - 1,
  }
}

function seatLine({ terms, seats, draw }: BattleProof, slot: number): SeatLine {
  const { seed, percent } = seats[slot - 1] ?? { seed: '', percent: 0 }
  const drawn = draw?.drops.map((round) => cents(round[slot - 1]?.price ?? 0))
  return {
    slot,
    side: sidesOf(terms.format).findIndex((side) => side.includes(slot)) + 1,
    seed,
    percent,
    drewCents: drawn === undefined ? null : sumCents(drawn),
    getsCents: draw === null ? null : cents(draw.shares[slot - 1] ?? 0),
    isWinner: draw?.winners.includes(slot) ?? false,
  }
}

/**
 * Returns what a page shows of a proof, right or wrong.
 *
 * @param chains the trusted chains, whose schedule tells when a round exists
 */
export function viewOfProof(proof: BattleProof, chains: readonly BeaconChain[]): BattleProofView {
  const tables = new Map(Object.entries(proof.odds).map(([hash, text]) => [hash, readOdds(text)]))
  const dropLine = (hash: string, drop: ProvenDrop, seat: number): DropLine => {
    const table = tables.get(hash) ?? null
    const line = table === null ? undefined : lineOfRoll(table, drop.roll)
    return { ...drop, slot: seat + 1, tickets: line === undefined ? null : { from: line.from, to: line.to } }
  }
  return {
    locks: proof.locks.map((lock, at) => lockLine(proof, at, lock, chains)),
    seats: proof.seats.map((_, seat) => seatLine(proof, seat + 1)),
    rounds: proof.rounds.map(({ odds, price }, at) => ({
      round: at + 1,
      odds,
      priceCents: cents(price),
      drops: (proof.draw?.drops[at] ?? []).map((drop, seat) => dropLine(odds, drop, seat)),
    })),
  }
}
