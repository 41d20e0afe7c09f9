// Validates the fields of a proof before anything is computed from them: proofs are pasted, and files are edited.

import { GAME_NAMES, type GameName } from '../base/games.ts'
import { CLIENT_SEED, MAX_RANGE } from './fairness.ts'

/** A SHA-256 hash as 64 hex digits. */
export const SHA_256 = /^[0-9a-f]{64}$/

/** 32 random bytes as hex digits. The text itself is hashed, so upper-case digits would be another seed. */
export const SERVER_SEED = /^[0-9a-f]{64}$/

/** A roll with everything that it was computed from. */
export interface RollRecord {
  readonly game: GameName
  readonly commit: string
  /** Null while it is secret. */
  readonly serverSeed: string | null
  readonly clientSeed: string
  readonly nonce: number
  readonly n: number
  readonly roll: number
  readonly oddsHash: string
  /** The text whose hash is `oddsHash`. */
  readonly odds: string
  /** Id and price in cents of the item, or `balance` and the amount (odds-text.ts); null for nothing. */
  readonly won: { readonly item: string; readonly price: number } | null
}

export type ProofField = keyof RollRecord

const isText = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)

const isWhole =
  (least: number, most: number = Number.MAX_SAFE_INTEGER) =>
  (value: unknown) =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most

function isPrize(won: unknown): boolean {
  if (typeof won !== 'object' || won === null || !('item' in won && 'price' in won)) return false
  return typeof won.item === 'string' && isWhole(1)(won.price)
}

const FITS: Readonly<Record<ProofField, (value: unknown) => boolean>> = {
  game: (value) => GAME_NAMES.some((name) => name === value),
  commit: isText(SHA_256),
  serverSeed: (value) => value === null || isText(SERVER_SEED)(value),
  clientSeed: isText(CLIENT_SEED),
  nonce: isWhole(0),
  n: isWhole(1, MAX_RANGE),
  roll: isWhole(1, MAX_RANGE),
  oddsHash: isText(SHA_256),
  odds: (value) => typeof value === 'string' && value !== '',
  won: (value) => value === null || isPrize(value),
}

/** The fields in their reading order. */
export const PROOF_FIELDS = Object.keys(FITS) as readonly ProofField[]

/** Tells whether a value is valid for a field of a record. */
export function fits(field: ProofField, value: unknown): boolean {
  return FITS[field](value)
}

/** Tells whether every field is valid. */
export function isRecord(parts: Readonly<Record<ProofField, unknown>>): parts is RollRecord {
  return PROOF_FIELDS.every((field) => FITS[field](parts[field]))
}
